import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';

/**
 * Converts a thrown value to an AppError: an expected failure as the core reported it, anything else as
 * `internal`.
 */
export const problemOf = (error: unknown): AppError =>
  error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
