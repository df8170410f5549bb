import type { Clock } from '../../ports.ts';

/** How long work may hold the main process before others get their turn, ms. */
const SLICE_MS = 4;

/** Lets others have their turn where the last one was long ago. To be called often; throws once `stopped` says so. */
export type Breathe = () => Promise<void>;

/** Work that was begun for a workspace that is closed now. */
export class Stopped extends Error {}

/** Resolves in a turn of the process's loop that nothing else of the search has; `urgent` before all that wait. */
export type NextTurn = (urgent?: 'urgent') => Promise<void>;

/** All that is woken in one turn holds the process together: of those who share these turns one is woken in each. */
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

export interface BreatheParts {
  readonly clock: Pick<Clock, 'monotonicMs' | 'steadyMs'>;
  readonly stopped: () => boolean;
  readonly nextTurn: NextTurn;
}

export function createBreathe({ clock, stopped, nextTurn }: BreatheParts, urgent?: 'urgent'): Breathe {
  // The clock that also counts sleep takes ten times as long to read.
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
