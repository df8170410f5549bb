import type { AppError } from './app-error.ts';

/* Separate from `app-error.ts`, so the renderer can use this class without loading the schemas. */

/** The exception for expected failures. The core throws it, and `createApi` rethrows it in the renderer. */
export class AppFailure extends Error {
  readonly appError: AppError;
  constructor(appError: AppError) {
    super(appError.kind);
    this.name = 'AppFailure';
    this.appError = appError;
  }
}

/** Call at the end of an exhaustive switch over a union. A missing case causes a compile error. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
