import type { ServiceWatch } from '../service-api/client-port.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { storeDeprecation, storeDrift } from '../library/service-state.ts';
import type { Dispose, Logger } from '../ports.ts';
import { messageOf } from '../foundation/error-message.ts';

interface DriftRecorderOptions {
  readonly cache: WriteDb;
  readonly log: Logger;
  /** Returns the server time, in milliseconds. */
  readonly nowMs: () => number;
}

/** The result of comparing one 2xx response with the specification. */
export type ObservedResponse = Parameters<ServiceWatch['answered']>[0];

/** Reports to the listeners how each 2xx response compares with the specification. */
export interface DriftRecorder extends ServiceWatch {
  observe(listener: (response: ObservedResponse) => void): Dispose;
}

/**
 * Stores how responses differ from the specification, and which deprecations their headers announce. Logs
 * errors instead of throwing them, because the request has succeeded.
 */
export function createDriftRecorder({ cache, log, nowMs }: DriftRecorderOptions): DriftRecorder {
  const listeners = new Set<(response: ObservedResponse) => void>();
  return {
    observe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    answered: (response) => {
      for (const listener of listeners) listener(response);
      const { endpoint, notes, deprecation, sunset } = response;
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
  };
}
