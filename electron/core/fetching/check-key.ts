import { AppFailure } from '../../../shared/app-failure.ts';
import type { Client } from '../service-api/client-port.ts';
import type { StatsReading } from '../service-api/decoders/stats-reading.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import { runPricedRequest, type RequestParts } from './priced-request.ts';

/** What the service says about a key. `reading` is null if the key is valid but its budget is used up. */
export interface CheckedKey {
  readonly reading: StatsReading | null;
  readonly serverNowMs: number | null;
}

/**
 * Checks a key that is not in use yet with one priced `/stats` request. `client` sends the key.
 * @throws AppFailure unauthorized if the service refuses the key, network, upstream, price-changed, …
 */
export async function checkKey(
  parts: RequestParts,
  client: Client,
  context: CallContext,
): Promise<CheckedKey> {
  try {
    const { value, serverNowMs } = await runPricedRequest(
      { ...parts, client },
      { endpoint: 'stats' },
      context,
    );
    return { reading: value, serverNowMs };
  } catch (error) {
    const isUsedUp =
      error instanceof AppFailure && error.appError.kind === 'upstream' && error.appError.status === 429;
    if (isUsedUp) return { reading: null, serverNowMs: null };
    throw error;
  }
}
