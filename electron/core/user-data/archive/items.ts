import { hash } from 'node:crypto';
import type { ArchiveKind } from '../../../../shared/model/archive/archive-values.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import type { Sliced } from '../../foundation/slices.ts';
import { questionKeyOf } from '../saved-searches.ts';
import { ITEM_TYPES, type ArchiveContent, type ItemOf, type ItemType } from './content.ts';

/** For each item type, the kind under which an import shows its items. */
export const KIND_OF: Readonly<Record<ItemType, ArchiveKind>> = {
  notes: 'notes',
  reviewNotes: 'review-notes',
  contactLog: 'contact-log',
  tasks: 'tasks',
  tags: 'tags',
  companyTags: 'tags',
  lists: 'lists',
  listEntries: 'lists',
  watchRules: 'watch-rules',
  statuses: 'statuses',
  companyStatuses: 'statuses',
  triage: 'triage',
  templates: 'templates',
  savedSearches: 'saved-searches',
  savedViews: 'saved-views',
  market: 'market',
  followUpRules: 'follow-up-rules',
  planRules: 'plan-rules',
  oursImports: 'ours',
  oursDecisions: 'ours',
  investorWatches: 'investors',
  investorMerges: 'investors',
  investorDistinct: 'investors',
};

/** An item in a form that can be compared with items from other computers. */
export interface Item {
  readonly type: ItemType;
  /** Index in the content's array for this type. */
  readonly index: number;
  /** Identifies the item on every computer. Several tasks or contact log entries may have the same key. */
  readonly key: string;
  /**
   * Other values that identify the item, such as its name. Two items with a common alias are the same item.
   */
  readonly aliases: readonly string[];
  /** Hash of everything that the user can change. */
  readonly hash: string;
  readonly companyId: string | null;
  /** When the item was last changed; null if no time is stored. */
  readonly atMs: number | null;
  /** The list, tag or status to which the item belongs. */
  readonly parent: { readonly type: 'lists' | 'tags' | 'statuses'; readonly ref: string } | null;
}

/** Keys of lists, tags and statuses by `ref`. */
export type RefKeys = Readonly<Record<'lists' | 'tags' | 'statuses', ReadonlyMap<string, string>>>;

/** Increase this when the hashed form of an item changes. Old hashes then no longer match. */
const HASH_VERSION = 1;
export const hashOf = (value: unknown): string =>
  hash('sha256', `${HASH_VERSION}:${canonicalJson(value)}`, 'base64url').slice(0, 22);

/** Sorts the keys of objects, because another version of the app may write them in another order. */
function canonicalJson(value: unknown): string {
  // Handles strings, numbers and null first, because most values are strings or lists of strings. Only
  // objects need sorting.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

/**
 * Returns the keys of all lists, tags and statuses. The key of a list or tag is its creation time, so
 * renaming does not change the key. If several lists or several tags have the same creation time, their names
 * are the keys.
 */
export function refKeysOf(content: ArchiveContent): RefKeys {
  const keysOf = (items: readonly ItemOf<'lists'>[]): Map<string, string> => {
    const keyOf = createdAtKeys(items);
    return new Map(items.map((item) => [item.ref, keyOf(item)]));
  };
  return {
    lists: keysOf(content.lists),
    tags: keysOf(content.tags),
    statuses: new Map(content.statuses.map(({ ref }) => [ref, ref])),
  };
}

interface Created {
  readonly name: string;
  readonly createdAtMs: number;
}

function createdAtKeys(items: readonly Created[]): (item: Created) => string {
  const times = new Map<number, number>();
  for (const { createdAtMs } of items) times.set(createdAtMs, (times.get(createdAtMs) ?? 0) + 1);
  return ({ name, createdAtMs }) => (times.get(createdAtMs) === 1 ? `c:${createdAtMs}` : `n:${fold(name)}`);
}

type Described = Omit<Item, 'type' | 'index' | 'hash' | 'aliases' | 'companyId' | 'atMs' | 'parent'> &
  Partial<Pick<Item, 'aliases' | 'companyId' | 'atMs' | 'parent'>> & {
    /** The value from which the hash is computed. */
    readonly value: unknown;
  };
type Describe<T extends ItemType> = (item: ItemOf<T>) => Described;
type Describers = { readonly [T in ItemType]: Describe<T> };

/**
 * Returns all items of an archive's content. References to lists, tags and statuses are replaced by the keys
 * in `keys`.
 */
export function* itemsOf(content: ArchiveContent, keys: RefKeys): Sliced<Map<ItemType, Item[]>> {
  const describers = describersOf(content, keys);
  const items = new Map<ItemType, Item[]>();
  for (const type of ITEM_TYPES) items.set(type, yield* describeAll(content, describers, type));
  return items;
}

function* describeAll<T extends ItemType>(
  content: ArchiveContent,
  describers: Describers,
  type: T,
): Sliced<Item[]> {
  const describe: Describe<T> = describers[type];
  const items: Item[] = [];
  for (const [index, item] of content[type].entries()) {
    const { value, ...described } = describe(item);
    items.push({
      aliases: [],
      companyId: null,
      atMs: null,
      parent: null,
      ...described,
      type,
      index,
      hash: hashOf(value),
    });
    yield;
  }
  return items;
}

const pair = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);

