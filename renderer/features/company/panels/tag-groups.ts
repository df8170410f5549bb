interface Tag {
  readonly name: string;
  readonly category: string | null;
}

/**
 * The categories that appear in the specification's examples. The specification contains no complete list of
 * categories (spec §2.3).
 */
export type TagCategory = 'model' | 'stage' | 'tech' | 'vertical';
const CATEGORIES: ReadonlySet<string> = new Set<TagCategory>(['model', 'stage', 'tech', 'vertical']);
const isCategory = (text: string): text is TagCategory => CATEGORIES.has(text);

export interface TagGroup {
  /** Null for the group of tags whose category is unknown or missing. */
  readonly category: TagCategory | null;
  readonly names: readonly string[];
}

/**
 * Groups tags by category. The groups are in the order of their first tags. Tags whose category is unknown or
 * missing form a single group, which comes last.
 */
export function tagGroups(tags: readonly Tag[]): readonly TagGroup[] {
  const groups = new Map<TagCategory | null, string[]>();
  for (const tag of tags) {
    const received = tag.category?.trim().toLowerCase() ?? '';
    const category = isCategory(received) ? received : null;
    groups.set(category, [...(groups.get(category) ?? []), tag.name]);
  }
  return [...groups]
    .map(([category, names]) => ({ category, names }))
    .sort((a, b) => Number(a.category === null) - Number(b.category === null));
}

/**
 * Keeps only the first `count` tags, counted across all groups. Omits groups that have none of these tags.
 */
export function firstTags(groups: readonly TagGroup[], count: number): readonly TagGroup[] {
  let left = count;
  return groups.flatMap(({ category, names }) => {
    const shown = names.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ category, names: shown }];
  });
}
