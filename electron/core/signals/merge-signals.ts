import { decodeEvent } from '../api/decode-event.ts';
import { markMerged, signalsToMerge, type ToMerge } from '../db/queries/signals.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { storeEvent } from '../library/store-event.ts';
import type { Logger } from '../ports.ts';
import { messageOf } from '../message-of.ts';
import { isStorage } from '../is-storage.ts';

/** Events that one turn takes in: what waits for the thread waits a few milliseconds. */
const PER_TURN = 2;

/**
 * Takes events that were kept into the library: by itself each makes a company card. What cannot be taken in stays in the stream
 * with its raw row, and is not tried again.
 * @returns the companies that were touched, and whether more is waiting
 * @throws AppFailure storage: nothing is wrong with the event, and it is tried again
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

function mergeOne(db: WriteDb, { signalKey, raw, receivedAtMs, icpMatch }: ToMerge): string | null {
  const event = raw === null ? null : decodeEvent(JSON.parse(raw));
  if (event !== null) storeEvent(db, { ...event, icpMatch: event.icpMatch ?? icpMatch }, receivedAtMs);
  markMerged(db, signalKey, event !== null);
  return event?.company.companyId ?? null;
}
