import { saysAnything } from '../../../shared/fit.ts';
import { callOf, changed } from '../../../shared/list-question.ts';
import { searchOfMarket } from '../../../shared/market-search.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { Gap } from '../../../shared/model/plan.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { SearchPlan } from '../../../shared/model/search.ts';
import { describeCall } from '../api/endpoints.ts';
import { planFact } from '../db/queries/plan.ts';
import { findSet, lastSet } from '../library/query-sets.ts';
import { readMarket } from '../market/market.ts';
import { planSearch } from '../planner/search-plan.ts';
import { DAY_MS, dateOfDay, dayOfTime } from '../planner/days.ts';
import { readRules } from './rules.ts';
import type { PlanParts } from './subjects.ts';

/** The name under which it is kept when everything up to then was caught up with. */
export const HEARD = 'heard';
/** A shorter silence is no gap: a laptop sleeps at lunch. */
const GAP_MS = 6 * 3_600_000;
/** The longest span of dates that is asked at once; what the service allows is not shown [§4.2]. */
const SPAN_DAYS = 31;

export interface FoundGap {
  readonly sinceMs: number;
  readonly overlapDays: number;
  /** Everything that may have been missed; only its missing days are asked for. */
  readonly question: ListQuery;
  /** The next page of each stretch of days that nothing kept answers. */
  readonly pages: readonly ListQuery[];
  readonly total: number | null;
  readonly isWide: boolean;
}

/**
 * What was missed since the service was last heard on what the seller sells to: through `/fundings`, from then minus an
 * overlap, because a round is often published days after its date. Null: nothing was, or nothing was ever heard. Free.
 */
export function findGap(parts: PlanParts): FoundGap | null {
  const { cache, yours } = parts.files;
  const nowMs = parts.governor.serverNowMs();
  const sinceMs = lastHeardMs(parts);
  if (sinceMs === null || nowMs - sinceMs < GAP_MS) return null;
  const { overlapDays } = readRules(yours);
  const market = readMarket(yours);
  const isWide = market === null || !saysAnything(market);
  const { query } = searchOfMarket(isWide ? marketSchema.parse({}) : market);
  const today = dayOfTime(nowMs);
  const from = Math.max(dayOfTime(sinceMs) - overlapDays, today - SPAN_DAYS + 1);
  const days = { fundingDateStart: dateOfDay(from), fundingDateEnd: dateOfDay(today), offset: 0 };
  if (!('countries' in query)) return null;
  const question: ListQuery = { list: 'fundings', query: { ...query, ...days } };
  const plan = planSearch(question, { cache, governor: parts.governor, hints: parts.hints });
  const pages = plan.missing.flatMap(({ question: stretch }) => nextPage(parts, stretch, nowMs));
  if (pages.length === 0) return null;
  return { ...{ sinceMs, overlapDays, question, pages, isWide }, total: countOfToday(plan, nowMs) };
}

/** The newest of what was caught up with, what the webhook told and, before the first of both, any answered search. */
function lastHeardMs({ files, heardAtMs }: PlanParts): number | null {
  const times = [planFact(files.ledger, HEARD), heardAtMs()].filter((atMs) => atMs !== null);
  if (times.length > 0) return Math.max(...times);
  return lastSet(files.cache, 'fundings')?.fetchedAtMs ?? null;
}

/** Where a page of today stands already, the one behind it; never beyond what the service lets anyone reach [§4.2]. */
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

/** The gap as it is shown, with the price of the pages that would be asked for. */
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
