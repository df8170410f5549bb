import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../ports.ts';

/** How long work may hold the main process before others get their turn, ms. */
const SLICE_MS = 6;

/** Lets others have their turn where the last one was long ago. To be called often; throws once `stopped` says so. */
export type Breathe = () => Promise<void>;

/** Work that was begun for a workspace that is closed now. */
export class Stopped extends Error {}

export function createBreathe(clock: Pick<Clock, 'monotonicMs'>, stopped: () => boolean): Breathe {
  let sinceMs = clock.monotonicMs();
  return async () => {
    if (stopped()) throw new Stopped('closed');
    if (clock.monotonicMs() - sinceMs < SLICE_MS) return;
    await nextTurn();
    if (stopped()) throw new Stopped('closed');
    sinceMs = clock.monotonicMs();
  };
}
