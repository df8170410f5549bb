import { describe, expect, it } from 'vitest';
import { APPROVAL, app, cost, limit, NOW_MS, PLAN, textOf } from '../../fixture/month-plan.ts';
import { allowedPrice } from '../../fixture/quota.ts';
import { compiled } from '../../support/compiled.ts';
import type { MonthEnd } from '../../../../shared/model/planning/month-end.ts';
import type * as TodayCommands from '../../../../renderer/features/today/today-commands.ts';
import type * as MonthEndCommands from '../../../../renderer/features/today/month-end/month-end-commands.ts';
import type * as NavigationModule from '../../../../renderer/session/navigation.svelte.ts';
import type { DayPlan } from '../../../../renderer/features/today/day-plan.svelte.ts';
import type { Today } from '../../../../renderer/features/today/today.svelte.ts';
import { monthEnd as strings } from '../../../../renderer/features/today/month-end/strings.ts';
import {
  bringsText,
  daysWithUse,
  isNothingToPlan,
  leftAloneText,
  markedLimit,
  plannedPoints,
} from '../../../../renderer/features/today/month-end/month-end-text.ts';

const load = compiled();
const PROPOSAL = {
  items: [
    {
      key: 'profile/a',
      kind: 'profile',
      companyId: 'a',
      companyName: 'Acme',
      searchId: null,
      searchName: null,
      lane: 'watchlist',
      cost: { ...cost, records: 1 },
      certainty: 'exact',
      why: { why: 'listed' },
      saves: null,
      value: 2,
      untilMs: null,
      matches: null,
    },
  ],
  skips: [],
  skipped: 0,
  skipReasons: [],
  preview: PLAN.preview,
  recordsToday: 100,
};

