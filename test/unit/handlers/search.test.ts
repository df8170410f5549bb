import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CompaniesQuery, ListQuery } from '../../../shared/model/query.ts';
import { savedQuerySchema } from '../../../shared/model/saved-search.ts';
import { toSavedQuery } from '../../../shared/search-date-ranges.ts';
import type { ResultSet } from '../../../shared/model/search.ts';
import { failureOf } from '../../support/common/failure.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';

/* Searches for companies and searches for rounds, whose results are stored separately. */

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ demo: true });
});
afterEach(() => app.dispose());

const DAY = 86_400_000;
async function seeds(change: Partial<CompaniesQuery> = {}): Promise<CompaniesQuery> {
  const { serverNowMs } = await app.api.quota.status({});
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return {
    fundingDateStart: date(serverNowMs - 45 * DAY),
    fundingDateEnd: date(serverNowMs - 40 * DAY),
    limit: 50,
    offset: 0,
    countries: [],
    stages: ['Seed'],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    validatedContacts: false,
    hasOpenRoles: false,
    hiringDepartments: [],
    hiringSeniority: [],
    ...change,
  };
}
const companies = async (change: Partial<CompaniesQuery> = {}): Promise<ListQuery> => ({
  list: 'companies',
  query: await seeds(change),
});
async function run(question: ListQuery): Promise<ResultSet> {
  const { ask } = await app.api.search.plan({ question });
  const done = await app.api.search.run({ question, accepted: ask.cost, screen: 'search' });
  return done.set;
}
const rowsOf = async ({ setId }: ResultSet) =>
  (await app.api.search.rows({ setId, offset: 0, limit: 50 })).rows;
const calls = async (): Promise<number> => (await app.api.demo.transcript({ offset: 0, limit: 1 })).total;

