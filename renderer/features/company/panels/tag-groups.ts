interface Tag {
  readonly name: string;
  readonly category: string | null;
}
export interface TagGroup {
  /** Null for the group of tags without a category. */
  readonly category: string | null;
  readonly names: readonly string[];
}

/**
 * Groups tags by category. The groups are in the order of their first tags, and tags without a category come
 * last. Categories unknown to the app are included.
 */
export function tagGroups(tags: readonly Tag[]): readonly TagGroup[] {
  const groups = new Map<string | null, string[]>();
  for (const { name, category } of tags) groups.set(category, [...(groups.get(category) ?? []), name]);
  return [...groups]
    .map(([category, names]) => ({ category, names }))
    .sort((a, b) => Number(a.category === null) - Number(b.category === null));
}

/** Returns the first `count` tags of the groups. Groups without any of them are left out. */
export function firstTags(groups: readonly TagGroup[], count: number): readonly TagGroup[] {
  let left = count;
  return groups.flatMap(({ category, names }) => {
    const shown = names.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ category, names: shown }];
  });
}
