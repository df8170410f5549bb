import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { marketSchema } from '../../../shared/model/market.ts';
import type { MonthEnd } from '../../../shared/model/planning/month-end.ts';
import { until } from '../../support/common/until.ts';
import {
  ledgerOfPlans,
  openPlanWorld,
  roundsOf,
  rules,
  runIs,
  screen,
  type PlanWorld,
} from './plan-world.ts';

/* The plan for the rest of the month, with the real core and the demo's service. The tests begin on 12 November. */

let world: PlanWorld;
beforeEach(async () => {
  world = await openPlanWorld({ companies: 6 });
});
afterEach(() => world.dispose());

const api = () => world.app.api;
const travel = (days: number) => api().demo.travel({ days });
const month = async (): Promise<MonthEnd | null> => (await api().plan.monthEnd({ without: [] })).monthEnd;
/** If the run waits for a later day, returns the start of that day. Otherwise, returns null. */
const waits = async (): Promise<number | null> => {
  const { serverNowMs } = await api().quota.status({});
  const startsAtMs = (await api().plan.run({})).run?.startsAtMs ?? 0;
  return startsAtMs > serverNowMs ? startsAtMs : null;
};
const callsSent = async (): Promise<number> => (await api().demo.transcript({ offset: 0, limit: 1 })).total;

/** Returns how many profiles the daily limits allow from this day of November until the end of the month. */
async function companiesUntil(day: number): Promise<number> {
  const { budgets } = await api().quota.status({});
  const most = (['day', 'companies-day'] as const).map((name) => {
    const status = budgets.find(({ budget }) => budget === name);
    return (status?.left ?? 0) + (30 - day) * (status?.limit ?? 0);
  });
  return Math.min(...most);
}

/**
 * Makes requests, from which the app estimates the account's usual use three days later. Also saves companies
 * with open contact windows to a list.
 */
async function useAccount(): Promise<void> {
  const { serverNowMs } = await api().quota.status({});
  const query = roundsOf(serverNowMs, 20);
  const accepted = { requests: 1, records: 20, pageTurns: 1, companies: 0 };
  const { set } = await api().search.run({ question: { list: 'fundings', query }, accepted, screen });
  const { rows } = await api().search.rows({ setId: set.setId, offset: 0, limit: 20 });
  const companyIds = [...new Set(rows.map(({ companyId }) => companyId))].slice(0, 12);
  await api().watchlists.add({ id: world.listId, companyIds, reason: '' });
}

/** Moves the demo to Wednesday 25 November, five days before the reset on 1 December. */
async function untilMonthEnd(): Promise<MonthEnd> {
  await travel(10);
  await useAccount();
  await travel(3);
  const plan = await month();
  if (plan === null) throw new Error('no plan for the rest of the month');
  return plan;
}

const requestsOf = (plan: MonthEnd | null): number => plan?.preview?.cost.requests ?? 0;

async function approveMonth({ id, preview }: MonthEnd): Promise<void> {
  if (preview === null) throw new Error('nothing to approve');
  await api().plan.approveMonth({ id, without: [], accepted: preview.cost, screen });
}

