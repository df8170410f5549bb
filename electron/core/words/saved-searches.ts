import { createHash } from 'node:crypto';
import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { keptSearchSchema, type KeptSearch, type SavedSearch } from '../../../shared/model/saved-search.ts';
import { isPutAway } from '../../../shared/triage.ts';
import { questionAt, searchToken } from '../../../shared/search-dates.ts';
import { canonicalAmount } from '../api/amount-text.ts';
import {
  askedOf,
  deleteSavedSearch,
  forgetLeftBehind,
  insertSavedSearch,
  insertView,
  placeSavedSearch,
  putSeen,
  renameSavedSearch,
  replaceSavedSearch,
  savedSearchAsking,
  savedSearchById,
  savedSearches,
  savedSearchNamed,
  unseenRows,
  viewedAtMs,
  type StoredSearch,
} from '../db/queries/saved-searches.ts';
import { missingCompanies } from '../db/queries/library.ts';
import { unseenNews } from '../db/queries/signals-yours.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import { filterValuesOf, unlistedValues } from '../library/filter-values.ts';
import { fold } from '../library/fold.ts';
import type { Journal } from './journal.ts';
import { requireSearchRoom, type Slot } from './slots.ts';
import { triageMarks } from './triage.ts';

/** Searches under names of the seller's. Two names that differ in case or accents only are one. Call within `recordChange`. */
export interface SavedSearches {
  /**
   * The search that asks just this already, or a new one; whatever came for its question before counts as seen.
   * @throws AppFailure conflict name-taken, validation where there are 50
   */
  create(name: string, search: KeptSearch, atMs: number): { id: string; name: string; existed: boolean };
  /** @throws AppFailure not-found saved-search, conflict name-taken */
  rename(id: string, name: string): void;
  /**
   * Whatever came for its new question before counts as seen.
   * @throws AppFailure not-found saved-search, conflict already-saved
   */
  replace(id: string, search: KeptSearch, atMs: number): void;
  /** @throws AppFailure not-found saved-search */
  move(id: string, by: -1 | 1): void;
  /** @throws AppFailure not-found saved-search */
  remove(id: string): void;
  /** @throws AppFailure not-found saved-search */
  markSeen(id: string, atMs: number): void;
}

export function createSavedSearches(db: WriteDb, journal: Journal): SavedSearches {
  const touched = (id: string): StoredSearch => {
    const stored = requireSearch(db, id);
    journal.touch(slotOf(stored.searchId));
    return stored;
  };
  return {
    create: (name, search, atMs) => {
      const questionKey = questionKeyOf(search);
      const asking = savedSearchAsking(db, questionKey);
      if (asking !== null) return { id: String(asking.searchId), name: asking.name, existed: true };
      requireFreeName(db, name, null);
      requireSearchRoom(db);
      const searchId = insertSavedSearch(db, {
        ...{ name, nameFolded: fold(name), questionKey, createdAtMs: Math.round(atMs) },
        question: JSON.stringify(search),
      });
      journal.made(slotOf(searchId));
      view(db, journal, { searchId, questionKey }, atMs);
      return { id: String(searchId), name, existed: false };
    },
    rename: (id, name) => {
      const { searchId } = touched(id);
      requireFreeName(db, name, searchId);
      renameSavedSearch(db, { searchId, name, nameFolded: fold(name) });
    },
    replace: (id, search, atMs) => {
      const { searchId, questionKey: before } = touched(id);
      const questionKey = questionKeyOf(search);
      requireFreeQuestion(db, questionKey, searchId);
      replaceSavedSearch(db, { searchId, question: JSON.stringify(search), questionKey });
      // Another page size is no other question: what is new in it stays new.
      if (questionKey !== before) view(db, journal, { searchId, questionKey }, atMs);
    },
    move: (id, by) => swap(db, journal, requireSearch(db, id), by),
    remove: (id) => {
      const { searchId } = touched(id);
      // While it stands: what is its own has to come back with it.
      forgetLeftBehind(db);
      deleteSavedSearch(db, searchId);
    },
    markSeen: (id, atMs) => view(db, journal, requireSearch(db, id), atMs),
  };
}

/** Everything that came so far is seen; nothing where all of it is. */
function view(
  db: WriteDb,
  journal: Journal,
  search: { searchId: number; questionKey: string },
  atMs: number,
): void {
  const unseen = unseenRows(db, search);
  if (unseen.length === 0) return;
  const viewId = insertView(db, { searchId: search.searchId, viewedAtMs: Math.round(atMs) });
  putSeen(db, { searchId: search.searchId, viewId }, unseen);
  journal.made({ part: 'search_view', key: [viewId] });
}

