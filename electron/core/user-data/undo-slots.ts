import { createHash } from 'node:crypto';
import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX, STATUSES_MAX } from '../../../shared/model/limits.ts';
import { noteOf, putNote, revisionOf } from '../database/queries/yours/notes.ts';
import { putReviewNote, reviewNote } from '../database/queries/yours/review-notes.ts';
import { countSavedFilters, savedFilterNamed } from '../database/queries/yours/saved-views.ts';
import {
  countSavedSearches,
  savedSearchByQuestion,
  savedSearchNamed,
} from '../database/queries/yours/saved-searches.ts';
import {
  companiesWithStatus,
  deleteStatus,
  hasStatus,
  statusAt,
  statuses,
  statusNamed,
} from '../database/queries/yours/statuses.ts';
import { tagNamed } from '../database/queries/yours/tags.ts';
import { countTemplates, templateNamed } from '../database/queries/yours/templates.ts';
import {
  companyOfRow,
  deleteUndoRow,
  isUndoTable,
  putUndoRow,
  undoRow,
  type RowKey,
  type UndoTable,
} from '../database/queries/yours/undo-rows.ts';
import type { SlotValues } from '../database/queries/yours/undo-steps.ts';
import { watchlistNamed, watchlists } from '../database/queries/yours/lists.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';

/** A part of `yours.db` that a change can touch: a row of a table, or the note about a company or a month. */
export interface Slot {
  readonly part: UndoTable | 'note' | 'review_note';
  readonly key: RowKey;
}

export const isPart = (name: string): name is Slot['part'] =>
  name === 'note' || name === 'review_note' || isUndoTable(name);

/**
 * Returns the content of a slot; null if it is empty. For a company's note, this is the revision number and a
 * hash of the text. For a month's note, it is the text.
 */
export function readSlot(db: ReadDb, { part, key }: Slot): SlotValues | null {
  if (part === 'review_note') {
    const body = reviewNote(db, String(key[0]))?.body ?? '';
    return body === '' ? null : [body];
  }
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
 * Restores the earlier content of a slot. A list or tag that did not exist before is marked as removed
 * instead of deleted, because other rows may refer to it.
 * @throws AppFailure `conflict` (`name-taken`) if another row has the restored name; `conflict`
 * (`changed-since`) if the row needs a status that was deleted; `validation` if there are too many rows of this
 * kind
 */
export function writeSlot(db: WriteDb, slot: Slot, values: SlotValues | null, atMs: number): void {
  const { part, key } = slot;
  if (part === 'note') return writeNote(db, String(key[0]), values, atMs);
  if (part === 'review_note') return writeReviewNote(db, String(key[0]), String(values?.[0] ?? ''), atMs);
  if (values !== null) {
    requirePlace(db, part, key, values);
    requireStatusFor(db, part, key, values);
    return putUndoRow(db, part, key, values);
  }
  if (part === 'status') return deleteStatus(db, String(key[0]));
  const standing = part === 'watchlist' || part === 'tag' ? undoRow(db, part, key) : null;
  if (standing === null) return deleteUndoRow(db, part, key);
  // Lists and tags are marked as removed instead of deleted. `removed_at_ms` is the last column of both
  // tables.
  putUndoRow(db, part, key, [...standing.slice(0, -1), atMs]);
}

/** Returns the company that a slot belongs to; null if the slot belongs to no company or to several. */
export const companyOfSlot = (slot: Slot, values: SlotValues | null): string | null =>
  slot.part === 'note'
    ? String(slot.key[0])
    : slot.part === 'review_note'
      ? null
      : companyOfRow(slot.part, slot.key, values);

/** Returns whether the slot's content is shown with companies, as tags are. */
export const isShownByCompanies = ({ part }: Slot): boolean => !ABOUT_NONE.has(part);
const ABOUT_NONE: ReadonlySet<Slot['part']> = new Set([
  'saved_filter',
  'saved_search',
  'search_view',
  'signal_view',
  'signal_removal',
  'duplicate_dismissal',
  'message_template',
  'watch_rule',
  'change_mark',
  'follow_up_rules',
  'investor_watch',
  'investor_merge',
  'investor_distinct',
  'archive_exchange',
  'review_note',
]);

/** Restores an earlier version of a note by saving it as a new revision. */
function writeNote(db: WriteDb, companyId: string, values: SlotValues | null, atMs: number): void {
  const known = noteOf(db, companyId);
  const body = values === null ? '' : revisionOf(db, companyId, Number(values[1]))?.body;
  if (known === null || body === undefined) throw new AppFailure({ kind: 'not-found', what: 'note' });
  const { companyName } = known;
  const revision = known.revision + 1;
  putNote(db, { companyId, companyName, body, revision, savedAtMs: atMs, open: false, removedChars: 0 });
}

/** Restores an earlier text of a month's review note. The restored text is saved as a new revision. */
function writeReviewNote(db: WriteDb, month: string, body: string, atMs: number): void {
  const revision = (reviewNote(db, month)?.revision ?? 0) + 1;
  putReviewNote(db, { month, body, revision, savedAtMs: atMs });
}

/**
 * The tables whose rows have unique names. `holder` returns the row that currently has a name. `isShown`
 * returns whether a restored row is visible and therefore needs its name. A removed or merged row does not
 * need it.
 */
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
  if (holder !== null && holder !== key[0]) throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
  if (part === 'watchlist' && undoRow(db, part, key)?.[3] !== null) requireListRoom(db);
  if (part === 'saved_filter' && undoRow(db, part, key) === null) requireFilterRoom(db);
  if (part === 'message_template' && undoRow(db, part, key) === null) requireTemplateRoom(db);
  if (part === 'status' && undoRow(db, part, key) === null) requireStatusRoom(db);
  if (part !== 'saved_search') return;
  const matching = savedSearchByQuestion(db, String(values[3]));
  if (matching !== null && matching.searchId !== key[0])
    throw new AppFailure({ kind: 'conflict', reason: 'already-saved' });
  if (undoRow(db, part, key) === null) requireSearchRoom(db);
}

