import { hasCriteria } from '../../../shared/fit.ts';
import { callOf, changed } from '../../../shared/list-query.ts';
import { searchOfMarket } from '../../../shared/market-query.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { Gap } from '../../../shared/model/plan.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { SearchPlan } from '../../../shared/model/search.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { planFact } from '../database/queries/ledger/plan-times.ts';
import { findSet, lastSet } from '../library/query-sets.ts';
import { readMarket } from '../market/market-settings.ts';
import { planSearch } from '../search-coverage/plan-search.ts';
import { DAY_MS, dateOfDay, dayOfTime } from '../search-coverage/calendar-days.ts';
import { readRules } from './plan-rules.ts';
import type { PlanParts } from './plan-inputs.ts';

/** Name of the plan fact that stores the time of the last complete catch-up. */
export const LAST_CATCH_UP = 'heard';
/**
 * Minimum time without webhook events that counts as a gap, ms. During a shorter silence, the computer may
 * just have been asleep.
 */
const GAP_MS = 6 * 3_600_000;
/** Maximum days per query; the service does not document its limit (spec §4.2). */
const SPAN_DAYS = 31;

export interface FoundGap {
  readonly sinceMs: number;
  readonly overlapDays: number;
  /** The query for all days of the gap. Only days without stored results are fetched. */
  readonly question: ListQuery;
  /** The next page of each range of days without stored results. */
  readonly pages: readonly ListQuery[];
  readonly total: number | null;
  readonly isWide: boolean;
}

/**
 * Finds the days on which rounds of the user's market may have been missed, and the `/fundings` pages that
 * would fetch them. The days start `overlapDays` before the last webhook event or catch-up, because rounds
 * are often published days after their date. Returns null if there is no gap or no data was ever received.
 */
export function findGap(parts: PlanParts): FoundGap | null {
  const { cache, yours } = parts.files;
  const nowMs = parts.governor.serverNowMs();
  const sinceMs = lastHeardMs(parts);
  if (sinceMs === null || nowMs - sinceMs < GAP_MS) return null;
  const { overlapDays } = readRules(yours);
  const market = readMarket(yours);
  const isWide = market === null || !hasCriteria(market);
  const { query } = searchOfMarket(isWide ? marketSchema.parse({}) : market);
  const today = dayOfTime(nowMs);
  const from = Math.max(dayOfTime(sinceMs) - overlapDays, today - SPAN_DAYS + 1);
  const days = { fundingDateStart: dateOfDay(from), fundingDateEnd: dateOfDay(today), offset: 0 };
  if (!('countries' in query)) return null;
  const question: ListQuery = { list: 'fundings', query: { ...query, ...days } };
  const plan = planSearch(question, { cache, governor: parts.governor, hints: parts.hints });
  const pages = plan.missing.flatMap(({ question: stretch }) => nextPage(parts, stretch, nowMs));
  if (pages.length === 0) return null;
  return { sinceMs, overlapDays, question, pages, isWide, total: countOfToday(plan, nowMs) };
}

/**
 * Returns the time of the latest catch-up or webhook event. If there was neither, returns the time of the
 * latest stored search.
 */
function lastHeardMs({ files, heardAtMs }: PlanParts): number | null {
  const times = [planFact(files.ledger, LAST_CATCH_UP), heardAtMs()].filter((atMs) => atMs !== null);
  if (times.length > 0) return Math.max(...times);
  return lastSet(files.cache, 'fundings')?.fetchedAtMs ?? null;
}

/**
 * Returns the next page if the stored pages are less than a day old, otherwise the first page. Returns no
 * page if all rows were fetched or the service's maximum of rows is reached (spec §4.2).
 */
function nextPage({ files }: PlanParts, stretch: ListQuery, nowMs: number): ListQuery[] {
  const set = findSet(files.cache, stretch);
  const isOfToday = set !== null && nowMs - set.fetchedAtMs < DAY_MS;
  if (!isOfToday) return [changed(stretch, { offset: 0 })];
  if (set.state !== 'partial') return [];
  const limit = Math.min(stretch.query.limit, SET_ROWS_MAX - set.loaded, Math.max(1, set.total - set.loaded));
  return limit <= 0 ? [] : [changed(stretch, { offset: set.loaded, limit })];
}

function countOfToday({ count }: SearchPlan, nowMs: number): number | null {
  return count !== null && dayOfTime(count.atMs) === dayOfTime(nowMs) ? count.total : null;
}

/** Returns the gap for display, with the price of the missing pages. */
export function gapView(parts: PlanParts, gap: FoundGap): Gap {
  const { governor, hints } = parts;
  const calls = gap.pages.map((page) => describeCall(callOf(page), hints));
  return {
    sinceMs: gap.sinceMs,
    overlapDays: gap.overlapDays,
    stretches: gap.pages.map((question, index) => ({
      question,
      preview: governor.previewAll(calls.slice(index, index + 1)),
    })),
    preview: governor.previewAll(calls),
    total: gap.total,
    beyondReach: (gap.total ?? 0) > SET_ROWS_MAX,
    wide: gap.isWide,
  };
}
