import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';

/** What `act` throws, an `AppFailure` as its `AppError`; null if it does not throw. */
export function failure(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error instanceof AppFailure ? error.appError : error;
  }
  return null;
}

/** The `AppError` of an expected failure. Rethrows other errors, and throws on success. */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<AppError> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (error instanceof AppFailure) return error.appError;
    throw error;
  }
  throw new Error('it did not fail');
}
