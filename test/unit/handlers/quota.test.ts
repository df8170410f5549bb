import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/model/budget.ts';
import { thirtyDays } from '../../contract/suite-kit.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ demo: true });
});
afterEach(() => app.dispose());

async function firstCompany(): Promise<string> {
  const query = await thirtyDays(app.api);
  const { cost } = await app.api.quota.price({ call: { endpoint: 'fundings', query } });
  const { set } = await app.api.search.run({
    question: { list: 'fundings', query },
    accepted: cost,
    screen: 'search',
  });
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 1 });
  return rows[0]?.companyId ?? '';
}

describe('price', () => {
  it('names a cheaper request with the same result while no profile is stored', async () => {
    const companyId = await firstCompany();
    const instead = async (endpoint: 'rounds' | 'highlights' | 'tech-stack' | 'news' | 'contacts') =>
      (await app.api.quota.price({ call: { endpoint, companyId } })).instead;
    const highlights = await app.api.quota.price({ call: { endpoint: 'highlights', companyId } });
    expect(highlights.instead).toEqual({
      endpoint: 'company',
      why: 'profile-first',
      cost: { requests: 1, records: 1, pageTurns: 0, companies: 1 },
      savesRecords: highlights.cost.records - 1,
    });
    // The app offers no cheaper request instead of these: the technologies cost no more than a profile, and a
    // profile contains no investors, news or contacts.
    for (const endpoint of ['tech-stack', 'rounds', 'news', 'contacts'] as const)
      expect(await instead(endpoint)).toBeNull();
    const { cost } = await app.api.quota.price({ call: { endpoint: 'company', companyId } });
    await app.api.companies.fetchProfile({ id: companyId, accepted: cost, screen: 'company' });
    expect(await instead('highlights')).toBeNull();
  });

  it('shows that a company that was counted today costs no further company', async () => {
    const companyId = await firstCompany();
    const price = () => app.api.quota.price({ call: { endpoint: 'highlights', companyId } });
    const each = async () =>
      (await app.api.quota.prices({ calls: [{ endpoint: 'news', companyId }] })).previews[0];
    expect([(await price()).isCompanyCounted, (await each())?.isCompanyCounted]).toEqual([
      undefined,
      undefined,
    ]);
    const { cost } = await app.api.quota.price({ call: { endpoint: 'company', companyId } });
    await app.api.companies.fetchProfile({ id: companyId, accepted: cost, screen: 'company' });
    expect(await price()).toMatchObject({ cost: { companies: 0 }, isCompanyCounted: true });
    expect(await each()).toMatchObject({ cost: { companies: 0 }, isCompanyCounted: true });
    const query = await thirtyDays(app.api);
    const search = await app.api.quota.price({ call: { endpoint: 'fundings', query } });
    expect(search.isCompanyCounted).toBeUndefined();
  });

  it('of several requests in one call equals their single prices, in order', async () => {
    const companyId = await firstCompany();
    const query = { page: 1, perPage: 25 };
    const calls = [
      { endpoint: 'highlights', companyId },
      { endpoint: 'company', companyId },
      { endpoint: 'open-roles', companyId, query },
      { endpoint: 'stats' },
    ] as const;
    const alone = async () => {
      const found = [];
      for (const call of calls) found.push(await app.api.quota.price({ call }));
      return found;
    };
    const { previews } = await app.api.quota.prices({ calls: [...calls] });
    expect(previews).toEqual(await alone());
    expect(previews.map(({ instead }) => instead !== null)).toEqual([true, false, false, false]);
    // With a spending cap only one record above the current use, the expensive calls are refused, whether
    // they are priced together or separately.
    const used = (await app.api.quota.allowances({})).allowances.find(({ scope }) => scope === 'all')?.used;
    await app.api.quota.setAllowance({ scope: 'all', period: 'day', records: (used ?? 0) + 1 });
    const capped = await app.api.quota.prices({ calls: [...calls] });
    expect(capped.previews).toEqual(await alone());
    expect(capped.previews.map(({ decision }) => decision.kind)).toEqual(['refuse', 'go', 'refuse', 'go']);
  });

  it('is refused by the spending cap of the screen that asks, before anything is sent', async () => {
    const companyId = await firstCompany();
    const call = { endpoint: 'company', companyId } as const;
    await app.api.quota.setAllowance({ scope: 'screen-company', period: 'day', records: 0 });
    const { decision } = await app.api.quota.price({ call, screen: 'company' });
    expect(decision).toMatchObject({ kind: 'refuse', allowance: 'screen-company' });
    const { previews } = await app.api.quota.prices({ calls: [call, call], screen: 'company' });
    expect(previews.map((each) => each.decision)).toEqual([decision, decision]);
    expect((await app.api.quota.price({ call, screen: 'library' })).decision.kind).toBe('go');
    expect((await app.api.quota.price({ call })).decision.kind).toBe('go');
  });

  it('of a search is refused by the spending cap of Search, with the rows that still fit', async () => {
    const query = await thirtyDays(app.api);
    const question = { list: 'fundings' as const, query };
    await app.api.quota.setAllowance({ scope: 'screen-search', period: 'month', records: 3 });
    const refusal = { kind: 'refuse', allowance: 'screen-search', affordableRows: 3 };
    const [price, plan] = await Promise.all([
      app.api.search.price({ question, screen: 'search' }),
      app.api.search.plan({ question, screen: 'search' }),
    ]);
    expect(price.decision).toMatchObject(refusal);
    expect(plan.ask.decision).toMatchObject(refusal);
    expect(plan.missing.map(({ preview }) => preview.decision)).toEqual([expect.objectContaining(refusal)]);
    expect(plan.probe?.decision.kind).toBe('go');
    // The spending cap of Search does not apply on the first-run screen, which only counts matches.
    const firstRun = await app.api.search.plan({ question, screen: 'first-run' });
    expect(firstRun.ask.decision.kind).toBe('go');
  });

  it('marks each line as assumed or learned, with the date', async () => {
    const query = await thirtyDays(app.api);
    const learnedBudgets = async (): Promise<string[]> =>
      (await app.api.quota.price({ call: { endpoint: 'fundings', query } })).lines
        .filter(({ learnedAtMs }) => learnedAtMs !== null)
        .map(({ budget }) => budget);
    expect(await learnedBudgets()).toEqual([]);
    const { preview } = await app.api.quota.calibrationPrice({});
    const { costs, disturbed } = await app.api.quota.calibrate({ accepted: preview.cost, screen: 'quota' });
    expect(disturbed).toBe(false);
    const learned = costs.map(({ endpoint, unit }): [Endpoint, string] => [endpoint, unit]);
    expect(learned).toContainEqual(['fundings', 'page-turns']);
    expect(await learnedBudgets()).toContain('page-turns');
    const second = { ...query, offset: 25 };
    const { lines } = await app.api.quota.price({ call: { endpoint: 'fundings', query: second } });
    expect(lines.find(({ budget }) => budget === 'page-turns')).toMatchObject({ learnedAtMs: null, cost: 1 });
  });

  it('is still learned after a restart', async () => {
    const { preview } = await app.api.quota.calibrationPrice({});
    const { costs } = await app.api.quota.calibrate({ accepted: preview.cost, screen: 'quota' });
    await app.api.workspaces.leave({});
    const [workspace] = (await app.api.workspaces.list({})).workspaces;
    await app.api.workspaces.open({ id: workspace?.id ?? '' });
    expect((await app.api.quota.learned({})).costs).toEqual(costs);
  });
});
