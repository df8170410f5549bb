import { storedEventBytes } from '../database/queries/cache/signals.ts';
import type { ReadDb } from '../database/sql.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

/*
 * Limits how many bytes of events are received and stored. Without these limits, a sender that has the key
 * could fill the disk. Documented events are small: a burst of ten thousand stays far below both limits.
 */

/** Maximum total size, in bytes, of the deliveries in one minute. */
export const BYTES_PER_MINUTE = 32 * 1024 * 1024;
/** Maximum total size, in bytes, that stored events may take up in the database. */
const STORED_BYTES_MAX = 256 * 1024 * 1024;
const SECONDS = 60;

export interface ByteRateLimit {
  /**
   * Returns whether a body of this size may be received. If so, adds the size to the total of the last 60
   * seconds.
   */
  allows(bytes: number): boolean;
}

/** Creates a limit on the total size of deliveries, in bytes, within any 60 seconds. */
export function createByteRateLimit(monotonicMs: () => number): ByteRateLimit {
  const received: { readonly second: number; bytes: number }[] = [];
  return {
    allows: (bytes) => {
      const second = Math.floor(monotonicMs() / 1_000);
      while (received.length > 0 && second - (received[0]?.second ?? second) > SECONDS) received.shift();
      const sum = received.reduce((total, each) => total + each.bytes, 0);
      if (sum + bytes > BYTES_PER_MINUTE) return false;
      const last = received.at(-1);
      if (last?.second === second) last.bytes += bytes;
      else received.push({ second, bytes });
      return true;
    },
  };
}

interface StoredBytesLimit {
  /** Returns whether an event of this size may be stored. If so, counts its bytes as stored. */
  hasRoom(bytes: number): boolean;
}

/**
 * Maximum number of copies of an event in the database: one with its company, one with its round and one in
 * decoded rows. Each copy has about the size of the event.
 */
const COPIES = 3;
/** Minimum time between two measurements of the stored bytes. */
const MEASURE_EVERY_MS = MINUTE_MS;

/**
 * Creates a limit on the bytes that events occupy in the database. These bytes are usually estimated. They
 * are measured only when the estimate reaches the limit, because a measurement reads a part of every row.
 */
export function createStoredBytesLimit(
  cache: ReadDb,
  monotonicMs: () => number,
  max = STORED_BYTES_MAX,
): StoredBytesLimit {
  let estimate = Infinity;
  let measuredMs = -Infinity;
  return {
    hasRoom: (bytes) => {
      const added = COPIES * bytes;
      const nowMs = monotonicMs();
      if (estimate + added > max && nowMs - measuredMs >= MEASURE_EVERY_MS) {
        estimate = storedEventBytes(cache);
        measuredMs = nowMs;
      }
      if (estimate + added > max) return false;
      estimate += added;
      return true;
    },
  };
}
