import type { AppError } from './app-error.ts';

/* Separate from the schemas in `app-error.ts`, so the renderer, which only reads errors, does not load them. */

/** The exception for expected failures, thrown by services and rethrown by `createApi` in the renderer. */
export class AppFailure extends Error {
  readonly appError: AppError;
  constructor(appError: AppError) {
    super(appError.kind);
    this.name = 'AppFailure';
    this.appError = appError;
  }
}

/** Ends an exhaustive switch over a union; a missing case fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
