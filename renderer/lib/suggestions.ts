/** What a token field is told as the seller types; the shape of `search.suggest`. */
export interface Suggestions {
  readonly values: readonly { readonly value: string; readonly label: string }[];
  readonly total: number;
}

/** Fixed values that hold what was typed. */
export function suggestFrom(
  values: readonly string[],
  text: string,
  label: (value: string) => string,
): Suggestions {
  const wanted = text.trim().toLowerCase();
  const found = values
    .map((value) => ({ value, label: label(value) }))
    .filter((each) => each.label.toLowerCase().includes(wanted));
  return { values: found, total: found.length };
}
