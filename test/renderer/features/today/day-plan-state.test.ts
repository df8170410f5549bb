import { expect, test } from 'vitest';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import type { PlanRun } from '../../../../shared/model/plan.ts';
import type * as DayPlanModule from '../../../../renderer/features/today/day-plan.svelte.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const NOON = new Date(2026, 4, 14, 12).getTime();
const FREE = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
const runOf = (changed: Partial<PlanRun>): PlanRun => ({
  id: '1',
  state: 'over',
  paused: null,
  by: 'seller',
  approvedAtMs: NOON,
  approved: FREE,
  spent: FREE,
  total: 0,
  done: 0,
  items: [],
  skipped: 0,
  behind: 0,
  ...changed,
});

async function openPlan(clock: { nowMs: number }) {
  const { DayPlan } = (await load('/renderer/features/today/day-plan.svelte.ts')) as typeof DayPlanModule;
  return new DayPlan(createApi<typeof contract>(createFixture(STATES.account).port), clock);
}

test('a finished plan is shown only on the day on which its last request ended', async () => {
  const today = await openPlan({ nowMs: NOON + 3_600_000 });
  today.run = runOf({});
  expect(today.shownRun?.id).toBe('1');
  const tomorrow = await openPlan({ nowMs: NOON + 86_400_000 });
  tomorrow.run = runOf({});
  expect(tomorrow.shownRun).toBeNull();
  // An unfinished run is still shown, however old it is.
  tomorrow.run = runOf({ state: 'paused' });
  expect(tomorrow.shownRun?.state).toBe('paused');
  // A plan may cover several days, so its last request can end days after the approval.
  tomorrow.run = runOf({ endedAtMs: NOON + 82_800_000 });
  expect(tomorrow.shownRun?.state).toBe('over');
  today.run = runOf({ endedAtMs: NOON - 86_400_000 });
  expect(today.shownRun).toBeNull();
});

test('the next plan cannot be approved while the user’s plan runs, but can while a rule runs', async () => {
  const plan = await openPlan({ nowMs: NOON });
  const states = [
    runOf({ state: 'running' }),
    runOf({ state: 'paused' }),
    runOf({}),
    runOf({ state: 'running', by: 'rule' }),
  ].map((run) => {
    plan.run = run;
    return plan.isRunning;
  });
  expect(states).toEqual([true, true, false, false]);
});

test('the run is read after each change of the plan, even while changes follow each other without a pause', async () => {
  const { DayPlan } = (await load('/renderer/features/today/day-plan.svelte.ts')) as typeof DayPlanModule;
  const { port } = createFixture(STATES.account);
  const listeners: ((channel: string, payload: unknown) => void)[] = [];
  let read = 0;
  const api = createApi<typeof contract>({
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    request: (channel, input) => {
      if (channel !== 'plan.run') return port.request(channel, input);
      read += 1;
      return Promise.resolve({ ok: true, value: { run: runOf({ state: 'running', id: String(read) }) } });
    },
  });
  const plan = new DayPlan(api, { nowMs: NOON });
  const changed = (): void => {
    for (const listener of listeners) listener('plan.onChanged', {});
  };
  changed();
  changed();
  await expect.poll(() => plan.run?.id).toBe('2');
  plan.dispose();
});
