import type { Mutation } from '../../mutation.ts';

const MONTH = 'electron/core/day-plan/month-end';
const KINDS_TEST = 'test/unit/handlers/month-kinds.test.ts';
const OLDER_TITLE =
  'are planned for days without a stored round of the search, so no round is paid for twice';

/** Defects in the kinds of requests that only the plan for the rest of the month contains. */
export const MONTH_KINDS_MUTATIONS: readonly Mutation[] = [
  {
    name: 'month-older-twice',
    guarantee: 'a day with a stored round of the search is not fetched again for older rounds',
    edits: [
      {
        file: `${MONTH}/older-rounds.ts`,
        find: 'day < newest && !fetched.has(day)',
        replace: 'day < newest',
      },
    ],
    test: { file: KINDS_TEST, titles: [OLDER_TITLE] },
  },
  {
    name: 'month-older-own-pages',
    guarantee: 'older rounds that a plan has fetched are not planned again, even if their page was full',
    edits: [
      {
        file: `${MONTH}/older-rounds.ts`,
        find: '...sets.flatMap(({ setId })',
        replace: '...sets.slice(0, 0).flatMap(({ setId })',
      },
    ],
    test: { file: KINDS_TEST, titles: [OLDER_TITLE] },
  },
  {
    name: 'month-older-and-search',
    guarantee: 'the search and its older rounds share no day in one plan',
    edits: [
      {
        file: `${MONTH}/month-candidates.ts`,
        find: 'searchesSince: older.since,',
        replace: 'searchesSince: new Map(),',
      },
    ],
    test: { file: KINDS_TEST, titles: [OLDER_TITLE] },
  },
  {
    name: 'month-older-by-hand',
    guarantee: 'older rounds that the user has fetched by hand since are not paid for again',
    edits: [
      {
        file: `${MONTH}/still-needed.ts`,
        find: 'searchId !== null && areDaysOpen(parts, searchId, question)',
        replace: 'searchId !== null && areDaysOpen !== null',
      },
    ],
    test: { file: KINDS_TEST, titles: ['are not fetched once the user has fetched these days by hand'] },
  },
  {
    name: 'month-contacts-by-hand',
    guarantee: 'contacts that the user has fetched by hand since the approval are not paid for again',
    edits: [
      {
        file: `${MONTH}/still-needed.ts`,
        find: '!hasContacts(parts, priced.companyId)',
        replace: 'hasContacts !== null',
      },
    ],
    test: { file: KINDS_TEST, titles: ['are not charged again once the user has fetched them by hand'] },
  },
  {
    name: 'month-profile-by-hand',
    guarantee: 'a profile that the user has fetched by hand since the approval is not paid for again',
    edits: [
      {
        file: `${MONTH}/still-needed.ts`,
        find: '!isProfileNew(parts, priced.companyId)',
        replace: 'isProfileNew !== null',
      },
    ],
    test: { file: KINDS_TEST, titles: ['follow profiles, which are not charged again either'] },
  },
  {
    name: 'month-contacts-of-lists-only',
    guarantee: 'contacts of new companies with a good fit are offered before the reset',
    edits: [
      {
        file: `${MONTH}/month-candidates.ts`,
        find: 'contactsFloor: readRules(parts.files.yours).fitFloor,',
        replace: '',
      },
    ],
    test: { file: KINDS_TEST, titles: ['include new companies on no list that reach the minimum fit'] },
  },
  {
    name: 'month-contacts-at-any-fit',
    guarantee: 'contacts of new companies below the minimum fit are left alone',
    edits: [
      {
        file: 'electron/core/day-plan/gather-requests.ts',
        find: 'floor !== undefined && fit !== null && fit >= floor;',
        replace: 'floor !== undefined && fit !== null;',
      },
    ],
    test: { file: KINDS_TEST, titles: ['include new companies on no list that reach the minimum fit'] },
  },
  {
    name: 'month-older-closed',
    guarantee: 'older rounds whose contact windows have closed are left alone',
    edits: [
      {
        file: `${MONTH}/older-rounds.ts`,
        find: 'dayOfTime(nowMs) - WINDOW_DAYS + 1',
        replace: 'dayOfTime(nowMs) - WINDOW_DAYS - 9',
      },
    ],
    test: {
      file: KINDS_TEST,
      titles: ['include the days before a search of the last days, while their contacts can be fetched'],
    },
  },
  {
    name: 'month-older-one-kind',
    guarantee: 'the user can exclude older rounds without excluding the saved searches',
    edits: [{ file: `${MONTH}/older-rounds.ts`, find: "kind: 'older',", replace: "kind: 'search'," }],
    test: { file: KINDS_TEST, titles: ['are a kind of their own that can be excluded'] },
  },
  {
    name: 'month-update-by-hand',
    guarantee: 'a profile that was fetched since the approval is not updated again',
    edits: [
      {
        file: `${MONTH}/pipeline-requests.ts`,
        find: 'return ageMs !== null && ageMs >= OLD_MS;',
        replace: 'return ageMs !== null;',
      },
    ],
    test: {
      file: KINDS_TEST,
      titles: ['are not charged again for data that the user has since fetched by hand'],
    },
  },
  {
    name: 'month-update-done',
    guarantee: 'companies that the user marked as done are left alone',
    edits: [
      {
        file: `${MONTH}/pipeline-requests.ts`,
        find: '!marks.has(id) && !ours.has(id)',
        replace: '!ours.has(id)',
      },
    ],
    test: { file: KINDS_TEST, titles: ['get their old profiles updated, unless they are done'] },
  },
  {
    name: 'month-update-lost',
    guarantee: 'a deal that is lost is not part of the pipeline',
    edits: [
      {
        file: 'electron/core/database/queries/yours/pipeline.ts',
        find: "['won', 'lost', 'not-now']",
        replace: "['won', 'not-now']",
      },
    ],
    test: {
      file: KINDS_TEST,
      titles: ['include those with an open deal or an open task that are on no list'],
    },
  },
  {
    name: 'month-rounds-twice',
    guarantee: 'the rounds of a company are requested once',
    edits: [
      {
        file: 'electron/core/database/queries/cache/plan-facts.ts',
        find: "detail_level IN ('event', 'full'))",
        replace: "detail_level IN ('event')) AND total_rounds > 0",
      },
      {
        file: 'electron/core/database/queries/cache/plan-facts.ts',
        find: 'WHERE company_panel.fetched_at_ms IS NULL AND',
        replace: 'WHERE',
      },
    ],
    test: {
      file: KINDS_TEST,
      titles: ['get all rounds with their investors once, if the profile names more than are stored'],
    },
  },
  {
    name: 'month-older-large',
    guarantee: 'a request for older rounds leaves room for other requests of its day',
    edits: [
      {
        file: `${MONTH}/month-candidates.ts`,
        find: 'Math.floor(Math.min(...rooms) / 2)',
        replace: 'Math.floor(Math.min(...rooms))',
      },
    ],
    test: {
      file: 'test/unit/day-plan/month-end/parts-of-days.test.ts',
      titles: ['use at most half of a day’s allowance, so other requests have room beside them'],
    },
  },
];
