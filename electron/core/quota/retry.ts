import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Clock, Dispose } from '../ports.ts';

/*
 * Automatic retries (ADR 9) are limited to failures that cost nothing and may be temporary: a failed
 * connection, a status from 502 to 504, and a 429 for the per-minute limit that contains a retry time. A
 * request with an unknown result is not retried. It may have been charged, and the retry would then be
 * charged too.
 */

/** Maximum retries after the first attempt. */
export const RETRIES_MAX = 2;
/**
 * The wait before the first retry is a random time up to this bound ("full jitter"). Each further retry
 * doubles the bound.
 */
const FIRST_WAIT_MS = 400;
/** If the service requests a longer wait than this, the request fails and is not retried. */
const LONGEST_WAIT_MS = 5_000;
/**
 * Each retry uses one token, and each success restores 0.2 tokens. All requests share the tokens, so a
 * failing service receives few retries.
 */
const TOKENS_MAX = 10;
const TOKENS_FOR_SUCCESS = 0.2;

/**
 * A temporary failure of a request that cost nothing. It contains the minimum wait before a retry. Other code
 * can treat it like any AppFailure.
 */
export class PassingFailure extends AppFailure {
  /** Minimum wait, in ms, between this failure and a retry. */
  readonly notBeforeMs: number;
  constructor(appError: AppError, notBeforeMs: number) {
    super(appError);
    this.notBeforeMs = notBeforeMs;
  }
}

/**
 * Returns how many milliseconds to wait before a retry, or null if the request must not be retried. `retry`
 * is 1 for the first retry, and `random` is in [0, 1). Pure.
 */
export function retryWaitMs(
  failure: PassingFailure,
  retry: number,
  tokens: number,
  random: number,
): number | null {
  if (retry > RETRIES_MAX || tokens < 1) return null;
  const jitterMs = random * FIRST_WAIT_MS * 2 ** (retry - 1);
  // A short wait is enough here: the queue then holds the request back until the rolling minute has room.
  if (failure.appError.kind === 'rate-limited') return jitterMs;
  return failure.notBeforeMs > LONGEST_WAIT_MS ? null : Math.max(jitterMs, failure.notBeforeMs);
}

export interface Retrier {
  /**
   * Calls `attempt` with the number of earlier attempts. After a PassingFailure, calls `attempt` again if
   * `mayRetry` returns true and `retryWaitMs` allows a retry. Rejects with the last failure.
   */
  run<T>(attempt: (retry: number) => Promise<T>, mayRetry: () => boolean): Promise<T>;
  /** Ends all waits immediately. Each `run` call that was waiting rejects with its last failure. */
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
