import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';

/** Returns the error that `act` throws, or null. For an `AppFailure`, returns its `AppError`. */
export function failure(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error instanceof AppFailure ? error.appError : error;
  }
  return null;
}

/** Returns the `AppError` with which `work` fails. Throws if it succeeds or fails with another error. */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<AppError> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (error instanceof AppFailure) return error.appError;
    throw error;
  }
  throw new Error('it did not fail');
}
