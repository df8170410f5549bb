import type { Cost } from '../../../shared/model/budget.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { CompaniesQuery, FundingsQuery, ListQuery } from '../../../shared/model/query.ts';
import type { SearchPlan } from '../../../shared/model/search.ts';
import { callOf, changed } from '../../../shared/list-question.ts';
import type { PriceHints } from '../api/client-port.ts';
import { describeCall } from '../api/endpoints.ts';
import { queryTotal, setByQuery } from '../db/queries/query-sets.ts';
import type { ReadDb } from '../db/sql.ts';
import { filterValuesOf, unlistedValues, type FilterValues } from '../library/filter-values.ts';
import { queryKeyOf } from '../library/stored-query.ts';
import { FREE } from '../quota/costs.ts';
import type { Governor } from '../quota/governor-port.ts';
import { coverCompanies } from './companies-cover.ts';
import { isCovered, oldestUsed, type Cover } from './cover.ts';
import { dateOfDay, dayOfTime, type DayRange } from './days.ts';
import { coverFromLibrary } from './kept-answers.ts';
import { JUST_ASKED_MS, missingDays, type Count, type Stretch } from './missing.ts';
import { pageSize } from './page-size.ts';

/** So many are named; a question with more of them is of another time. */
const UNLISTED_MAX = 50;

export interface PlanParts {
  readonly cache: ReadDb;
  readonly governor: Pick<Governor, 'preview' | 'previewAll' | 'serverNowMs' | 'status'>;
  readonly hints: PriceHints;
}

/** The question that tells how many match, for one row at most [§2.11]. */
export const probeOf = (question: ListQuery): ListQuery => changed(question, { limit: 1, offset: 0 });

/** What the library can answer of a question by itself; no days where nothing of it. */
export const coverOfQuestion = (
  cache: ReadDb,
  question: ListQuery,
  listed: FilterValues | null = filterValuesOf(cache),
): Cover =>
  question.list === 'fundings'
    ? coverFromLibrary(cache, question.query, listed)
    : coverCompanies(cache, question.query, listed);

/**
 * What a search would cost and what of it is known; nothing is sent or reserved.
 * @throws AppFailure validation — a query that must not be sent
 */
export function planSearch(question: ListQuery, { cache, governor, hints }: PlanParts): SearchPlan {
  const describe = (asked: ListQuery) => describeCall(callOf(asked), hints);
  const previewOf = (asked: ListQuery) => governor.preview(describe(asked));
  // First, because it throws where the query cannot be asked at all.
  const ask = previewOf(question);
  const nowMs = governor.serverNowMs();
  const count = queryTotal(cache, queryKeyOf(question));
  const listed = filterValuesOf(cache);
  const cover = coverOfQuestion(cache, question, listed);
  const asOfMs = oldestUsed(cover);
  const isCountOfToday = count !== null && dayOfTime(count.atMs) === dayOfTime(nowMs);
  return {
    ask,
    library: asOfMs === null ? null : { rows: cover.rows.length, asOfMs, complete: isCovered(cover) },
    missing: missingOf(question, cover, { cache, count, nowMs }).map(({ why, ...days }) => {
      const part = within(question, days);
      return { question: part, why, preview: previewOf(part) };
    }),
    count,
    all:
      count === null
        ? null
        : priceOfAll(question, count, (pages) => governor.previewAll(pages.map(describe)).cost),
    probe: isCountOfToday ? null : previewOf(probeOf(question)),
    pageSize: pageSize({
      total: isCountOfToday ? count.total : null,
      isFresh: isCountOfToday && nowMs - count.atMs < JUST_ASKED_MS,
      ...leftOf(governor),
    }),
    unlisted: unlistedValues(question, listed).slice(0, UNLISTED_MAX),
    rounds: question.list === 'companies' ? knownRounds(cache, question.query, listed) : null,
  };
}

const within = (question: ListQuery, days: DayRange): ListQuery =>
  changed(question, {
    offset: 0,
    fundingDateStart: dateOfDay(days.from),
    fundingDateEnd: dateOfDay(days.to),
  });

/** A list of companies cannot be asked by days and put together again: all of its days are asked, or none. */
function missingOf(
  question: ListQuery,
  cover: Cover,
  { cache, count, nowMs }: { readonly cache: ReadDb; readonly count: Count | null; readonly nowMs: number },
): Stretch[] {
  const wasJustAsked = (days: DayRange): boolean => {
    const part = within(question, days);
    const set = setByQuery(cache, part.list, queryKeyOf(part));
    return set !== null && nowMs - set.fetchedAtMs < JUST_ASKED_MS;
  };
  if (question.list === 'fundings') return missingDays(cover, { count, nowMs, wasJustAsked });
  const [first] = missingDays(cover, { count, nowMs, wasJustAsked: () => false });
  return first === undefined || wasJustAsked(cover.asked) ? [] : [{ ...cover.asked, why: first.why }];
}

/** The same filters over rounds, where the library answers them whole; their amounts bear other names there [§4.10]. */
function knownRounds(
  cache: ReadDb,
  asked: CompaniesQuery,
  listed: FilterValues | null,
): SearchPlan['rounds'] {
  const cover = coverFromLibrary(cache, roundsInstead(asked), listed);
  const asOfMs = oldestUsed(cover);
  return asOfMs === null || !isCovered(cover) ? null : { rows: cover.rows.length, asOfMs };
}

export function roundsInstead({ minFunding, maxFunding, ...shared }: CompaniesQuery): FundingsQuery {
  return {
    ...shared,
    ...(minFunding === undefined ? {} : { minAmount: minFunding }),
    ...(maxFunding === undefined ? {} : { maxAmount: maxFunding }),
  };
}

function leftOf(governor: PlanParts['governor']): {
  readonly recordsLeft: number | null;
  readonly pageTurnsLeft: number | null;
} {
  const { budgets } = governor.status();
  const left = (wanted: string): number | null =>
    budgets.find(({ budget }) => budget === wanted)?.left ?? null;
  return { recordsLeft: left('month-records'), pageTurnsLeft: left('page-turns') };
}

/** Every page that can be reached, the last one asking for what is left only. */
function priceOfAll(
  question: ListQuery,
  { total }: Count,
  costOf: (pages: readonly ListQuery[]) => Cost,
): NonNullable<SearchPlan['all']> {
  const rows = Math.min(total, SET_ROWS_MAX);
  const { limit } = question.query;
  const pages = Array.from({ length: Math.ceil(rows / limit) }, (_, index) => {
    const offset = index * limit;
    return changed(question, { offset, limit: Math.min(limit, rows - offset) });
  });
  return { pages: pages.length, rows, cost: pages.length === 0 ? FREE : costOf(pages) };
}
