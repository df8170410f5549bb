import { AppFailure } from '../../../shared/app-failure.ts';
import type { BackupItem } from '../../../shared/contract/backups.ts';
import {
  companiesOn,
  knownLists,
  writtenNotes,
  type KnownEntry,
  type KnownList,
} from '../database/queries/backup-items.ts';
import { noteOf, putNote } from '../database/queries/yours/notes.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { createWatchlists } from './lists.ts';
import type { Journal } from './undo-journal.ts';

/*
 * Restores individual notes and lists from a backup. `backup` is a copy of the backup. This copy has been
 * migrated, and erased companies have been removed from it.
 */

const EXCERPT_MAX = 200;

type Kind = BackupItem['kind'];

/**
 * Returns the notes or lists in a backup that differ from the current notes or lists, sorted by name. Returns
 * only items whose name or note contains `text`, ignoring case and accents.
 */
export function backupItems(backup: ReadDb, current: ReadDb, kind: Kind, text: string): BackupItem[] {
  const searched = fold(text.trim());
  const contains = (...texts: readonly string[]): boolean =>
    texts.some((each) => fold(each).includes(searched));
  return kind === 'note' ? noteItems(backup, current, contains) : listItems(backup, current, contains);
}

type Contains = (...texts: readonly string[]) => boolean;

function noteItems(backup: ReadDb, current: ReadDb, contains: Contains): BackupItem[] {
  const bodies = new Map(writtenNotes(current).map(({ companyId, body }) => [companyId, body]));
  return writtenNotes(backup).flatMap(({ companyId, companyName, savedAtMs, body }): BackupItem[] => {
    const now = bodies.get(companyId);
    if (now === body || !contains(companyName, body)) return [];
    const excerpt = clip(body.replace(/\s+/g, ' ').trim(), EXCERPT_MAX);
    const state = now === undefined ? 'missing' : 'changed';
    return [
      { kind: 'note', id: companyId, name: clip(companyName, 500), state, savedAtMs, excerpt, companies: 0 },
    ];
  });
}

function listItems(backup: ReadDb, current: ReadDb, contains: Contains): BackupItem[] {
  const lists = knownLists(current);
  return knownLists(backup).flatMap((list): BackupItem[] => {
    if (list.isRemoved || !contains(list.name)) return [];
    const same = sameList(list, lists);
    const isMissing = same === null || same.isRemoved;
    // A deleted list still has its entries. If only the entries to add were counted, the list would appear to
    // be empty.
    const companies = entriesToAdd(backup, current, list, isMissing ? null : same).length;
    if (!isMissing && companies === 0) return [];
    const state = isMissing ? 'missing' : 'changed';
    return [
      {
        kind: 'list',
        id: String(list.listId),
        name: clip(list.name, 500),
        state,
        savedAtMs: null,
        excerpt: null,
        companies,
      },
    ];
  });
}

/**
 * Returns the current list that corresponds to a list in the backup. This is the list with the same id and
 * creation time or, if there is none, the list with the same name. A backup found in another folder may use
 * different ids.
 */
const sameList = (list: KnownList, current: readonly KnownList[]): KnownList | null =>
  current.find((each) => each.listId === list.listId && each.createdAtMs === list.createdAtMs) ??
  current.find((each) => !each.isRemoved && each.nameFolded === list.nameFolded) ??
  null;

function entriesToAdd(
  backup: ReadDb,
  current: ReadDb,
  list: KnownList,
  same: KnownList | null,
): KnownEntry[] {
  const entries = companiesOn(backup, list.listId);
  if (same === null) return entries;
  const present = new Set(companiesOn(current, same.listId).map(({ companyId }) => companyId));
  return entries.filter(({ companyId }) => !present.has(companyId));
}

interface Restore {
  readonly backup: ReadDb;
  readonly yours: WriteDb;
  readonly journal: Journal;
  readonly atMs: number;
}

/**
 * Restores one note or list from the backup. For a note, the backup's text becomes the newest revision. For a
 * list, the backup's companies are added to its current companies.
 * @throws AppFailure `not-found` (`note` or `watchlist`), or `validation` if there are too many lists
 */
export function restoreItem(restore: Restore, kind: Kind, itemId: string): void {
  if (kind === 'note') restoreNote(restore, itemId);
  else restoreList(restore, itemId);
}

function restoreNote({ backup, yours, journal, atMs }: Restore, companyId: string): void {
  const stored = noteOf(backup, companyId);
  if (stored === null || stored.body === '') throw new AppFailure({ kind: 'not-found', what: 'note' });
  const known = noteOf(yours, companyId);
  journal.touch({ part: 'note', key: [companyId] });
  putNote(yours, {
    companyId,
    companyName: known?.companyName ?? stored.companyName,
    body: stored.body,
    revision: (known?.revision ?? 0) + 1,
    savedAtMs: atMs,
    open: false,
    removedChars: 0,
  });
}

function restoreList({ backup, yours, journal, atMs }: Restore, itemId: string): void {
  const list = knownLists(backup).find(({ listId, isRemoved }) => String(listId) === itemId && !isRemoved);
  if (list === undefined) throw new AppFailure({ kind: 'not-found', what: 'watchlist' });
  const same = sameList(list, knownLists(yours));
  const entries = entriesToAdd(backup, yours, list, same);
  const lists = createWatchlists(yours, journal);
  if (same?.isRemoved) lists.restore(String(same.listId));
  const id = same === null ? lists.create(list.name, atMs).id : String(same.listId);
  for (const entry of entries) lists.add({ id, ...entry });
}
