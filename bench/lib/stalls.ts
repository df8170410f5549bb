import { clearImmediate, setImmediate as onNextTurn } from 'node:timers';
import { momentNow, timesBetween } from './times.ts';

/** Maximum time that the main process may be blocked without delaying a frame of the window. */
export const STALL_GOAL_MS = 16;
const EDGES_MS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** A histogram of the durations of event-loop turns. */
export interface Stalls {
  readonly maxMs: number;
  over(ms: number): number;
  join(other: Stalls): Stalls;
  /** Returns the histogram as rows for `textTable`. */
  table(): string[][];
  readonly turnsMs: readonly number[];
}

/**
 * Measures every turn of the event loop until `end` is called. A turn is the time between two immediates.
 * Timers would be less precise, because they depend on the clock's granularity. Does not count time in which
 * the process waits for a processor.
 */
export function createStallWatch(): { end(): Stalls } {
  const turnsMs: number[] = [];
  let start = momentNow();
  const endTurn = (): void => {
    const now = momentNow();
    turnsMs.push(timesBetween(start, now).ms);
    start = now;
  };
  const tick = (): void => {
    endTurn();
    next = onNextTurn(tick);
  };
  let next = onNextTurn(tick);
  return {
    end: () => {
      clearImmediate(next);
      endTurn();
      return stallsOf(turnsMs);
    },
  };
}

function stallsOf(turnsMs: readonly number[]): Stalls {
  const over = (ms: number): number => turnsMs.filter((turn) => turn > ms).length;
  return {
    turnsMs,
    maxMs: turnsMs.reduce((most, turn) => Math.max(most, turn), 0),
    over,
    join: (other) => stallsOf([...turnsMs, ...other.turnsMs]),
    table: () =>
      EDGES_MS.map((edge, at) => {
        const from = EDGES_MS[at - 1] ?? 0;
        return [`${from} to ${edge} ms`, String(over(from) - over(edge))];
      }).concat([[`over ${EDGES_MS.at(-1) ?? 0} ms`, String(over(EDGES_MS.at(-1) ?? 0))]]),
  };
}
