import type { Counter } from '../database/queries/ledger/counters.ts';

/** The share of the rolling minute that is held back for other devices: 2 of 20 requests. */
const HELD_BACK_SHARE = 0.1;

/**
 * Returns how many requests in the rolling minute are held back for other devices on the same account.
 * Requests are held back only if the service reported requests today that this device did not send.
 */
export function heldBackForOthers(minuteLimit: number, today: Counter | undefined): number {
  const wereOthersActive = today !== undefined && today.others + today.corrected > 0;
  return wereOthersActive && minuteLimit > 1 ? Math.ceil(minuteLimit * HELD_BACK_SHARE) : 0;
}
