/** What `TokenField` is told as the seller types; the shape of `search.suggest`. */
export interface Suggestions {
  readonly values: readonly { readonly value: string; readonly label: string }[];
  readonly total: number;
}
