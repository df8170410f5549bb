import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';

/**
 * Converts a thrown value to an AppError. Returns the error that the core reported; anything else becomes
 * `internal`.
 */
export const problemOf = (error: unknown): AppError =>
  error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
