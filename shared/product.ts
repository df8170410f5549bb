/**
 * The publisher of the app and its addresses. The publisher sets these values here;
 * `test/unit/build/product.test.ts` lists the documents that repeat them. Addresses that end with `.example`,
 * and the name `OWNER/REPOSITORY`, are placeholders. No release can be built with them.
 */
export interface Product {
  /** The download page. */
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
