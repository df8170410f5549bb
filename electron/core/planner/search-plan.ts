import type { Cost } from '../../../shared/model/budget.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { FundingsQuery } from '../../../shared/model/query.ts';
import type { SearchPlan } from '../../../shared/model/search.ts';
import type { PriceHints } from '../api/client-port.ts';
import { describeCall } from '../api/endpoints.ts';
import type { GovernedCall } from '../api/exchange.ts';
import { queryTotal, setByQuery } from '../db/queries/query-sets.ts';
import type { ReadDb } from '../db/sql.ts';
import { queryKeyOf } from '../library/stored-query.ts';
import { FREE } from '../quota/costs.ts';
import type { Governor } from '../quota/governor-port.ts';
import { isCovered, oldestUsed } from './cover.ts';
import { dateOfDay, dayOfTime, type DayRange } from './days.ts';
import { coverFromLibrary } from './kept-answers.ts';
import { JUST_ASKED_MS, missingDays, type Count } from './missing.ts';

export interface PlanParts {
  readonly cache: ReadDb;
  readonly governor: Pick<Governor, 'preview' | 'previewAll' | 'serverNowMs'>;
  readonly hints: PriceHints;
}

/** The question that tells how many match, for one row at most [§2.11]. */
export const probeOf = (query: FundingsQuery): FundingsQuery => ({ ...query, limit: 1, offset: 0 });

/**
 * What a search would cost and what of it is known; nothing is sent or reserved.
 * @throws AppFailure validation — a query that must not be sent
 */
export function planSearch(query: FundingsQuery, { cache, governor, hints }: PlanParts): SearchPlan {
  const callOf = (asked: FundingsQuery): GovernedCall =>
    describeCall({ endpoint: 'fundings', query: asked }, hints);
  // First, because it throws where the query cannot be asked at all.
  const ask = governor.preview(callOf(query));
  const nowMs = governor.serverNowMs();
  const count = queryTotal(cache, queryKeyOf(query));
  const cover = coverFromLibrary(cache, query);
  const asOfMs = oldestUsed(cover);
  const within = (days: DayRange): FundingsQuery => ({
    ...query,
    offset: 0,
    fundingDateStart: dateOfDay(days.from),
    fundingDateEnd: dateOfDay(days.to),
  });
  const wasJustAsked = (days: DayRange): boolean => {
    const set = setByQuery(cache, 'fundings', queryKeyOf(within(days)));
    return set !== null && nowMs - set.fetchedAtMs < JUST_ASKED_MS;
  };
  const isCountOfToday = count !== null && dayOfTime(count.atMs) === dayOfTime(nowMs);
  return {
    ask,
    library: asOfMs === null ? null : { rows: cover.rows.length, asOfMs, complete: isCovered(cover) },
    missing: missingDays(cover, { count, nowMs, wasJustAsked }).map(({ why, ...days }) => ({
      query: within(days),
      why,
      preview: governor.preview(callOf(within(days))),
    })),
    count,
    all:
      count === null
        ? null
        : priceOfAll(query, count, (pages) => governor.previewAll(pages.map(callOf)).cost),
    probe: isCountOfToday ? null : governor.preview(callOf(probeOf(query))),
  };
}

/** Every page that can be reached, the last one asking for what is left only. */
function priceOfAll(
  query: FundingsQuery,
  { total }: Count,
  costOf: (pages: readonly FundingsQuery[]) => Cost,
): NonNullable<SearchPlan['all']> {
  const rows = Math.min(total, SET_ROWS_MAX);
  const pages = Array.from({ length: Math.ceil(rows / query.limit) }, (_, index) => {
    const offset = index * query.limit;
    return { ...query, offset, limit: Math.min(query.limit, rows - offset) };
  });
  return { pages: pages.length, rows, cost: pages.length === 0 ? FREE : costOf(pages) };
}
