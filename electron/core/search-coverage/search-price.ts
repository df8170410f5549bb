import type { Preview, Screen } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { callOf } from '../../../shared/list-query.ts';
import { filterSnapshotAt } from '../database/queries/cache/filter-snapshot.ts';
import { queryTotal } from '../database/queries/cache/query-sets.ts';
import type { ReadDb } from '../database/sql.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { dayOfTime } from './calendar-days.ts';
import { queryKeyOf } from './query-key.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/** The age, in ms, from which the next search fetches the stored filter options again. They rarely change. */
const MAX_AGE_MS = 7 * DAY_MS;

export interface SearchPriceParts {
  readonly cache: ReadDb;
  readonly governor: Pick<Governor, 'preview' | 'previewAll' | 'serverNowMs'>;
  readonly hints: PriceHints;
  /** The screen from which the user would search. */
  readonly screen: Screen;
}

/**
 * Returns whether stored filter options are at least a week old. Returns false if they were never fetched.
 */
export function areOptionsOld(cache: ReadDb, nowMs: number): boolean {
  const fetchedAtMs = filterSnapshotAt(cache);
  return fetchedAtMs !== null && nowMs - fetchedAtMs >= MAX_AGE_MS;
}

/**
 * Returns the price of a search that the user runs. Every button, menu and list shows this price. If the
 * stored filter options are old and the budgets allow it, the price of the first page includes fetching them
 * again.
 */
export function priceOfSearch(question: ListQuery, parts: SearchPriceParts): Preview {
  const { cache, governor, hints, screen } = parts;
  const alone = priceOfPage(question, parts);
  const { offset } = question.query;
  if (alone.decision.kind !== 'go' || offset > 0 || !areOptionsOld(cache, governor.serverNowMs()))
    return alone;
  const options = describeCall({ endpoint: 'filters' }, hints);
  const both = governor.previewAll([describeCall(callOf(question), hints), options], screen);
  if (both.decision.kind !== 'go') return alone;
  const { cost } = governor.preview(options, screen);
  return { ...withExpectedRecords(both, question, parts), also: { endpoint: 'filters', cost } };
}

/** Returns the price of one page of a search. Excludes the price of the filter options. */
export function priceOfPage(question: ListQuery, parts: SearchPriceParts): Preview {
  const { governor, hints, screen } = parts;
  const call = describeCall(callOf(question), hints);
  return withExpectedRecords(governor.preview(call, screen), question, parts);
}

/**
 * Returns the price of a list request together with the expected number of records, if the service reported
 * the number of matches today.
 */
function withExpectedRecords(
  preview: Preview,
  question: ListQuery,
  { cache, governor }: Pick<SearchPriceParts, 'cache' | 'governor'>,
): Preview {
  const count = queryTotal(cache, queryKeyOf(question));
  if (count === null || dayOfTime(count.atMs) !== dayOfTime(governor.serverNowMs())) return preview;
  const { limit, offset } = question.query;
  const rows = Math.min(limit, Math.max(0, count.total - offset));
  // The price may also cover a second request, such as the one for the filter options. The expected records
  // then include the worst case of that request.
  return { ...preview, expectedRecords: rows + Math.max(0, preview.cost.records - limit) };
}
