import { pruneSignals } from '../db/queries/signals.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import type { Dispose, Logger } from '../ports.ts';
import { keepSignal, type Delivery, type Kept } from './keep-signal.ts';
import { mergeSignals } from './merge-signals.ts';
import type { ReceiverDefect } from './planted-defect.ts';
import { messageOf } from '../message-of.ts';

/** Deliveries that share one write to the disk. */
const BATCH_MAX = 64;
/** Events that are kept; the oldest beyond go. */
const KEPT_MAX = 10_000;

export interface Inbox {
  /** Resolves once the event is on disk, synced; rejects where it could not be written. */
  put(delivery: Delivery): Promise<Kept>;
  /** Takes what a crash left waiting into the library. */
  start(): void;
  /** Writes what was handed in before; nothing is taken in afterwards. */
  dispose: Dispose;
}

export interface InboxParts {
  readonly cache: WriteDb;
  readonly log: Logger;
  /** Events are in the stream now. */
  readonly onKept: (kept: readonly Kept[]) => void;
  /** These companies changed in the library. */
  readonly onMerged: (companyIds: readonly string[]) => void;
  readonly defect: ReceiverDefect | null;
}

interface Waiting {
  readonly delivery: Delivery;
  readonly resolve: (kept: Kept) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Deliveries that arrive together are written together: under a storm the disk syncs once for many. Each is answered after
 * that, and taken into the library later.
 */
export function createInbox(parts: InboxParts): Inbox {
  const { cache, log } = parts;
  const waiting: Waiting[] = [];
  let [isFlushing, isMerging, isOver] = [false, false, false];
  const merge = (): void => {
    isMerging = false;
    if (isOver) return;
    try {
      const { companyIds, isMore } = mergeSignals(cache, log);
      if (companyIds.length > 0) parts.onMerged(companyIds);
      if (isMore) startMerging();
    } catch (error) {
      // They are kept, and taken in with the next event or at the next start.
      log.warn('signals-not-merged', { error: messageOf(error) });
    }
  };
  const startMerging = (): void => {
    if (isMerging || isOver) return;
    isMerging = true;
    setImmediate(merge);
  };
  const flush = (): void => {
    const batch = waiting.splice(0, BATCH_MAX);
    isFlushing = waiting.length > 0;
    if (isFlushing) setImmediate(flush);
    if (batch.length === 0) return;
    const kept = write(parts, batch);
    if (kept.length > 0) {
      parts.onKept(kept);
      startMerging();
    }
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
      pruneSignals(cache, KEPT_MAX);
      startMerging();
    },
    dispose: () => {
      while (waiting.length > 0) flush();
      isOver = true;
    },
  };
}

/** All of a batch or, where one of them cannot be written, each by itself. */
function write({ cache, log, defect }: InboxParts, batch: readonly Waiting[]): Kept[] {
  try {
    const kept = transaction(cache, () => batch.map(({ delivery }) => keepSignal(cache, delivery, defect)));
    batch.forEach(({ resolve }, index) => {
      const one = kept[index];
      if (one !== undefined) resolve(one);
    });
    return kept;
  } catch (error) {
    if (batch.length > 1) return batch.flatMap((one) => write({ cache, log, defect, ...noNews }, [one]));
    log.error('signal-not-kept', { error: messageOf(error) });
    batch.forEach(({ reject }) => reject(error));
    return [];
  }
}

const noNews = { onKept: (): void => undefined, onMerged: (): void => undefined };
