import type { Clock } from '../ports.ts';

/** Work that can pause at each `yield`. It returns its result. */
export type Sliced<T> = Generator<void, T, void>;

/** Runs the work without pauses. */
export function finish<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Half of the time in which the app must draw a picture, because a step may take longer than planned. */
const SLICE_MS = 8;

export interface Turns {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Lets other work of the event loop run. */
  readonly pause: () => Promise<void>;
}

/** Runs the work in slices of a few milliseconds, so the app stays responsive. */
export async function inSlices<T>(work: Sliced<T>, { clock, pause }: Turns): Promise<T> {
  for (;;) {
    const endMs = clock.monotonicMs() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (clock.monotonicMs() < endMs);
    await pause();
  }
}
