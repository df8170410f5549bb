import type { Clock } from '../ports.ts';

/** Failures in a row after which the service is left alone. */
export const CIRCUIT_FAILURES = 5;
/** While it is, one call in this time is let through to find out, ms. */
export const CIRCUIT_PROBE_MS = 30_000;

/**
 * Leaves a service alone that fails again and again: the seller is told at once instead of after every time-out, and the
 * service can recover. Whatever was answered, a refusal included, shows that it is there.
 */
export interface Circuit {
  /** How long a call must wait, ms; 0 lets it go. */
  restsForMs(): number;
  /** A call goes now: while the service rests, it is the one that finds out. */
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
