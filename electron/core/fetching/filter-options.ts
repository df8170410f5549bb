import { isWithin, minus } from '../../../shared/add-costs.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { mayNewOptionsHelp } from '../../../shared/filter-refusal.ts';
import type { Cost, Preview, Receipt, Screen } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { callOf } from '../../../shared/list-query.ts';
import { filterSnapshotAt } from '../database/queries/cache/filter-snapshot.ts';
import type { ReadDb } from '../database/sql.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { withExpectedRecords } from '../search-coverage/plan-search.ts';
import { runPricedRequest, type RequestParts } from './priced-request.ts';

/** Age in ms from which stored filter options are fetched again with the next search. They rarely change. */
const MAX_AGE_MS = 7 * 86_400_000;

export interface FilterOptionsParts extends RequestParts {
  readonly governor: RequestParts['governor'] & Pick<Governor, 'worst'>;
  readonly hints: PriceHints;
}

/**
 * Returns whether the stored filter options are at least a week old. Returns false if they were never
 * fetched.
 */
export function areOptionsOld(cache: ReadDb, nowMs: number): boolean {
  const fetchedAtMs = filterSnapshotAt(cache);
  return fetchedAtMs !== null && nowMs - fetchedAtMs >= MAX_AGE_MS;
}

/**
 * Fetches the filter options (`/filters`, spec §4.11) after another request, if the price that the user
 * accepted for that request also covers `/filters`. A failure of `/filters` is recorded in the ledger, but
 * the other request still succeeds.
 * @param before the receipt of the other request
 * @returns the receipt of `/filters`; null if it was not sent or failed
 */
export async function loadOptionsWithin(
  parts: FilterOptionsParts,
  before: Receipt,
  context: CallContext,
): Promise<Receipt | null> {
  const worst = parts.governor.worst(describeCall({ endpoint: 'filters' }, parts.hints));
  if (!isWithin(worst, minus(context.accepted, before.reserved))) return null;
  return fetchOptions(parts, worst, context);
}

/** The parts of a workspace that fetch the filter options after a refused search. */
export interface RefusedSearchParts extends FilterOptionsParts {
  readonly governor: FilterOptionsParts['governor'] & Pick<Governor, 'serverNowMs'>;
}

/**
 * Makes a search request. If the service refuses it, perhaps because of a filter value that it no longer
 * accepts, fetches the stored filter options again once. This happens only if it costs no record and the price
 * that the user accepted for the search covers it. Otherwise, the screen offers it with its price.
 * @throws AppFailure the errors of `request`
 */
export async function refreshIfRefused<T>(
  parts: RefusedSearchParts,
  question: ListQuery,
  context: CallContext,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const appError = error instanceof AppFailure ? error.appError : null;
    const { governor, hints, files } = parts;
    if (mayNewOptionsHelp(appError, question, filterSnapshotAt(files.cache), governor.serverNowMs())) {
      const worst = governor.worst(describeCall({ endpoint: 'filters' }, hints));
      // The refused search costs nothing (spec §7), so its whole price is available.
      if (worst.records === 0 && isWithin(worst, context.accepted)) await fetchOptions(parts, worst, context);
    }
    throw error;
  }
}

/** Fetches the filter options. Returns null if this fails, because another request matters more. */
async function fetchOptions(
  parts: FilterOptionsParts,
  worst: Cost,
  context: CallContext,
): Promise<Receipt | null> {
  try {
    const { receipt } = await runPricedRequest(
      parts,
      { endpoint: 'filters' },
      { ...context, accepted: worst },
    );
    return receipt;
  } catch (error) {
    if (error instanceof AppFailure) return null;
    throw error;
  }
}

interface PriceParts {
  readonly files: { readonly cache: ReadDb };
  readonly governor: Pick<Governor, 'preview' | 'previewAll' | 'serverNowMs'>;
  readonly hints: PriceHints;
}

/**
 * Returns the price of a search. If the stored filter options are old, the price also covers fetching them
 * again, unless the budgets allow only the search.
 */
export function priceOfSearch(
  { files, governor, hints }: PriceParts,
  question: ListQuery,
  screen: Screen,
): Preview {
  const call = describeCall(callOf(question), hints);
  const nowMs = governor.serverNowMs();
  const withExpected = (preview: Preview): Preview =>
    withExpectedRecords(preview, { cache: files.cache, question, nowMs });
  const alone = withExpected(governor.preview(call, screen));
  const { offset } = question.query;
  if (alone.decision.kind !== 'go' || offset > 0 || !areOptionsOld(files.cache, nowMs)) return alone;
  const both = governor.previewAll([call, describeCall({ endpoint: 'filters' }, hints)], screen);
  return both.decision.kind === 'go' ? { ...withExpected(both), also: 'filters' } : alone;
}
