/** Suggestions of a token field for the typed text; the shape of `search.suggest`. */
export interface Suggestions {
  readonly values: readonly { readonly value: string; readonly label: string }[];
  readonly total: number;
}

/** The fixed values whose label contains the typed text. */
export function suggestFrom(
  values: readonly string[],
  text: string,
  label: (value: string) => string,
): Suggestions {
  const query = text.trim().toLowerCase();
  const found = values
    .map((value) => ({ value, label: label(value) }))
    .filter((each) => each.label.toLowerCase().includes(query));
  return { values: found, total: found.length };
}
