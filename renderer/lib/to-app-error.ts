import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';

/** What is said about anything that was thrown: an expected failure as the core worded it, else a mistake of the page's own. */
export const problemOf = (error: unknown): AppError =>
  error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
