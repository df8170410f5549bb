import type { Edit, Mutation } from '../mutation.ts';

const STEPS = 'electron/core/search-coverage/recheck-steps.ts';
const OFFER = 'electron/core/search-coverage/recheck-offer.ts';

const steps = (name: string, guarantee: string, edit: Omit<Edit, 'file'>, title: string): Mutation => ({
  name,
  guarantee,
  edits: [{ file: STEPS, ...edit }],
  test: { file: 'test/unit/search-coverage/recheck-steps.test.ts', titles: [title] },
});
const offer = (name: string, guarantee: string, edit: Edit, title: string): Mutation => ({
  name,
  guarantee,
  edits: [edit],
  test: { file: 'test/unit/fetching/recheck-days.test.ts', titles: [title] },
});

/** Defects in rechecking stored days for new rounds. */
export const RECHECK_MUTATIONS: readonly Mutation[] = [
  steps(
    'a recheck without a limit',
    'the steps of a recheck never cost more than its price',
    { find: 'requests < 1 || records < limit ||', replace: 'requests < 1 ||' },
    'never cost more than allowed, and are complete only with all rounds',
  ),
  steps(
    'a recheck without a limit of page turns',
    'the steps of a recheck never cost more page turns than its price',
    { find: 'hasEmptyPageCounts && left.pageTurns > 0', replace: 'hasEmptyPageCounts' },
    'never cost more than allowed, and are complete only with all rounds',
  ),
  steps(
    'a recheck that believes an empty page',
    'a number of matches below the number of stored rounds is counted again',
    {
      find: 'total >= Math.max(1, stored)',
      replace: 'total >= 0',
    },
    'count with one row if an empty page reports fewer matches than are stored',
  ),
  steps(
    'a recheck that pays for its counts',
    'a count costs a page turn and no record while page turns are left',
    { find: 'yield* send(recheck, part, 1, LAST_OFFSET)', replace: 'yield* send(recheck, part, 1)' },
    'cost no record if nothing was added and a page turn is left',
  ),
  steps(
    'a recheck that ignores removed rounds',
    'a recheck is complete only if the service has exactly the stored and the received rounds',
    {
      find: 'return recheck.rounds.size === total;',
      replace: 'return recheck.rounds.size >= total;',
    },
    'are incomplete if a stored round is no longer at the service',
  ),
  steps(
    'a recheck that trusts its parts',
    'a round with none of the divided values is found',
    {
      find: '  yield* send(recheck, part, stored + added);\n}',
      replace: '  if (halves === null) yield* send(recheck, part, stored + added);\n}',
    },
    'fetch a round that has none of the divided values',
  ),
  steps(
    'a recheck that pays for stored rounds first',
    'the values of no stored round are requested first',
    {
      find: 'if (unused > 0 && unused < sorted.length) return unused;',
      replace: 'if (unused > sorted.length) return unused;',
    },
    'first request the values of no stored round, which returns new rounds only',
  ),
  offer(
    'a recheck that uses up page turns',
    'a recheck is offered only if its first pages cost no page turns',
    { file: OFFER, find: 'preview.cost.pageTurns > pageTurns || ', replace: '' },
    'are fetched again until calibration shows that a first page costs no page turn',
  ),
  offer(
    'a recheck that stops at a refused page',
    'a recheck counts with pages of one row if the service refuses empty pages',
    {
      file: 'electron/core/fetching/recheck-days.ts',
      find: "if (isRefused || appError?.kind === 'not-available') return null;",
      replace: '',
    },
    'refused',
  ),
  offer(
    'a recheck with the last page turns',
    'a recheck uses at most a tenth of the page turns that are left',
    { file: OFFER, find: 'const PAGE_TURN_SHARE = 0.1;', replace: 'const PAGE_TURN_SHARE = 1;' },
    'covers at most a tenth of the page turns that are left',
  ),
  offer(
    'a recheck that fails again and again',
    'a recheck that could not be completed is not offered again',
    {
      file: OFFER,
      find: 'count.atMs > (oldestUsed(cover) ?? 0)',
      replace: 'count.atMs < 0 && oldestUsed(cover) !== null',
    },
    'is not offered for days that it could not complete',
  ),
  offer(
    'a recheck with the last requests',
    'a recheck is offered only while more requests than records are left',
    {
      file: OFFER,
      find: "left('month-requests') >= left('month-records') && ",
      replace: '',
    },
    'is not offered if fewer requests than records are left in the month',
  ),
  offer(
    'a recheck on a busy day',
    'a recheck leaves requests for the rest of the day',
    { file: OFFER, find: 'const REQUESTS_KEPT = 100;', replace: 'const REQUESTS_KEPT = 0;' },
    'is not offered if few requests are left today',
  ),
  offer(
    'a set of rechecked days with an erased company',
    'a recheck does not store a company again that was erased since',
    {
      file: 'electron/core/library/store-recheck.ts',
      find: 'if (missingCompanies(db, ids).length > 0) return false;',
      replace: '',
    },
    'stores no result set of rechecked days if a company was erased since',
  ),
  {
    name: 'results of an earlier day shown as results of today',
    guarantee:
      'only results that were fetched on the same day are shown for a search that they do not complete',
    edits: [
      {
        file: 'electron/core/search-coverage/plan-search.ts',
        find: 'dayOfTime(set.createdAtMs) !== dayOfTime(nowMs)',
        replace: 'dayOfTime(set.createdAtMs) > dayOfTime(nowMs)',
      },
    ],
    test: {
      file: 'test/unit/handlers/search.test.ts',
      titles: ['shows the first results of the same search again for free on the same day'],
    },
  },
  {
    name: 'a done company as news after each fetch',
    guarantee: 'a company marked as done stays off Today if a search only finds it again',
    edits: [
      {
        file: 'renderer/features/today/today-lines.ts',
        find: 'newsAtMs: foundAtMs.get(row.companyId) ?? null',
        replace: 'newsAtMs: row.stamp.fetchedAtMs',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today.test.ts',
      titles: ['a company that a catch-up found is news since it was found, not since it was last fetched'],
    },
  },
  {
    name: 'missing days fetched instead of rechecked',
    guarantee: 'the menu item of days to recheck rechecks them, at its price',
    edits: [
      {
        file: 'renderer/features/search/search.svelte.ts',
        find: "how === 'recheck' && days.list === 'fundings'",
        replace: "how === 'fetch' && days.list === 'fundings'",
      },
    ],
    test: {
      file: 'test/renderer/features/search/search-run.test.ts',
      titles: ['days that may have new rounds are rechecked at the price of their menu item'],
    },
  },
];
