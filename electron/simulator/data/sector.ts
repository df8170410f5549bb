/**
 * Text from which companies of one sector are made. In sentences, `{a}` is an audience, `{n}` a number, `{c}`
 * a city.
 */
export interface Sector {
  /** The main industry, then related ones. */
  readonly industries: readonly string[];
  /** Second words of company names. */
  readonly words: readonly string[];
  readonly verticals: readonly string[];
  readonly audiences: readonly string[];
  readonly offers: readonly string[];
  readonly proofs: readonly string[];
}
