import type { Sliced } from '../../foundation/slices.ts';
import type { ArchiveContent, ItemType } from './content.ts';
import { ITEM_TYPES } from './content.ts';
import { itemsOf, refKeysOf } from './items.ts';

/** Types in which several items may have the same key. */
const REPEATED: ReadonlySet<ItemType> = new Set(['tasks', 'contactLog']);

/**
 * Returns whether every reference points to an existing item, and no item occurs twice. If not, an import
 * could not determine which item a reference means.
 */
export function* isConsistent(content: ArchiveContent): Sliced<boolean> {
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
  const items = yield* itemsOf(content, refKeysOf(content));
  for (const type of ITEM_TYPES) {
    const [names, keys] = [new Set<string>(), new Set<string>()];
    for (const { key, aliases, parent } of items.get(type) ?? []) {
      if (parent !== null && !refs[parent.type].has(parent.ref)) return false;
      if (aliases.some((name) => names.has(name)) || new Set(aliases).size !== aliases.length) return false;
      for (const name of aliases) names.add(name);
      if (keys.has(key) && !REPEATED.has(type)) return false;
      keys.add(key);
      yield;
    }
  }
  return true;
}
