/**
 * The texts from which companies of one sector are made. In sentences, `{a}` stands for an audience, `{n}`
 * for a number and `{c}` for a city.
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