describe('search for companies', () => {
  it('has its own results, count and last results', async () => {
    const rounds = await run({ list: 'fundings', query: await seeds() });
    const question = await companies();
    const plan = await app.api.search.plan({ question });
    expect([plan.library, plan.count]).toEqual([null, null]);
    const set = await run(question);
    expect(set).toMatchObject({ question: { list: 'companies' }, state: 'complete', origin: 'service' });
    const last = async (list?: 'fundings' | 'companies') =>
      (await app.api.search.last(list === undefined ? {} : { list })).set?.setId;
    expect([await last(), await last('companies'), await last('fundings')]).toEqual([
      set.setId,
      set.setId,
      rounds.setId,
    ]);
    // A list of companies contains each company only once, even if the company has two rounds.
    const ids = (await rowsOf(set)).map(({ companyId }) => companyId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(3);
    expect((await app.api.search.plan({ question })).count?.total).toBe(ids.length);
  });

  it('answers a search for fewer countries, and nothing else, from stored results', async () => {
    const set = await run(await companies());
    const rows = await rowsOf(set);
    const country = rows[0]?.countryCode ?? '';
    const before = await calls();
    const { set: answer } = await app.api.search.answer({
      question: await companies({ countries: [country] }),
    });
    expect(answer).toMatchObject({ origin: 'library', state: 'complete', question: { list: 'companies' } });
    expect((await rowsOf(answer)).map(({ companyId }) => companyId).sort()).toEqual(
      rows.flatMap(({ companyId, countryCode }) => (countryCode === country ? [companyId] : [])).sort(),
    );
    for (const change of [{ stages: [] }, { fundingDateStart: (await seeds()).fundingDateEnd }])
      expect((await app.api.search.plan({ question: await companies(change) })).library).toBeNull();
    expect(await calls()).toBe(before);
  });

  it('shows the first results of the same search again for free on the same day', async () => {
    const question = await companies({ limit: 2 });
    expect((await app.api.search.plan({ question })).loadedToday).toBeNull();
    const set = await run(question);
    expect(set.state).toBe('partial');
    const before = await calls();
    const { loadedToday, library } = await app.api.search.plan({ question });
    expect([library, loadedToday]).toEqual([null, { rows: 2, asOfMs: set.fetchedAtMs }]);
    expect((await app.api.search.answer({ question })).set).toEqual(set);
    expect(await calls()).toBe(before);
    await app.api.demo.travel({ days: 1 });
    expect((await app.api.search.plan({ question })).loadedToday).toBeNull();
    expect(await failureOf(app.api.search.answer({ question }))).toMatchObject({ kind: 'not-found' });
  });

  it('does not count a look at stored results as a run of the saved search', async () => {
    const wide = await companies();
    const [row] = await rowsOf(await run(wide));
    const narrow = await companies({ countries: [row?.countryCode ?? ''] });
    const { fundingDateStart: start, fundingDateEnd: end } = narrow.query;
    const search = toSavedQuery(narrow, { kind: 'between', start, end });
    const { id } = await app.api.savedSearches.create({ name: 'Narrow', search });
    const ranAtMs = async () =>
      (await app.api.savedSearches.list({})).searches.find((each) => each.id === id)?.fetchedAtMs;
    await app.api.search.answer({ question: narrow });
    expect(await ranAtMs()).toBeNull();
    const { fetchedAtMs } = await run(narrow);
    expect(await ranAtMs()).toBe(fetchedAtMs);
    await app.api.demo.travel({ days: 1 });
    await run(wide);
    const { set } = await app.api.search.answer({ question: narrow });
    expect(set.fetchedAtMs).toBeGreaterThan(fetchedAtMs);
    expect(await ranAtMs()).toBe(fetchedAtMs);
    // With `isRun`, this search counts as a run. The time of the run is the time at which `run(wide)` fetched
    // the missing days.
    await app.api.search.answer({ question: narrow, isRun: true });
    expect(await ranAtMs()).toBe(set.fetchedAtMs);
  });

  it('mentions known rounds with the same filters', async () => {
    const question = await companies({ minFunding: '1M' });
    expect((await app.api.search.plan({ question })).rounds).toBeNull();
    const { minFunding, ...shared } = await seeds({ minFunding: '1M' });
    const rounds = await run({ list: 'fundings', query: { ...shared, minAmount: minFunding } });
    expect((await app.api.search.plan({ question })).rounds).toMatchObject({ rows: rounds.loaded });
    const dearer = await companies({ minFunding: '2M' });
    expect((await app.api.search.plan({ question: dearer })).rounds).toBeNull();
  });

  it('has a separate count from rounds', async () => {
    const question = await companies();
    const { probe } = await app.api.search.plan({ question });
    if (probe === null) throw new Error('no price of a count');
    const { total } = await app.api.search.probe({ question, accepted: probe.cost, screen: 'search' });
    const plan = await app.api.search.plan({ question });
    expect(plan.count?.total).toBe(total);
    expect(plan.pageSize).toMatchObject({ rows: total, why: 'one-page' });
    const query = await seeds();
    expect((await app.api.search.plan({ question: { list: 'fundings', query } })).count).toBeNull();
    const [last] = (await app.api.demo.transcript({ offset: 0, limit: 1 })).calls;
    expect(last?.path).toContain('/companies?');
  });

  it('shows how many records are expected after a count, and keeps the maximum as the price', async () => {
    const question = await companies();
    const price = () => app.api.search.price({ question, screen: 'search' });
    expect(await price()).not.toHaveProperty('expectedRecords');
    const { probe } = await app.api.search.plan({ question });
    if (probe === null) throw new Error('no price of a count');
    const { total } = await app.api.search.probe({ question, accepted: probe.cost, screen: 'search' });
    const { limit } = question.query;
    expect(total).toBeLessThan(limit);
    expect(await price()).toMatchObject({ expectedRecords: total, cost: { records: limit } });
    expect((await app.api.search.plan({ question })).ask).toMatchObject({
      expectedRecords: total,
      cost: { records: limit },
    });
    // On the next day there may be more matches, so the count no longer applies.
    await app.api.demo.travel({ days: 1 });
    expect(await price()).not.toHaveProperty('expectedRecords');
  });
});

describe('the price of all matches', () => {
  const rounds = async (limit: number, offset = 0): Promise<ListQuery> => {
    const { fundingDateStart, ...query } = await seeds({ stages: [], limit, offset });
    const start = new Date(Date.parse(fundingDateStart) - 25 * DAY).toISOString().slice(0, 10);
    return { list: 'fundings', query: { ...query, fundingDateStart: start } };
  };

  it('is for pages of 50 rows, and not for rows that were fetched today', async () => {
    const question = await rounds(10);
    const { total } = await run(question);
    expect(total).toBeGreaterThan(110);
    const all = async () => (await app.api.search.plan({ question })).all;
    const pages = Math.ceil((total - 10) / 50);
    expect(await all()).toMatchObject({ rows: total, loaded: 10, pages, cost: { records: total - 10 } });
    await run(await rounds(50, 10));
    expect(await all()).toMatchObject({ loaded: 60, pages: pages - 1, cost: { records: total - 60 } });
    expect((await all())?.cost.requests).toBe(pages - 1);
    // On the next day, the results go into a new set, so all rows have to be fetched again.
    await app.api.demo.travel({ days: 1 });
    expect(await all()).toMatchObject({ loaded: 0, pages: Math.ceil(total / 50) });
  });
});

describe('the price of a search while the filter options are over a week old', () => {
  const DAYS = 8;
  /** Returns a search for Seed rounds, from six days before the filter options were loaded until now. */
  async function rounds(): Promise<ListQuery> {
    const { serverNowMs } = await app.api.quota.status({});
    const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const start = date(serverNowMs - (DAYS + 6) * DAY);
    const query = await seeds({ fundingDateStart: start, fundingDateEnd: date(serverNowMs) });
    return { list: 'fundings', query };
  }
  async function loadOptionsAndWait(): Promise<void> {
    const { cost } = await app.api.quota.price({ call: { endpoint: 'filters' } });
    await app.api.search.refreshFilters({ accepted: cost, screen: 'search' });
    await app.api.demo.travel({ days: DAYS });
  }
  const paths = async (count: number): Promise<string[]> =>
    (await app.api.demo.transcript({ offset: 0, limit: count })).calls.map(({ path }) =>
      path.replace(/^.*\/api\/v1/, '').replace(/\?.*$/, ''),
    );

  it('is the same for the button, for a saved search and in the plan', async () => {
    await loadOptionsAndWait();
    const question = await rounds();
    const { fundingDateStart, fundingDateEnd, offset, ...query } = question.query;
    expect(offset).toBe(0);
    const dates = { kind: 'between', start: fundingDateStart, end: fundingDateEnd };
    const search = savedQuerySchema.parse({ list: 'fundings', query, dates });
    await app.api.savedSearches.create({ name: 'Seeds', search });
    const price = await app.api.search.price({ question });
    expect(price).toMatchObject({
      also: { endpoint: 'filters', cost: { requests: 1, records: 1 } },
      cost: { requests: 2, records: 51 },
    });
    const [saved] = (await app.api.savedSearches.list({})).searches;
    expect(saved?.price).toEqual(price);
    expect((await app.api.search.plan({ question })).ask).toEqual(price);
  });

  it('includes the options once for all matches', async () => {
    await loadOptionsAndWait();
    const question = await rounds();
    const { probe } = await app.api.search.plan({ question });
    if (probe === null) throw new Error('no price of a count');
    expect(probe.cost.requests).toBe(1);
    const { total } = await app.api.search.probe({ question, accepted: probe.cost, screen: 'search' });
    if (total === null) throw new Error('no count');
    const pages = Math.ceil(total / 50);
    const { all } = await app.api.search.plan({ question });
    expect(all).toMatchObject({ pages, cost: { requests: pages + 1, records: total + 1 } });
  });

  it('includes the options for missing days, and fetches them at that price', async () => {
    const before = await rounds();
    await run(before);
    await loadOptionsAndWait();
    const question: ListQuery = {
      list: 'fundings',
      query: { ...before.query, fundingDateEnd: (await rounds()).query.fundingDateEnd },
    };
    const { missing } = await app.api.search.plan({ question });
    const [days] = missing;
    if (days === undefined) throw new Error('no days are missing');
    expect(days.preview).toEqual(await app.api.search.price({ question: days.question }));
    expect(days.preview.also?.endpoint).toBe('filters');
    const { receipt } = await app.api.search.run({
      question: days.question,
      accepted: days.preview.cost,
      screen: 'search',
    });
    expect(receipt.reserved).toEqual(days.preview.cost);
    expect(await paths(2)).toEqual(['/filters', '/fundings']);
  });
});
