import type { Edit, Mutation } from '../mutation.ts';

const QUOTA = 'electron/core/quota';
const MINUTE_WINDOW = `${QUOTA}/minute-window.ts`;

/**
 * Creates a defect that makes the simulation of month `month` fail. This month was found by trial and error,
 * because the defect has no effect in most other months.
 */
const inMonth = (month: 141 | 145, name: string, guarantee: string, edits: readonly Edit[]): Mutation => ({
  name,
  guarantee,
  edits,
  test: {
    file: 'test/unit/quota/simulated-months.slow.test.ts',
    titles: [`month ${month} shows no harm`],
  },
});

/**
 * Edits after which a request counts toward the per-minute limit from its reservation until `freesAtMs`. The
 * unchanged code counts the request until a minute after it completes.
 */
const freesAtOfSent = (freesAtMs: string): readonly Edit[] => [
  {
    file: MINUTE_WINDOW,
    find: 'freesAt.set(id, null);',
    replace: `freesAt.set(id, ${freesAtMs});`,
  },
  {
    file: MINUTE_WINDOW,
    find: 'void freesAt.set(id, clock.monotonicMs() + HOLD_MS + tailMs)',
    replace: 'void tailMs',
  },
];

/** Creates a mutation that a test of accounts with undocumented limits, resets or keys must catch. */
const ofPlan = (name: string, guarantee: string, edit: Edit, title: string): Mutation => ({
  name,
  guarantee,
  edits: [edit],
  test: { file: 'test/unit/quota/any-plan.test.ts', titles: [title] },
});

/**
 * Creates a mutation of rolling daily budgets, which count the last 24 hours. One of the tests of these
 * budgets must detect the mutation.
 */
const ofRolling = (
  name: string,
  guarantee: string,
  edit: Edit,
  title: string,
  file = 'test/unit/quota/rolling-day.test.ts',
): Mutation => ({ name, guarantee, edits: [edit], test: { file, titles: [title] } });

const ROLLING_MUTATIONS: readonly Mutation[] = [
  ofRolling(
    'rolling-not-recognised-by-own-request',
    'a reset 24 hours after a request shows a rolling window',
    {
      file: `${QUOTA}/rolling-day.ts`,
      find: 'if (isAfterOwn() || used === null) return true;',
      replace: 'if (used === null) return true;',
    },
    'is recognised by a reset 24 hours after a request, and reopens as its requests leave it',
  ),
  ofRolling(
    'rolling-not-recognised-by-move',
    'a reset that moves shows a rolling window',
    {
      file: `${QUOTA}/rolling-day.ts`,
      find: 'if (namedMs !== null) return !isAgain;',
      replace: 'if (namedMs !== null) return false;',
    },
    'is recognised by a reset that moves',
  ),
  ofRolling(
    'rolling-not-assumed',
    'a window that may be rolling is never counted too low',
    {
      file: `${QUOTA}/rolling-day.ts`,
      find: 'return own.reduce((sum, { amount }) => sum + amount, 0) < used;',
      replace: 'return own.length < 0;',
    },
    'is assumed while other clients leave a fixed day possible, until the service repeats the reset',
  ),
  ofRolling(
    'rolling-company-free-too-long',
    'a company is free for 24 hours after its first view only',
    {
      file: `${QUOTA}/ledger.ts`,
      find: 'companiesCountedSince(db, epoch, toMs - DAY_MS)',
      replace: 'companiesCountedSince(db, epoch, toMs - 3 * DAY_MS)',
    },
    'counts a company for 24 hours after its first view',
  ),
  ofRolling(
    'rolling-refusal-counts-too-long',
    'use that only a 429 showed counts until the reset that it named',
    {
      file: `${QUOTA}/rolling-day.ts`,
      find: 'const untilMs = namedMs > atMs ? namedMs : atMs + DAY_MS;',
      replace: 'const untilMs = Math.max(namedMs, atMs + DAY_MS);',
    },
    'counts use that /stats reported for 24 hours, and use of a 429 until its reset',
  ),
];

