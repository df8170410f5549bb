export interface Edit {
  /** The path below the root of the repository. */
  readonly file: string;
  /** The text to replace. It must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** A planted defect: a small patch of the product that all named tests must detect. */
export interface Mutation {
  /** A name that is unique across all areas. `npm run mutations -- NAME` runs the mutation alone. */
  readonly name: string;
  /** The guarantee that the defect breaks, as a short statement. */
  readonly guarantee: string;
  /**
   * The name of the row that counts this defect in the report of `npm run reliability` or `npm run security`,
   * such as `W3`.
   */
  readonly figure?: string;
  readonly edits: readonly Edit[];
  readonly test: {
    /** The path of the test file below the root of the repository. */
    readonly file: string;
    /**
     * The titles of the tests that must all fail. A title is the name of a test or its full name, such as
     * `suite > test`. A title that ends in `…` matches any name with that beginning. Each title must match
     * exactly one test.
     */
    readonly titles: readonly string[];
  };
  /** Environment variables of the test process, such as `TZ`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment variable for the active mutation's name, in test processes and their children. */
export const MUTATION_VARIABLE = 'ROUNDWATCH_MUTATION';
