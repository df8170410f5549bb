import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planRulesSchema } from '../../../shared/model/plan.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import { failureOf } from '../../support/common/failure.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { until } from '../../support/common/until.ts';
import { measure, reportFigure } from '../support/figures.ts';
import { connectUser, roundsQuery, startAttack, type Attack } from '../support/hostile-page.ts';

/*
 * Goal M1 of `npm run security`: a compromised page can compute and accept prices without the user. Even so,
 * what it can spend in a day without a native dialog is limited to the threshold or an even share of the
 * month's records, whichever is higher.
 */

const THRESHOLD = 200;
/**
 * How many times the page tries each way to spend (`TRIES`), and how many times it reopens the workspace and
 * repeats everything (`TURNS`).
 */
const [TRIES, TURNS] = IS_FULL ? [12, 3] : [6, 1];
const AT_MOST: Cost = { requests: 99, records: 100, pageTurns: 99, companies: 99 };

let attack: Attack;
let ids: string[];
const attackNow = async (): Promise<void> => {
  attack = await startAttack();
  ({ ids } = await connectUser(attack));
  attack.questions.length = 0;
};

const declined = { kind: 'not-confirmed', action: 'spend', reason: 'declined' };
const spent = ({ service }: Attack): number =>
  service.transcript().reduce((sum, { charged }) => sum + charged.records, 0);
const search = ({ app: { api }, service }: Attack, days: number, limit = 50) => {
  const question = { list: 'fundings', query: roundsQuery(service.nowMs(), { days, limit }) } as const;
  const accepted = { ...AT_MOST, records: limit };
  return { question, run: () => api.search.run({ question, accepted, screen: 'search' }) };
};
const ignoring = (work: Promise<unknown>): Promise<unknown> => work.catch(() => null);

/** Tries every way to spend records, to raise the limits and to reset the count of spent records. */
async function spendAll(on: Attack): Promise<void> {
  on.agrees = false;
  const { api, port } = on.app;
  await ignoring(api.settings.setSpending({ threshold: 1_000_000 }));
  await ignoring(api.quota.setRecordLimit({ records: 1_000_000 }));
  await ignoring(api.quota.setAllowance({ scope: 'all', period: 'day', records: null }));
  const { id } = await api.watchlists.create({ name: 'Bait' });
  await api.watchlists.add({ id, companyIds: ids, reason: '' });
  await ignoring(api.watch.set({ id, watched: true, refreshDays: 1, recordsAMonth: 100_000 }));
  const list = { listId: id, weight: 4, prefetch: true, reveals: true } as const;
  const rules = planRulesSchema.parse({ lists: [list], prefetchRecords: 500, catchUpRecords: 200 });
  await ignoring(api.plan.setRules({ rules }));
  on.waitMinute();
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const days = 30 + turn * 2 * TRIES;
    await Promise.all(Array.from({ length: TRIES }, (_, at) => ignoring(search(on, days + at).run())));
    on.waitMinute();
    for (let at = 0; at < TRIES; at += 1) {
      const ask = { kind: 'search', question: search(on, days + TRIES + at).question } as const;
      const accepted = { ...AT_MOST, records: at === 0 ? THRESHOLD + 1 : 50 };
      await ignoring(api.offline.add({ ask, accepted, screen: 'search' }));
    }
    await until(
      async () => (await api.offline.list({})).calls.every(({ state }) => state !== 'running'),
      'the offline queue',
    );
    on.waitMinute();
    const { proposal } = await api.plan.today({});
    const keys = proposal.items.map(({ key }) => key);
    if (keys.length > 0)
      await ignoring(
        api.plan.approve({ keys, accepted: proposal.preview?.cost ?? AT_MOST, screen: 'today' }),
      );
    await ignoring(api.plan.catchUp({ accepted: { ...AT_MOST, records: 600 }, screen: 'today' }));
    await until(async () => (await api.plan.run({})).run?.state !== 'running', 'the plan', 20_000);
    const { activeId } = await api.workspaces.list({});
    await api.workspaces.leave({});
    await port.request('workspaces.open', { id: activeId });
    await api.keys.unlockPeople({ passphrase: 'correct horse battery' });
    on.waitMinute();
  }
}

describe('a compromised page', () => {
  beforeEach(attackNow, 120_000);
  afterEach(() => attack.dispose());

  it('spends at most the threshold in a day if the user declines', { timeout: 120_000 }, async () => {
    const before = spent(attack);
    await spendAll(attack);
    const records = spent(attack);
    const asked = new Set(attack.questions.map(({ kind }) => kind));
    reportFigure(
      `M1 ${TRIES} tries of every way to spend, ${TURNS + 1} times: ${records} records, ${before} of them by the user`,
    );
    measure('M1', {
      tried: 'floods, queue, plans, rules, raised limits, reopened workspace',
      violations: `${Math.max(0, records - THRESHOLD)} records above ${THRESHOLD}`,
    });
    expect(records).toBeLessThanOrEqual(THRESHOLD);
    expect(records).toBeGreaterThan(before);
    expect([...asked].sort()).toEqual(['raise-limit', 'spend-at-once', 'spend-today']);
  });

  it('spends more if the user agrees (planted defect)', { timeout: 120_000 }, async () => {
    attack.agrees = true;
    await Promise.all(Array.from({ length: TRIES }, (_, at) => search(attack, 30 + at).run()));
    const caught = spent(attack) > THRESHOLD ? 1 : 0;
    measure('M1', { planted: { caught, of: 1 } });
    expect(caught).toBe(1);
  });
});

