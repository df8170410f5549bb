/** Returns the title of the suite that contains a test file's tests with one mutation. */
export const variantTitle = (mutation: string): string =>
  mutation === '' ? 'without a mutation' : `mutation ${mutation}`;

/** The title of a test that fails because the modules of its variant do not load. */
export const LOAD_ERROR = 'the modules load';
