import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import type { BudgetStatus } from '../../../../shared/model/budget.ts';
import type { MonthEnd } from '../../../../shared/model/planning/month-end.ts';
import { MONTH_KINDS } from '../../../../shared/model/planning/plan-kinds.ts';
import type { PlanRun } from '../../../../shared/model/plan.ts';
import type * as DelayModule from '../../../../renderer/session/commands/approval-delay.svelte.ts';
import type * as MonthModule from '../../../../renderer/features/today/month-end/month-end.svelte.ts';
import { monthEnd as strings } from '../../../../renderer/features/today/month-end/strings.ts';
import { isRepeatedClick } from '../../../../renderer/ui/overlays/repeated-click.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { APPROVAL, app, htmlOf, NOW_MS, PLAN, textOf } from '../../fixture/month-plan.ts';
import { compiled } from '../../support/compiled.ts';

/*
 * The user approves the plan for the rest of the month. These tests check the approval and the screens after
 * it.
 */
const load = compiled();
const FREE = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
const RUN: PlanRun = {
  id: '1',
  state: 'running',
  paused: null,
  by: 'seller',
  approvedAtMs: NOW_MS,
  approved: FREE,
  spent: FREE,
  total: 0,
  done: 0,
  items: [],
  skipped: 0,
  behind: 0,
};

interface MonthReply {
  readonly monthEnd: MonthEnd | null;
  readonly run: PlanRun | null;
  readonly lastApprovedAtMs?: number | null;
  readonly quota?: {
    readonly status: { readonly budgets: readonly Pick<BudgetStatus, 'budget' | 'left'>[] };
  };
}

async function openMonth({ lastApprovedAtMs = null, quota, ...plan }: MonthReply) {
  const reply = { ...plan, lastApprovedAtMs };
  const { MonthEndState } = (await load(
    '/renderer/features/today/month-end/month-end.svelte.ts',
  )) as typeof MonthModule;
  const { port: fixture } = createFixture(STATES.account);
  const requested: unknown[] = [];
  const port: Port = {
    ...fixture,
    request: (channel, input) => {
      if (channel !== 'plan.monthEnd') return fixture.request(channel, input);
      requested.push(input);
      return Promise.resolve({ ok: true, value: reply });
    },
  };
  const month = new MonthEndState(createApi<typeof contract>(port), { nowMs: NOW_MS }, quota);
  await month.refresh();
  return { month, requested };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('approving a plan', () => {
  it('becomes possible only after the plan and its price were on the screen for a while', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', () => 0);
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    const { ApprovalDelay, APPROVAL_DELAY_MS } = (await load(
      '/renderer/session/commands/approval-delay.svelte.ts',
    )) as typeof DelayModule;
    // A double click takes up to 500 ms on common systems.
    expect(APPROVAL_DELAY_MS).toBeGreaterThan(500);
    const delay = new ApprovalDelay();
    const stop = delay.start('plan 1');
    vi.advanceTimersByTime(APPROVAL_DELAY_MS - 1);
    expect(delay.isOver('plan 1')).toBe(false);
    vi.advanceTimersByTime(500);
    expect([delay.isOver('plan 1'), delay.isOver('plan 2'), delay.isOver(null)]).toEqual([
      true,
      false,
      false,
    ]);
    stop();
    expect(delay.isOver('plan 1')).toBe(false);
  });

  it('is not possible with the button until then', async () => {
    const button = async (isSeen: boolean): Promise<string> =>
      (
        await htmlOf('/renderer/features/today/month-end/MonthEndApprove.svelte', {
          ...APPROVAL,
          app: app('month-end'),
          plan: PLAN,
          label: 'Approve plan',
          isSeen,
        })
      ).replaceAll(/<[^/b][^>]*>/g, '');
    expect(await button(false)).toContain('aria-disabled="true"');
    expect(await button(true)).not.toContain('aria-disabled');
  });

  it('ignores the second click of a double click on a price button', () => {
    expect([0, 1, 2, 3].map((detail) => isRepeatedClick({ detail }))).toEqual([false, false, true, true]);
  });
});