/**
 * For a company's status, checks that the status still exists. For a restored status, checks that no other
 * status is at its position, which can happen only if the clock was set back.
 */
function requireStatusFor(db: ReadDb, part: UndoTable, key: RowKey, values: SlotValues): void {
  const changed = new AppFailure({ kind: 'conflict', reason: 'changed-since' });
  if (part === 'company_status' && !hasStatus(db, String(values[1]))) throw changed;
  if (part !== 'status') return;
  const holder = statusAt(db, Number(values[2]));
  if (holder !== null && holder !== key[0]) throw changed;
}

/**
 * If a status was deleted, checks that no company has it. Must be called after all slots of a step are
 * written.
 * @throws AppFailure `conflict` (`changed-since`) if a company has the deleted status
 */
export function requireUnusedIfDeleted(db: ReadDb, { part, key }: Slot): void {
  const id = String(key[0]);
  if (part === 'status' && !hasStatus(db, id) && companiesWithStatus(db, id).length > 0)
    throw new AppFailure({ kind: 'conflict', reason: 'changed-since' });
}

/** @throws AppFailure `validation` if the maximum number of statuses is reached */
export function requireStatusRoom(db: ReadDb): void {
  if (statuses(db).length >= STATUSES_MAX) throw noRoom('statuses', STATUSES_MAX);
}

/** @throws AppFailure `validation` if the maximum number of lists is reached */
export function requireListRoom(db: ReadDb): void {
  if (watchlists(db).length >= LIST_LIMIT_MAX) throw noRoom('lists');
}

/** @throws AppFailure `validation` if the maximum number of saved views is reached */
export function requireFilterRoom(db: ReadDb): void {
  if (countSavedFilters(db) >= LIST_LIMIT_MAX) throw noRoom('saved filters');
}

/** @throws AppFailure `validation` if the maximum number of saved searches is reached */
export function requireSearchRoom(db: ReadDb): void {
  if (countSavedSearches(db) >= LIST_LIMIT_MAX) throw noRoom('saved searches');
}

/** @throws AppFailure `validation` if the maximum number of templates is reached */
export function requireTemplateRoom(db: ReadDb): void {
  if (countTemplates(db) >= LIST_LIMIT_MAX) throw noRoom('templates');
}

const noRoom = (what: string, max = LIST_LIMIT_MAX): AppFailure =>
  new AppFailure({
    kind: 'validation',
    issues: [{ path: 'name', message: `at most ${max} ${what}` }],
  });
