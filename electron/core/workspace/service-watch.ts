import type { ServiceWatch } from '../api/client-port.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { storeDeprecation, storeDrift } from '../library/service-facts.ts';
import type { Logger } from '../ports.ts';
import { messageOf } from '../message-of.ts';

interface ServiceWatchOptions {
  readonly cache: WriteDb;
  readonly log: Logger;
  /** Server time, ms. */
  readonly nowMs: () => number;
}

/** Counts how answers differ and keeps what their headers announce. A count that cannot be written never fails a call. */
export const createServiceWatch = ({ cache, log, nowMs }: ServiceWatchOptions): ServiceWatch => ({
  answered: ({ endpoint, notes, deprecation, sunset }) => {
    const announces = deprecation !== null || sunset !== null;
    if (notes.length === 0 && !announces) return;
    try {
      transaction(cache, () => {
        storeDrift(cache, endpoint, notes, nowMs());
        if (announces) storeDeprecation(cache, { deprecation, sunset }, nowMs());
      });
    } catch (error) {
      log.warn('drift-not-kept', { error: messageOf(error) });
    }
  },
});
