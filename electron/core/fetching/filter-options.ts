import { isWithin, minus } from '../../../shared/add-costs.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { mayNewOptionsHelp } from '../../../shared/filter-refusal.ts';
import type { Cost, Receipt } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { filterSnapshotAt } from '../database/queries/cache/filter-snapshot.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { runPricedRequest, type RequestParts } from './priced-request.ts';

export interface FilterOptionsParts extends RequestParts {
  readonly governor: RequestParts['governor'] & Pick<Governor, 'worst'>;
  readonly hints: PriceHints;
}

/**
 * Fetches the filter options (`/filters`, spec §4.11) after another request, if the price accepted for the
 * other request also covers `/filters`. If `/filters` fails, the failure is recorded in the ledger, but the
 * other request still counts as successful.
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

export interface RefusedSearchParts extends FilterOptionsParts {
  readonly governor: FilterOptionsParts['governor'] & Pick<Governor, 'serverNowMs'>;
}

/**
 * Makes a search request. If the service refuses the search because it no longer accepts a filter value,
 * fetches the filter options once. This happens only if they cost no record and the price that the user
 * accepted for the search covers them. Otherwise, the screen offers to fetch the options at their price.
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
      // The refused search was free (spec §7), so fetching the filter options may cost up to the whole
      // accepted price.
      if (worst.records === 0 && isWithin(worst, context.accepted)) await fetchOptions(parts, worst, context);
    }
    throw error;
  }
}

/**
 * Fetches the filter options along with another request. If fetching the options fails, returns null instead
 * of throwing, so the result or error of the other request is not lost.
 */
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
