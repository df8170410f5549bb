import type { Clock } from '../../ports.ts';

/** Maximum time in ms for which a task may block the main process before it must yield. */
const SLICE_MS = 3;

/**
 * Yields if the task has run for `SLICE_MS` since it last yielded. Rejects with `Stopped` once the search
 * engine is closed.
 */
export type YieldIfDue = () => Promise<void>;

/** Thrown in a task that is still running when the search engine is closed. */
export class Stopped extends Error {}

/**
 * Waits for a turn of the event loop in which no other search task runs. Tasks marked `urgent` run before the
 * other waiting tasks.
 */
type NextTurn = (urgent?: 'urgent') => Promise<void>;

/**
 * Creates a `NextTurn` that wakes one waiting task per event-loop turn. If several tasks ran in one turn,
 * their time slices would add up and block the process.
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
  // Uses `monotonicMs` only if there is no `steadyMs`, because reading `monotonicMs` takes ten times as long
  // and its time includes sleep.
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

/** Like `createYield`, but begins in a separate turn, so no turn runs the slices of two urgent tasks. */
export async function beginSlice(options: YieldOptions): Promise<YieldIfDue> {
  await options.nextTurn('urgent');
  return createYield(options, 'urgent');
}

/**
 * Divides the indexes from 0 up to `count` into ranges of `step`, calls `body` for each range, and yields
 * between them.
 */
export async function forEachRange(
  count: number,
  step: number,
  body: (from: number, to: number) => void,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  for (let from = 0; from < count; from += step) {
    body(from, Math.min(count, from + step));
    await yieldIfDue();
  }
}
