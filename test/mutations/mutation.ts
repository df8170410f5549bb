/** One replacement in one source file. */
export interface Edit {
  /** Path below the repository's root. */
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** A planted defect: a small patch to the product that at least one named test must notice. */
export interface Mutation {
  /** Unique across all areas; `npm run mutations -- NAME` runs it alone. */
  readonly name: string;
  /** The guarantee it breaks, as a short statement. */
  readonly guarantee: string;
  /** The figure of `npm run reliability` or `npm run security` that it belongs to, such as `W3`. */
  readonly figure?: string;
  readonly edits: readonly Edit[];
  readonly test: {
    /** Path below the repository's root. */
    readonly file: string;
    /**
     * Every one of these tests must fail. A title is the test's own name or its full name (`suite > test`); one that
     * ends in `…` matches by its beginning. Each must match exactly one test.
     */
    readonly titles: readonly string[];
  };
  /** Environment variables of the test process, such as `TZ`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Names the active mutation in test processes and in the processes that they start. */
export const MUTATION_VARIABLE = 'ROUNDWATCH_MUTATION';
