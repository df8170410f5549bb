import type { ArchiveContent, ItemType } from './content.ts';
import { ITEM_TYPES } from './content.ts';
import { itemsOf, refKeysOf } from './items.ts';

/** Types in which several items may have the same key. */
const REPEATED: ReadonlySet<ItemType> = new Set(['tasks', 'contactLog']);

/**
 * Returns whether every reference leads to an existing item, and no item occurs twice. Otherwise, an import
 * could not tell which item is meant.
 */
export function isConsistent(content: ArchiveContent): boolean {
  const refs = {
    lists: new Set(content.lists.map(({ ref }) => ref)),
    tags: new Set(content.tags.map(({ ref }) => ref)),
    statuses: new Set<string>(content.statuses.map(({ ref }) => ref)),
    contactLog: new Set(content.contactLog.map(({ ref }) => ref)),
  };
  const isRefOnce = (['lists', 'tags', 'statuses', 'contactLog'] as const).every(
    (type) => refs[type].size === content[type].length,
  );
  if (!isRefOnce) return false;
  if (content.tasks.some(({ follows }) => follows !== null && !refs.contactLog.has(follows))) return false;
  const items = itemsOf(content, refKeysOf(content));
  return ITEM_TYPES.every((type) => {
    const own = items.get(type) ?? [];
    if (own.some(({ parent }) => parent !== null && !refs[parent.type].has(parent.ref))) return false;
    const names = own.flatMap(({ aliases }) => aliases);
    if (new Set(names).size !== names.length) return false;
    return REPEATED.has(type) || new Set(own.map(({ key }) => key)).size === own.length;
  });
}
