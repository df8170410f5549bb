interface Tag {
  readonly name: string;
  readonly category: string | null;
}
export interface TagGroup {
  /** Null for tags without a category. */
  readonly category: string | null;
  readonly names: readonly string[];
}

/**
 * Groups tags by category, in the order of the first tag of each category. Unknown categories are kept. Tags
 * without a category come last.
 */
export function tagGroups(tags: readonly Tag[]): readonly TagGroup[] {
  const groups = new Map<string | null, string[]>();
  for (const { name, category } of tags) groups.set(category, [...(groups.get(category) ?? []), name]);
  return [...groups]
    .map(([category, names]) => ({ category, names }))
    .sort((a, b) => Number(a.category === null) - Number(b.category === null));
}
