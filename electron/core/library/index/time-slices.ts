import type { Clock } from '../../ports.ts';

/** Maximum time a task may block the main process before it yields, ms. */
const SLICE_MS = 4;

/** Yields if the last yield was too long ago. Call often; rejects once `stopped` returns true. */
export type YieldIfDue = () => Promise<void>;

/** Thrown when the workspace was closed during the work. */
export class Stopped extends Error {}

/** Resolves in an event-loop turn that no other search task uses; `urgent` tasks go first. */
export type NextTurn = (urgent?: 'urgent') => Promise<void>;

/**
 * Wakes one waiting task per event-loop turn, because tasks woken in the same turn would block the process
 * together.
 */
export function createTurns(): NextTurn {
  const waiting: Array<() => void> = [];
  const wake = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(wake);
  };
  return (urgent) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(wake);
      if (urgent) waiting.unshift(resolve);
      else waiting.push(resolve);
    });
}

export interface YieldOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'steadyMs'>;
  readonly stopped: () => boolean;
  readonly nextTurn: NextTurn;
}

export function createYield({ clock, stopped, nextTurn }: YieldOptions, urgent?: 'urgent'): YieldIfDue {
  // The clock that includes sleep takes ten times as long to read.
  const nowMs = clock.steadyMs ?? clock.monotonicMs;
  let sinceMs = nowMs();
  return async () => {
    if (stopped()) throw new Stopped('closed');
    if (nowMs() - sinceMs < SLICE_MS) return;
    await nextTurn(urgent);
    if (stopped()) throw new Stopped('closed');
    sinceMs = nowMs();
  };
}
