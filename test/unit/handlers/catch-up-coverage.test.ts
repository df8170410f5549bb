import { afterEach, beforeEach, expect, it } from 'vitest';
import { searchOfMarket } from '../../../shared/market-query.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import type { Gap } from '../../../shared/model/plan.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import { approve, openPlanWorld, runIs, screen, type PlanWorld } from './plan-world.ts';

/*
 * Tests catching up after long gaps. Every missed day must be requested at a price that the user has seen,
 * and only the requested days may count as covered.
 */

const DAY = 86_400_000;
let world: PlanWorld;
beforeEach(async () => {
  world = await openPlanWorld();
  // The rounds of this market fill more than one page, but one minute's budget is enough to request all
  // pages.
  const market = marketSchema.parse({ stages: ['Seed'] });
  await world.app.api.market.set({ market, saveAs: null });
});
afterEach(() => world.dispose());

const free = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
const gap = async (): Promise<Gap | null> => (await world.app.api.plan.gap({})).gap;
const days = ({ query }: ListQuery): number =>
  (Date.parse(query.fundingDateEnd) - Date.parse(query.fundingDateStart)) / DAY + 1;

/**
 * Catches up until no gap is left, as a user would by clicking again and again. Returns the gap before each
 * click.
 */
async function catchUpFully(): Promise<Gap[]> {
  const { api } = world.app;
  const gaps: Gap[] = [];
  for (let found = await gap(); found !== null; found = await gap()) {
    gaps.push(found);
    expect(gaps.length).toBeLessThan(20);
    const { stopped } = await api.plan.catchUp({ accepted: found.preview.cost, screen });
    expect(stopped).toBeNull();
  }
  return gaps;
}

it.each([
  [45, 2],
  [100, 4],
])(
  'a gap of %i days is fetched with %i queries, page by page, until all its rows are stored',
  async (length, queries) => {
    const { api } = world.app;
    await api.demo.travel({ days: length });
    const before = await gap();
    if (before === null) throw new Error('no gap');
    expect(before.stretches).toHaveLength(queries);
    for (const { question } of before.stretches) expect(days(question)).toBeLessThanOrEqual(31);
    // The catch-up requests the gap and the three days of overlap before it. The gap has `length + 1` days,
    // because its first and its last day both count.
    expect(before.days).toBe(length + 4);
    expect(before.preview.cost).toMatchObject({ requests: queries, records: queries * 25 });
    const gaps = await catchUpFully();
    // A click fetches only the next page of each query, so more than one click is needed.
    expect(gaps.length).toBeGreaterThan(1);
    const first = before.stretches[0]?.question;
    const last = before.stretches.at(-1)?.question;
    if (first?.list !== 'fundings' || last === undefined) throw new Error('no rounds');
    const whole = { ...first.query, fundingDateEnd: last.query.fundingDateEnd, offset: 0 };
    const plan = await api.search.plan({ question: { list: 'fundings', query: whole } });
    expect(plan.library).toMatchObject({ complete: true });
  },
);

const lastDays = (days: number) => ({ kind: 'last', days }) as const;
const searchKeys = (keys: readonly string[]): string[] => keys.filter((key) => key.startsWith('search/'));

it('a saved search pays for no day that the catch-up fetches', async () => {
  const { api } = world.app;
  await api.market.set({ market: marketSchema.parse({}), saveAs: null });
  const search = searchOfMarket(marketSchema.parse({ stages: ['Seed'] }));
  await api.savedSearches.create({ name: 'Seed', search });
  await api.demo.travel({ days: 7 });
  const before = (await api.plan.today({})).proposal;
  expect(before.items.some(({ kind }) => kind === 'catch-up')).toBe(true);
  expect(before.skips.find(({ kind }) => kind === 'search')?.why).toEqual({ why: 'in-catch-up' });
  for (let approvals = 0; (await gap()) !== null; approvals += 1) {
    expect(approvals).toBeLessThan(5);
    await approve(world, (key) => key.startsWith('catch-up') || key.startsWith('search'));
    const run = await runIs(world);
    expect(searchKeys(run.items.map(({ key }) => key))).toEqual([]);
  }
  const after = (await api.plan.today({})).proposal;
  expect(searchKeys(after.items.map(({ key }) => key))).toEqual([]);
  expect(after.skips.find(({ kind }) => kind === 'search')?.why).toEqual({ why: 'kept' });
});

