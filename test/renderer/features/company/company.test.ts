import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as CompanyModule from '../../../../renderer/features/company/company.svelte.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* When a company's people are asked for, over the core in memory. */

const load = compiled();
const REST_MS = 250;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function open(coming: CompanyModule.LoadUrgency) {
  const { Company } = (await load('/renderer/features/company/company.svelte.ts')) as typeof CompanyModule;
  const host = createFixture(STATES.account);
  const asked: string[] = [];
  const port: Port = {
    subscribe: host.port.subscribe,
    request: (channel, input) => {
      asked.push(channel);
      return host.port.request(channel, input);
    },
  };
  const api = createApi<typeof contract>(port);
  const { queryId } = await api.library.open({});
  const [row] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
  asked.length = 0;
  return { company: new Company(api, row?.companyId ?? '', coming), asked };
}
const count = (asked: readonly string[], channel: string): number =>
  asked.filter((each) => each === channel).length;

test('whoever rests on a company sees its people, and nothing else of it is read again', async () => {
  const { company, asked } = await open('hurried');
  await company.opened;
  expect(count(asked, 'companies.people')).toBe(0);
  expect(company.people).toBeNull();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(asked.slice(before)).toEqual(['companies.people']);
  await vi.waitFor(() => expect(company.people).not.toBeNull());
  company.dispose();
});

test('people of a company that was passed by are never asked for, even where it was still being read', async () => {
  const { company, asked } = await open('hurried');
  company.dispose();
  await company.opened;
  await vi.advanceTimersByTimeAsync(REST_MS * 4);
  expect(count(asked, 'companies.people')).toBe(0);
});

test('without hurry they come with the company', async () => {
  const { company, asked } = await open('now');
  await company.opened;
  expect(count(asked, 'companies.people')).toBe(1);
  expect(company.people).not.toBeNull();
  company.dispose();
});

test('roles are counted as narrowed once the narrowed ones stand, not while they are on their way', async () => {
  const { company } = await open('now');
  await company.opened;
  const { panels } = company;
  const department = panels.roles?.departments[0]?.value ?? 'none of them';
  const narrowing = panels.narrow('department', department);
  expect(panels.department).toBe(department);
  expect(panels.isNarrowed).toBe(false);
  await narrowing;
  expect(panels.isNarrowed).toBe(true);
  const widening = panels.narrow('department', null);
  expect(panels.isNarrowed).toBe(true);
  await widening;
  expect(panels.isNarrowed).toBe(false);
  company.dispose();
});
