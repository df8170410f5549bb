/**
 * Words and sentences for generating the companies of one sector. In the sentences, `{a}` is replaced by an
 * audience, `{n}` by a number and `{c}` by a city.
 */
export interface Sector {
  /** The main industry, followed by related ones. */
  readonly industries: readonly string[];
  /** Second words of company names. */
  readonly words: readonly string[];
  readonly verticals: readonly string[];
  readonly audiences: readonly string[];
  readonly offers: readonly string[];
  readonly proofs: readonly string[];
}
