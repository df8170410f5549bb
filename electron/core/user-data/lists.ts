import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { ListedCompany, ListEntry } from '../../../shared/model/user-data.ts';
import {
  dropEntry,
  entriesOfCompany,
  entriesOfList,
  entryOfList,
  insertWatchlist,
  listNamesOf,
  listsOfCompany,
  markWatchlistRemoved,
  moveEntry,
  putEntry,
  removedWatchlistName,
  renameWatchlist,
  setReason,
  watchlistById,
  watchlistNamed,
  watchlists,
  type StoredWatchlist,
} from '../database/queries/yours/lists.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { Journal } from './undo-journal.ts';
import { requireListRoom, type Slot } from './undo-slots.ts';
import { clip } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';

interface Watchlist {
  id: string;
  name: string;
  count: number;
}

/** The user's lists. Every change can be undone and is durable when the call returns. */
export interface Watchlists {
  /** Returns all lists, sorted by name. */
  list(): Watchlist[];
  /** @throws AppFailure `conflict` (`name-taken`), or `validation` if there are already 50 lists */
  create(name: string, createdAtMs: number): Watchlist;
  /** @throws AppFailure `conflict` (`name-taken`), `not-found` (`watchlist`) */
  rename(id: string, name: string): void;
  /**
   * Marks the list as removed. Its entries stay stored, so the list can be restored.
   * @throws AppFailure `not-found` (`watchlist`)
   */
  remove(id: string, removedAtMs: number): void;
  /** Restores a removed list with its entries, under a new name if the old one is taken. */
  restore(id: string): void;
  /**
   * Adds a company to a list. If the company was on the list before, restores its earlier entry with the
   * original time. If `reason` is empty, also restores the earlier reason.
   * @throws AppFailure `not-found` (`watchlist`)
   */
  add(entry: { id: string; companyId: string; companyName: string; reason: string; addedAtMs: number }): void;
  /** @throws AppFailure `not-found` (`watchlist`) */
  drop(id: string, companyId: string): void;
  /**
   * @throws AppFailure `not-found` (`watchlist`), or `not-found` (`company`) if the company is not on the
   * list
   */
  setReason(id: string, companyId: string, reason: string): void;
  /**
   * Moves a company's entry, with its reason and time, from the list `from` to the list `to`. If the company
   * is already on `to`, the entry on `to` remains. That entry takes over the reason of the entry on `from`
   * only if it has no reason itself. Does nothing if the company is not on `from`.
   * @throws AppFailure `not-found` (`watchlist`)
   */
  move(entry: { from: string; to: string; companyId: string }): void;
  /** Returns the ids of the lists that contain a company. */
  of(companyId: string): string[];
  /** Returns, for each company, the names of the lists that contain it. Companies on no list are omitted. */
  namesOf(companyIds: readonly string[]): { companyId: string; lists: string[] }[];
  /** Returns the list entries of a company, with their reasons. */
  reasons(companyId: string): ListEntry[];
  /**
   * Returns the companies of a list with their reasons, newest first.
   * @throws AppFailure `not-found` (`watchlist`)
   */
  companies(
    id: string,
    page: { offset: number; limit: number },
  ): { companies: ListedCompany[]; total: number };
}

type Reads = Pick<Watchlists, 'list' | 'of' | 'namesOf' | 'reasons' | 'companies'>;

export const createWatchlistReads = (db: ReadDb): Reads => ({
  list: () => watchlists(db).slice(0, LIST_LIMIT_MAX).map(watchlistOf),
  of: (companyId) => listsOfCompany(db, companyId).slice(0, LIST_LIMIT_MAX).map(String),
  namesOf: (companyIds) =>
    [...listNamesOf(db, companyIds)].map(([companyId, names]) => ({
      companyId,
      lists: names.slice(0, LIST_LIMIT_MAX).map((name) => clip(name, 200)),
    })),
  reasons: (companyId) =>
    entriesOfCompany(db, companyId)
      .slice(0, LIST_LIMIT_MAX)
      .map(({ listId, listName, reason, addedAtMs }) => ({
        id: String(listId),
        name: clip(listName, 200),
        reason: clip(reason, 500),
        addedAtMs,
      })),
  companies: (id, page) => {
    const { listId, count } = required(db, id);
    const companies = entriesOfList(db, { listId, ...page });
    return {
      companies: companies.map(({ companyId, companyName, reason, addedAtMs }) => ({
        companyId,
        companyName: clip(companyName, 500),
        reason: clip(reason, 500),
        addedAtMs,
      })),
      total: count,
    };
  },
});

