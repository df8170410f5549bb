import { countSignals, isUnmergedBeyond, pruneSignals } from '../database/queries/cache/signals.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import type { Dispose, Logger } from '../ports.ts';
import { storeSignal, type Delivery, type StoredDelivery } from './store-signal.ts';
import { mergeSignals } from './merge-into-library.ts';
import { messageOf } from '../foundation/error-message.ts';

/** Maximum number of deliveries stored in one transaction. */
const BATCH_MAX = 64;
/** Maximum number of stored events. Older events are deleted; their companies stay in the library. */
const MAX_SIGNALS = 10_000;

export interface Inbox {
  /** Stores a delivery. Resolves when it is on disk and rejects if it could not be written. */
  put(delivery: Delivery): Promise<StoredDelivery>;
  /** Deletes events beyond the maximum and merges events that a crash or an error left unmerged. */
  start(): void;
  /** Merges stored events into the library, except events that have already been merged. */
  merge(): void;
  /** Writes the pending deliveries, then closes the inbox. Later calls to `put` reject. */
  dispose: Dispose;
}

interface InboxParts {
  readonly cache: WriteDb;
  readonly log: Logger;
  /** Returns the state of the contact key, which encrypts the undocumented fields of events. */
  readonly seal: () => ContactKeyState;
  /** Called with the deliveries that were stored together. */
  readonly onStored: (stored: readonly StoredDelivery[]) => void;
  /** Called with the companies that a merge changed in the library. */
  readonly onMerged: (companyIds: readonly string[]) => void;
}

interface PendingEvent {
  readonly delivery: Delivery;
  readonly resolve: (stored: StoredDelivery) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates an inbox. Deliveries that arrive together are stored in one transaction, so a burst needs only one
 * disk sync. Each sender gets its response before its delivery is merged into the library.
 */
export function createInbox(parts: InboxParts): Inbox {
  const { cache, log } = parts;
  const waiting: PendingEvent[] = [];
  let [isFlushing, isMerging, isOver] = [false, false, false];
  const mergeNext = (): boolean => {
    const { companyIds, isMore } = mergeSignals(cache, log);
    if (companyIds.length > 0) parts.onMerged(companyIds);
    return isMore;
  };
  const merge = (): void => {
    isMerging = false;
    if (isOver) return;
    try {
      if (mergeNext()) startMerging();
    } catch (error) {
      // If merging fails, the events remain stored. They are merged when the next event arrives or after the
      // next start.
      log.warn('signals-not-merged', { error: messageOf(error) });
    }
  };
  const startMerging = (): void => {
    if (isMerging || isOver) return;
    isMerging = true;
    setImmediate(merge);
  };
  let count = 0;
  /**
   * Deletes the oldest events if there are more than `MAX_SIGNALS`. Merges each of these events before
   * deleting it.
   */
  const prune = (): void => {
    try {
      while (isUnmergedBeyond(cache, MAX_SIGNALS)) mergeNext();
      pruneSignals(cache, MAX_SIGNALS);
      count = countSignals(cache);
    } catch (error) {
      log.warn('signals-not-pruned', { error: messageOf(error) });
    }
  };
  const flush = (): void => {
    const batch = waiting.splice(0, BATCH_MAX);
    isFlushing = waiting.length > 0;
    if (isFlushing) setImmediate(flush);
    if (batch.length === 0) return;
    const stored = write(parts, batch);
    if (stored.length === 0) return;
    count += stored.filter(({ outcome }) => outcome === 'added').length;
    if (count > MAX_SIGNALS) prune();
    parts.onStored(stored);
    startMerging();
  };
  return {
    put: (delivery) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(new Error('the inbox is closed'));
        waiting.push({ delivery, resolve, reject });
        if (isFlushing) return;
        isFlushing = true;
        setImmediate(flush);
      }),
    start: () => {
      prune();
      startMerging();
    },
    merge: startMerging,
    dispose: () => {
      while (waiting.length > 0) flush();
      isOver = true;
    },
  };
}

/** Stores a batch in one transaction. If that fails, stores each delivery in its own transaction. */
function write(
  { cache, log, seal }: Pick<InboxParts, 'cache' | 'log' | 'seal'>,
  batch: readonly PendingEvent[],
): StoredDelivery[] {
  try {
    const state = seal();
    const stored = transaction(cache, () => batch.map(({ delivery }) => storeSignal(cache, delivery, state)));
    batch.forEach(({ resolve }, index) => {
      const one = stored[index];
      if (one !== undefined) resolve(one);
    });
    return stored;
  } catch (error) {
    if (batch.length > 1) return batch.flatMap((one) => write({ cache, log, seal }, [one]));
    log.error('signal-not-kept', { error: messageOf(error) });
    batch.forEach(({ reject }) => reject(error));
    return [];
  }
}
