import { expect, test } from 'vitest';
import { classifyTitle } from '../../../electron/core/market/titles/classify-title.ts';
import { roleName, roleStrings } from '../../../renderer/ui/text/role-strings.ts';
import { DEPARTMENTS, SENIORITIES } from '../../../shared/model/limits.ts';
import { requestStrings } from '../../../renderer/ui/text/request-strings.ts';
import { offline } from '../../../renderer/session/offline/strings.ts';
import { company } from '../../../renderer/features/company/strings.ts';

test('names every department and seniority level of the specification', () => {
  for (const value of [...DEPARTMENTS, ...SENIORITIES]) expect(roleName(value)).not.toBe(value);
  expect(roleName('IT ')).toBe('Engineering / IT');
  expect(roleName('chief of staff')).toBe('chief of staff');
});

test('the choice of buyer roles says which of two departments a CEO and a product manager are in', () => {
  const named = (title: string): string | undefined => {
    const department = classifyTitle(title)?.departments[0];
    return Object.entries(roleStrings.buyerDepartments).find(([value]) => value === department)?.[1];
  };
  for (const title of ['CEO', 'Founder', 'Board member']) expect(named(title)).toContain('Executive');
  for (const title of ['Product manager', 'Project manager', 'Country manager'])
    expect(named(title)).toContain('Management');
});

test('a request has the same name in the history, in the queue and in the origin of data', () => {
  const { endpoints } = requestStrings;
  expect(offline.ask).toMatchObject({ profile: endpoints.company, people: endpoints.contacts });
  expect(company.why.sources).toMatchObject({ company: endpoints.company, rounds: endpoints.rounds });
});