const PLAN_MUTATIONS: readonly Mutation[] = [
  ofPlan(
    'test-key-closes-account',
    'a monthly 429 of a test key closes only its own budget',
    {
      file: `${QUOTA}/apply-rate-limit-response.ts`,
      find: "return 'test-key';",
      replace: 'return budget;',
    },
    'closes only its own budget with a monthly 429, and the live key is not refused',
  ),
  ofPlan(
    'calendar-resets-only',
    'a reset that the service names reopens the budget',
    {
      file: `${QUOTA}/parse-rate-limit-response.ts`,
      find: 'namedReset(budget, hints, nowMs) ?? windows.endMs(budget, nowMs)',
      replace: 'windows.endMs(budget, nowMs)',
    },
    'in X-RateLimit-Reset reopens the budget on time, and counts from zero once it is repeated',
  ),
  ofPlan(
    'counters-of-the-calendar',
    'a shifted window counts from its own start',
    {
      file: `${QUOTA}/account/reset-times.ts`,
      find: 'saveNamedReset(db, budget, isExpectedReset(CALENDAR, budget, resetMs) ? null : resetMs);',
      replace: 'saveNamedReset(db, budget, null);',
    },
    'in /stats moves a month, and counts the requests since its start',
  ),
  ofPlan(
    'others-of-another-key',
    'a test key whose month is counted again does not count the usage of other devices',
    {
      file: 'electron/core/database/queries/ledger/counters.ts',
      find: "${by === 'epoch' ?",
      replace: "${by !== '' ?",
    },
    'counts no other device again when its month starts at another time',
  ),
  ofPlan(
    'month-cap-of-plan',
    'a monthly spending cap is planned for the calendar month that it limits',
    {
      file: `${QUOTA}/policy/remaining.ts`,
      find: 'const capDays = Math.ceil((monthEndsAtMs - nowMs) / DAY_MS);',
      replace: 'const capDays = records?.daysLeft ?? Math.ceil((monthEndsAtMs - nowMs) / DAY_MS);',
    },
    'per month lasts to the end of the calendar month, even if the plan’s month ends earlier',
  ),
  ofPlan(
    'screen-cap-of-all',
    'a cap of a screen counts only the requests from that screen',
    {
      file: `${QUOTA}/gather-state.ts`,
      find: "screens.filter(({ screen }) => countsFor(scope, { lane: 'interactive', screen }))",
      replace: 'screens',
    },
    'of a screen refuses only the user’s requests from that screen',
  ),
  ofPlan(
    'closure-cannot-be-corrected',
    '/stats can be requested to correct a closure',
    {
      file: `${QUOTA}/policy/quota-policy.ts`,
      find: 'if (request.isReading && mayCorrect(budget, nowMs)) continue;',
      replace: '',
    },
    'can be requested five minutes after a 429, and reopens a budget that has room',
  ),
  ofPlan(
    'closure-reopened-without-room',
    '/stats reopens only budgets that have room',
    {
      file: `${QUOTA}/reconcile.ts`,
      find: 'if (used >= facts.limit(budget).value) return;',
      replace: '',
    },
    'does not reopen a budget that has no room',
  ),
  ofPlan(
    'export-lowers-records',
    'the record limit of the user is not lowered by an export limit',
    {
      file: `${QUOTA}/account/account-limits.ts`,
      find: "if (exportLimit > limit('month-records').value)",
      replace: 'if (exportLimit > 0)',
    },
    'is not lowered by an export limit',
  ),
  ofPlan(
    'month-cap-resets-daily',
    'a monthly spending cap counts the whole month',
    {
      file: `${QUOTA}/gather-state.ts`,
      find: 'dayMs >= sinceMs[period]',
      replace: 'dayMs >= sinceMs.day',
    },
    'per month refuses until the month ends, and counts all of its days',
  ),
  ofPlan(
    'key-check-stops-requests',
    'a refused new key does not stop the current one',
    {
      file: `${QUOTA}/run-exchange.ts`,
      find: 'if (!isKeyCheck) parts.halt();',
      replace: 'parts.halt();',
    },
    'that the service refuses does not stop the current key',
  ),
];

