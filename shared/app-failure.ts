import type { AppError } from './app-error.ts';

/*
 * Apart from the schemas of `app-error.ts`, so that the renderer, which only reads errors, does not load them.
 */

/** The one exception that services throw for what is expected, and that `createApi` throws on the other side. */
export class AppFailure extends Error {
  readonly appError: AppError;
  constructor(appError: AppError) {
    super(appError.kind);
    this.name = 'AppFailure';
    this.appError = appError;
  }
}

/** Ends an exhaustive switch over a union: reaching it does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
