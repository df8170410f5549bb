import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerFilter, LedgerRow } from '../../../shared/model/budget.ts';
import { thirtyDays } from '../../contract/suite-kit.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';

/* Tests searching and sorting the request history, with real requests in the demo. */

let app: TestApp;
let named: { readonly id: string; readonly name: string };
beforeAll(async () => {
  app = await startTestApp({ demo: true });
  const { api } = app;
  const query = await thirtyDays(api);
  const { cost } = await api.quota.price({ call: { endpoint: 'fundings', query } });
  const question = { list: 'fundings', query } as const;
  const { set } = await api.search.run({ question, accepted: cost, screen: 'search' });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 50 });
  const two = rows.filter(({ name }) => name !== null).slice(0, 2);
  for (const { companyId: id } of two) {
    const price = await api.quota.price({ call: { endpoint: 'company', companyId: id } });
    await api.companies.fetchProfile({ id, accepted: price.cost, screen: 'company' });
  }
  const id = two[0]?.companyId ?? '';
  const price = await api.quota.price({ call: { endpoint: 'news', companyId: id } });
  // The demo may have no news about this company. The resulting 404 is a ledger row too.
  await api.companies
    .fetchPanel({ id, panel: 'news', accepted: price.cost, screen: 'company' })
    .catch(() => undefined);
  named = { id, name: two[0]?.name ?? '' };
});
afterAll(() => app.dispose());

const find = async (filter: Partial<LedgerFilter>): Promise<readonly LedgerRow[]> => {
  const { rows, total } = await app.api.quota.ledger({ offset: 0, limit: 50, filter });
  expect(rows).toHaveLength(total);
  return rows;
};
const word = (text: string, more: Partial<LedgerFilter['words'][number]> = {}) => ({
  text,
  endpoints: [],
  states: [],
  ...more,
});

describe('the request history', () => {
  it('is searched by the name of the company, in any case and by part of it', async () => {
    const part = named.name.slice(1, 5).toUpperCase().trim();
    const rows = await find({ words: [word(part)] });
    expect(rows.map(({ companyId }) => companyId)).toContain(named.id);
    expect(rows.every(({ companyName }) => companyName?.toUpperCase().includes(part))).toBe(true);
    expect(await find({ words: [word(named.id)] })).toHaveLength(2);
    expect(await find({ words: [word('no such company')] })).toEqual([]);
  });

  it('is searched by endpoint, by state and by the beginning of the status', async () => {
    const all = await find({});
    const company = await find({ words: [word('Profile', { endpoints: ['company'] })] });
    expect(company.map(({ endpoint }) => endpoint)).toEqual(['company', 'company']);
    const spent = await find({ words: [word('settled', { states: ['spent'] })] });
    expect(spent).toEqual(all.filter(({ state }) => state === 'spent'));
    const ok = await find({ words: [word('20')] });
    expect(ok).toEqual(all.filter(({ status }) => status === 200));
    expect(await find({ words: [word('0')] })).toEqual([]);
    expect(await find({ words: [word('%')] })).toEqual([]);
  });

  it('contains only rows that match every word', async () => {
    const words = [word(named.id), word('Profile', { endpoints: ['company'] })];
    const rows = await find({ words });
    expect(rows.map(({ companyId, endpoint }) => [companyId, endpoint])).toEqual([[named.id, 'company']]);
  });

  it.each(['time', 'cost', 'status'] as const)('is sorted by %s in both directions', async (by) => {
    const valueOf = ({ id, cost, status }: LedgerRow): number =>
      by === 'time' ? id : by === 'cost' ? (cost?.records ?? 0) : (status ?? -1);
    const down = (await find({ sort: { by, descending: true } })).map(valueOf);
    const up = (await find({ sort: { by, descending: false } })).map(valueOf);
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    expect(new Set(down).size).toBeGreaterThan(by === 'status' ? 0 : 1);
  });

  it('has pages that continue each other in every order', async () => {
    const sort = { by: 'cost', descending: true } as const;
    const whole = await find({ sort });
    const pages = [];
    for (let offset = 0; offset < whole.length; offset += 1)
      pages.push(...(await app.api.quota.ledger({ offset, limit: 1, filter: { sort } })).rows);
    expect(pages).toEqual(whole);
  });
});
