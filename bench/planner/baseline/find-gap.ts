import { hasCriteria } from '../../../shared/fit.ts';
import { callOf, changed } from '../../../shared/list-query.ts';
import { searchOfMarket } from '../../../shared/market-query.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import type { Preview, Screen } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import { CATCH_UP_REQUESTS_MAX, type Gap, type UncoveredDays } from '../../../shared/model/plan.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ResultSet } from '../../../shared/model/search.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import type { GovernedCall } from '../../../electron/core/service-api/governed-request.ts';
import { queryTotal, truncatedSets } from '../../../electron/core/database/queries/cache/query-sets.ts';
import { findSet } from '../../../electron/core/library/query-sets.ts';
import { readMarket } from '../../../electron/core/market/market-settings.ts';
import { coverOfQuestion } from '../../../electron/core/search-coverage/plan-search.ts';
import { missingDays } from '../../../electron/core/search-coverage/missing-days.ts';
import {
  canonicalQuery,
  queryKeyOf,
  questionOfSet,
} from '../../../electron/core/search-coverage/query-key.ts';
import {
  dateOfDay,
  dayNumber,
  daysOf,
  dayOfTime,
  type DayRange,
} from '../../../electron/core/search-coverage/calendar-days.ts';
import { missedDays } from './missed-days.ts';
import { readRules } from './plan-rules.ts';
import type { PlanParts } from './plan-inputs.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/** The uncovered days of a truncated result set are reported for this many days after the set was fetched. */
const UNCOVERED_SHOWN_DAYS = 31;
const UNCOVERED_MAX = CATCH_UP_REQUESTS_MAX;

export interface FoundGap {
  readonly sinceMs: number;
  readonly overlapDays: number;
  /** The next page for each missing range of days, oldest first; at most `CATCH_UP_REQUESTS_MAX`. */
  readonly pages: readonly ListQuery[];
  /**
   * Number of older missing days that do not fit into this catch-up, so a later catch-up has to fetch them.
   */
  readonly laterDays: number;
  readonly total: number | null;
  /** Whether some of the missing days have more matching rounds than the service returns. */
  readonly isBeyondReach: boolean;
  readonly isWide: boolean;
}

/**
 * Finds the days on which rounds in the user's market may have been missed, and the `/fundings` pages that
 * would fetch them: at most one page for each range of days. Returns null if there is no gap, if all its
 * pages were fetched, or if no data was ever received.
 */
export function findGap(parts: PlanParts): FoundGap | null {
  const nowMs = parts.governor.serverNowMs();
  const { overlapDays } = readRules(parts.files.yours);
  const missed = missedDays(parts, overlapDays);
  const market = questionOfMarket(parts);
  if (missed === null || market === null) return null;
  const spans = missed.ranges.map((range) => missingPages(parts, onDays(market.question, range), nowMs));
  const found = spans.flatMap(({ pages }) => pages);
  if (found.length === 0) return null;
  const open = spans.filter(({ pages }) => pages.length > 0);
  const totals = open.map(({ total }) => total);
  return {
    sinceMs: missed.sinceMs,
    overlapDays,
    // Takes the newest pages, because the contact windows of newer rounds stay open longer.
    pages: found.slice(-CATCH_UP_REQUESTS_MAX),
    laterDays: found.slice(0, -CATCH_UP_REQUESTS_MAX).reduce((sum, page) => sum + daysIn(page), 0),
    total: totals.some((total) => total === null) ? null : totals.reduce<number>((a, b) => a + (b ?? 0), 0),
    isBeyondReach: open.some(({ isBeyondReach }) => isBeyondReach),
    isWide: market.isWide,
  };
}

/** Returns the query for rounds in the user's market. Without a market, all rounds match. */
function questionOfMarket({ files }: PlanParts): { question: ListQuery; isWide: boolean } | null {
  const market = readMarket(files.yours);
  const isWide = market === null || !hasCriteria(market);
  const { query } = searchOfMarket(isWide ? marketSchema.parse({}) : market);
  if (!('countries' in query)) return null;
  const days = { fundingDateStart: '1970-01-01', fundingDateEnd: '1970-01-01', offset: 0 };
  return { question: { list: 'fundings', query: { ...query, ...days } }, isWide };
}

const onDays = (question: ListQuery, { from, to }: DayRange): ListQuery =>
  changed(question, { fundingDateStart: dateOfDay(from), fundingDateEnd: dateOfDay(to), offset: 0 });

const daysIn = ({ query }: ListQuery): number => {
  const { from, to } = daysOf(query);
  return to - from + 1;
};

interface SpanPages {
  readonly pages: readonly ListQuery[];
  /** Number of matches, if the service reported it today. */
  readonly total: number | null;
  readonly isBeyondReach: boolean;
}