describe('an approved plan', () => {
  it('is shown alone while its requests are sent', async () => {
    const { month, requested } = await openMonth({ monthEnd: PLAN, run: RUN });
    expect(month.isSending).toBe(true);
    expect(requested.at(-1)).toEqual({ without: [...MONTH_KINDS] });
    const before = requested.length;
    await month.refresh();
    expect(requested.slice(before)).toEqual([{ without: [...MONTH_KINDS] }]);
    const waiting = await openMonth({ monthEnd: PLAN, run: { ...RUN, startsAtMs: NOW_MS + 1 } });
    expect([waiting.month.isSending, waiting.requested]).toEqual([false, [{ without: [] }]]);
    const plan = { ...PLAN, approved: 13, reserved: 231 };
    const props = { ...APPROVAL, app: app('month-end'), plan, isSending: true };
    const hero = await textOf('/renderer/features/today/month-end/MonthEndHero.svelte', props);
    expect(hero).toContain('The plan is approved. 13 requests still to send, for up to 231 records.');
    expect(hero).not.toContain('Approve');
    const tables = await textOf('/renderer/features/today/month-end/MonthEndPlan.svelte', {
      plan,
      history: [],
      nowMs: NOW_MS,
      isSending: true,
      toggle: () => undefined,
    });
    expect(tables).not.toContain('kinds of request');
    expect(tables).not.toContain(strings.alone.title);
  });

  it('shows the same records as the rail while its requests are sent, and the figures still add up', async () => {
    const records = PLAN.limits.find(({ budget }) => budget === 'month-records');
    if (records === undefined) throw new Error('no limit for records');
    const approved = { ...PLAN, approved: 13, reserved: 231 };
    const quota = { status: { budgets: [{ budget: 'month-records' as const, left: records.left - 10 }] } };
    const leftOf = async (run: PlanRun | null) => {
      const { month } = await openMonth({ monthEnd: approved, run, quota });
      const shown = month.plan?.limits.find(({ budget }) => budget === 'month-records');
      return { ...shown, couldBuy: month.plan?.couldBuy.rounds, reserved: month.plan?.reserved };
    };
    expect(await leftOf(RUN)).toMatchObject({
      left: records.left - 10,
      expires: records.left - 10 - records.usual,
      withPlan: Math.min(records.withPlan, records.expires - 10),
      reserved: 221,
    });
    // Without a run, no records have been spent since the plan was loaded, so the plan's figures are shown
    // unchanged.
    expect(await leftOf(null)).toMatchObject({ ...records, reserved: 231 });
  });

  it('is kept apart from further requests, which have a title and a button of their own', async () => {
    const plan = { ...PLAN, approved: 13, reserved: 231 };
    const props = { ...APPROVAL, app: app('month-end'), plan };
    const hero = await textOf('/renderer/features/today/month-end/MonthEndHero.svelte', props);
    expect(hero).toContain('Even then, at least 381 records would expire.');
    expect(hero).not.toContain('Approve');
    const { isSending: _, ...approval } = props;
    const more = await textOf('/renderer/features/today/month-end/MonthEndMore.svelte', approval);
    expect(more).toBe(
      'Room for more requests Price until 31 May: up to 534 records. With these requests and the approved plan, at least 78 records would still expire. Approve more requests up to 534 records A',
    );
    expect(
      await textOf('/renderer/features/today/month-end/MonthEndMore.svelte', { ...approval, plan: PLAN }),
    ).toBe('');
  });

  it('is not offered again on Today while it runs, or on the same day', async () => {
    const isOffered = async (run: PlanRun | null, lastApprovedAtMs: number | null): Promise<boolean> =>
      (await openMonth({ monthEnd: PLAN, run, lastApprovedAtMs })).month.isOffered;
    const yesterdayMs = NOW_MS - 86_400_000;
    const over: PlanRun = { ...RUN, state: 'over', approvedAtMs: yesterdayMs };
    expect(await isOffered(null, null)).toBe(true);
    expect(await isOffered({ ...RUN, approvedAtMs: yesterdayMs }, yesterdayMs)).toBe(false);
    expect(await isOffered(over, yesterdayMs)).toBe(true);
    // No plan is offered, because the user approved more requests today. The run itself has only the time of
    // its first approval.
    expect(await isOffered(over, NOW_MS)).toBe(false);
    // The newest run was started by a rule, but the time of the user's last approval still counts.
    expect(await isOffered({ ...RUN, by: 'rule' }, NOW_MS)).toBe(false);
    expect(await isOffered({ ...over, by: 'rule' }, NOW_MS)).toBe(false);
    expect(await isOffered({ ...RUN, by: 'rule' }, yesterdayMs)).toBe(true);
  });
});

describe('the line on Today', () => {
  const EMPTY: MonthEnd = { ...PLAN, kinds: [], preview: null, approved: 0, leftAlone: [] };
  const noticed = async (monthEnd: MonthEnd, run: PlanRun | null = null): Promise<[boolean, boolean]> => {
    const { month } = await openMonth({ monthEnd, run });
    return [month.isNoticed, month.isOffered];
  };

  it('also states what expires while there is nothing to plan, and then offers no plan', async () => {
    expect(await noticed(PLAN)).toEqual([true, true]);
    expect(await noticed(EMPTY)).toEqual([true, false]);
    expect(await noticed({ ...EMPTY, isShown: false })).toEqual([false, false]);
    expect(await noticed(EMPTY, RUN)).toEqual([false, false]);
  });

  it('does not replace today’s plan if only excluded or less important requests are left', async () => {
    expect(await noticed({ ...PLAN, preview: null })).toEqual([false, false]);
  });
});

it('does not say “probably” if none would expire after further requests', () => {
  expect(strings.more.spends('up to 5 records', '31 May', 0, true)).toBe(
    'Price until 31 May: up to 5 records. With these requests and the approved plan, no records would expire.',
  );
});
