import type { Cost, Preview } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { CompaniesQuery, FundingsQuery, ListQuery } from '../../../shared/model/query.ts';
import type { SearchPlan } from '../../../shared/model/search.ts';
import { callOf, changed } from '../../../shared/list-query.ts';
import { describeCall } from '../service-api/endpoints.ts';
import {
  countSetRows,
  queryTotal,
  setByQuery,
  setRows,
  type StoredSet,
} from '../database/queries/cache/query-sets.ts';
import type { ReadDb } from '../database/sql.ts';
import { filterValuesOf, unlistedValues, type FilterValues } from './filter-values.ts';
import { queryKeyOf } from './query-key.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { coverCompanies } from './companies-coverage.ts';
import { isCovered, oldestUsed, type Cover } from './coverage.ts';
import { dateOfDay, dayOfTime, type DayRange } from './calendar-days.ts';
import { coverFromLibrary } from './stored-results.ts';
import { RECENT_FETCH_MS, missingDays, type Count, type MissingRange } from './missing-days.ts';
import { pageSize } from './page-size.ts';
import { priceOfPage, type SearchPriceParts } from './search-price.ts';
import { priceOfRecheck, storedRounds } from './recheck-offer.ts';
import { FREE } from '../../../shared/add-costs.ts';

/** Maximum number of unlisted values to report. */
const UNLISTED_MAX = 50;

export interface PlanParts extends SearchPriceParts {
  readonly governor: SearchPriceParts['governor'] & Pick<Governor, 'status'>;
  /**
   * Returns the price of a page. Is `priceOfSearch` if the user runs the search, and `priceOfPage` otherwise.
   */
  readonly priceOf: (question: ListQuery, parts: SearchPriceParts) => Preview;
}

/**
 * Returns the cheapest query that reveals the number of matches: the same query limited to one row (spec
 * §2.11).
 */
export const probeOf = (question: ListQuery): ListQuery => changed(question, { limit: 1, offset: 0 });

/** Returns the part of the query that the library can answer. If there is none, the `Cover` has no days. */
export const coverOfQuestion = (
  cache: ReadDb,
  question: ListQuery,
  listed: FilterValues | null = filterValuesOf(cache),
): Cover =>
  question.list === 'fundings'
    ? coverFromLibrary(cache, question.query, listed)
    : coverCompanies(cache, question.query, listed);

/**
 * Returns the price of a search, and the part of its result that the library already contains. Sends and
 * reserves nothing.
 * @throws AppFailure `validation` if the query is invalid
 */
export function planSearch(question: ListQuery, parts: PlanParts): SearchPlan {
  const { cache, governor } = parts;
  const nowMs = governor.serverNowMs();
  const previewOf = (listQuery: ListQuery) => parts.priceOf(listQuery, parts);
  // This call comes first, because it throws if the query is invalid. In that case, nothing is read.
  const ask = previewOf(question);
  const count = queryTotal(cache, queryKeyOf(question));
  const listed = filterValuesOf(cache);
  const cover = coverOfQuestion(cache, question, listed);
  const asOfMs = oldestUsed(cover);
  const today = setOfToday(cache, question, nowMs);
  const isCountOfToday = count !== null && dayOfTime(count.atMs) === dayOfTime(nowMs);
  return {
    ask,
    library: asOfMs === null ? null : { rows: cover.rows.length, asOfMs, complete: isCovered(cover) },
    loadedToday:
      today === null || asOfMs !== null
        ? null
        : { rows: countSetRows(cache, today.setId), asOfMs: today.createdAtMs },
    missing: missingOf(question, cover, { cache, count, nowMs }).map(({ why, ...days }) => {
      const part = within(question, days);
      const recheck = why === 'may-be-new' ? recheckOf(part, listed, parts) : null;
      return {
        question: part,
        why,
        ...(recheck === null
          ? { how: 'fetch', preview: previewOf(part) }
          : { how: 'recheck', preview: recheck }),
      } as const;
    }),
    count,
    all:
      count === null
        ? null
        : priceOfAll(
            question,
            { total: count.total, loaded: today === null || today.ended ? 0 : today.reached },
            (pages) => costOfPages(pages, parts),
          ),
    probe: isCountOfToday ? null : priceOfPage(probeOf(question), parts),
    pageSize: pageSize({
      total: isCountOfToday ? count.total : null,
      isFresh: isCountOfToday && nowMs - count.atMs < RECENT_FETCH_MS,
      ...leftOf(governor),
    }),
    unlisted: unlistedValues(question, listed).slice(0, UNLISTED_MAX),
    rounds: question.list === 'companies' ? knownRounds(cache, question.query, listed) : null,
  };
}

