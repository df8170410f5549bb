import type { StatsReading } from '../service-api/decoders/decoded-types.ts';
import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { runPricedRequest, type RequestParts } from './priced-request.ts';

export interface StatsParts extends RequestParts {
  readonly governor: Pick<Governor, 'stampMs' | 'latestPossibleMs' | 'keyTurn' | 'reconcile'>;
  record(): { readonly id: string; readonly keyType: StatsReading['keyType'] };
  update(change: { readonly keyType: StatsReading['keyType'] }): void;
}

/**
 * Fetches the service's counters. If the API key was not replaced during the request, reconciles the ledger
 * with the counters and saves the type of the key.
 */
export async function fetchStats(
  parts: StatsParts,
  context: CallContext,
): Promise<FetchedResponse<StatsReading>> {
  const { governor } = parts;
  const keyTurn = governor.keyTurn();
  const response = await runPricedRequest(parts, { endpoint: 'stats' }, context);
  if (governor.keyTurn() !== keyTurn) return response;
  governor.reconcile(response.value, response.serverNowMs);
  const { keyType } = response.value;
  if (keyType !== 'unknown' && keyType !== parts.record().keyType) {
    parts.update({ keyType });
    parts.publish('workspaces', 'onChanged', { activeId: parts.record().id });
  }
  return response;
}
