/**
 * Who publishes the app, and where. Whoever publishes it sets these values here, and
 * `test/unit/build/product.test.ts` names the documents that repeat them. Addresses that end with `.example` and
 * `OWNER/REPOSITORY` are placeholders, with which no release can be built.
 */
export interface Product {
  /** The web page with the downloads. */
  readonly homepage: string;
  /** The e-mail address for questions, and for reports of security problems. */
  readonly contact: string;
  /** The repository on GitHub whose workflow builds the releases. */
  readonly repository: string;
}

export const PRODUCT: Product = {
  homepage: 'https://roundwatch.example',
  contact: 'contact@roundwatch.example',
  repository: 'OWNER/REPOSITORY',
};