describe('plan for the rest of the month', () => {
  it('is not offered before five working days before the reset', async () => {
    await travel(8);
    await useAccount();
    await travel(3);
    expect(await month()).toBeNull();
    await travel(1);
    expect(requestsOf(await month())).toBeGreaterThan(0);
  });

  it('is not offered on days that the user has off, because then fewer working days are left', async () => {
    await travel(8);
    await useAccount();
    await travel(3);
    const { rules } = await api().followUps.rules({});
    await api().followUps.setRules({
      rules: { ...rules, daysOff: [{ from: '2026-11-30', to: '2026-11-30' }] },
    });
    expect(await month()).not.toBeNull();
  });

  it('is offered each day until the reset, even if the account was not used and no pace is known', async () => {
    await travel(12);
    for (const day of [24, 25, 26, 27, 28, 29, 30]) {
      const plan = await month();
      const records = plan?.limits.find(({ budget }) => budget === 'month-records');
      expect([day, plan?.isShown, plan?.hasPace, plan?.ownADay]).toEqual([day, true, false, 0]);
      expect([records?.usual, records?.expires]).toEqual([0, records?.left]);
      expect(plan?.couldBuy.profiles).toBe(await companiesUntil(day));
      expect(plan?.couldBuy.profilesLimit).toBe('companies-day');
      await travel(1);
    }
    expect(await month()).toBeNull();
  });

  it('shows the expiring records, and sends nothing until it is approved', async () => {
    const plan = await untilMonthEnd();
    const before = await callsSent();
    const records = plan.limits.find(({ budget }) => budget === 'month-records');
    expect(records?.expires).toBe((records?.left ?? 0) - (records?.usual ?? 0));
    expect([plan.isShown, plan.hasPace]).toEqual([true, true]);
    expect(plan.days.reduce((sum, day) => sum + day.records, 0)).toBe(plan.preview?.cost.records);
    await month();
    await api().plan.today({});
    expect([await callsSent(), (await api().plan.today({})).run]).toEqual([before, null]);
  });

  it('counts the same usual use with the plan as without it, so no more expires with the plan', async () => {
    const plan = await untilMonthEnd();
    const cost = plan.preview?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
    const amounts = { 'month-records': cost.records, 'month-requests': cost.requests } as const;
    for (const [budget, planned] of Object.entries(amounts)) {
      const limit = plan.limits.find((each) => each.budget === budget);
      expect([budget, limit?.usual]).toEqual([budget, expect.toSatisfy((usual: number) => usual > 0)]);
      expect([budget, limit?.withPlan]).toEqual([budget, Math.max(0, (limit?.expires ?? 0) - planned)]);
    }
  });

  it('sends each approved request on its day, within the daily cap and the accepted price', async () => {
    await api().quota.setAllowance({ scope: 'background', period: 'day', records: 12 });
    const plan = await untilMonthEnd();
    expect(plan.days.every((day) => day.records <= 12)).toBe(true);
    const busy = plan.days.filter(({ records }) => records > 0);
    expect(busy.length).toBeGreaterThan(1);
    await approveMonth(plan);
    const next = await until(waits, 'a run that waits for the next day', 20_000);
    expect(next).toBe(busy[1]?.startMs);
    // The figures still include the rest of the approved plan.
    const rest = await month();
    expect(rest?.approved).toBeGreaterThan(0);
    expect(rest?.days.find(({ startMs }) => startMs === next)?.records).toBe(busy[1]?.records);
    expect((await ledgerOfPlans(world)).records).toBeLessThanOrEqual(busy[0]?.records ?? 0);
    await travel(1);
    await api().plan.resume({});
    await until(async () => ((await waits()) ?? 0) > (next ?? 0), 'the second day’s requests', 20_000);
    expect((await ledgerOfPlans(world)).records).toBeLessThanOrEqual(
      (busy[0]?.records ?? 0) + (busy[1]?.records ?? 0),
    );
  });

  it('drops approved requests after the reset, because they would use the next month’s records', async () => {
    await api().quota.setAllowance({ scope: 'background', period: 'day', records: 12 });
    await approveMonth(await untilMonthEnd());
    await until(waits, 'a run that waits', 20_000);
    const spent = await ledgerOfPlans(world);
    await travel(7);
    await api().plan.resume({});
    const run = await runIs(world);
    expect(run.items.some(({ step }) => step === 'dropped')).toBe(true);
    expect(await ledgerOfPlans(world)).toEqual(spent);
  });

  it('is not started at a higher price than the accepted one', async () => {
    const { id, preview } = await untilMonthEnd();
    const cost = preview?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
    const accepted = { ...cost, records: cost.records - 1 };
    await expect(api().plan.approveMonth({ id, without: [], accepted, screen })).rejects.toMatchObject({
      appError: { kind: 'price-changed' },
    });
    expect((await api().plan.run({})).run).toBeNull();
  });

  it('is not started if it now contains other requests than the plan that was shown', async () => {
    const plan = await untilMonthEnd();
    await api().quota.setAllowance({ scope: 'background', period: 'day', records: 1 });
    await expect(approveMonth(plan)).rejects.toMatchObject({ appError: { kind: 'price-changed' } });
    expect((await api().plan.run({})).run).toBeNull();
  });

  it('leaves out excluded kinds of requests, and offers no approved request again', async () => {
    const plan = await untilMonthEnd();
    const { monthEnd } = await api().plan.monthEnd({ without: ['profile'] });
    const profiles = plan.kinds.find(({ kind }) => kind === 'profile')?.requests ?? 0;
    expect(profiles).toBeGreaterThan(0);
    expect(requestsOf(monthEnd)).toBe(requestsOf(plan) - profiles);
    expect(monthEnd?.kinds.find(({ kind }) => kind === 'profile')?.isChosen).toBe(false);
    await api().quota.setAllowance({ scope: 'background', period: 'day', records: 1 });
    const small = await month();
    expect(requestsOf(small)).toBeLessThan(requestsOf(plan));
    if (small !== null && small.preview !== null) await approveMonth(small);
    const approved = (await api().plan.run({})).run?.items.map(({ key }) => key) ?? [];
    expect(approved).toHaveLength(requestsOf(small));
    const { proposal } = await api().plan.today({});
    expect(proposal.items.filter(({ key }) => approved.includes(key))).toEqual([]);
    await api().quota.setAllowance({ scope: 'background', period: 'day', records: null });
    const again = await month();
    if (again !== null && again.preview !== null) await approveMonth(again);
    const keys = (await api().plan.run({})).run?.items.map(({ key }) => key) ?? [];
    expect(keys.length).toBeGreaterThan(approved.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('lists profiles below the minimum fit as a kind of their own, which can be excluded', async () => {
    await untilMonthEnd();
    const market = marketSchema.parse({ countries: ['US'] });
    const { searchId } = await api().market.set({ market, saveAs: 'Mine' });
    const { question } = await api().savedSearches.open({ id: searchId ?? '' });
    const saved = (await api().savedSearches.list({})).searches.find(({ id }) => id === searchId);
    const accepted = saved?.price?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
    await api().search.run({ question, accepted, screen: 'search' });
    await api().market.set({ market: marketSchema.parse({ countries: ['DE'] }), saveAs: null });
    await api().plan.setRules({ rules: rules({ fitFloor: 100 }) });
    const plan = await month();
    const low = plan?.kinds.find(({ kind }) => kind === 'low-fit');
    expect(low?.requests).toBeGreaterThan(0);
    const { monthEnd } = await api().plan.monthEnd({ without: ['low-fit'] });
    expect(requestsOf(monthEnd)).toBeGreaterThan(0);
    expect(monthEnd?.kinds.find(({ kind }) => kind === 'low-fit')?.isChosen).toBe(false);
    expect(requestsOf(monthEnd)).toBe(requestsOf(plan) - (low?.requests ?? 0));
  });

  it('is returned with the time at which the user last approved requests', async () => {
    const lastApprovedAtMs = async () => (await api().plan.monthEnd({ without: [] })).lastApprovedAtMs;
    const plan = await untilMonthEnd();
    expect(await lastApprovedAtMs()).toBeNull();
    await approveMonth(plan);
    expect(await lastApprovedAtMs()).toBe((await api().plan.run({})).run?.approvedAtMs);
  });

  it('states what expires even if the library is empty and there is nothing to plan', async () => {
    await api().privacy.wipeServiceData({});
    await travel(13);
    const plan = await month();
    expect([plan?.isShown, plan?.preview]).toEqual([true, null]);
  });

  it('is hidden until the next day', async () => {
    expect((await untilMonthEnd()).isShown).toBe(true);
    await api().plan.hideMonthEnd({});
    expect((await month())?.isShown).toBe(false);
    await travel(1);
    expect((await month())?.isShown).toBe(true);
  });
});
