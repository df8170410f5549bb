import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListRule, PlanRun } from '../../../shared/model/plan.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { ledgerOfPlans, openPlanWorld, rules, runIs, screen, type PlanWorld } from './plan-world.ts';

/*
 * Standing rules let the app fetch data without asking the user each time. Without a rule, the app fetches
 * nothing by itself.
 */

const MINUTE = 60_000;
const DAY = 86_400_000;
let clock: FakeClock;
let world: PlanWorld;
beforeEach(async () => {
  clock = createFakeClock(Date.UTC(2027, 5, 10, 9));
  world = await openPlanWorld({ companies: 12, clock });
});
afterEach(() => world.dispose());

const callsSent = async (): Promise<number> =>
  (await world.app.api.demo.transcript({ offset: 0, limit: 1 })).total;
const travel = (days: number) => world.app.api.demo.travel({ days });
const run = async (): Promise<PlanRun | null> => (await world.app.api.plan.run({})).run;
async function set(rule: Partial<ListRule>, others: Parameters<typeof rules>[0] = {}): Promise<void> {
  const list = { listId: world.listId, weight: 2, prefetch: false, reveals: false, ...rule } as const;
  await world.app.api.plan.setRules({ rules: rules({ ...others, lists: [list] }) });
}
/**
 * Advances the clock to make the rules run. If the rules start a plan, waits until it has ended and returns
 * it; otherwise returns null.
 */
async function look(ms = 31 * MINUTE): Promise<PlanRun | null> {
  await clock.advance(ms);
  return (await run()) === null ? null : runIs(world);
}

describe('rules of the plan', () => {
  it('fetch nothing unless the user sets one, however long the app is open', async () => {
    const before = await callsSent();
    await clock.advance(3 * 60 * MINUTE);
    expect(await run()).toBeNull();
    expect(await callsSent()).toBe(before);
  });

  it('prefetch contacts within their own allowance, and never in the last 48 hours of a contact window', async () => {
    const { rows } = await world.app.api.library.rows({
      queryId: (await world.app.api.library.open({ text: '', filters: {}, sort: 'name' } as never)).queryId,
      offset: 0,
      limit: 50,
    });
    const closes = new Map(rows.map((row) => [row.companyId, row.window.closesAtMs ?? 0]));
    const { serverNowMs } = await world.app.api.quota.status({});
    const soonest = Math.min(...world.listed.map((id) => closes.get(id) ?? Infinity));
    // Advances the clock until less than 48 hours remain before the first contact window closes. All other
    // windows close later.
    await travel(Math.floor((soonest - serverNowMs) / DAY - 2) + 1);
    await set({ prefetch: true }, { prefetchRecords: 20 });
    const done = await look();
    expect(done?.by).toBe('rule');
    // The status bar must show the records that the rule spent, although the user did not click.
    const { lastReceipt } = await world.app.api.quota.status({});
    const newest = (await world.app.api.quota.ledger({ offset: 0, limit: 1 })).rows[0];
    expect(newest?.reason).toMatch(/^Rule: /);
    expect(lastReceipt).toMatchObject({ ledgerId: newest?.id, cost: newest?.cost, isBackground: true });
    const made = done?.items.filter(({ step }) => step === 'done') ?? [];
    expect(lastReceipt?.burst).toMatchObject({
      requests: made.length,
      cost: { records: done?.spent.records },
    });
    expect(done?.approved.records).toBeLessThanOrEqual(20);
    const now = (await world.app.api.quota.status({})).serverNowMs;
    const requested = done?.items.map(({ companyId }) => closes.get(companyId ?? '') ?? 0) ?? [];
    expect(requested.length).toBeGreaterThan(0);
    expect(requested.every((closesAtMs) => closesAtMs - now >= 2 * DAY - 60 * MINUTE)).toBe(true);
    // The first run has used up the rule's records for the day, so a second run fetches nothing.
    const second = await look();
    expect(second?.items.every(({ spent }) => spent !== null) ?? true).toBe(true);
    expect((await ledgerOfPlans(world)).records).toBeLessThanOrEqual(20);
  });

  it('check once a day, free of charge, whether a company was revealed, until it was', async () => {
    await travel(60);
    await set({ reveals: true });
    const requested = async (): Promise<string[]> =>
      (await world.app.api.demo.transcript({ offset: 0, limit: 50 })).calls
        .map(({ path }) => path)
        .filter((path) => path.endsWith('/contacts'));
    for (let time = 0; time < 6; time += 1) {
      const done = await look();
      expect(new Set(done?.items.map(({ step }) => step))).toEqual(new Set(['free']));
      expect(done?.spent.records).toBe(0);
    }
    const once = await requested();
    expect(once.length).toBeGreaterThan(4);
    expect(new Set(once).size).toBe(once.length);
    await travel(1);
    await look();
    expect((await requested()).length).toBeGreaterThan(once.length);
  });

  it('fill a gap only within their allowance; the user fills the rest at the displayed price', async () => {
    await travel(3);
    await set({}, { catchUpRecords: 10 });
    expect(await look()).toBeNull();
    const { gap } = await world.app.api.plan.gap({});
    expect(gap).toMatchObject({ overlapDays: 3, wide: true, beyondReach: false });
    const accepted = gap?.preview.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
    expect(accepted.records).toBe(25);
    const { news, receipts } = await world.app.api.plan.catchUp({ accepted, screen });
    expect(news).toBeGreaterThan(0);
    expect(receipts.every(({ cost }) => cost.records <= 25)).toBe(true);
  });

  it('close a gap that was fetched page by page', async () => {
    await travel(3);
    await set({}, { catchUpRecords: 200 });
    for (let time = 0; time < 8; time += 1) {
      await look();
      if ((await world.app.api.plan.gap({})).gap === null) break;
    }
    expect((await world.app.api.plan.gap({})).gap).toBeNull();
    const offsets = (await world.app.api.demo.transcript({ offset: 0, limit: 50 })).calls
      .map(({ path }) => path)
      .filter((path) => path.includes('/fundings'));
    expect(new Set(offsets).size).toBe(offsets.length);
  });
});
