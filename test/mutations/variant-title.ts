/**
 * Returns the title of the test suite for one mutation. The suite contains the tests of a test file, run with
 * this mutation.
 */
export const variantTitle = (mutation: string): string =>
  mutation === '' ? 'without a mutation' : `mutation ${mutation}`;

/** The title of a test that fails because the modules of its variant do not load. */
export const LOAD_ERROR = 'the modules load';
