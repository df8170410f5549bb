import { decodeEvent } from '../service-api/decoders/webhook-event.ts';
import { markMerged, signalsToMerge, type SignalsToMerge } from '../database/queries/cache/signals.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { storeEvent } from '../library/store-event.ts';
import type { Logger } from '../ports.ts';
import { messageOf } from '../foundation/error-message.ts';
import { isStorage } from '../foundation/storage-errors.ts';

/** Events merged per turn; keeps other work on the thread waiting only a few milliseconds. */
const PER_TURN = 2;

/**
 * Merges stored webhook events into the library; each creates or updates a company. An event that cannot be
 * merged stays in the stream with its raw row and is not retried.
 * @returns the changed companies, and whether more events are waiting
 * @throws AppFailure storage; the event is retried later
 */
export function mergeSignals(db: WriteDb, log: Logger): { companyIds: string[]; isMore: boolean } {
  const waiting = signalsToMerge(db, PER_TURN);
  if (waiting.length === 0) return { companyIds: [], isMore: false };
  const companyIds = waiting.flatMap((signal) => {
    try {
      const companyId = transaction(db, () => mergeOne(db, signal));
      return companyId === null ? [] : [companyId];
    } catch (error) {
      if (isStorage(error)) throw error;
      markMerged(db, signal.signalKey, false);
      log.error('signal-not-merged', { error: messageOf(error) });
      return [];
    }
  });
  return { companyIds: [...new Set(companyIds)], isMore: waiting.length === PER_TURN };
}

function mergeOne(db: WriteDb, { signalKey, raw, receivedAtMs, icpMatch }: SignalsToMerge): string | null {
  const event = raw === null ? null : decodeEvent(JSON.parse(raw));
  if (event !== null) storeEvent(db, { ...event, icpMatch: event.icpMatch ?? icpMatch }, receivedAtMs);
  markMerged(db, signalKey, event !== null);
  return event?.company.companyId ?? null;
}
