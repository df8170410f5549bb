import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';

/** What `act` throws, an expected failure as it is worded; null where it does not throw. */
export function failure(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error instanceof AppFailure ? error.appError : error;
  }
  return null;
}

/** How an expected failure was worded; anything else is thrown on, and so is success. */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<AppError> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (error instanceof AppFailure) return error.appError;
    throw error;
  }
  throw new Error('it did not fail');
}
