import type { Clock } from '../ports.ts';

/** Consecutive failures after which the circuit opens. */
export const CIRCUIT_FAILURES = 5;
/** While the circuit is open, one request per interval is let through as a probe, ms. */
export const CIRCUIT_PROBE_MS = 30_000;

/**
 * Stops sending after repeated failures, so requests fail immediately instead of timing out and the service
 * can recover. Any response, including a rejection, counts as available.
 */
export interface Circuit {
  /** Time a request must wait, ms; 0 if it may be sent. */
  restsForMs(): number;
  /** Records that a request is being sent; while the circuit is open it is the probe. */
  letGo(): void;
  failed(): void;
  answered(): void;
}

export function createCircuit(clock: Clock): Circuit {
  let failures = 0;
  let probeAtMs = 0;
  const isOpen = (): boolean => failures >= CIRCUIT_FAILURES;
  return {
    restsForMs: () => (isOpen() ? Math.max(0, probeAtMs - clock.monotonicMs()) : 0),
    letGo: () => {
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
