import type { ServiceWatch } from '../service-api/client-port.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { storeDeprecation, storeDrift } from '../library/service-state.ts';
import type { Logger } from '../ports.ts';
import { messageOf } from '../foundation/error-message.ts';

interface ServiceWatchOptions {
  readonly cache: WriteDb;
  readonly log: Logger;
  /** Returns the server time, in milliseconds. */
  readonly nowMs: () => number;
}

/**
 * Stores how responses differ from the specification, and the deprecations announced in their headers. Logs
 * errors instead of throwing them, because the request has succeeded.
 */
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