/** Defects in the governor and its ledger. */
export const QUOTA_MUTATIONS: readonly Mutation[] = [
  {
    name: 'share-named-as-limit',
    guarantee: 'a request that waits for the user’s half of the minute shows this',
    edits: [
      {
        file: `${QUOTA}/quota-views.ts`,
        find: "return isShare ? 'share' : decision.why;",
        replace: 'return isShare ? decision.why : decision.why;',
      },
    ],
    test: {
      file: 'test/unit/quota/queue.test.ts',
      titles: ['reports that background requests wait for the user’s share of the minute, not for the limit'],
    },
  },
  {
    name: 'minute-not-announced',
    guarantee: 'the screens show the rolling minute as the governor counts it, while it empties',
    edits: [
      {
        file: MINUTE_WINDOW,
        find: 'if (now < before) announce();',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/quota/minute-window.test.ts',
      titles: ['is published as it empties, without any other event'],
    },
  },
  ...ROLLING_MUTATIONS,
  ...PLAN_MUTATIONS,
  inMonth(
    145,
    'fixed-window-minute',
    'the minute is a rolling one',
    freesAtOfSent('(Math.floor(clock.monotonicMs() / 60_000) + 1) * 60_000'),
  ),
  inMonth(
    145,
    'send-time-minute',
    'a request counts until a minute after its completion',
    freesAtOfSent('clock.monotonicMs() + HOLD_MS - 1_000'),
  ),
  inMonth(141, 'client-clock', "budgets reset by the service's time", [
    {
      file: `${QUOTA}/server-clock.ts`,
      find: '  const aheadMs = pair === null ? 0 : pair.serverMs - pair.wallMs;',
      replace:
        '  const wallMs = () => Math.round(clock.nowMs());\n' +
        '  if (wallMs() > 0) return { nowMs: wallMs, stampMs: wallMs, errorMs: () => 1_000, confirmed: () => true,\n' +
        '    skewMs: () => 0, sample: () => null, isCertain: () => true, otherTimesMs: () => [], earlierTimeMs: () => null, hasJumped: () => false };\n' +
        '  const aheadMs = pair === null ? 0 : pair.serverMs - pair.wallMs;',
    },
  ]),
  inMonth(141, 'release-after-timeout', 'a request whose response is lost counts as spent', [
    {
      file: `${QUOTA}/run-exchange.ts`,
      find: "const isUnknown = maybeSent && reason !== 'redirect';",
      replace: "const isUnknown = maybeSent && reason !== 'redirect' && reason !== 'timeout';",
    },
  ]),
  inMonth(141, 'reserve-after-send', 'the worst case is reserved before a request is sent', [
    {
      file: `${QUOTA}/admission.ts`,
      find: 'const id = reserve(call, context, verdict.worst);',
      replace: 'const id = 0;\n    const late = () => reserve(call, context, verdict.worst);',
    },
    {
      file: `${QUOTA}/admission.ts`,
      find: 'grant: { id, reserved: verdict.worst, lane: context.lane }',
      replace: 'grant: { id, reserved: verdict.worst, lane: context.lane, late }',
    },
    {
      file: `${QUOTA}/governor.ts`,
      find: 'return await runExchange(parts, grant, call, steps, abort.signal);',
      replace:
        'const lateSteps = {\n' +
        '      send: (signal, isCurrent) => steps.send(signal, isCurrent).finally(() => (grant.id = grant.late())),\n' +
        '      store: (value, nowMs) => steps.store(value, nowMs),\n' +
        '      fail: (answered) => steps.fail(answered),\n' +
        '    };\n' +
        '    return await runExchange(parts, grant, call, lateSteps, abort.signal);',
    },
  ]),
  inMonth(141, 'double-settle', 'a charge is counted once', [
    {
      file: `${QUOTA}/ledger.ts`,
      find: "if (outcome.state === 'spent' && cost !== null) count(db, entry, span, cost, 'spent');",
      replace:
        "for (let time = 0; time < 2; time += 1)\n    if (outcome.state === 'spent' && cost !== null) count(db, entry, span, cost, 'spent');",
    },
  ]),
  inMonth(141, 'forgotten-budget', 'page turns are checked as every other budget', [
    {
      file: `${QUOTA}/gather-state.ts`,
      find: "budget !== 'test-key' || account.testKey;",
      replace: "budget !== 'page-turns' && (budget !== 'test-key' || account.testKey);",
    },
  ]),
  {
    name: 'differing-limits-hidden',
    guarantee: 'limits of headers, /stats and 429 that differ are reported',
    edits: [
      {
        file: `${QUOTA}/account/reported-limits.ts`,
        find: '.size > 1 ? fresh : []',
        replace: '.size > 2 ? fresh : []',
      },
    ],
    test: { file: 'test/unit/quota/reconcile.test.ts', titles: ['reports limits that differ, for a day'] },
  },
  {
    name: 'profile-replaces-rounds',
    guarantee: 'the profile is not offered instead of the rounds, whose investors it lacks',
    edits: [
      {
        file: `${QUOTA}/cheaper-requests.ts`,
        find: "const PANELS_IN_PROFILE = ['highlights'",
        replace: "const PANELS_IN_PROFILE = ['rounds', 'highlights'",
      },
    ],
    test: {
      file: 'test/unit/handlers/quota.test.ts',
      titles: ['names a cheaper request with the same result while no profile is stored'],
    },
  },
  {
    name: 'calls-not-shared',
    guarantee: 'identical concurrent requests are one request to the service',
    figure: 'A5',
    edits: [
      {
        file: `${QUOTA}/governor.ts`,
        find: 'if (underWay !== undefined) return underWay as Promise<FetchedResponse<T>>;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/quota/queue.test.ts',
      titles: ['coalesces identical concurrent requests into one call with one row'],
    },
  },
  ...(
    [
      ['price-without-screen', 'handlers/quota.ts', '[call], screen)', "[call], 'none')"],
      ['prices-without-screen', 'handlers/quota.ts', 'calls, screen) })', "calls, 'none') })"],
    ] as const
  ).map(([name, file, find, replace]) => ({
    name,
    guarantee: 'the cap of a screen refuses a price before the user presses the button',
    edits: [{ file: `electron/core/${file}`, find, replace }],
    test: {
      file: 'test/unit/handlers/quota.test.ts',
      titles: ['is refused by the spending cap of the screen that asks, before anything is sent'],
    },
  })),
  {
    name: 'search-plan-without-screen',
    guarantee: 'the cap of Search refuses the prices of a search plan',
    edits: [
      {
        file: 'electron/core/search-coverage/search-price.ts',
        find: 'governor.preview(call, screen)',
        replace: 'governor.preview(call)',
      },
    ],
    test: {
      file: 'test/unit/handlers/quota.test.ts',
      titles: ['of a search is refused by the spending cap of Search, with the rows that still fit'],
    },
  },
  {
    name: 'list-id-lost-by-retry',
    guarantee: "every attempt of a refresh uses its list's allowance",
    edits: [
      {
        file: `${QUOTA}/governor.ts`,
        find: '{ ...callContext, reason: reasonOf(retry) }',
        replace:
          '{ ...callContext, listId: retry === 0 ? callContext.listId : undefined, reason: reasonOf(retry) }',
      },
    ],
    test: {
      file: 'test/unit/watch/allowance.test.ts',
      titles: ['includes a refresh that succeeded at the second attempt, once'],
    },
  },
  {
    name: 'receipt-of-clicks-only',
    guarantee: 'a request that spends without a click has a receipt',
    edits: [
      {
        file: `${QUOTA}/governor-context.ts`,
        find: 'session.lastSettled = settled;',
        replace: 'if (!settled.isBackground) session.lastSettled = settled;',
      },
    ],
    test: {
      file: 'test/unit/quota/governor.test.ts',
      titles: ['is the newest answered request, including background requests'],
    },
  },
  {
    name: 'receipt-of-old-budget',
    guarantee: 'the last receipt agrees with the budgets shown beside it',
    edits: [
      {
        file: `${QUOTA}/quota-views.ts`,
        find: 'lastReceipt(session, state)',
        replace: '(session.first ??= lastReceipt(session, state))',
      },
    ],
    test: {
      file: 'test/unit/quota/governor.test.ts',
      titles: ['shows the current balance, not the balance at that time'],
    },
  },
  {
    name: 'free-404-without-receipt',
    guarantee: 'a free 404 has a receipt without a charge',
    edits: [
      {
        file: `${QUOTA}/run-exchange.ts`,
        find: "if (state === 'released' && status === null) return;",
        replace: "if (state === 'released') return;",
      },
    ],
    test: {
      file: 'test/unit/quota/governor.test.ts',
      titles: ['shows that a 404 was free and that a lost answer may count'],
    },
  },
  {
    name: 'burst-raises-pace',
    guarantee: 'the pace is the remaining amount divided by the remaining days',
    edits: [
      {
        file: 'renderer/features/quota/forecast.ts',
        find: 'return Math.max(1, Math.floor(budget.left / daysLeftIn(budget)));',
        replace: 'return Math.max(1, Math.floor((budget.left + 2_840) / daysLeftIn(budget)));',
      },
    ],
    test: {
      file: 'test/renderer/features/quota/forecast.test.ts',
      titles: ['a burst of use today does not raise the even pace'],
    },
  },
  {
    name: 'burst-spread-over-later-days',
    guarantee: 'the plan does not count on records that were used today',
    edits: [
      {
        file: `${QUOTA}/policy/remaining.ts`,
        find: 'if ((state.usedToday ?? 0) <= share) return share;',
        replace: 'if (share > 0) return share;',
      },
    ],
    test: {
      file: 'test/unit/quota/policy/allowances.test.ts',
      titles: ['spreads over later days only what a burst of use today has left'],
    },
  },
];