/** Returns the pages that are missing for a query of at most `SPAN_DAYS` days. */
function missingPages({ files: { cache } }: PlanParts, question: ListQuery, nowMs: number): SpanPages {
  const count = queryTotal(cache, queryKeyOf(question));
  // A range of several pages stays missing until its last page is fetched. Days that were fetched a moment
  // ago are therefore not excluded here. `nextPage` recognizes the pages that were just fetched.
  const ranges = missingDays(coverOfQuestion(cache, question), {
    count,
    nowMs,
    wasFetchedRecently: () => false,
  });
  const stretches = ranges.map((range) => {
    const stretch = onDays(question, range);
    return { stretch, set: findSet(cache, stretch) };
  });
  return {
    pages: stretches.flatMap(({ stretch, set }) => nextPage(stretch, set, nowMs)),
    total: count !== null && dayOfTime(count.atMs) === dayOfTime(nowMs) ? count.total : null,
    isBeyondReach: stretches.some(({ set }) => (set?.total ?? 0) > SET_ROWS_MAX),
  };
}

/**
 * Returns the page to fetch next: the page after the stored pages if these are less than a day old, otherwise
 * the first page. Returns no page if all rows were fetched or the service's maximum number of rows was
 * reached (spec §4.2).
 */
function nextPage(stretch: ListQuery, set: ResultSet | null, nowMs: number): ListQuery[] {
  // The service can't return all rows of a truncated set, so there are no pages to fetch. `findUncovered`
  // reports the days that such a set leaves uncovered.
  if (set?.state === 'truncated') return [];
  const isOfToday = set !== null && nowMs - set.fetchedAtMs < DAY_MS;
  if (!isOfToday) return [stretch];
  if (set.state !== 'partial') return [];
  const limit = Math.min(LIST_LIMIT_MAX, SET_ROWS_MAX - set.loaded, Math.max(1, set.total - set.loaded));
  return limit <= 0 ? [] : [changed(stretch, { offset: set.loaded, limit })];
}

/**
 * Returns the days for which some rounds in the user's market were never fetched, because more rounds matched
 * than the service can return (spec §4.2). Days that other stored results cover are left out.
 */
export function findUncovered(parts: PlanParts): UncoveredDays[] {
  const { cache } = parts.files;
  const market = questionOfMarket(parts);
  if (market === null) return [];
  const sinceMs = parts.governor.serverNowMs() - UNCOVERED_SHOWN_DAYS * DAY_MS;
  const found = new Map<string, UncoveredDays>();
  for (const stored of truncatedSets(cache, { sinceMs, rowsMax: SET_ROWS_MAX, limit: UNCOVERED_MAX })) {
    const question = questionOfSet(stored);
    if (question === null || filtersOf(question) !== filtersOf(market.question)) continue;
    const cover = coverOfQuestion(cache, question);
    for (const { from, to } of openRanges(daysOf(question.query), cover.days)) {
      const range = { from: dateOfDay(from), to: dateOfDay(to) };
      const key = `${range.from} ${range.to}`;
      if (!found.has(key)) found.set(key, { ...range, total: stored.total, fetched: stored.reached });
    }
  }
  return [...found.values()].sort((a, b) => dayNumber(a.from) - dayNumber(b.from)).slice(0, UNCOVERED_MAX);
}

/** Returns whether a query has the same filters as the user's market. The dates of the query are ignored. */
export function isMarketQuery(parts: PlanParts, question: ListQuery): boolean {
  const market = questionOfMarket(parts);
  return market !== null && filtersOf(question) === filtersOf(market.question);
}

const filtersOf = (question: ListQuery): string => canonicalQuery(onDays(question, { from: 0, to: 0 }).query);

/** Returns the days of a range that are not in `covered`, as ranges. */
function openRanges({ from, to }: DayRange, covered: ReadonlyMap<number, number>): DayRange[] {
  const ranges: DayRange[] = [];
  for (let day = from; day <= to; day += 1) {
    const last = ranges.at(-1);
    if (covered.has(day)) continue;
    if (last !== undefined && last.to === day - 1) ranges[ranges.length - 1] = { ...last, to: day };
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** Returns the price of the missing pages if the user fetches them from `screen`. */
export const priceOfPages = ({ governor, hints }: PlanParts, gap: FoundGap, screen: Screen): Preview =>
  governor.previewAll(describePages(gap, hints), screen);

const describePages = ({ pages }: FoundGap, hints: PlanParts['hints']): GovernedCall[] =>
  pages.map((page) => describeCall(callOf(page), hints));

/**
 * Returns the gap for display. Its price is given twice, for fetching the missing pages from Today and from
 * Signals, because the two screens may have different caps.
 */
export function gapView(parts: PlanParts, gap: FoundGap): Gap {
  const { governor, hints } = parts;
  const calls = describePages(gap, hints);
  return {
    sinceMs: gap.sinceMs,
    overlapDays: gap.overlapDays,
    stretches: gap.pages.map((question, index) => ({
      question,
      preview: governor.previewAll(calls.slice(index, index + 1), 'today'),
    })),
    preview: governor.previewAll(calls, 'today'),
    previewInSignals: governor.previewAll(calls, 'signals'),
    days: gap.pages.reduce((sum, page) => sum + daysIn(page), 0),
    laterDays: gap.laterDays,
    total: gap.total,
    beyondReach: gap.isBeyondReach,
    wide: gap.isWide,
  };
}
