/** Names, activities and descriptions of a kind of company. `{a}` is an audience, `{n}` a number, `{c}` a city. */
export interface Sector {
  /** The first is the company's own industry; the others are related ones. */
  readonly industries: readonly string[];
  /** Second words of company names. */
  readonly words: readonly string[];
  readonly verticals: readonly string[];
  readonly audiences: readonly string[];
  readonly offers: readonly string[];
  readonly proofs: readonly string[];
}
