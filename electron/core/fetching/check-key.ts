import { AppFailure } from '../../../shared/app-failure.ts';
import type { Client } from '../service-api/client-port.ts';
import type { StatsReading } from '../service-api/decoders/decoded-types.ts';
import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import { runPricedRequest, type RequestParts } from './priced-request.ts';

/**
 * Runs the request without updating the connection state, which describes the key in use and not the key
 * being checked.
 */
const unwatched: RequestParts['connection'] = { watch: (work) => work() };

/**
 * Sends one priced `/stats` request to check a key that is not in use yet. `client` must use this key.
 * @returns the response; null if the service accepts the key, but the key's budget is used up
 * @throws AppFailure `unauthorized` if the service refuses the key, `network`, `upstream`, `price-changed`, …
 */
export async function checkKey(
  parts: RequestParts,
  client: Client,
  context: CallContext,
): Promise<FetchedResponse<StatsReading> | null> {
  try {
    return await runPricedRequest(
      { ...parts, client, connection: unwatched },
      { endpoint: 'stats' },
      context,
    );
  } catch (error) {
    const isUsedUp =
      error instanceof AppFailure && error.appError.kind === 'upstream' && error.appError.status === 429;
    if (isUsedUp) return null;
    throw error;
  }
}
