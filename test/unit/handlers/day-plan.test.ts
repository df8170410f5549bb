import { afterEach, describe, expect, it } from 'vitest';
import { approve, ledgerOfPlans, openPlanWorld, rules, runIs, screen, type PlanWorld } from './plan-world.ts';

/* Today's plan from proposal to receipts, with the real core and the demo's service. */

let world: PlanWorld;
afterEach(() => world.dispose());
const today = async () => (await world.app.api.plan.today({})).proposal;
const callsSent = async (): Promise<number> =>
  (await world.app.api.demo.transcript({ offset: 0, limit: 1 })).total;

describe('plan for a day', () => {
  it('proposes contacts and profiles of listed companies with price, value and reason, without a request', async () => {
    world = await openPlanWorld();
    const before = await callsSent();
    const { items, preview } = await today();
    const contacts = items.filter(({ kind }) => kind === 'contacts');
    const closes = contacts.map(({ why }) => (why.why === 'window' ? why.closesAtMs : Number.NaN));
    expect(contacts.map(({ companyId }) => companyId).sort()).toEqual([...world.listed].sort());
    expect(closes).toEqual([...closes].sort((a, b) => a - b));
    expect(items.filter(({ kind }) => kind === 'profile')).toHaveLength(world.listed.length);
    expect(items.every(({ value, cost }) => value > 0 && cost.requests === 1)).toBe(true);
    expect(preview?.cost.records).toBe(items.reduce((sum, { cost }) => sum + cost.records, 0));
    expect(await callsSent()).toBe(before);
  });

  it('runs approved requests, whose receipts match the ledger and the service’s counts', async () => {
    world = await openPlanWorld();
    const before = await callsSent();
    await approve(world);
    const run = await runIs(world);
    expect(run.items.map(({ step }) => step)).not.toContain('waiting');
    expect(run.items.every(({ spent, cost }) => (spent?.records ?? 0) <= cost.records)).toBe(true);
    expect(await ledgerOfPlans(world)).toEqual(run.spent);
    const sent = (await world.calls()).slice(0, (await callsSent()) - before);
    expect(sent.reduce((sum, { cost }) => sum + cost.requests, 0)).toBe(run.spent.requests);
    // The documentation does not say whether an empty response is free, so the app counts one record for it.
    // The plan's total may therefore exceed the number of records that the service charged.
    const records = sent.reduce((sum, { cost }) => sum + cost.records, 0);
    expect(run.spent.records).toBeGreaterThanOrEqual(records);
    const { items, skips } = await today();
    expect(items.filter(({ kind }) => kind === 'contacts')).toEqual([]);
    expect(skips.some(({ kind, why }) => kind === 'contacts' && why.why === 'fresh')).toBe(true);
  });

  it('starts nothing above the accepted price', async () => {
    world = await openPlanWorld();
    const { items } = await today();
    const before = await callsSent();
    const accepted = { requests: 1, records: 1, pageTurns: 0, companies: 0 };
    const keys = items.map(({ key }) => key);
    await expect(world.app.api.plan.approve({ keys, accepted, screen })).rejects.toMatchObject({
      appError: { kind: 'price-changed' },
    });
    expect(await callsSent()).toBe(before);
  });

  it('respects spending caps', async () => {
    world = await openPlanWorld();
    await world.app.api.quota.setAllowance({ scope: 'background', period: 'day', records: 2 });
    const { items, skips, recordsToday } = await today();
    expect(recordsToday).toBe(2);
    expect(items.reduce((sum, { cost }) => sum + cost.records, 0)).toBeLessThanOrEqual(2);
    expect(skips.some(({ why }) => why.why === 'too-large')).toBe(true);
  });

  it('resumes after the app was closed, and pays for nothing twice', async () => {
    world = await openPlanWorld();
    await approve(world);
    await world.app.api.plan.pause({});
    const { workspaces } = await world.app.api.workspaces.list({});
    await world.app.api.workspaces.leave({});
    await world.app.api.workspaces.open({ id: workspaces[0]?.id ?? '' });
    expect((await world.app.api.plan.today({})).run?.state).toBe('paused');
    await world.app.api.plan.resume({});
    const run = await runIs(world);
    const requested = (await world.calls()).map(({ path }) => path);
    const below = requested.filter((path) => path.includes('/companies/'));
    expect(new Set(below).size).toBe(below.length);
    expect(run.items.filter(({ step }) => step === 'done').length).toBeGreaterThan(0);
  });

  it('pauses while the service cannot be reached, and drops stopped requests free of charge', async () => {
    world = await openPlanWorld();
    await world.app.api.demo.setService({ running: false });
    await approve(world);
    const run = await runIs(world, 'paused');
    expect(run.paused).toBe('offline');
    await world.app.api.demo.setService({ running: true });
    const { run: stopped } = await world.app.api.plan.stop({});
    expect(stopped?.state).toBe('over');
    expect(stopped?.items.filter(({ step }) => step === 'dropped').length).toBeGreaterThan(0);
    expect(await ledgerOfPlans(world)).toEqual(stopped?.spent);
  });

  it('treats a 404 of contacts as free, and does not propose that request again', async () => {
    world = await openPlanWorld({ companies: 1 });
    const { items } = await today();
    const contacts = items.find(({ kind }) => kind === 'contacts');
    const why = contacts?.why;
    await world.app.api.plan.approve({
      keys: [contacts?.key ?? ''],
      screen,
      accepted: contacts?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 },
    });
    await runIs(world);
    const probe = await today();
    expect(probe.items.some(({ key }) => key === contacts?.key)).toBe(false);
    expect(why?.why).toBe('window');
  });

  it('weighs lists by the user’s rules, and restores the previous rules with one undo', async () => {
    world = await openPlanWorld();
    const { undo } = await world.app.api.plan.setRules({
      rules: rules({ lists: [{ listId: world.listId, weight: 4, prefetch: false, reveals: false }] }),
    });
    const heavy = (await today()).items[0]?.value ?? 0;
    await world.app.api.marks.undo({ token: undo ?? '' });
    expect(heavy).toBeCloseTo(((await today()).items[0]?.value ?? 0) * 2);
  });
});
