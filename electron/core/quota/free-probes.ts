import { readAccount } from '../database/queries/ledger/account-state.ts';
import { newestNotFound, notFoundAt } from '../database/queries/ledger/not-found-responses.ts';
import type { GovernedCall } from '../service-api/governed-request.ts';
import type { QuotaParts } from './gather-state.ts';
import { HOUR_MS } from '../../../shared/durations.ts';

/** After this many 404 responses within an hour, requests that have returned 404 before must wait. */
export const FREE_PROBES_AN_HOUR = 10;
/** A request whose last 404 is older than this may be repeated without waiting. */
const PROBE_MEMORY_MS = 30 * 24 * HOUR_MS;

/**
 * Limits how often a request may be repeated after a 404. A 404 costs nothing, so no budget limits these
 * repetitions.
 * @returns the server time at which the request may be repeated; null if it may be repeated immediately
 */
export function nextProbeAtMs(
  { db, serverClock }: Pick<QuotaParts, 'db' | 'serverClock'>,
  { canonical }: GovernedCall,
): number | null {
  const nowMs = serverClock.nowMs();
  const { epoch } = readAccount(db);
  const before = newestNotFound(db, { epoch, call: canonical, sinceMs: nowMs - PROBE_MEMORY_MS });
  if (before === null) return null;
  const oldestOfTen = notFoundAt(db, { epoch, sinceMs: nowMs - HOUR_MS, place: FREE_PROBES_AN_HOUR });
  return oldestOfTen === null ? null : oldestOfTen + HOUR_MS;
}