/** Returns the price of a recheck of the stored days; null if these days must be fetched again instead. */
function recheckOf(question: ListQuery, listed: FilterValues | null, parts: PlanParts): Preview | null {
  if (question.list !== 'fundings') return null;
  const stored = storedRounds(parts.cache, question.query, listed);
  return stored === null ? null : priceOfRecheck(question.query, stored.rows.length, parts);
}

/**
 * Returns the total price of the pages. If the first page needs the filter options to be fetched first, their
 * price is included.
 */
function costOfPages(pages: readonly ListQuery[], parts: PlanParts): Cost {
  const calls = pages.map((page) => describeCall(callOf(page), parts.hints));
  const [first] = pages;
  const loadsOptions = first !== undefined && parts.priceOf(first, parts).also !== undefined;
  const options = loadsOptions ? [describeCall({ endpoint: 'filters' }, parts.hints)] : [];
  return parts.governor.previewAll([...calls, ...options]).cost;
}

const within = (question: ListQuery, days: DayRange): ListQuery =>
  changed(question, {
    offset: 0,
    fundingDateStart: dateOfDay(days.from),
    fundingDateEnd: dateOfDay(days.to),
  });

/**
 * Returns the days to fetch. A search for companies cannot be split by day: if any day is missing, all days
 * of the search are returned.
 */
function missingOf(
  question: ListQuery,
  cover: Cover,
  { cache, count, nowMs }: { readonly cache: ReadDb; readonly count: Count | null; readonly nowMs: number },
): MissingRange[] {
  const wasFetchedRecently = (days: DayRange): boolean => {
    const part = within(question, days);
    const set = setByQuery(cache, part.list, queryKeyOf(part));
    return set !== null && nowMs - set.fetchedAtMs < RECENT_FETCH_MS;
  };
  if (question.list === 'fundings') return missingDays(cover, { count, nowMs, wasFetchedRecently });
  const [first] = missingDays(cover, { count, nowMs, wasFetchedRecently: () => false });
  return first === undefined || wasFetchedRecently(cover.requested)
    ? []
    : [{ ...cover.requested, why: first.why }];
}

/**
 * Returns how many stored rounds match the filters of a search for companies. Null if the library does not
 * cover every day of the search.
 */
function knownRounds(
  cache: ReadDb,
  requested: CompaniesQuery,
  listed: FilterValues | null,
): SearchPlan['rounds'] {
  const cover = coverFromLibrary(cache, roundsInstead(requested), listed);
  const asOfMs = oldestUsed(cover);
  return asOfMs === null || !isCovered(cover) ? null : { rows: cover.rows.length, asOfMs };
}

/**
 * Converts a `/companies` query to a `/fundings` query. The two endpoints have different names for the amount
 * filters (spec §4.10).
 */
function roundsInstead({ minFunding, maxFunding, ...shared }: CompaniesQuery): FundingsQuery {
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

/**
 * Returns the result set of the query that was fetched today, if it contains the first row. The next pages are
 * added to the same result set, so its rows need not be requested again.
 */
export function setOfToday(cache: ReadDb, question: ListQuery, nowMs: number): StoredSet | null {
  const set = setByQuery(cache, question.list, queryKeyOf(question));
  if (set === null || dayOfTime(set.createdAtMs) !== dayOfTime(nowMs)) return null;
  return setRows(cache, set.setId)[0]?.position === 0 ? set : null;
}

/**
 * Returns the price of the pages after the first `loaded` rows, up to the maximum size of a result set. The
 * pages have the maximum size, whatever the page size of the query, because each page costs a request and a
 * page turn. The last page requests only the remaining rows.
 */
function priceOfAll(
  question: ListQuery,
  { total, loaded }: { readonly total: number; readonly loaded: number },
  costOf: (pages: readonly ListQuery[]) => Cost,
): NonNullable<SearchPlan['all']> {
  const rows = Math.min(total, SET_ROWS_MAX);
  const pages: ListQuery[] = [];
  for (let offset = loaded; offset < rows; offset += LIST_LIMIT_MAX)
    pages.push(changed(question, { offset, limit: Math.min(LIST_LIMIT_MAX, rows - offset) }));
  return {
    pages: pages.length,
    rows,
    loaded: Math.min(loaded, rows),
    cost: pages.length === 0 ? FREE : costOf(pages),
  };
}
