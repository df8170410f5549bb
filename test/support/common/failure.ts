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

/** Removes the service's own error text from an error, because most tests do not check that text. */
export function withoutServiceError(error: AppError): AppError {
  if (!('serviceError' in error)) return error;
  const { serviceError: _, ...rest } = error;
  return rest;
}

/**
 * Returns the `AppError` with which `work` fails, without the service's own text. Throws if `work` succeeds
 * or fails with another error.
 */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<AppError> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (error instanceof AppFailure) return withoutServiceError(error.appError);
    throw error;
  }
  throw new Error('it did not fail');
}
