import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Clock, Dispose } from '../ports.ts';

/*
 * Trying again by itself (docs/adr/0009). Only what certainly cost nothing and may succeed a moment later: a connection
 * that was never made, 502, 503 and 504, and a full minute for which the service named a time. A call whose outcome is
 * unknown may have been charged: a second one would spend twice what was agreed to.
 */

/** Attempts after the first. */
export const RETRIES_MAX = 2;
/** The wait before a retry is drawn from 0 to this, doubled with every retry ("full jitter"), ms. */
const FIRST_WAIT_MS = 400;
/** Nobody is kept waiting for a service that asks for more than this, ms. A full minute is the queue's to wait for. */
const LONGEST_WAIT_MS = 5_000;
/** Retries that may be in hand. A service in trouble gets few of them, however many calls fail. */
const TOKENS_MAX = 10;
const TOKENS_FOR_SUCCESS = 0.2;

/** A failure that cost nothing and may be gone shortly. Whoever does not try again treats it as any other AppFailure. */
export class PassingFailure extends AppFailure {
  /** The service asked not to be called before this, ms from now. */
  readonly notBeforeMs: number;
  constructor(appError: AppError, notBeforeMs: number) {
    super(appError);
    this.notBeforeMs = notBeforeMs;
  }
}

/** The wait before retry number `retry` (from 1), ms; null where it is not tried again. `random` is in [0, 1). Pure. */
export function retryWaitMs(
  failure: PassingFailure,
  retry: number,
  tokens: number,
  random: number,
): number | null {
  if (retry > RETRIES_MAX || tokens < 1) return null;
  const jitterMs = random * FIRST_WAIT_MS * 2 ** (retry - 1);
  // The queue knows when the minute has room again, and refuses who would wait too long.
  if (failure.appError.kind === 'rate-limited') return jitterMs;
  return failure.notBeforeMs > LONGEST_WAIT_MS ? null : Math.max(jitterMs, failure.notBeforeMs);
}

export interface Retrier {
  /** Runs `attempt(0)`, and again after a PassingFailure while `mayRetry` holds; rejects with the last real failure. */
  run<T>(attempt: (retry: number) => Promise<T>, mayRetry: () => boolean): Promise<T>;
  /** Ends all waiting: those who wait get the failure that they would have tried to mend. */
  dispose(): void;
}

export function createRetrier(clock: Clock, random: () => number): Retrier {
  const waiting = new Set<() => void>();
  let tokens = TOKENS_MAX;
  let isOver = false;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      let cancel: Dispose = () => undefined;
      const end = (): void => {
        waiting.delete(end);
        cancel();
        resolve();
      };
      waiting.add(end);
      cancel = clock.after(Math.max(1, Math.ceil(ms)), end);
    });

  return {
    run: async (attempt, mayRetry) => {
      for (let retry = 1; ; retry += 1) {
        try {
          const value = await attempt(retry - 1);
          tokens = Math.min(TOKENS_MAX, tokens + TOKENS_FOR_SUCCESS);
          return value;
        } catch (error) {
          if (!(error instanceof PassingFailure) || isOver || !mayRetry()) throw error;
          const waitMs = retryWaitMs(error, retry, tokens, random());
          if (waitMs === null) throw error;
          tokens -= 1;
          await pause(waitMs);
          if (isOver || !mayRetry()) throw error;
        }
      }
    },
    dispose: () => {
      isOver = true;
      for (const end of [...waiting]) end();
    },
  };
}
