import { expect, it } from 'vitest';
import { marketSchema } from '../../../shared/model/market.ts';
import { openPlanWorld, roundsOf, screen } from '../handlers/plan-world.ts';

const DAY_MS = 86_400_000;

it('closing contact windows are sorted by closing day, then by fit, then by id', async () => {
  const world = await openPlanWorld();
  const { api } = world.app;
  const { serverNowMs } = await api.quota.status({});
  const accepted = { requests: 1, records: 50, pageTurns: 1, companies: 0 };
  const fundingDateEnd = new Date(serverNowMs - 21 * DAY_MS).toISOString().slice(0, 10);
  for (const offset of [0, 50]) {
    const query = { ...roundsOf(serverNowMs, 50), fundingDateEnd, offset };
    const { set } = await api.search.run({ question: { list: 'fundings', query }, accepted, screen });
    const { rows } = await api.search.rows({ setId: set.setId, offset, limit: 50 });
    const companyIds = rows.map(({ companyId }) => companyId);
    if (companyIds.length > 0) await api.watchlists.add({ id: world.listId, companyIds, reason: '' });
  }
  const closing = async (offset = 0, limit = 50) => (await api.plan.closing({ offset, limit })).rows;
  const keysOf = (rows: Awaited<ReturnType<typeof closing>>) =>
    rows.map(({ window, fit, companyId }) => [window.closesAtMs ?? 0, -(fit ?? -1), companyId] as const);
  const sorted = (keys: ReturnType<typeof keysOf>) =>
    keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));

  const withoutMarket = keysOf(await closing());
  expect(withoutMarket).toEqual(sorted(withoutMarket));
  await api.market.set({ market: marketSchema.parse({ countries: ['US'], stages: ['Seed'] }), saveAs: null });
  const rows = await closing();
  expect(keysOf(rows)).toEqual(sorted(keysOf(rows)));
  // With a market, companies have a fit, which changes the order. All rows are sorted before a page is cut
  // out of them.
  expect(keysOf(rows).map(([, , id]) => id)).not.toEqual(withoutMarket.map(([, , id]) => id));
  expect(await closing(3, 4)).toEqual(rows.slice(3, 7));
  await world.dispose();
});
