import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';

/** Any thrown value as an AppError: an expected failure as the core reported it, otherwise `internal`. */
export const problemOf = (error: unknown): AppError =>
  error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
