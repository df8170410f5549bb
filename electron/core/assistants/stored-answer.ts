import type { OfflineRequest } from '../../../shared/model/offline.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import { contactsState } from '../database/queries/cache/contacts.ts';
import { panelsOf } from '../database/queries/cache/panels/company-panels.ts';
import { savedSearchById } from '../database/queries/yours/saved-searches.ts';
import { PLAN_SCREEN } from '../fetching/planned-request.ts';
import type { QueuePriceParts } from '../jobs/queued-price.ts';
import { companyView } from '../library/company-view.ts';
import { planSearch } from '../search-coverage/plan-search.ts';
import { priceOfSearch } from '../search-coverage/search-price.ts';
import { parseSavedQuery } from '../user-data/saved-searches.ts';

/** The kinds of requests that an assistant can propose. */
export type ProposableRequest = Extract<
  OfflineRequest,
  { readonly kind: 'profile' | 'people' | 'panel' | 'roles' | 'saved-search' }
>;

/** Describes how well the library can answer a request without sending it. */
export interface StoredAnswer {
  readonly fetchedAtMs: number;
  /** False if the library contains only a part of the search result. */
  readonly isComplete: boolean;
  /** Stored rounds that match a saved search; null for other requests. */
  readonly rounds: number | null;
}

/** Returns null if the library has no answer to the request. */
export function storedAnswer(
  parts: Pick<QueuePriceParts, 'files' | 'governor' | 'hints'>,
  ask: ProposableRequest,
): StoredAnswer | null {
  const nowMs = parts.governor.serverNowMs();
  if (ask.kind === 'saved-search') return storedRounds(parts, ask.searchId, nowMs);
  const fetchedAtMs = fetchedAt(parts, ask, nowMs);
  return fetchedAtMs === null ? null : { fetchedAtMs, isComplete: true, rounds: null };
}

function fetchedAt(
  { files: { cache, yours } }: Pick<QueuePriceParts, 'files'>,
  ask: Exclude<ProposableRequest, { kind: 'saved-search' }>,
  nowMs: number,
): number | null {
  if (ask.kind === 'people') return contactsState(cache, ask.companyId)?.fetchedAtMs ?? null;
  if (ask.kind === 'profile')
    return companyView(cache, yours, ask.companyId, nowMs)?.stamps.profile?.fetchedAtMs ?? null;
  const panel = ask.kind === 'roles' ? 'open-roles' : ask.panel;
  const found = [...panelsOf(cache, ask.companyId).values()].find((each) => each.panel === panel);
  return found?.fetchedAtMs ?? null;
}

function storedRounds(
  { files: { cache, yours }, governor, hints }: Pick<QueuePriceParts, 'files' | 'governor' | 'hints'>,
  searchId: string,
  nowMs: number,
): StoredAnswer | null {
  const stored = savedSearchById(yours, Number(searchId));
  const search = stored === null ? null : parseSavedQuery(stored.question);
  if (search === null) return null;
  const parts = { cache, governor, hints, screen: PLAN_SCREEN, priceOf: priceOfSearch };
  const { library } = planSearch(questionAt(search, nowMs), parts);
  return library === null
    ? null
    : { fetchedAtMs: library.asOfMs, isComplete: library.complete, rounds: library.rows };
}
