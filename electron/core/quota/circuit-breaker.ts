import type { Clock } from '../ports.ts';

export const CIRCUIT_FAILURES = 5;
/** Interval, in ms, at which an open circuit lets a single request through to test the service. */
export const CIRCUIT_PROBE_MS = 30_000;

/**
 * Stops sending requests after repeated failures. Requests then fail immediately instead of timing out, and
 * the service has time to recover. A response with a status below 500 is not a failure.
 */
export interface Circuit {
  /** Returns the time until a request may be sent, in milliseconds; 0 if it may be sent immediately. */
  waitMs(): number;
  /**
   * Must be called whenever a request is sent. If the circuit is open, no further request may be sent for
   * `CIRCUIT_PROBE_MS`.
   */
  sent(): void;
  failed(): void;
  answered(): void;
}

export function createCircuit(clock: Clock): Circuit {
  let failures = 0;
  let probeAtMs = 0;
  const isOpen = (): boolean => failures >= CIRCUIT_FAILURES;
  return {
    waitMs: () => (isOpen() ? Math.max(0, probeAtMs - clock.monotonicMs()) : 0),
    sent: () => {
      if (isOpen()) probeAtMs = clock.monotonicMs() + CIRCUIT_PROBE_MS;
    },
    failed: () => {
      failures += 1;
      if (isOpen()) probeAtMs = clock.monotonicMs() + CIRCUIT_PROBE_MS;
    },
    answered: () => {
      failures = 0;
    },
  };
}
