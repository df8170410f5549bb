import { createHash } from 'node:crypto';
import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { noteOf, putNote, revisionOf } from '../db/queries/notes.ts';
import { countSavedFilters, savedFilterNamed } from '../db/queries/saved-filters.ts';
import { countSavedSearches, savedSearchAsking, savedSearchNamed } from '../db/queries/saved-searches.ts';
import { statusNamed } from '../db/queries/statuses.ts';
import { tagNamed } from '../db/queries/tags.ts';
import { countTemplates, templateNamed } from '../db/queries/templates.ts';
import {
  companyOfRow,
  deleteUndoRow,
  isUndoTable,
  putUndoRow,
  undoRow,
  type RowKey,
  type UndoTable,
} from '../db/queries/undo-rows.ts';
import type { SlotValues } from '../db/queries/undo.ts';
import { watchlistNamed, watchlists } from '../db/queries/watchlists.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';

/** One place in `yours.db` that a change touches: a row of a table, or the note about a company. */
export interface Slot {
  readonly part: UndoTable | 'note';
  readonly key: RowKey;
}

export const isPart = (name: string): name is Slot['part'] => name === 'note' || isUndoTable(name);

/**
 * What stands in a slot now; null for nothing. A note is told by its body's hash and the revision that holds the body: an
 * undo of the same text is the same state, whatever number it bears.
 */
export function readSlot(db: ReadDb, { part, key }: Slot): SlotValues | null {
  if (part !== 'note') return undoRow(db, part, key);
  const note = noteOf(db, String(key[0]));
  if (note === null || note.body === '') return null;
  return [createHash('sha256').update(note.body, 'utf8').digest('hex'), note.revision];
}

export function sameValues(slot: Slot, a: SlotValues | null, b: SlotValues | null): boolean {
  if (a === null || b === null) return a === b;
  if (slot.part === 'note') return a[0] === b[0];
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/**
 * Writes back what once stood in a slot. A list or tag that was not there before is marked as removed, not deleted: others
 * may point at it.
 * @throws AppFailure conflict name-taken where its name was given away meanwhile, validation where there is no room for a list
 */
export function writeSlot(db: WriteDb, slot: Slot, values: SlotValues | null, atMs: number): void {
  const { part, key } = slot;
  if (part === 'note') return writeNote(db, String(key[0]), values, atMs);
  if (values !== null) {
    requirePlace(db, part, key, values);
    return putUndoRow(db, part, key, values);
  }
  const standing = part === 'watchlist' || part === 'tag' ? undoRow(db, part, key) : null;
  if (standing === null) return deleteUndoRow(db, part, key);
  // `removed_at_ms` is the last column of both.
  putUndoRow(db, part, key, [...standing.slice(0, -1), atMs]);
}

/** The company that a slot is about; null where it may be many. */
export const companyOfSlot = (slot: Slot, values: SlotValues | null): string | null =>
  slot.part === 'note' ? String(slot.key[0]) : companyOfRow(slot.part, slot.key, values);

/** Whether companies show what stands here: what is asked of them is about none. */
export const isShownByCompanies = ({ part }: Slot): boolean => !ABOUT_NONE.has(part);
const ABOUT_NONE: ReadonlySet<Slot['part']> = new Set([
  'saved_filter',
  'saved_search',
  'search_view',
  'signal_view',
  'message_template',
  'watch_rule',
  'change_mark',
]);

/** An older text comes back as a new revision, so that nothing of the history is lost. */
function writeNote(db: WriteDb, companyId: string, values: SlotValues | null, atMs: number): void {
  const known = noteOf(db, companyId);
  const body = values === null ? '' : revisionOf(db, companyId, Number(values[1]))?.body;
  if (known === null || body === undefined) throw new AppFailure({ kind: 'not-found', what: 'note' });
  const { companyName } = known;
  const revision = known.revision + 1;
  putNote(db, { companyId, companyName, body, revision, savedAtMs: atMs, open: false, removedChars: 0 });
}

/** Who bears a name now, and whether the row that would come back shows its name. `name_folded` is their second column. */
const NAMED: Readonly<
  Partial<
    Record<
      UndoTable,
      { holder(db: ReadDb, folded: string): string | number | null; isShown(values: SlotValues): boolean }
    >
  >
> = {
  watchlist: { holder: watchlistNamed, isShown: (values) => values[3] === null },
  status: { holder: statusNamed, isShown: () => true },
  tag: { holder: tagNamed, isShown: (values) => values[3] === null && values[4] === null },
  saved_filter: { holder: savedFilterNamed, isShown: () => true },
  saved_search: { holder: savedSearchNamed, isShown: () => true },
  message_template: { holder: templateNamed, isShown: () => true },
};

function requirePlace(db: ReadDb, part: UndoTable, key: RowKey, values: SlotValues): void {
  const named = NAMED[part];
  if (named === undefined || !named.isShown(values)) return;
  const holder = named.holder(db, String(values[1]));
  if (holder !== null && holder !== key[0])
    throw new AppFailure({ kind: 'conflict', reason: 'name-taken', preview: null });
  if (part === 'watchlist' && undoRow(db, part, key)?.[3] !== null) requireListRoom(db);
  if (part === 'saved_filter' && undoRow(db, part, key) === null) requireFilterRoom(db);
  if (part === 'message_template' && undoRow(db, part, key) === null) requireTemplateRoom(db);
  if (part !== 'saved_search') return;
  const asking = savedSearchAsking(db, String(values[3]));
  if (asking !== null && asking.searchId !== key[0])
    throw new AppFailure({ kind: 'conflict', reason: 'already-saved', preview: null });
  if (undoRow(db, part, key) === null) requireSearchRoom(db);
}

/** @throws AppFailure validation where there are as many lists as the contract lists */
export function requireListRoom(db: ReadDb): void {
  if (watchlists(db).length >= LIST_LIMIT_MAX) throw noRoom('lists');
}

/** @throws AppFailure validation where there are as many saved filters as the contract lists */
export function requireFilterRoom(db: ReadDb): void {
  if (countSavedFilters(db) >= LIST_LIMIT_MAX) throw noRoom('saved filters');
}

/** @throws AppFailure validation where there are as many saved searches as the contract lists */
export function requireSearchRoom(db: ReadDb): void {
  if (countSavedSearches(db) >= LIST_LIMIT_MAX) throw noRoom('saved searches');
}

/** @throws AppFailure validation where there are as many templates as the contract lists */
export function requireTemplateRoom(db: ReadDb): void {
  if (countTemplates(db) >= LIST_LIMIT_MAX) throw noRoom('templates');
}

const noRoom = (what: string): AppFailure =>
  new AppFailure({
    kind: 'validation',
    issues: [{ path: 'name', message: `at most ${LIST_LIMIT_MAX} ${what}` }],
  });
