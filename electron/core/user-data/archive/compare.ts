import { finish, type Sliced } from '../../foundation/slices.ts';
import type { ArchiveContent, ItemType } from './content.ts';
import { ITEM_TYPES } from './content.ts';
import { DEFAULT_STATUSES } from './default-statuses.ts';
import { hashOf, itemsOf, refKeysOf, type Item, type RefKeys } from './items.ts';

/** For each `historyKey`, the hashes of the item's earlier versions, oldest first. */
export type History = ReadonlyMap<string, readonly string[]>;
export const historyKey = (type: ItemType, key: string): string => `${type}\0${key}`;
/** Returns the type and the key from which `historyKey` made this name. */
export function itemOfHistoryKey(name: string): { readonly type: string; readonly key: string } {
  const end = name.indexOf('\0');
  return { type: name.slice(0, end), key: name.slice(end + 1) };
}

/**
 * How an item of an archive relates to the workspace. `there`: changed only in the archive. `here`: changed or
 * deleted only in the workspace. `conflict`: changed on both sides, or deleted here and changed there.
 */
type State = 'same' | 'fresh' | 'there' | 'here' | 'conflict';

export interface Compared {
  readonly state: State;
  readonly theirs: Item;
  /** The same item in the workspace; null if there is none. */
  readonly ours: Item | null;
  /** The item's key in the archive. It differs from `theirs.key` if items were matched by name. */
  readonly theirKey: string;
}

export interface Side {
  readonly content: ArchiveContent;
  readonly history: History;
}

/** Compares an archive with a workspace, without pausing. Pure. */
export const compare = (ours: Side, theirs: Side): Compared[] => finish(compareInSlices(ours, theirs));

/** Compares an archive with a workspace. Pure. */
export function* compareInSlices(ours: Side, theirs: Side): Sliced<Compared[]> {
  const own = yield* itemsOf(ours.content, refKeysOf(ours.content));
  const theirKeys = refKeysOf(theirs.content);
  const original = yield* itemsOf(theirs.content, theirKeys);
  // The archive's references to lists, tags and statuses are translated to the keys that this workspace uses.
  // Otherwise, items with references would never match.
  const keys = yield* translatedKeys(own, original, theirs.content, theirKeys);
  const translated = isSameKeys(keys, theirKeys) ? original : yield* itemsOf(theirs.content, keys);
  const deleted = new Set<string>();
  const all: Compared[] = [];
  for (const type of ITEM_TYPES) {
    const there = translated.get(type) ?? [];
    const found = yield* match(own.get(type) ?? [], there);
    for (const [index, item] of there.entries()) {
      const theirKey = original.get(type)?.[index]?.key ?? item.key;
      const compared = relate({ theirs: item, ours: found.get(index) ?? null, theirKey }, ours, theirs);
      const state = withParent(compared.state, item, deleted);
      if (state === 'here' && compared.ours === null)
        deleted.add(parentName(type, refOf(theirs.content, item)));
      all.push({ ...compared, state });
      yield;
    }
  }
  return all;
}

const isSameKeys = (keys: RefKeys, others: RefKeys): boolean =>
  (['lists', 'tags', 'statuses'] as const).every((type) =>
    [...keys[type]].every(([ref, key]) => others[type].get(ref) === key),
  );

const parentName = (type: string, ref: string | null): string => `${type}\0${ref ?? ''}`;

function refOf(content: ArchiveContent, { type, index }: Item): string | null {
  if (type !== 'lists' && type !== 'tags' && type !== 'statuses') return null;
  return content[type][index]?.ref ?? null;
}

/**
 * Treats a new entry of the archive as deleted in this workspace if the list it belongs to was deleted here.
 */
function withParent(state: State, { parent }: Item, deleted: ReadonlySet<string>): State {
  return parent !== null && state === 'fresh' && deleted.has(parentName(parent.type, parent.ref))
    ? 'here'
    : state;
}

function* translatedKeys(
  own: ReadonlyMap<ItemType, readonly Item[]>,
  original: ReadonlyMap<ItemType, readonly Item[]>,
  content: ArchiveContent,
  keys: RefKeys,
): Sliced<RefKeys> {
  const translated = {
    lists: new Map(keys.lists),
    tags: new Map(keys.tags),
    statuses: new Map(keys.statuses),
  };
  for (const type of ['lists', 'tags', 'statuses'] as const) {
    const items = original.get(type) ?? [];
    const found = yield* match(own.get(type) ?? [], items);
    for (const [index, ours] of found) {
      const ref = items[index] === undefined ? null : refOf(content, items[index]);
      if (ref !== null) translated[type].set(ref, ours.key);
    }
  }
  return translated;
}

