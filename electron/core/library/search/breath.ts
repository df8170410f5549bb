import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../ports.ts';

/** How long work may hold the main process before others get their turn, ms. */
const SLICE_MS = 6;

/** Lets others have their turn where the last one was long ago. To be called often; throws once `stopped` says so. */
export type Breathe = () => Promise<void>;

/** Work that was begun for a workspace that is closed now. */
export class Stopped extends Error {}

export function createBreathe(
  clock: Pick<Clock, 'monotonicMs' | 'steadyMs'>,
  stopped: () => boolean,
): Breathe {
  // The clock that also counts sleep takes ten times as long to read.
  const nowMs = clock.steadyMs ?? clock.monotonicMs;
  let sinceMs = nowMs();
  return async () => {
    if (stopped()) throw new Stopped('closed');
    if (nowMs() - sinceMs < SLICE_MS) return;
    await nextTurn();
    if (stopped()) throw new Stopped('closed');
    sinceMs = nowMs();
  };
}
