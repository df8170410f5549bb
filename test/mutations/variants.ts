import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { MUTATION_VARIABLE } from './mutation.ts';
import { LOAD_ERROR, variantTitle } from './variant-title.ts';

/**
 * Defines the tests of one test file once for each variant. Each element of `variants` is a mutation's name
 * and the URL of the test file for this mutation. An empty name stands for the tests without a mutation.
 */
export function defineVariants(variants: readonly (readonly [string, string])[]): void {
  // A mutation only has to make a test fail, so fast-check need not spend time on finding the smallest
  // failing example.
  fc.configureGlobal({ endOnFailure: true });
  // Almost every test here fails, and Vitest reads the source map of every file in each stack trace. The
  // verdict needs only the message.
  Error.stackTraceLimit = 0;
  // The imports in these suites never overlap, because Vitest calls the suites' functions one after the
  // other.
  for (const [mutation, url] of variants)
    describe(variantTitle(mutation), async () => {
      // The processes and threads that the tests start read this variable.
      beforeAll(() => {
        process.env[MUTATION_VARIABLE] = mutation;
      });
      afterAll(() => {
        process.env[MUTATION_VARIABLE] = '';
      });
      await import(url).catch((error: unknown) => {
        it(LOAD_ERROR, () => {
          throw error;
        });
      });
    });
}
