import type { Endpoint } from '../../../shared/model/budget.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import type { WriteDb } from '../database/sql.ts';
import { storeHealth } from '../library/service-state.ts';
import { storeRoles } from '../library/store-open-roles.ts';
import { storeHighlights, storeNews, storeRounds, storeTechStack } from '../library/store-panels.ts';
import { storeContacts, storeDetail, storeFilters, storePage } from '../library/store-responses.ts';
import type { CallOf, ValueOf } from '../service-api/client-port.ts';

interface StoreTarget {
  readonly cache: WriteDb;
  /** Returns the state of the contact key that encrypts contacts and undocumented fields in the response. */
  readonly seal: () => ContactKeyState;
}

/** Stores a response from one endpoint; `fetchedAtMs` is its server time. */
type StoreResponse<E extends Endpoint> = (
  target: StoreTarget,
  call: CallOf<E>,
  value: ValueOf<E>,
  fetchedAtMs: number,
) => void;

const stores: { readonly [E in Endpoint]: StoreResponse<E> } = {
  fundings: ({ cache, seal }, call, page, fetchedAtMs) =>
    storePage(cache, { ...call, page, fetchedAtMs }, seal()),
  companies: ({ cache, seal }, call, page, fetchedAtMs) =>
    storePage(cache, { ...call, page, fetchedAtMs }, seal()),
  company: ({ cache, seal }, _call, detail, fetchedAtMs) => storeDetail(cache, seal(), detail, fetchedAtMs),
  contacts: ({ cache, seal }, _call, contacts, fetchedAtMs) =>
    storeContacts(cache, seal(), contacts, fetchedAtMs),
  'tech-stack': ({ cache, seal }, _call, techStack, fetchedAtMs) =>
    storeTechStack(cache, techStack, fetchedAtMs, seal()),
  rounds: ({ cache, seal }, _call, rounds, fetchedAtMs) => storeRounds(cache, rounds, fetchedAtMs, seal()),
  highlights: ({ cache, seal }, _call, highlights, fetchedAtMs) =>
    storeHighlights(cache, highlights, fetchedAtMs, seal()),
  'open-roles': ({ cache, seal }, { query }, roles, fetchedAtMs) =>
    storeRoles(cache, roles, query, fetchedAtMs, seal()),
  news: ({ cache, seal }, _call, news, fetchedAtMs) => storeNews(cache, news, fetchedAtMs, seal()),
  filters: ({ cache }, _call, filters, fetchedAtMs) => storeFilters(cache, filters, fetchedAtMs),
  health: ({ cache }, _call, health, fetchedAtMs) => storeHealth(cache, health, fetchedAtMs),
  // Counters are not cached. Instead, fetchStats uses them to reconcile the ledger.
  stats: () => undefined,
};

export function storeResponse<E extends Endpoint>(
  target: StoreTarget,
  call: CallOf<E>,
  value: ValueOf<E>,
  fetchedAtMs: number,
): void {
  const endpoint: E = call.endpoint;
  stores[endpoint](target, call, value, fetchedAtMs);
}
