import { expect, test, vi } from 'vitest';
import type { Api } from '../../../../shared/contract/index.ts';
import type { ProposedItem } from '../../../../shared/model/plan.ts';
import { reportPlanned } from '../../../../renderer/features/lists/report-planned.ts';

/*
 * Tests the message shown after companies are saved to a list. It states how many records today's plan would
 * spend on these companies.
 */
type Today = Awaited<ReturnType<Api['plan']['today']>>;
const item = (companyId: string, records: number, change: Partial<ProposedItem> = {}): ProposedItem => ({
  key: `contacts/${companyId}`,
  kind: 'contacts',
  lane: 'window-closing',
  companyId,
  companyName: companyId,
  searchId: null,
  searchName: null,
  cost: { requests: 1, records, pageTurns: 0, companies: 0 },
  certainty: 'about',
  value: 20,
  why: { why: 'listed' },
  saves: null,
  ...change,
});

async function shownAfter(items: readonly ProposedItem[], screen = 'library') {
  const show = vi.fn();
  const go = vi.fn();
  const today = { proposal: { items: [...items] }, run: null } as unknown as Today;
  const app = { api: { plan: { today: async () => today } }, toasts: { show }, navigation: { screen, go } };
  await reportPlanned(app as never, ['nestford', 'ironshore'], 'Nestford');
  return { show, go };
}

test('a notice names the records that the plan would spend on the saved companies, and opens the plan', async () => {
  const profile = item('nestford', 1, { key: 'profile/nestford', kind: 'profile', certainty: 'exact' });
  const { show, go } = await shownAfter([item('nestford', 25, { expected: 10 }), profile, item('other', 9)]);
  expect(show).toHaveBeenCalledExactlyOnceWith(
    'Saving is free. Your next plan would use about 11 records for Nestford.',
    {
      link: { label: 'Show plan', run: expect.any(Function) },
    },
  );
  show.mock.calls[0]?.[1].link.run();
  expect(go).toHaveBeenCalledExactlyOnceWith('today');
});

test('the notice has no button on Today, and an exact price is not called an estimate', async () => {
  const { show } = await shownAfter([item('ironshore', 1, { certainty: 'exact' })], 'today');
  expect(show).toHaveBeenCalledExactlyOnceWith(
    'Saving is free. Your next plan would use 1 record for Nestford.',
    {},
  );
});

test('nothing is shown if the plan leaves the companies out', async () => {
  expect((await shownAfter([item('other', 9)])).show).not.toHaveBeenCalled();
});