/** Creates the functions that read and change lists. Each changed or new row is reported to `journal`. */
export function createWatchlists(db: WriteDb, journal: Journal): Watchlists {
  return {
    ...createWatchlistReads(db),
    create: (name, createdAtMs) =>
      transaction(db, () => {
        requireListRoom(db);
        requireFreeName(db, name, null);
        const listId = insertWatchlist(db, { name, nameFolded: fold(name), createdAtMs });
        journal.made(listSlot(listId));
        return { id: String(listId), name, count: 0 };
      }),
    rename: (id, name) =>
      transaction(db, () => {
        const { listId } = required(db, id);
        requireFreeName(db, name, listId);
        journal.touch(listSlot(listId));
        renameWatchlist(db, { listId, name, nameFolded: fold(name) });
      }),
    remove: (id, removedAtMs) =>
      transaction(db, () => {
        const { listId } = required(db, id);
        journal.touch(listSlot(listId));
        markWatchlistRemoved(db, listId, removedAtMs);
      }),
    restore: (id) => transaction(db, () => restore(db, journal, id)),
    ...createEntryChanges(db, journal),
  };
}

const createEntryChanges = (
  db: WriteDb,
  journal: Journal,
): Pick<Watchlists, 'add' | 'drop' | 'setReason' | 'move'> => ({
  add: ({ id, ...entry }) =>
    transaction(db, () => {
      const { listId } = required(db, id);
      journal.touch(entrySlot(listId, entry.companyId));
      putEntry(db, { listId, ...entry });
    }),
  drop: (id, companyId) =>
    transaction(db, () => {
      const { listId } = required(db, id);
      journal.touch(entrySlot(listId, companyId));
      dropEntry(db, listId, companyId);
    }),
  setReason: (id, companyId, reason) =>
    transaction(db, () => {
      const { listId } = required(db, id);
      if (entryOfList(db, listId, companyId) === null)
        throw new AppFailure({ kind: 'not-found', what: 'company' });
      journal.touch(entrySlot(listId, companyId));
      setReason(db, { listId, companyId, reason });
    }),
  move: ({ from, to, companyId }) =>
    transaction(db, () => {
      const source = required(db, from).listId;
      const listId = required(db, to).listId;
      const entry = entryOfList(db, source, companyId);
      if (entry === null || source === listId) return;
      const there = entryOfList(db, listId, companyId);
      for (const each of [source, listId]) journal.touch(entrySlot(each, companyId));
      dropEntry(db, source, companyId);
      if (there === null) moveEntry(db, { ...entry, listId });
      else if (there.reason === '') setReason(db, { listId, companyId, reason: entry.reason });
    }),
});

const listSlot = (listId: number): Slot => ({ part: 'watchlist', key: [listId] });
const entrySlot = (listId: number, companyId: string): Slot => ({
  part: 'watchlist_entry',
  key: [companyId, listId],
});

/** Parses a list id. Returns null if the text is not a list id. */
export const listIdOf = (id: string): number | null => (/^\d{1,15}$/.test(id) ? Number(id) : null);

const watchlistOf = ({ listId, name, count }: StoredWatchlist): Watchlist => ({
  id: String(listId),
  name,
  count,
});
const notFound = (): AppFailure => new AppFailure({ kind: 'not-found', what: 'watchlist' });

function required(db: ReadDb, id: string): StoredWatchlist {
  const listId = listIdOf(id);
  const list = listId === null ? null : watchlistById(db, listId);
  if (list === null) throw notFound();
  return list;
}

function requireFreeName(db: ReadDb, name: string, ownId: number | null): void {
  const holder = watchlistNamed(db, fold(name));
  if (holder !== null && holder !== ownId) throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
}

function restore(db: WriteDb, journal: Journal, id: string): void {
  const listId = listIdOf(id);
  if (listId === null) throw notFound();
  const name = removedWatchlistName(db, listId);
  if (name === null) {
    // If the list exists and was not removed, there is nothing to restore. An unknown id is an error.
    required(db, id);
    return;
  }
  requireListRoom(db);
  journal.touch(listSlot(listId));
  const free = freeName(db, name);
  if (free !== name) renameWatchlist(db, { listId, name: free, nameFolded: fold(free) });
  markWatchlistRemoved(db, listId, null);
}

/** Appends a number to the name if it is taken, so the list can still be restored. */
function freeName(db: ReadDb, name: string): string {
  let free = name;
  for (let number = 2; watchlistNamed(db, fold(free)) !== null; number += 1)
    free = `${clip(name, 70)} (${number})`;
  return free;
}
