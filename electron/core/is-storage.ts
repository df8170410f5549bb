import type { AppErrorOf } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';

type Reason = AppErrorOf<'storage'>['reason'];

/** Trouble with the disk or a file on it; with `reason`, that trouble alone. */
export const isStorage = (
  error: unknown,
  reason?: Reason,
): error is AppFailure & { readonly appError: AppErrorOf<'storage'> } =>
  error instanceof AppFailure &&
  error.appError.kind === 'storage' &&
  (reason === undefined || error.appError.reason === reason);