function describersOf(content: ArchiveContent, keys: RefKeys): Describers {
  const templateKey = createdAtKeys(content.templates);
  const searchKey = createdAtKeys(content.savedSearches);
  const viewKey = createdAtKeys(content.savedViews);
  // A deleted list or tag has no key and gets `?`. A status needs no key, because its id is the same in every
  // workspace.
  const keyed = (type: keyof RefKeys, ref: string): string =>
    keys[type].get(ref) ?? (type === 'statuses' ? ref : '?');
  const allKeyed = (type: keyof RefKeys, refs: readonly string[]): string[] =>
    refs.map((ref) => keyed(type, ref)).toSorted();
  return {
    ...companyDescribers(keyed),
    tags: ({ ref, name }) => ({ key: keyed('tags', ref), aliases: [fold(name)], value: name }),
    lists: ({ ref, name }) => ({ key: keyed('lists', ref), aliases: [fold(name)], value: name }),
    watchRules: ({ list, refreshDays, recordsAMonth }) => ({
      key: keyed('lists', list),
      value: [refreshDays, recordsAMonth],
      parent: { type: 'lists', ref: list },
    }),
    statuses: ({ ref, name, position }) => ({
      key: keyed('statuses', ref),
      aliases: [fold(name)],
      value: [name, position],
    }),
    reviewNotes: ({ month, body, savedAtMs }) => ({ key: month, value: body, atMs: savedAtMs }),
    templates: (item) => ({
      key: templateKey(item),
      aliases: [fold(item.name)],
      value: [item.name, item.subject, item.body],
      atMs: item.changedAtMs,
    }),
    savedSearches: (item) => ({
      key: searchKey(item),
      aliases: [fold(item.name), questionKeyOf(item.search)],
      value: [item.name, item.search],
    }),
    savedViews: (item) => {
      const { filters } = item.question;
      const refs = {
        lists: allKeyed('lists', filters.lists),
        statuses: allKeyed('statuses', filters.statuses),
        ownTags: allKeyed('tags', filters.ownTags),
      };
      return {
        key: viewKey(item),
        aliases: [fold(item.name)],
        value: [item.name, { ...item.question, filters: { ...filters, ...refs } }],
      };
    },
    market: ({ name, value, setAtMs }) => ({ key: name, value, atMs: setAtMs }),
    followUpRules: ({ value, setAtMs }) => ({ key: '', value, atMs: setAtMs }),
    planRules: ({ value, setAtMs }) => ({
      key: '',
      value: {
        ...value,
        lists: value.lists.map((rule) => [keyed('lists', rule.listId), rule.weight]).toSorted(),
      },
      atMs: setAtMs,
    }),
    oursImports: ({ kind, source, importedAtMs, lines }) => ({
      key: pair(importedAtMs, kind),
      value: [source, lines],
      atMs: importedAtMs,
    }),
    investorWatches: ({ name }) => ({ key: fold(name), value: '' }),
    investorMerges: ({ name, intoName, mergedAtMs }) => ({
      key: fold(name),
      value: fold(intoName),
      atMs: mergedAtMs,
    }),
    investorDistinct: ({ name, otherName }) => ({
      key: pair(...[fold(name), fold(otherName)].toSorted()),
      value: '',
    }),
  };
}

function companyDescribers(
  keyed: (type: keyof RefKeys, ref: string) => string,
): Pick<
  Describers,
  | 'notes'
  | 'contactLog'
  | 'tasks'
  | 'companyTags'
  | 'listEntries'
  | 'companyStatuses'
  | 'triage'
  | 'oursDecisions'
> {
  return {
    notes: ({ companyId, versions }) => ({
      key: companyId,
      companyId,
      value: versions.at(-1)?.body,
      atMs: versions.at(-1)?.savedAtMs ?? null,
    }),
    contactLog: ({ companyId, createdAtMs, happenedOn, channel, line, answer }) => ({
      key: pair(companyId, createdAtMs),
      companyId,
      value: [happenedOn, channel, line, answer],
    }),
    tasks: ({ companyId, createdAtMs, title, dueOn, dueTime, snoozedUntil, doneAtMs }) => ({
      key: pair(companyId, createdAtMs),
      companyId,
      value: [title, dueOn, dueTime, snoozedUntil, doneAtMs],
    }),
    companyTags: ({ companyId, tag }) => ({
      key: pair(companyId, keyed('tags', tag)),
      companyId,
      value: '',
      parent: { type: 'tags', ref: tag },
    }),
    listEntries: ({ companyId, list, reason, addedAtMs }) => ({
      key: pair(companyId, keyed('lists', list)),
      companyId,
      value: reason,
      atMs: addedAtMs,
      parent: { type: 'lists', ref: list },
    }),
    companyStatuses: ({ companyId, status, setAtMs }) => ({
      key: companyId,
      companyId,
      value: keyed('statuses', status),
      atMs: setAtMs,
      parent: { type: 'statuses', ref: status },
    }),
    triage: ({ companyId, untilMs, actedAtMs }) => ({
      key: companyId,
      companyId,
      value: untilMs,
      atMs: actedAtMs,
    }),
    oursDecisions: ({ companyId, matchKey, isSame, decidedAtMs }) => ({
      key: pair(companyId, matchKey),
      companyId,
      value: isSame,
      atMs: decidedAtMs,
    }),
  };
}