describe('month end', () => {
  it('shows what expires, what the plan leaves and one button with the price', async () => {
    const text = await textOf('/renderer/features/today/month-end/MonthEndHero.svelte', {
      app: app('month-end'),
      plan: PLAN,
      ...APPROVAL,
    });
    expect(text).toContain('612 records would expire at your usual pace');
    expect(text).toContain('With the plan, at least 78 would still expire. Price until');
    expect(text).toContain('Approve plan up to 534 records');
  });

  it('offers to search if there is nothing to plan, and leads back to the screen from which it was opened', async () => {
    const nothing: MonthEnd = { ...PLAN, kinds: [], preview: null, leftAlone: [] };
    expect(isNothingToPlan(nothing)).toBe(true);
    const some: Partial<MonthEnd>[] = [{ approved: 1 }, { kinds: PLAN.kinds }, { leftAlone: PLAN.leftAlone }];
    expect(some.map((part) => isNothingToPlan({ ...nothing, ...part }))).toEqual([false, false, false]);
    const { Navigation } = (await load('/renderer/session/navigation.svelte.ts')) as typeof NavigationModule;
    const navigation = new Navigation();
    navigation.go('quota');
    navigation.go('month-end');
    navigation.go('month-end');
    expect(navigation.from).toBe('quota');
  });

  it('states one price on the button, in the text and in the total', async () => {
    const preview = { ...allowedPrice(cost, 'about'), cost, expectedRecords: 290 };
    const contacts = { ...cost, records: 84 };
    const plan: MonthEnd = {
      ...PLAN,
      preview,
      kinds: [
        {
          kind: 'contacts',
          isChosen: true,
          requests: 9,
          cost: contacts,
          certainty: 'about',
          expectedRecords: 31,
        },
      ],
    };
    const hero = await textOf('/renderer/features/today/month-end/MonthEndHero.svelte', {
      app: app('month-end'),
      plan,
      ...APPROVAL,
    });
    const tables = await textOf('/renderer/features/today/month-end/MonthEndPlan.svelte', {
      plan,
      history: [],
      nowMs: NOW_MS,
      isSending: false,
      toggle: () => undefined,
    });
    const price = 'about 290, rarely over 534 records';
    expect(hero).toContain(`Price until 31 May: ${price}. Left now: 883 records.`);
    expect(hero).toContain(`Approve plan ${price}`);
    expect(tables).toContain(`Total ${price}`);
    expect(tables).toContain('about 31, rarely over 84 records');
    // Like the price, the figure for the busiest day is an estimate, so the text contains "rarely over"
    // instead of "at most".
    expect(tables).toContain(
      'The plan is unlikely to spend more than 142 records on its busiest day, within your spending cap of 150.',
    );
  });

  it('lists the kinds of requests, the limits and the requests that are better not made, with reasons', async () => {
    const text = await textOf('/renderer/features/today/month-end/MonthEndPlan.svelte', {
      plan: PLAN,
      history: [],
      nowMs: NOW_MS,
      isSending: false,
      toggle: () => undefined,
    });
    expect(text).toContain('2 of 3 kinds of request selected, best value first');
    expect(text).toMatch(/Contacts 9 companies on your lists or with a good fit 21 matches up to 84 records/);
    expect(text).toContain(
      'The plan spends at most 142 records on its busiest day, within your spending cap of 150.',
    );
    expect(text).toMatch(/runs out first 883 271 612 78/);
    expect(text).toMatch(
      /What 612 records could buy any one of these, within the daily limits 612 profiles about 102 companies’ contacts/,
    );
    expect(text).toContain('Contacts for 14 companies where no one matches your buyer roles 96 records');
    expect(text).toContain(
      '64 profiles below your minimum fit, less important than the planned requests 64 records',
    );
    expect(text).toContain(
      'The plan leaves room for what you usually fetch yourself: about 26 records per working day.',
    );
  });

  it('marks the limit with the smallest share left if the plan contains everything', () => {
    const records = { ...limit, isLimiting: false };
    const turns = { ...records, budget: 'page-turns' as const, left: 96, withPlan: 4 };
    expect(markedLimit({ ...PLAN, limits: [records, turns] })).toBe(turns);
    expect(markedLimit({ ...PLAN, limits: [limit, turns] })).toBe(limit);
    expect(markedLimit({ ...PLAN, limits: [records], preview: null })).toBeNull();
  });

  it('names the usual pace as on Quota', async () => {
    const text = await textOf('/renderer/features/today/month-end/MonthEndPlan.svelte', {
      plan: PLAN,
      history: [],
      nowMs: NOW_MS,
      isSending: false,
      toggle: () => undefined,
    });
    expect(text).toContain(
      'Both “Expires” columns assume your usual pace: about 54 records a day, as shown on Quota.',
    );
  });

  it('keeps the records of today in the chart while the plan is running', () => {
    const [first, ...later] = PLAN.days;
    if (first === undefined) throw new Error('a plan without days');
    const sent = { ...PLAN, days: [{ ...first, records: first.records - 60 }, ...later] };
    const history = [{ startMs: first.startMs, own: 50, background: 50, others: 10 }];
    expect(daysWithUse(sent, history)).toEqual(PLAN.days);
    expect(daysWithUse(PLAN, [])).toEqual(PLAN.days);
  });

  it('does not speak of a busiest day if the plan has requests on one day only', () => {
    const { atMost } = strings.plan;
    expect(atMost(162, null, { isOnly: true, certainty: 'about' })).toBe(
      'The plan runs on one day and spends about 162 records.',
    );
    expect(atMost(162, 200, { isOnly: false, certainty: 'at-most' })).toBe(
      'The plan spends at most 162 records on its busiest day, within your spending cap of 200.',
    );
  });

  it('says nothing about the order of a single kind of request', () => {
    expect(strings.plan.count(1, 1)).toBe('1 of 1 kind of request selected');
    expect(strings.plan.count(0, 2)).toBe('0 of 2 kinds of request selected, best value first');
  });

  it('counts everything left as expiring while no usual pace is known, and says so', async () => {
    const plan = { ...PLAN, hasPace: false, ownADay: 0 };
    const hero = await textOf('/renderer/features/today/month-end/MonthEndHero.svelte', {
      app: app('month-end'),
      plan,
      ...APPROVAL,
    });
    expect(hero).toContain('612 records would expire if you used nothing more');
    const tables = await textOf('/renderer/features/today/month-end/MonthEndPlan.svelte', {
      plan,
      history: [],
      nowMs: NOW_MS,
      isSending: false,
      toggle: () => undefined,
    });
    expect(tables).toContain('Until then, everything left counts as expiring.');
  });

  it('shows on Quota what expires, even if the plan is hidden, and links to the plan', async () => {
    const note = (plan: MonthEnd): Promise<string> =>
      textOf('/renderer/features/today/month-end/MonthEndNote.svelte', {
        app: { ...app('quota'), stateFor: () => ({ plan, isSending: false }) },
      });
    expect(await note({ ...PLAN, isShown: false })).toBe(
      'About 612 records will expire in 5 days, at your usual pace. Plan the rest of May',
    );
    expect(await note({ ...PLAN, hasPace: false, reserved: 231 })).toBe(
      '612 records will expire in 5 days, if you use nothing more. The approved plan may still use 231 records. Plan the rest of May',
    );
    const empty = { ...PLAN, kinds: [], preview: null, approved: 0, leftAlone: [] };
    expect(await note(empty)).toMatch(/at your usual pace\. Search$/);
    expect(await note({ ...PLAN, limits: [{ ...limit, expires: 0 }] })).toBe('');
  });

  it('offers on Quota to show an approved plan, not to plan the same days again', async () => {
    const note = (plan: MonthEnd, isSending: boolean): Promise<string> =>
      textOf('/renderer/features/today/month-end/MonthEndNote.svelte', {
        app: { ...app('quota'), stateFor: () => ({ plan, isSending }) },
      });
    expect(await note({ ...PLAN, approved: 13, reserved: 231 }, false)).toContain('Show plan');
    expect(await note({ ...PLAN, approved: 13, reserved: 231 }, false)).not.toContain('Plan the rest');
    // While the last request is being sent, no request is waiting any more, but the plan still counts as
    // approved.
    expect(await note(PLAN, true)).not.toContain('Plan the rest');
  });

  it('shows that the plan is approved while its requests wait for their days', async () => {
    const text = await textOf('/renderer/features/today/month-end/MonthEndHero.svelte', {
      app: app('month-end'),
      plan: { ...PLAN, kinds: [], preview: null, approved: 13, reserved: 231 },
      ...APPROVAL,
      isRunning: true,
      isSending: true,
    });
    expect(text).toContain(
      'The plan is approved. 13 requests still to send, for up to 231 records. Even then, at least 381 records would expire.',
    );
    expect(text).not.toContain('Approve plan');
  });

  it('draws the plan down to the remaining records', () => {
    const points = plannedPoints(PLAN, NOW_MS);
    expect(points.map(({ count }) => count)).toEqual([883, 702, 504, 306, 218, 78]);
    expect(points.at(-1)?.atMs).toBe(PLAN.resetsAtMs);
  });

  it('explains the value of older rounds, old profiles and rounds of companies', () => {
    const kinds = (['older', 'update', 'rounds'] as const).map((kind) =>
      bringsText({ kind, isChosen: true, requests: 3, cost: { ...cost, records: 41 }, certainty: 'about' }),
    );
    expect(kinds).toEqual(['up to 41 rounds', '3 profiles', 'about 41 rounds']);
    expect(leftAloneText({ why: 'too-large', kind: 'older', requests: 2, records: 80 })).toBe(
      '2 requests for older rounds, over the daily maximum',
    );
    expect(leftAloneText({ why: 'not-worth', kind: 'rounds', requests: 1, records: 4 })).toBe(
      'Rounds for 1 company, less important than the planned requests',
    );
  });

  it('explains the value of a kind, and why a request is not made', () => {
    const [contacts, profiles] = PLAN.kinds;
    expect([contacts, profiles].map((kind) => (kind ? bringsText(kind) : ''))).toEqual([
      '21 matches',
      '118 profiles',
    ]);
    expect(leftAloneText({ why: 'not-worth', kind: 'search', requests: 2, records: 50 })).toBe(
      '2 saved-search requests, less important than the planned requests',
    );
  });

  it('leaves one plan to approve: while it is offered, the key on Today does nothing', async () => {
    const { todayCommands } = (await load(
      '/renderer/features/today/today-commands.ts',
    )) as typeof TodayCommands;
    const { monthEndCommands } = (await load(
      '/renderer/features/today/month-end/month-end-commands.ts',
    )) as typeof MonthEndCommands;
    const dayPlan = {
      proposal: { preview: PLAN.preview },
      busy: false,
      isRunning: false,
    } as unknown as DayPlan;
    const offered = (
      screen: string,
      month: { isLoaded: boolean; isOffered: boolean },
      isSeen = true,
    ): string[] => {
      const nothing = (): void => undefined;
      const today = { sort: 'fit', unseen: 0, activeTask: null, activeFollowUp: null } as unknown as Today;
      const commands = [
        ...todayCommands(app(screen), today, dayPlan, { approve: nothing, month, isSeen: () => isSeen }),
        ...monthEndCommands(
          app(screen),
          { plan: PLAN, busy: false },
          { isRunning: () => false, isSeen: () => true, approve: nothing },
        ),
      ];
      return commands
        .filter(({ shortcut, available }) => shortcut === 'a' && (available?.() ?? true))
        .map(({ label, price }) => `${label}: ${price?.() ?? 'free'}`);
    };
    const isOffered = { isLoaded: true, isOffered: true };
    expect(offered('today', { isLoaded: true, isOffered: false })).toEqual([
      expect.stringMatching(/^Approve today’s plan: up to 534 records/),
    ]);
    expect(offered('today', { isLoaded: true, isOffered: false }, false)).toEqual([]);
    expect(offered('today', isOffered)).toEqual([]);
    expect(offered('today', { isLoaded: false, isOffered: false })).toEqual([]);
    expect(offered('month-end', isOffered)).toEqual([
      expect.stringMatching(/^Approve the plan for the rest of the month: up to 534 records/),
    ]);
  });

  it.each([
    { isOffered: false, shown: true },
    { isOffered: true, shown: false },
  ])('offers no approval of today’s plan on Today while it is offered: $isOffered', async (given) => {
    const text = await textOf('/renderer/features/today/PlanDock.svelte', {
      app: app('today'),
      plan: { proposal: PROPOSAL, shownRun: null, isRunning: false, busy: false },
      month: { isLoaded: true, isOffered: given.isOffered, plan: PLAN },
      approve: () => undefined,
      details: () => undefined,
      rules: () => undefined,
    });
    expect(text.includes('Approve plan')).toBe(given.shown);
    expect(text.includes('Review requests')).toBe(given.shown);
    expect(text.includes('Included in the plan for the rest of May.')).toBe(!given.shown);
    // The primary button that leads to the plan is in the line above the list, not in the plan dock.
    expect(text).not.toContain('Plan the rest of May');
    expect(text).not.toContain('Show plan');
  });

  it('cannot be approved unseen, while another run sends requests, or offline', async () => {
    const { monthEndCommands } = (await load(
      '/renderer/features/today/month-end/month-end-commands.ts',
    )) as typeof MonthEndCommands;
    const isAvailable = (isRunning: boolean, state: string, isSeen = true): boolean =>
      monthEndCommands(
        app('month-end', state),
        { plan: PLAN, busy: false },
        { isRunning: () => isRunning, isSeen: () => isSeen, approve: () => undefined },
      )[0]?.available?.() ?? true;
    expect([
      isAvailable(false, 'online'),
      isAvailable(true, 'online'),
      isAvailable(false, 'offline'),
      isAvailable(false, 'online', false),
    ]).toEqual([true, false, false, false]);
  });
});
