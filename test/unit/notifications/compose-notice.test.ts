import { describe, expect, it } from 'vitest';
import {
  backedRounds,
  changedCost,
  digest,
  instant,
  outsideUse,
  reminder,
  type DueTask,
} from '../../../electron/core/notifications/compose-notice.ts';
import { isQuiet } from '../../../electron/core/notifications/quiet-hours.ts';
import { plainText } from '../../../electron/core/notifications/plain-text.ts';

const task: DueTask = {
  title: 'Call them',
  companyId: 'c1',
  companyName: 'Halden Grid',
  lastNote: 'Budget closes in March.',
  windowDays: 3,
};
const none = { count: 0, names: [] };

describe('text received from the service', () => {
  it.each([
    ['<b>Acme</b> & Co', '<b>Acme</b> & Co'],
    ['Acme\u202Egpj.exe', 'Acmegpj.exe'],
    ['Acme\u2066\u2069\u200B\u0000\nLtd', 'Acme Ltd'],
    ['  ', ''],
    [`${'x'.repeat(70)}`, `${'x'.repeat(59)}…`],
    ['👩‍💻'.repeat(40), `${'👩💻'.repeat(29)}👩…`],
  ])('%j is shown as %j', (received, shown) => {
    expect(plainText(received)).toBe(shown);
  });
});

describe('rounds of watched investors', () => {
  const backed = (companyName: string) => ({
    companyId: 'c1',
    companyName,
    investors: ['Tarn\u202E', 'Alder'],
  });

  it('name the investors of one round, and the companies of several', () => {
    expect(backedRounds([])).toBeNull();
    expect(backedRounds([backed('Halden')])).toEqual({
      title: 'Halden raised money',
      body: 'From Tarn, Alder',
      target: { kind: 'company', companyId: 'c1' },
    });
    expect(backedRounds(['A', 'B', 'C', 'D'].map(backed))).toEqual({
      title: '4 new rounds from investors you watch',
      body: 'A, B, C',
      target: { kind: 'today' },
    });
  });
});

describe('morning digest', () => {
  it('contains counts and at most three company names, and is omitted if there is nothing to report', () => {
    const facts = {
      raised: { count: 12, names: ['A', 'B', 'C'] },
      closing: { count: 2, names: ['D', 'A'] },
      changes: { count: 1, names: ['E'] },
      tasks: [task, task],
      taskCount: 4,
    };
    expect(digest(facts)).toEqual({
      title:
        'Digest: 12 companies raised money, 2 contact windows close within 4 days, 4 tasks due, 1 change to companies and investors you watch',
      body: 'D, A, B',
      target: { kind: 'today' },
    });
    expect(digest({ raised: none, closing: none, changes: none, tasks: [], taskCount: 0 })).toBeNull();
  });

  it('describes a single task with its last note and the contact window', () => {
    const facts = { raised: none, closing: none, changes: none, tasks: [task], taskCount: 1 };
    expect(digest(facts)?.body).toBe(
      'Call them: Halden Grid. Last note: Budget closes in March. Contact window closes in about 3 days',
    );
  });
});

it('names are shown unescaped, and each company once', () => {
  const acme = { companyId: 'c1', name: 'Acme & <Sons>', fit: 90, isIcpMatch: false };
  const other = { companyId: 'c2', name: 'Other', fit: 80, isIcpMatch: false };
  expect(instant([acme, { ...acme, fit: 70 }])).toMatchObject({
    title: 'Acme & <Sons> raised money',
    body: 'Fit 90 of 100',
  });
  expect(reminder([{ ...task, title: 'R&D' }], 1)?.title).toBe('R&D');
  expect(instant([acme, other, acme])).toMatchObject({
    title: '2 companies that fit your market raised money',
    body: 'Acme & <Sons>, Other',
  });
});

it('names the service’s own score as the ICP match, not as the fit', () => {
  const matching = { companyId: 'c1', name: 'Acme', fit: 90, isIcpMatch: true };
  const fitting = { companyId: 'c2', name: 'Other', fit: 80, isIcpMatch: false };
  expect(instant([matching])?.body).toBe('ICP match 90%');
  expect(instant([matching, fitting])?.title).toBe('2 companies that fit your market or ICP raised money');
});

it('a reminder of one task opens its company; a reminder of several lists companies', () => {
  expect(reminder([task], 1)).toEqual({
    title: 'Call them',
    body: 'Halden Grid\nLast note: Budget closes in March\nContact window closes in about 3 days',
    target: { kind: 'company', companyId: 'c1' },
  });
  expect(reminder([task, { ...task, companyName: '<Other>' }], 5)).toEqual({
    title: '5 tasks due',
    body: 'Halden Grid, <Other>',
    target: { kind: 'today' },
  });
  expect(reminder([], 0)).toBeNull();
});

it('describes use by other devices above any limit', () => {
  const bodyAbove = (above: number) => outsideUse({ dayMs: 0, requests: 9 }, { above, todayMs: 0 }).body;
  expect(bodyAbove(5)).toBe('Other devices using your account made more than 5 requests in one day (UTC).');
  expect(bodyAbove(1)).toBe('Other devices using your account made more than 1 request in one day (UTC).');
  expect(bodyAbove(0)).toBe('Other devices using your account made requests in one day (UTC).');
});

it('describes a changed price', () => {
  const bodyOf = (before: number, after: number) =>
    changedCost({ endpoint: 'stats', unit: 'requests', before, after, atMs: 0 }).body;
  expect(bodyOf(1, 2)).toBe(
    'A usage check now costs 2 requests instead of 1. Roundwatch uses the new price.',
  );
  expect(bodyOf(2, 1)).toBe('A usage check now costs 1 request instead of 2. Roundwatch uses the new price.');
  expect(bodyOf(1, 0)).toBe(
    'A usage check now costs no requests instead of 1. Roundwatch uses the new price.',
  );
});

it('any number of companies share one notification', () => {
  const fitting = ['A', 'B', 'C', 'D'].map((name) => ({ companyId: name, name, fit: 90, isIcpMatch: false }));
  expect(instant(fitting)).toEqual({
    title: '4 companies that fit your market raised money',
    body: 'A, B, C',
    target: { kind: 'signals' },
  });
  expect(instant(fitting.slice(0, 1))?.title).toBe('A raised money');
  expect(instant([])).toBeNull();
});

it.each([
  [19, 7, [19, 23, 0, 6], [7, 8, 18]],
  [12, 14, [12, 13], [11, 14]],
  [9, 9, [], [0, 9, 23]],
])('quiet hours from %i to %i', (quietFrom, quietTo, quiet, loud) => {
  for (const hour of quiet) expect(isQuiet(hour, { quietFrom, quietTo }), String(hour)).toBe(true);
  for (const hour of loud) expect(isQuiet(hour, { quietFrom, quietTo }), String(hour)).toBe(false);
});
