import { addReceipts } from '../../../shared/add-costs.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import { callOf } from '../../../shared/list-query.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ResultSet } from '../../../shared/model/search.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import type { WriteDb } from '../database/sql.ts';
import { findSet } from '../library/query-sets.ts';
import { storeProbe } from '../library/store-responses.ts';
import { probeOf } from '../search-coverage/plan-search.ts';
import { areOptionsOld } from '../search-coverage/search-price.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { noteSearched, storedSetOf, type SearchedOptions } from '../user-data/saved-search-results.ts';
import { loadOptionsWithin, refreshIfRefused, type RefusedSearchParts } from './filter-options.ts';
import { runPricedRequest } from './priced-request.ts';

interface SavedSearchParts {
  readonly files: { readonly cache: WriteDb; readonly yours: WriteDb };
  readonly governor: Pick<Governor, 'serverNowMs'>;
  readonly publish: Publish;
}

export interface SearchParts extends RefusedSearchParts, SavedSearchParts {
  readonly files: SavedSearchParts['files'];
  readonly governor: RefusedSearchParts['governor'];
}

/**
 * Fetches one page of a search. Then fetches the filter options again if the stored ones are old and the
 * accepted price also covers `/filters` (see `priceOfSearch`). If both requests succeed, the receipt covers
 * both.
 * @throws AppFailure the errors of runPricedRequest
 */
export async function runSearch(
  parts: SearchParts,
  question: ListQuery,
  context: CallContext,
): Promise<{ set: ResultSet; receipt: Receipt }> {
  const requestedAtMs = parts.governor.serverNowMs();
  const { receipt } = await refreshIfRefused(parts, question, context, () =>
    runPricedRequest(parts, callOf(question), context),
  );
  const set = findSet(parts.files.cache, question);
  if (set === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
  recordSearched(parts, [set], requestedAtMs);
  const options = areOptionsOld(parts.files.cache, requestedAtMs)
    ? await loadOptionsWithin(parts, receipt, context)
    : null;
  return { set, receipt: options === null ? receipt : addReceipts(receipt, options) };
}

/** Fetches the match count of a search by requesting a single row. */
export async function countMatches(
  parts: RefusedSearchParts,
  question: ListQuery,
  context: CallContext,
): Promise<{ total: number | null; receipt: Receipt }> {
  const { cache } = parts.files;
  const call = callOf(probeOf(question));
  const { value, receipt } = await refreshIfRefused(parts, question, context, () =>
    runPricedRequest(parts, call, context, {
      store: (page, fetchedAtMs) => storeProbe(cache, { ...call, page, fetchedAtMs }, parts.vault.seal()),
    }),
  );
  return { total: value.total, receipt };
}

/**
 * Returns the query of a saved search with today's dates, and the newest result set stored for the search.
 * `current` is false if the set was stored for an earlier date range or for another page size.
 * @throws AppFailure `not-found` (`saved-search`)
 */
export function openSavedSearch(
  parts: SavedSearchParts,
  id: string,
): { question: ListQuery; set: ResultSet | null; current: boolean } {
  const nowMs = parts.governor.serverNowMs();
  const stored = storedSetOf(parts.files, id, nowMs);
  if (stored === null) throw new AppFailure({ kind: 'not-found', what: 'saved-search' });
  const { search, set, current } = stored;
  // If the app crashed after storing a response, this result set may not be linked to the search yet.
  if (set !== null && current) recordSearched(parts, [set], nowMs);
  return { question: questionAt(search, nowMs), set, current };
}

/**
 * Records each result set for all saved searches with the same query. Publishes a change if there is at least
 * one such search.
 */
export function recordSearched(
  { files, publish }: Pick<SavedSearchParts, 'files' | 'publish'>,
  sets: Iterable<ResultSet>,
  requestedAtMs: number,
  options: SearchedOptions = {},
): void {
  let isMatched = false;
  for (const set of sets) isMatched = noteSearched(files, set, requestedAtMs, options) || isMatched;
  if (isMatched) publish('savedSearches', 'onChanged', {});
}
