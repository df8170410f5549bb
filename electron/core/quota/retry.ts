import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Clock, Dispose } from '../ports.ts';

/*
 * Automatic retries (docs/adr/0009) apply only to failures that cost nothing and may be transient: a failed
 * connection, 502, 503, 504, and a full minute with a retry time. A request with an unknown result may have
 * been charged, so retrying it could spend twice.
 */

/** Maximum retries after the first attempt. */
export const RETRIES_MAX = 2;
/** The wait before a retry is random between 0 and this, doubled per retry ("full jitter"), ms. */
const FIRST_WAIT_MS = 400;
/** A longer wait requested by the service is not waited for, ms. The queue handles a full minute. */
const LONGEST_WAIT_MS = 5_000;
/** Retry tokens: a service in trouble receives few retries, however many requests fail. */
const TOKENS_MAX = 10;
const TOKENS_FOR_SUCCESS = 0.2;

/** A transient failure that cost nothing. Callers that do not retry treat it like any other AppFailure. */
export class PassingFailure extends AppFailure {
  /** Minimum wait requested by the service, ms from now. */
  readonly notBeforeMs: number;
  constructor(appError: AppError, notBeforeMs: number) {
    super(appError);
    this.notBeforeMs = notBeforeMs;
  }
}

/**
 * Wait before retry number `retry` (from 1), ms; null if it must not be retried. `random` is in [0, 1). Pure.
 */
export function retryWaitMs(
  failure: PassingFailure,
  retry: number,
  tokens: number,
  random: number,
): number | null {
  if (retry > RETRIES_MAX || tokens < 1) return null;
  const jitterMs = random * FIRST_WAIT_MS * 2 ** (retry - 1);
  // The queue knows when the minute has room and rejects requests that would wait too long.
  if (failure.appError.kind === 'rate-limited') return jitterMs;
  return failure.notBeforeMs > LONGEST_WAIT_MS ? null : Math.max(jitterMs, failure.notBeforeMs);
}

export interface Retrier {
  /**
   * Runs `attempt(0)` and retries after a PassingFailure while `mayRetry` holds; rejects with the last
   * failure.
   */
  run<T>(attempt: (retry: number) => Promise<T>, mayRetry: () => boolean): Promise<T>;
  /** Ends all pending waits; their callers receive the failure they were about to retry. */
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
