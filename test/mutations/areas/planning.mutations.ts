import type { Edit, Mutation } from '../mutation.ts';

const inPlan = (name: string, guarantee: string, edit: Omit<Edit, 'file'>, title: string): Mutation => ({
  name,
  guarantee,
  edits: [{ file: 'electron/core/day-plan/decide-plan.ts', ...edit }],
  test: { file: 'test/unit/day-plan/decide-plan.test.ts', titles: [title] },
});

const inMatching = (name: string, guarantee: string, edits: readonly Edit[], title: string): Mutation => ({
  name,
  guarantee,
  edits,
  test: { file: 'test/unit/day-plan/buyer-matches.test.ts', titles: [title] },
});
const EVERY_PLAN =
  'contains no contacts of a company whose stored titles do not match, and never exceeds the budget';

/** Defects in how the plan uses buyer roles. */
const MATCHING_MUTATIONS: readonly Mutation[] = [
  inMatching(
    'contacts-without-match',
    'no plan contains contacts of a company where no one matches the buyer roles',
    [
      {
        file: 'electron/core/day-plan/company-requests.ts',
        find: 'if (noMatch !== null) return skip(noMatchWhy(noMatch));',
        replace: 'if (noMatch?.stored === -1) return null;',
      },
    ],
    EVERY_PLAN,
  ),
  inMatching(
    'budget-with-matches',
    'a plan with buyer roles exceeds no budget',
    [
      {
        file: 'electron/core/day-plan/decide-plan.ts',
        find: 'const isRoom = inLane && !isDearer(next, outlook.today);',
        replace: 'const isRoom = inLane;',
      },
    ],
    EVERY_PLAN,
  ),
  inMatching(
    'rule-without-matches',
    'a rule that fetches contacts only where someone matches fetches no others',
    [
      {
        file: 'electron/core/jobs/standing-rules.ts',
        find: '{ onlyMatches: rules.onlyMatches }',
        replace: '{ onlyMatches: false }',
      },
    ],
    'skips companies without a match, and fetches the profile first, within the same allowance',
  ),
  inMatching(
    'matches-never-recounted',
    'the plan counts matches again after a title was written',
    [
      {
        file: 'electron/core/contacts/match-counts.ts',
        find: 'known.get(id)?.version !== version',
        replace: '!known.has(id)',
      },
      {
        file: 'electron/core/contacts/match-counts.ts',
        find: 'before?.version === version',
        replace: 'before !== undefined',
      },
    ],
    'counts again when titles or roles change',
  ),
];
const ALREADY_OURS_TEST = 'test/unit/day-plan/already-ours.test.ts';

