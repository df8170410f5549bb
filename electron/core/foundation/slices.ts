import type { Clock } from '../ports.ts';

/** Work that returns a result. It can pause at each `yield`, and always pauses at `yield 'pause'`. */
export type Sliced<T> = Generator<void | 'pause', T, void>;

/** Runs the work without pauses. */
export function finish<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Planned duration of a slice: half a frame at 60 Hz, because the last step of a slice may take longer than
 * planned.
 */
const SLICE_MS = 8;

export interface Turns {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Lets other work on the event loop run. */
  readonly pause: () => Promise<void>;
}

/** Runs the work in slices of a few milliseconds, so the app stays responsive. */
export async function inSlices<T>(work: Sliced<T>, { clock, pause }: Turns): Promise<T> {
  for (;;) {
    const endMs = clock.monotonicMs() + SLICE_MS;
    let wantsPause: boolean;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
      wantsPause = step.value === 'pause';
    } while (!wantsPause && clock.monotonicMs() < endMs);
    await pause();
  }
}
