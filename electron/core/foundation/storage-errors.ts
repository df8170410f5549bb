import type { AppErrorOf } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';

type Reason = AppErrorOf<'storage'>['reason'];

/** Returns whether the error is a storage failure and, if `reason` is given, has that reason. */
export const isStorage = (
  error: unknown,
  reason?: Reason,
): error is AppFailure & { readonly appError: AppErrorOf<'storage'> } =>
  error instanceof AppFailure &&
  error.appError.kind === 'storage' &&
  (reason === undefined || error.appError.reason === reason);
