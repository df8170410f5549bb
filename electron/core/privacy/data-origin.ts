import { isEventSource } from '../../../shared/event-source.ts';
import type { DataOriginReason } from '../../../shared/contract/privacy.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import type { Source, Stamp } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { panelsOf } from '../database/queries/cache/panels/company-panels.ts';
import { companyStamps, contactStamps } from '../database/queries/cache/data-origin.ts';
import { callEndedNear, type DataOriginRequest } from '../database/queries/ledger/data-origin.ts';
import type { ReadDb } from '../database/sql.ts';
import { expiresAtMs, retentionMonths } from './retention.ts';

/**
 * Maximum time between storing a response and settling its request in the ledger. Normally, one immediately
 * follows the other.
 */
const NEAR_MS = 30_000;
/**
 * To find the request of a response, `callOf` first considers only the requests that started at most this
 * long before the response. If it finds none, it considers all requests, because a start time is inaccurate
 * if it was recorded before the server time was known.
 */
const START_WITHIN_MS = 900_000;

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}

/**
 * Returns the origin of a company's stored data: the responses that contributed to it, each with its request
 * in the ledger. For contacts, also returns the time at which the retention rule will delete them. Empty if
 * nothing is stored.
 */
export function dataOriginOf({ cache, yours, ledger }: Files, companyId: string): DataOriginReason[] {
  const months = retentionMonths(yours);
  const reason = (what: DataOriginReason['what'], stamp: Stamp, people: number | null): DataOriginReason => ({
    what,
    source: stamp.source,
    fetchedAtMs: stamp.fetchedAtMs,
    call: callOf(ledger, companyId, stamp),
    people,
    expiresAtMs: what === 'people' ? expiresAtMs(stamp.fetchedAtMs, months) : null,
  });
  const people = contactStamps(cache, companyId, LIST_LIMIT_MAX / 2);
  const stamps = companyStamps(cache, companyId);
  return [
    ...stamps.map((stamp) => reason('company', stamp, null)),
    ...panelStamps(cache, companyId, stamps).map((stamp) => reason('panel', stamp, null)),
    ...people.map((stamp) => reason('people', stamp, stamp.people)),
  ].slice(0, LIST_LIMIT_MAX);
}

/** Returns the source and fetch time of each stored panel. Omits panels that `stamps` already contains. */
function panelStamps(cache: ReadDb, companyId: string, stamps: readonly Stamp[]): Stamp[] {
  const isReceived = (stamp: Stamp): boolean =>
    stamps.some(({ source, fetchedAtMs }) => source === stamp.source && fetchedAtMs === stamp.fetchedAtMs);
  return [...panelsOf(cache, companyId).values()].flatMap(({ panel, fetchedAtMs }) => {
    if (fetchedAtMs === null) return [];
    const stamp = { source: panel, fetchedAtMs };
    return isReceived(stamp) ? [] : [stamp];
  });
}

/**
 * Returns the request whose response contained the data; null if there is none, as for a webhook event. A
 * list request is found without the company id, because the ledger stores no company id for list requests.
 */
function callOf(ledger: ReadDb, companyId: string, { source, fetchedAtMs }: Stamp): DataOriginRequest | null {
  const endpoint = endpointOf(source);
  if (endpoint === null) return null;
  const isList = endpoint === 'fundings' || endpoint === 'companies';
  const stamps = { endpoint, companyId: isList ? null : companyId, atMs: fetchedAtMs, nearMs: NEAR_MS };
  return (
    callEndedNear(ledger, { ...stamps, withinMs: START_WITHIN_MS }) ??
    callEndedNear(ledger, { ...stamps, withinMs: null })
  );
}

const endpointOf = (source: Source): Endpoint | null => (isEventSource(source) ? null : source);
