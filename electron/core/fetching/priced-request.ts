import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import type { Cost, Endpoint, Preview, Screen } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { canStoreContacts, type ContactKeyState } from '../contacts/contact-encryption.ts';
import type { WriteDb } from '../database/sql.ts';
import { noteStoredTime } from '../library/stored-time.ts';
import type { ErasuresSince, InFlightErasures } from '../privacy/in-flight-erasures.ts';
import { isDearer } from '../quota/policy/costs.ts';
import { spend, type SpendingGuard } from '../quota/spending/spending-guard.ts';
import type { CallOf, Client, Store, ValueOf } from '../service-api/client-port.ts';
import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import type { Governor } from '../service-api/governor-port.ts';
import type { ConnectionState } from '../workspace/connection-state.ts';
import type { ContactKey } from '../workspace/contact-key.ts';
import { storeUnlessErased } from './erasure-guard.ts';
import { recordNotFound } from './record-not-found.ts';
import { storeResponse } from './store-response.ts';

export interface RequestParts {
  readonly client: Client;
  readonly files: { readonly cache: WriteDb };
  readonly vault: Pick<ContactKey, 'seal' | 'whileFetching'>;
  readonly erased: Pick<InFlightErasures, 'since'>;
  readonly governor: Pick<Governor, 'stampMs' | 'latestPossibleMs'>;
  readonly connection: Pick<ConnectionState, 'watch'>;
  readonly publish: Publish;
  readonly spending: Pick<SpendingGuard, 'admit'>;
  requireRoom(): void;
  saveDemo(): void;
}

export interface RequestOptions<E extends Endpoint> {
  /** Replaces the store function of the call's endpoint. */
  readonly store?: Store<ValueOf<E>>;
  /**
   * Called when contacts are locked and a request for contacts would therefore be refused. Tries to unlock
   * contacts, and resolves to whether contacts can be stored. Background work omits this function, because
   * the keychain may prompt the user.
   */
  readonly unlockContacts?: () => Promise<boolean>;
}

/** The reason in the request history for a request that the user made directly. */
export const BY_HAND = 'You';

/** Returns the context of a request that the user makes at the price shown on the screen. */
export const byHand = (accepted: Cost, screen: Screen, reason = BY_HAND): CallContext => ({
  accepted,
  screen,
  reason,
  lane: 'interactive',
});

/**
 * Makes one priced request; every request of the app goes through this function. Before sending, it checks
 * the disk space, the user's approval (in a dialog outside the page, if the price is above what may be spent
 * without asking) and the contact key. The request is sent through the governor. Afterwards, the function
 * records whether the service is available and what a 404 means for the company, saves the demo, and
 * publishes the changes.
 * @throws AppFailure `storage` (`full`), `not-confirmed`, `conflict` (`people-locked`), or the errors of
 * Client.request
 */
export async function runPricedRequest<E extends Endpoint>(
  parts: RequestParts,
  call: CallOf<E>,
  context: CallContext,
  options: RequestOptions<E> = {},
): Promise<FetchedResponse<ValueOf<E>>> {
  parts.requireRoom();
  const make = () => makeRequest(parts, call, context, options);
  return context.isApproved === true ? make() : spend(parts.spending, context.accepted.records, make);
}

async function makeRequest<E extends Endpoint>(
  parts: RequestParts,
  call: CallOf<E>,
  context: CallContext,
  options: RequestOptions<E>,
): Promise<FetchedResponse<ValueOf<E>>> {
  if (call.endpoint === 'contacts') await requireContactKey(parts, options);
  const erasures = parts.erased.since();
  let isAnswered = false;
  try {
    const response = await parts.connection.watch(() => send(parts, erasures, call, context, options));
    isAnswered = true;
    return response;
  } catch (error) {
    recordFailure(parts, erasures, call, error);
    throw error;
  } finally {
    erasures.end();
    parts.saveDemo();
    publishChanges(parts, call, isAnswered);
  }
}

/**
 * Refuses a request for contacts while contacts cannot be encrypted. Otherwise, the user would pay for
 * contacts that the app cannot store.
 *
 * @throws AppFailure `conflict` (`people-locked`)
 */
async function requireContactKey(
  { vault }: RequestParts,
  { unlockContacts }: Pick<RequestOptions<Endpoint>, 'unlockContacts'>,
): Promise<void> {
  if (canStoreContacts(vault.seal()) || (await unlockContacts?.()) === true) return;
  throw new AppFailure({ kind: 'conflict', reason: 'people-locked' });
}

/**
 * Sends the request through the governor. The governor compares the price, including learned costs, with the
 * accepted price and reserves the cost. The client then sends the request and decodes the response. Finally,
 * the response is stored and the cost is settled.
 */
function send<E extends Endpoint>(
  { client, vault, governor, files: { cache } }: RequestParts,
  erasures: ErasuresSince,
  call: CallOf<E>,
  context: CallContext,
  options: RequestOptions<E>,
): Promise<FetchedResponse<ValueOf<E>>> {
  return withContactKey(vault, call, (seal) => {
    const library = { cache, seal: () => vault.seal() };
    const store: Store<ValueOf<E>> =
      options.store ?? ((value, atMs) => storeResponse({ cache, seal }, call, value, atMs));
    return client.request(call, context, (value, atMs) => {
      noteStoredTime(cache, atMs, governor.latestPossibleMs());
      storeUnlessErased(library, erasures, call, value, () => store(value, atMs));
    });
  });
}

/**
 * Runs the request with access to the contact key. The key stays usable until the request ends, even if
 * contacts are locked in the meantime, because the user has paid for the contacts in the response.
 */
const withContactKey = <T>(
  vault: RequestParts['vault'],
  { endpoint }: PricedCall,
  work: (seal: () => ContactKeyState) => Promise<T>,
): Promise<T> =>
  endpoint === 'company' || endpoint === 'contacts' ? vault.whileFetching(work) : work(() => vault.seal());

/**
 * If the request failed with a 404, records what this means for the company. Does nothing if the company was
 * erased during the request.
 */
function recordFailure(
  { files, governor }: RequestParts,
  erasures: ErasuresSince,
  call: PricedCall,
  error: unknown,
): void {
  if (!(error instanceof AppFailure) || !('companyId' in call) || erasures.isErased(call.companyId)) return;
  recordNotFound(files.cache, call, error.appError, governor.stampMs());
}

/**
 * Publishes changes even if a request for a company failed, because a 404 may have changed the stored
 * company.
 */
function publishChanges({ publish }: RequestParts, call: PricedCall, isAnswered: boolean): void {
  const isList = call.endpoint === 'fundings' || call.endpoint === 'companies';
  if ('companyId' in call) publish('companies', 'onChanged', { id: call.companyId });
  if ('companyId' in call || (isList && isAnswered)) publish('library', 'onChanged', {});
}

/**
 * Checks that several requests together cost no more than the price that the user accepted for them. The
 * governor checks each request again before it is sent.
 * @throws AppFailure `price-changed` if the price is above the accepted one
 */
export function requireAccepted(preview: Preview, accepted: Cost): void {
  if (isDearer(preview.cost, accepted)) throw new AppFailure({ kind: 'price-changed', preview });
}