/** Defects in today's plan, and in searches that the library answers. */
export const PLANNING_MUTATIONS: readonly Mutation[] = [
  ...MATCHING_MUTATIONS,
  inPlan(
    'deadline-ignored',
    'the plan looks at the last day of a request',
    {
      find: 'const able = candidates.filter((each) => {',
      replace: 'const able = candidates.map((each) => ({ ...each, lastDay: 30 })).filter((each) => {',
    },
    'reaches the value of the best possible plan over the coming days',
  ),
  inPlan(
    'nothing-expected',
    'the plan leaves room for requests that are likely to come',
    { find: 'bestSet([...inLanes, ...expected], (day)', replace: 'bestSet(inLanes, (day)' },
    'defers a call in favour of expected ones, and drops it only on its last day',
  ),
  inPlan(
    'one-budget',
    'the plan exceeds no budget of the day',
    {
      find: '!isDearer(next, outlook.today)',
      replace: 'next.records <= outlook.today.records',
    },
    "stays within today's budget and misses no deadline",
  ),
  {
    name: 'catch-up-with-two-prices',
    guarantee: 'the line above the list and the plan name the same price for a catch-up',
    edits: [
      {
        file: 'electron/core/day-plan/find-gap.ts',
        find: ': { ...preview, expectedRecords };',
        replace: ': preview;',
      },
    ],
    test: {
      file: 'test/unit/handlers/catch-up-coverage.test.ts',
      titles: ['a catch-up states how many records it will probably cost, from the stored days before it'],
    },
  },
  {
    name: 'ready-until-closed',
    guarantee: 'contacts that were paid for stay on Today after the contact window has closed',
    edits: [
      {
        file: 'electron/core/day-plan/closing-windows.ts',
        find: 'if (isReady(each, fetchedSince)) return true;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/day-plan/closing-windows.test.ts',
      titles: [
        'fetched contacts remain for two weeks after the window has closed, although the company is on no list',
      ],
    },
  },
  {
    name: 'closing-windows-without-fit',
    guarantee: 'of the contact windows that close on the same day, the best fit comes first',
    edits: [
      {
        file: 'electron/core/day-plan/closing-windows.ts',
        find: '(b.fit ?? NO_FIT) - (a.fit ?? NO_FIT) ||',
        replace: '0 * NO_FIT ||',
      },
    ],
    test: {
      file: 'test/unit/day-plan/closing-windows.test.ts',
      titles: ['closing contact windows are sorted by closing day, then by fit, then by id'],
    },
  },
  {
    name: 'fetched-contacts-forgotten',
    guarantee: 'a company whose contacts were paid for stays on Today until the user wrote to them',
    edits: [
      {
        file: 'electron/core/day-plan/closing-windows.ts',
        find: 'if (isEmpty(stored)) return false;',
        replace: 'if (atMs > 0) return false;',
      },
    ],
    test: {
      file: 'test/unit/day-plan/closing-windows.test.ts',
      titles: [
        'a company whose contacts were fetched stays until the user wrote, and is not offered to the plan again',
      ],
    },
  },
  {
    name: 'demo-without-earlier-rounds',
    guarantee: 'a new demo has enough rounds for the charts of Insights',
    edits: [
      {
        file: 'electron/core/handlers/workspace/demo-morning.ts',
        find: 'const EARLIEST_DAYS = 364;',
        replace: 'const EARLIEST_DAYS = 29;',
      },
    ],
    test: {
      file: 'test/unit/handlers/demo-morning.test.ts',
      titles: ['has enough rounds of its market for the charts of Insights'],
    },
  },
  {
    name: 'catch-up-of-current-market',
    guarantee: 'a change of the market removes no company of the catch-up from Today',
    edits: [
      {
        file: 'electron/core/day-plan/caught-up.ts',
        find: '(isOfCatchUp(question) || isMarketQuery(parts, question))',
        replace: 'isMarketQuery(parts, question)',
      },
    ],
    test: {
      file: 'test/unit/handlers/demo-morning.test.ts',
      titles: ['keeps the companies of the catch-up on Today when the user changes the market'],
    },
  },
  {
    name: 'left-today-counts-as-handled',
    guarantee: 'a company that left Today without being done or snoozed does not count as handled',
    edits: [
      {
        file: 'renderer/features/today/today.svelte.ts',
        find: '!listed.includes(id) && this.#marks.isHandled(id, clock)',
        replace: '!listed.includes(id)',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today-state.test.ts',
      titles: [
        'counts companies that were done as handled, but none that left the list otherwise, until the next day',
      ],
    },
  },
  {
    name: 'rules-fetch-done-companies',
    guarantee: 'no rule spends records on a company that the user marked as done or snoozed',
    edits: [
      {
        file: 'electron/core/day-plan/gather-requests.ts',
        find: 'if (mark === undefined) calls.push(call);',
        replace: 'if (mark === undefined || call.byRule) calls.push(call);',
      },
    ],
    test: {
      file: 'test/unit/day-plan/done-and-snoozed.test.ts',
      titles: ['rules fetch no contacts of done and snoozed companies'],
    },
  },
  {
    name: 'search-ignores-catch-up',
    guarantee: 'a plan does not pay for a day twice, once for the catch-up and once for a saved search',
    edits: [
      {
        file: 'electron/core/day-plan/list-requests.ts',
        find: '(day) => !fetched.some((range) => range.from <= day && day <= range.to),',
        replace: '(day) => fetched.length < 0 || day > 0,',
      },
    ],
    test: {
      file: 'test/unit/handlers/catch-up-coverage.test.ts',
      titles: [
        'a saved search pays for no day that the catch-up fetches',
        'a saved search asks only for the days before the gap',
      ],
    },
  },
  {
    name: 'containment-on-rounded-amount',
    guarantee: 'an amount that its suffix rounds across a bound is not compared with it',
    edits: [
      {
        file: 'electron/core/search-coverage/containment.ts',
        find: 'const isAbove = amount.least > limit;',
        replace:
          "if (amount.value !== null) return (side === 'above' ? amount.value >= limit : amount.value <= limit) ? 'in' : 'out';\n" +
          '  const isAbove = amount.least > limit;',
      },
    ],
    test: {
      file: 'test/reliability/planner-containment.test.ts',
      titles: ['if suffixes round the amounts'],
    },
  },
  {
    name: 'ours-in-plan',
    guarantee: 'a plan never contains a company that already is the user’s',
    edits: [
      {
        file: 'electron/core/day-plan/gather-requests.ts',
        find: 'if (own !== undefined) {',
        replace: 'if (own !== undefined && nowMs < 0) {',
      },
    ],
    test: {
      file: ALREADY_OURS_TEST,
      titles: [
        'none of 1,000 pasted domains of stored companies is planned, suggested or requested in bulk',
        'a plan never contains a company that a line matches exactly',
      ],
    },
  },
  {
    name: 'name-match-is-exact',
    guarantee: 'a match by name alone is not an exact match',
    edits: [
      {
        file: 'electron/core/user-data/ours/ours-marks.ts',
        find: '.filter(([, { isCertain }]) => isCertain)',
        replace: '',
      },
    ],
    test: { file: ALREADY_OURS_TEST, titles: ['a match by name alone changes nothing'] },
  },
];