describe('above the threshold, nothing is spent without the user', () => {
  beforeAll(attackNow, 120_000);
  afterAll(() => attack.dispose());
  beforeEach(async () => {
    const { api } = attack.app;
    attack.waitMinute();
    attack.agrees = true;
    await api.plan.setRules({ rules: planRulesSchema.parse({}) });
    await api.quota.setAllowance({ scope: 'all', period: 'day', records: 100 });
    await api.quota.setRecordLimit({ records: null });
    await api.settings.setSpending({ threshold: 5 });
    attack.agrees = false;
    attack.questions.length = 0;
  });
  const nothingSpent = async (work: () => Promise<unknown>, error: object = declined): Promise<void> => {
    const before = spent(attack);
    expect(await failureOf(work())).toEqual(error);
    expect(attack.questions).toHaveLength(1);
    await attack.app.api.offline.tryNow({});
    expect(spent(attack)).toBe(before);
  };

  it('by a request', () => nothingSpent(() => search(attack, 40, 6).run()));

  it('by the offline queue', async () => {
    const ask = { kind: 'search', question: search(attack, 40, 6).question } as const;
    await nothingSpent(() => attack.app.api.offline.add({ ask, accepted: AT_MOST, screen: 'search' }));
    const { calls } = await attack.app.api.offline.list({});
    expect(calls.filter((call) => call.ask.kind === 'search' && call.now?.cost.records === 6)).toEqual([]);
  });

  it('by a new price in the offline queue', async () => {
    const { api } = attack.app;
    const ask = { kind: 'search', question: search(attack, 41, 6).question } as const;
    const { id } = await api.offline.add({ ask, accepted: { ...AT_MOST, records: 5 }, screen: 'search' });
    const isDearer = async () => (await api.offline.list({})).calls.some(({ state }) => state === 'dearer');
    await until(isDearer, 'the higher price');
    await nothingSpent(() => api.offline.accept({ id, accepted: AT_MOST }));
  });

  it('by a plan', async () => {
    const { api } = attack.app;
    const { id } = await api.watchlists.create({ name: 'Plan' });
    await api.watchlists.add({ id, companyIds: ids, reason: '' });
    const { proposal } = await api.plan.today({});
    const accepted = proposal.preview?.cost ?? AT_MOST;
    expect(accepted.records).toBeGreaterThan(5);
    const keys = proposal.items.map(({ key }) => key);
    await nothingSpent(() => api.plan.approve({ keys, accepted, screen: 'today' }));
    expect((await api.plan.run({})).run).toBeNull();
  });

  const raise = { ...declined, action: 'raise-limit' };
  const rules = planRulesSchema.parse({ catchUpRecords: 1 });
  it.each([
    ['a cap', 'quota.setAllowance', { scope: 'all', period: 'day', records: null }],
    ['the record limit', 'quota.setRecordLimit', { records: 3_001 }],
    ['a standing rule', 'plan.setRules', { rules }],
    ['the threshold', 'settings.setSpending', { threshold: 6 }],
  ])('by raising %s', async (_what, channel, input) => {
    const { api, port } = attack.app;
    const reply = await port.request(channel, input);
    expect(reply).toEqual({ ok: false, error: raise });
    expect(attack.questions).toHaveLength(1);
    expect((await api.quota.allowances({})).allowances[0]?.recordsADay).toBe(100);
    expect((await api.settings.spending({})).threshold).toBe(5);
    expect((await api.plan.rules({})).catchUpRecords).toBe(0);
    attack.agrees = true;
    expect(await port.request(channel, input)).toMatchObject({ ok: true });
  });

  it('by raising the cap of a watched list', async () => {
    const { api } = attack.app;
    const { id } = await api.watchlists.create({ name: 'Warm' });
    const set = (recordsAMonth: number) =>
      api.watch.set({ id, watched: true, refreshDays: 14, recordsAMonth });
    await set(5);
    expect(await failureOf(set(6))).toEqual(raise);
    attack.agrees = true;
    await set(6);
    attack.agrees = false;
    await set(5);
    expect(attack.questions).toHaveLength(2);
  });
});

describe('a shell that cannot ask', () => {
  it('refuses above the threshold, and connects to this computer', async () => {
    const on = await startAttack({ realAccounts: false, canAsk: false });
    try {
      await connectUser(on);
      const { api } = on.app;
      await api.settings.setSpending({ threshold: 5 });
      expect(await failureOf(api.settings.setSpending({ threshold: 6 }))).toEqual({
        ...declined,
        action: 'raise-limit',
        reason: 'unavailable',
      });
      expect(await failureOf(search(on, 40, 6).run())).toEqual({ ...declined, reason: 'unavailable' });
    } finally {
      await on.dispose();
    }
  });
});

describe('the demo', () => {
  it('asks about nothing, because it spends nothing real', async () => {
    const on = await startAttack();
    try {
      const { api } = on.app;
      await api.settings.setSpending({ threshold: 1 });
      await api.workspaces.exploreDemo({});
      const { serverNowMs } = await api.quota.status({});
      const query = roundsQuery(serverNowMs, { days: 9, limit: 50 });
      await api.search.run({ question: { list: 'fundings', query }, accepted: AT_MOST, screen: 'search' });
      await api.quota.setRecordLimit({ records: 9_000 });
      expect(on.questions).toEqual([]);
    } finally {
      await on.dispose();
    }
  });
});
