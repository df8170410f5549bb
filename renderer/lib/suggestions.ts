/** The suggestions that a token field shows for the typed text. `search.suggest` returns the same shape. */
export interface Suggestions {
  readonly values: readonly {
    readonly value: string;
    readonly label: string;
    /** Whether the service does not list this value, for example because it is the typed text itself. */
    readonly isUnlisted?: boolean;
  }[];
  readonly total: number;
}

/** Returns the values whose label contains the typed text. */
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
