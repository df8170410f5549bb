import { decodeEvent } from '../service-api/decoders/webhook-event.ts';
import { markMerged, signalsToMerge, type SignalsToMerge } from '../database/queries/cache/signals.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { storeEvent } from '../library/store-event.ts';
import type { Logger } from '../ports.ts';
import { messageOf } from '../foundation/error-message.ts';
import { isStorage } from '../foundation/storage-errors.ts';

/**
 * Number of events merged in one event-loop turn; kept low so other work waits only a few milliseconds.
 */
const PER_TURN = 2;

/**
 * Merges the next stored webhook events into the library. An event whose content cannot be merged
 * remains in the stream and is not retried.
 * @returns the changed companies, and whether more events may need merging
 * @throws AppFailure `storage` if the disk is full or the database is unusable; the event is retried later
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

function mergeOne(db: WriteDb, signal: SignalsToMerge): string | null {
  const { signalKey, via, raw, undocumented, receivedAtMs, icpMatch } = signal;
  const event = raw === null ? null : decodeEvent(JSON.parse(raw));
  if (raw !== null && event !== null) {
    const scored = { ...event, icpMatch: event.icpMatch ?? icpMatch };
    storeEvent(db, scored, receivedAtMs, via, { raw, undocumented });
  }
  markMerged(db, signalKey, event !== null);
  return event?.company.companyId ?? null;
}
