import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import {
  dropEntry,
  insertWatchlist,
  listsOfCompany,
  markWatchlistRemoved,
  putEntry,
  removedWatchlistName,
  renameWatchlist,
  watchlistById,
  watchlistNamed,
  watchlists,
  type StoredWatchlist,
} from '../db/queries/watchlists.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import { clip, fold } from './fold.ts';

export interface Watchlist {
  id: string;
  name: string;
  count: number;
}

/** The seller's lists. Every change is on the disk when the call returns, and can be taken back. */
export interface Watchlists {
  /** By name. */
  list(): Watchlist[];
  /** @throws AppFailure conflict name-taken, validation where there are 50 lists already */
  create(name: string, createdAtMs: number): Watchlist;
  /** @throws AppFailure conflict name-taken, not-found watchlist */
  rename(id: string, name: string): void;
  /** The list and its entries are only marked. @throws AppFailure not-found watchlist */
  remove(id: string, removedAtMs: number): void;
  /** Brings a list back with its entries; under a name of its own where the name was given away since. */
  restore(id: string): void;
  /** Adding again after a drop brings reason and time back. @throws AppFailure not-found watchlist */
  add(entry: { id: string; companyId: string; companyName: string; reason: string; addedAtMs: number }): void;
  /** @throws AppFailure not-found watchlist */
  drop(id: string, companyId: string): void;
  /** Ids of the lists that hold a company. */
  of(companyId: string): string[];
}

export const createWatchlistReads = (db: ReadDb): Pick<Watchlists, 'list' | 'of'> => ({
  list: () => watchlists(db).slice(0, LIST_LIMIT_MAX).map(watchlistOf),
  of: (companyId) => listsOfCompany(db, companyId).slice(0, LIST_LIMIT_MAX).map(String),
});

export function createWatchlists(db: WriteDb): Watchlists {
  return {
    ...createWatchlistReads(db),
    create: (name, createdAtMs) =>
      transaction(db, () => {
        requireRoom(db);
        requireFreeName(db, name, null);
        const listId = insertWatchlist(db, { name, nameFolded: fold(name), createdAtMs });
        return { id: String(listId), name, count: 0 };
      }),
    rename: (id, name) =>
      transaction(db, () => {
        const { listId } = required(db, id);
        requireFreeName(db, name, listId);
        renameWatchlist(db, { listId, name, nameFolded: fold(name) });
      }),
    remove: (id, removedAtMs) =>
      transaction(db, () => markWatchlistRemoved(db, required(db, id).listId, removedAtMs)),
    restore: (id) => transaction(db, () => restore(db, id)),
    add: ({ id, ...entry }) =>
      transaction(db, () => putEntry(db, { listId: required(db, id).listId, ...entry })),
    drop: (id, companyId) => transaction(db, () => dropEntry(db, required(db, id).listId, companyId)),
  };
}

/** The number behind a list's id; null for text that is none. */
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
  if (holder !== null && holder !== ownId)
    throw new AppFailure({ kind: 'conflict', reason: 'name-taken', preview: null });
}

function requireRoom(db: ReadDb): void {
  if (watchlists(db).length < LIST_LIMIT_MAX) return;
  const message = `at most ${LIST_LIMIT_MAX} lists`;
  throw new AppFailure({ kind: 'validation', issues: [{ path: 'name', message }] });
}

function restore(db: WriteDb, id: string): void {
  const listId = listIdOf(id);
  if (listId === null) throw notFound();
  const name = removedWatchlistName(db, listId);
  if (name === null) {
    // It stands: undoing twice is no mistake.
    required(db, id);
    return;
  }
  requireRoom(db);
  const free = freeName(db, name);
  if (free !== name) renameWatchlist(db, { listId, name: free, nameFolded: fold(free) });
  markWatchlistRemoved(db, listId, null);
}

/** An undo never fails for a name that was given away meanwhile. */
function freeName(db: ReadDb, name: string): string {
  let free = name;
  for (let number = 2; watchlistNamed(db, fold(free)) !== null; number += 1)
    free = `${clip(name, 70)} (${number})`;
  return free;
}