/**
 * Finds the workspace's item for each item in the archive. Items are matched by key. If several items have
 * the same key, items with equal content are matched first, and the others are then matched in order. Items
 * without a match by key are matched by name.
 */
export function* match(own: readonly Item[], theirs: readonly Item[]): Sliced<Map<number, Item>> {
  const found = new Map<number, Item>();
  const free = new Set(own);
  const take = (theirIndex: number, item: Item | undefined): void => {
    if (item === undefined || !free.delete(item)) return;
    found.set(theirIndex, item);
  };
  const ownByKey = new Map<string, Item[]>();
  for (const item of own) {
    add(ownByKey, item.key, item);
    yield;
  }
  const theirsByKey = new Map<string, number[]>();
  for (const [index, { key }] of theirs.entries()) {
    add(theirsByKey, key, index);
    yield;
  }
  for (const [key, indexes] of theirsByKey) {
    yield;
    const group = ownByKey.get(key) ?? [];
    const rest = indexes.filter((index) => {
      const equal = group.find((item) => free.has(item) && item.hash === theirs[index]?.hash);
      take(index, equal);
      return equal === undefined;
    });
    for (const index of rest)
      take(
        index,
        group.find((item) => free.has(item)),
      );
  }
  const byAlias = new Map<string, Item>();
  for (const item of free) for (const alias of item.aliases) byAlias.set(alias, item);
  for (const [index, item] of theirs.entries()) {
    if (found.has(index)) continue;
    for (const alias of item.aliases) if (!found.has(index)) take(index, byAlias.get(alias));
    yield;
  }
  return found;
}

function add<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/**
 * The history of the built-in statuses. It applies to every archive and workspace, because every new
 * workspace starts with these statuses.
 */
const DEFAULTS: History = new Map(
  DEFAULT_STATUSES.map(({ ref, name, position }) => [
    historyKey('statuses', ref),
    [hashOf([name, position])],
  ]),
);
const NONE: readonly string[] = [];
const versionsOf = (history: History, type: ItemType, key: string): readonly string[] => [
  ...(DEFAULTS.get(historyKey(type, key)) ?? NONE),
  ...(history.get(historyKey(type, key)) ?? NONE),
];

function relate({ theirs, ours, theirKey }: Omit<Compared, 'state'>, we: Side, they: Side): Compared {
  const { type } = theirs;
  const ourVersions = versionsOf(we.history, type, ours?.key ?? theirs.key);
  if (ours === null) {
    const known = ourVersions.length > 0 ? ourVersions : versionsOf(we.history, type, theirKey);
    const state = known.length === 0 ? 'fresh' : known.includes(theirs.hash) ? 'here' : 'conflict';
    return { theirs, ours, theirKey, state };
  }
  if (ours.hash === theirs.hash) return { theirs, ours, theirKey, state: 'same' };
  const theirVersions = versionsOf(they.history, type, theirKey);
  return { theirs, ours, theirKey, state: whoChanged(ours.hash, ourVersions, theirs.hash, theirVersions) };
}

/**
 * Decides on which side an item was changed, based on the versions that each side has exchanged. If each
 * side's history contains the other side's current version, one side has restored an earlier version. The
 * newest version that both histories contain then decides: if it is the current version of one side, the
 * other side was changed. If the histories disagree about which shared version is the newest, the result is a
 * conflict.
 */
export function whoChanged(
  ours: string,
  ourVersions: readonly string[],
  theirs: string,
  theirVersions: readonly string[],
): 'here' | 'there' | 'conflict' {
  const isTheirsKnown = ourVersions.includes(theirs);
  const isOursKnown = theirVersions.includes(ours);
  if (isTheirsKnown !== isOursKnown) return isTheirsKnown ? 'here' : 'there';
  if (!isTheirsKnown) return 'conflict';
  const base = ourVersions.findLast((version) => theirVersions.includes(version));
  if (base !== theirVersions.findLast((version) => ourVersions.includes(version))) return 'conflict';
  return base === theirs ? 'here' : base === ours ? 'there' : 'conflict';
}