it('a saved search asks only for the days before the gap', async () => {
  const { api } = world.app;
  const search = { ...searchOfMarket(marketSchema.parse({ stages: ['Seed'] })), dates: lastDays(20) };
  await api.savedSearches.create({ name: 'Three weeks', search });
  await api.demo.travel({ days: 7 });
  const first = (await gap())?.stretches[0]?.question.query.fundingDateStart ?? '';
  const { items } = (await api.plan.today({})).proposal;
  const asked = items.filter(({ kind }) => kind === 'search');
  const days = 20 - (7 + 1 + 3);
  expect(asked.map(({ why }) => why)).toEqual([{ why: 'missing-days', days }]);
  expect(asked.every(({ key }) => key.slice(key.lastIndexOf('/') + 1) < first)).toBe(true);
});

it('Today lists the companies that the catch-up brought, best fit first, on the same day', async () => {
  const { api } = world.app;
  const page = { offset: 0, limit: 50 };
  await api.demo.travel({ days: 7 });
  expect((await api.plan.caughtUp(page)).rows).toEqual([]);
  const before = (await api.library.open({ text: '' })).total;
  const news = (await api.plan.catchUp({ accepted: (await gap())?.preview.cost ?? free, screen })).news;
  const { rows, total } = await api.plan.caughtUp(page);
  expect(total).toBe((await api.library.open({ text: '' })).total - before);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(news);
  const fits = rows.map(({ fit }) => fit ?? -1);
  expect(fits).toEqual(fits.toSorted((a, b) => b - a));
  await api.demo.travel({ days: 1 });
  expect((await api.plan.caughtUp(page)).total).toBe(0);
});

it('a company that is fetched again is not news on Today, so it stays done', async () => {
  const { api } = world.app;
  const page = { offset: 0, limit: 50 };
  await api.demo.travel({ days: 7 });
  const { cost: accepted, question } = await firstStretch();
  await api.plan.catchUp({ accepted: (await gap())?.preview.cost ?? free, screen });
  const before = await api.plan.caughtUp(page);
  expect(before.news.map(({ companyId }) => companyId)).toEqual(
    before.rows.map(({ companyId }) => companyId),
  );
  const [found] = before.rows;
  await api.triage.setDone({ companyIds: [found?.companyId ?? ''] });
  await api.search.run({ question, accepted, screen: 'search' });
  const after = await api.plan.caughtUp(page);
  expect(after.news).toEqual(before.news);
  const again = after.rows.find(({ companyId }) => companyId === found?.companyId);
  expect(again?.stamp.fetchedAtMs).toBeGreaterThan(found?.stamp.fetchedAtMs ?? 0);
  const [mark] = after.marks;
  expect(mark?.mark.setAtMs).toBeGreaterThanOrEqual(before.news[0]?.atMs ?? Infinity);
});

/** The first days of the gap, as a search for a page of 50 rows. */
async function firstStretch() {
  const question = (await gap())?.stretches[0]?.question;
  if (question === undefined) throw new Error('no gap');
  const { ask } = await world.app.api.search.plan({ question });
  return { question, cost: ask.cost };
}

it('a catch-up states how many records it will probably cost, from the stored days before it', async () => {
  const { api } = world.app;
  const query = searchOfMarket(marketSchema.parse({ stages: ['Seed'] }));
  const { serverNowMs } = await api.quota.status({});
  const question = questionAt({ ...query, dates: lastDays(12) }, serverNowMs);
  const plan = await api.search.plan({ question });
  const { set } = await api.search.run({ question, accepted: plan.ask.cost, screen });
  expect([set.loaded, (await api.plan.today({})).proposal.preview?.expectedRecords]).toEqual([
    set.total,
    undefined,
  ]);
  await api.demo.travel({ days: 3 });
  const { items, preview } = (await api.plan.today({})).proposal;
  const catchUps = items.filter(({ kind }) => kind === 'catch-up');
  expect(catchUps.length).toBeGreaterThan(0);
  for (const { expected, cost } of catchUps) expect(expected).toBeLessThan(cost.records);
  expect(preview?.expectedRecords).toBeLessThan(preview?.cost.records ?? 0);
  // The line above the list and the plan below it show the same price.
  const found = await gap();
  const expectedInPlan = catchUps.reduce((sum, { expected, cost }) => sum + (expected ?? cost.records), 0);
  const prices = [found?.preview, found?.previewInSignals].map((each) => [
    each?.expectedRecords,
    each?.cost.records,
  ]);
  const inPlan = [expectedInPlan, catchUps.reduce((sum, { cost }) => sum + cost.records, 0)];
  expect(prices).toEqual([inPlan, inPlan]);
});