/** Takes the place of its neighbour; the first does not go up, the last not down. */
function swap(db: WriteDb, journal: Journal, search: StoredSearch, by: -1 | 1): void {
  const all = savedSearches(db);
  const at = all.findIndex(({ searchId }) => searchId === search.searchId);
  const other = all[at + by];
  if (other === undefined) return;
  const order = all.with(at, other).with(at + by, search);
  const places = all.map(({ position }) => position);
  // An undo may bring one back to a place that was given away since: then each gets a place of its own.
  const own = new Set(places).size === places.length ? places : places.map((_, index) => index + 1);
  order.forEach(({ searchId, position: before }, index) => {
    const position = own[index] ?? before;
    if (position === before) return;
    journal.touch(slotOf(searchId));
    placeSavedSearch(db, { searchId, position });
  });
}

/** @throws AppFailure not-found saved-search */
export function requireSearch(db: ReadDb, id: string): StoredSearch {
  const stored = savedSearchById(db, Number(id));
  if (stored === null) throw new AppFailure({ kind: 'not-found', what: 'saved-search' });
  return stored;
}

/** Equal for equal questions, however they were typed and whatever their page size. */
export const questionKeyOf = (search: KeptSearch): string =>
  createHash('sha256')
    .update(searchToken(search, (text) => canonicalAmount(text)?.value ?? null))
    .digest('hex');

/** Null for what another version wrote, or whoever had the file in their hands. */
export function readKept(json: string): KeptSearch | null {
  try {
    return keptSearchSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * In the seller's order. What is new is a difference of ids, of rounds or, of the list of companies, of companies: those that
 * came for the question, less those that a standing mark covers. Both stand in the seller's own file, so that a rebuilt
 * `cache.db` makes nothing new again that was seen; what is not kept here any more is not counted until it comes again.
 */
export function listSavedSearches(
  { yours, cache }: { readonly yours: ReadDb; readonly cache: ReadDb },
  { nowMs, priceOf }: { readonly nowMs: number; readonly priceOf: (question: ListQuery) => Preview | null },
): SavedSearch[] {
  const listed = filterValuesOf(cache);
  return savedSearches(yours)
    .slice(0, LIST_LIMIT_MAX)
    .map((stored) => {
      const search = readKept(stored.question);
      const question = search === null ? null : questionAt(search, nowMs);
      return {
        ...{ id: String(stored.searchId), name: stored.name, search },
        price: question === null ? null : priceOf(question),
        fresh: freshRows({ yours, cache }, stored, nowMs).length,
        fetchedAtMs: askedOf(yours, stored.questionKey)?.fetchedAtMs ?? null,
        viewedAtMs: viewedAtMs(yours, stored.searchId),
        unlisted: question === null ? [] : unlistedValues(question, listed).slice(0, LIST_LIMIT_MAX),
      };
    });
}

/**
 * Rows that came for its question, are still kept, were not marked as seen, and whose company was not put away after they came.
 * @param nowMs server time
 */
export function freshRows(
  { yours, cache }: { readonly yours: ReadDb; readonly cache: ReadDb },
  stored: Pick<StoredSearch, 'searchId' | 'questionKey'>,
  nowMs: number,
): { rowId: string; companyId: string }[] {
  const { searchId, questionKey } = stored;
  const unseen = unseenNews(yours, { searchId, questionKey });
  if (unseen.length === 0) return [];
  const ids = [...new Set(unseen.map(({ companyId }) => companyId))];
  const gone = new Set(missingCompanies(cache, ids));
  const marks = triageMarks(yours, ids, nowMs);
  return unseen.filter(
    ({ companyId, cameAtMs }) =>
      !gone.has(companyId) && !isPutAway(marks.get(companyId) ?? null, nowMs, cameAtMs),
  );
}

/** @throws AppFailure conflict already-saved */
function requireFreeQuestion(db: ReadDb, questionKey: string, ownId: number): void {
  const asking = savedSearchAsking(db, questionKey);
  if (asking !== null && asking.searchId !== ownId)
    throw new AppFailure({ kind: 'conflict', reason: 'already-saved', preview: null });
}

const slotOf = (searchId: number): Slot => ({ part: 'saved_search', key: [searchId] });

function requireFreeName(db: ReadDb, name: string, ownId: number | null): void {
  const holder = savedSearchNamed(db, fold(name));
  if (holder !== null && holder !== ownId)
    throw new AppFailure({ kind: 'conflict', reason: 'name-taken', preview: null });
}
