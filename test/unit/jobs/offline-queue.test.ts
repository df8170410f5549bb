import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../../shared/contract/index.ts';
import type { Cost, Receipt } from '../../../shared/model/budget.ts';
import { fundingsQuerySchema } from '../../../shared/model/query.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';

const DAY_MS = 86_400_000;
let folder: ReturnType<typeof tempDir>;
let app: TestApp;
const settings = createMapSettings();
const start = (): Promise<TestApp> => startTestApp({ dataDir: folder.path, demo: true, settings });
beforeEach(async () => {
  folder = tempDir();
  app = await start();
});
afterEach(async () => {
  await app.dispose();
  folder.remove();
});

/** Runs a search while the service is reachable, and returns the ids of the companies found. */
async function known(api: Api, limit = 5): Promise<string[]> {
  const { serverNowMs } = await api.quota.status({});
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const dates = { fundingDateStart: date(serverNowMs - 20 * DAY_MS), fundingDateEnd: date(serverNowMs) };
  const question = {
    list: 'fundings' as const,
    query: fundingsQuerySchema.parse({ ...dates, limit, offset: 0 }),
  };
  const { ask } = await api.search.plan({ question });
  const { set } = await api.search.run({ question, accepted: ask.cost, screen: 'search' });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit });
  return [...new Set(rows.map(({ companyId }) => companyId))];
}
const priceOf = async (api: Api, companyId: string): Promise<Cost> =>
  (await api.quota.price({ call: { endpoint: 'company', companyId } })).cost;
const sent = async (api: Api): Promise<number> => (await api.demo.transcript({ offset: 0, limit: 1 })).total;
const states = async (api: Api) => (await api.offline.list({})).calls.map(({ state }) => state);
const settled = (condition: () => Promise<boolean>): Promise<void> =>
  expect.poll(condition, { timeout: 20_000, interval: 50 }).toBe(true);

async function askOffline(companyId: string): Promise<string> {
  const { api } = app;
  const accepted = await priceOf(api, companyId);
  const ask = { kind: 'profile' as const, companyId };
  return (await api.offline.add({ ask, accepted, screen: 'company' })).id;
}

describe('a fetch asked for while offline', () => {
  it('survives a restart, is sent once when the service is back, and reports its receipt', async () => {
    const [companyId = ''] = await known(app.api);
    await app.api.demo.setService({ running: false });
    const id = await askOffline(companyId);
    expect(await askOffline(companyId)).toBe(id);
    await settled(async () => (await states(app.api))[0] === 'waiting');
    const before = await sent(app.api);
    await app.dispose();
    app = await start();
    expect((await app.api.offline.list({})).calls).toMatchObject([{ id, ask: { companyId } }]);
    await app.api.demo.setService({ running: true });
    await settled(async () => (await states(app.api))[0] === 'done');
    const [call] = (await app.api.offline.list({})).calls;
    expect(call?.receipt?.cost.records).toBe(1);
    await app.api.offline.tryNow({});
    expect((await sent(app.api)) - before).toBeLessThanOrEqual(1);
    const { calls } = await app.api.demo.transcript({ offset: 0, limit: 50 });
    expect(calls.filter(({ path }) => path.endsWith(`/companies/${companyId}`))).toHaveLength(1);
    expect((await app.api.companies.get({ id: companyId })).stamps.profile).not.toBeNull();
  });

  it('waits for the user’s approval if its price rose, or if a spending cap does not cover it', async () => {
    const [one = '', other = ''] = await known(app.api);
    await app.api.demo.setService({ running: false });
    const ask = { kind: 'profile' as const, companyId: one };
    const cheaper = { ...(await priceOf(app.api, one)), records: 0 };
    const { id } = await app.api.offline.add({ ask, accepted: cheaper, screen: 'company' });
    await app.api.demo.setService({ running: true });
    await settled(async () => (await states(app.api))[0] === 'dearer');
    const [call] = (await app.api.offline.list({})).calls;
    expect(call?.now?.cost.records).toBe(1);
    const before = await sent(app.api);
    const receipts: Receipt[] = [];
    app.api.offline.onDone(({ receipt }) => receipts.push(receipt));
    await app.api.offline.accept({ id, accepted: call?.now?.cost ?? cheaper });
    await settled(async () => (await states(app.api))[0] === 'done');
    expect((await sent(app.api)) - before).toBe(1);
    expect(receipts.map(({ cost }) => cost.records)).toEqual([1]);
    await app.api.quota.setAllowance({ scope: 'all', period: 'day', records: 0 });
    await app.api.demo.setService({ running: false });
    await askOffline(other);
    await app.api.demo.setService({ running: true });
    await settled(async () => (await states(app.api))[0] === 'refused');
    expect((await app.api.offline.list({})).calls[0]?.error).toMatchObject({
      kind: 'quota-exhausted',
      allowance: 'all',
    });
    expect((await sent(app.api)) - before).toBe(1);
  });

  it('is taken out by a cancel, by an erased company, and there are forty at most', async () => {
    const [one = '', other = ''] = await known(app.api);
    await app.api.demo.setService({ running: false });
    const id = await askOffline(one);
    await settled(async () => (await app.api.offline.cancel({ id })).cancelled);
    await askOffline(other);
    await app.api.privacy.eraseCompany({ companyId: other });
    expect(await states(app.api)).toEqual([]);
    const accepted = await priceOf(app.api, 'x');
    const add = (at: number) =>
      app.api.offline.add({ ask: { kind: 'profile', companyId: `x${at}` }, accepted, screen: 'company' });
    for (let at = 0; at < 40; at += 1) await add(at);
    await expect(add(40)).rejects.toMatchObject({ appError: { kind: 'validation' } });
  });
});
