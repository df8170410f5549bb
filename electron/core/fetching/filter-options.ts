import { isWithin, minus } from '../../../shared/add-costs.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
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
