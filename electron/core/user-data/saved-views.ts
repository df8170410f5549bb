import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import {
  savedQuestionSchema,
  type SavedFilter,
  type SavedQuestion,
} from '../../../shared/model/saved-filter.ts';
import { statusIdSchema } from '../../../shared/model/user-data.ts';
import {
  deleteSavedFilter,
  insertSavedFilter,
  listFates,
  renameSavedFilter,
  replaceSavedFilter,
  savedFilterById,
  savedFilterNamed,
  savedFilters,
  tagFates,
  type MarkStatus,
  type StoredFilter,
} from '../database/queries/yours/saved-views.ts';
import { deletedAmong } from '../database/queries/yours/statuses.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { Journal } from './undo-journal.ts';
import { requireFilterRoom, type Slot } from './undo-slots.ts';

/** Saved views: named filters of the library. Names that differ only in case or accents are equal. */
export interface SavedFilters {
  /** @throws AppFailure `conflict` (`name-taken`), or `validation` if there are already 50 saved views */
  create(name: string, question: SavedQuestion, createdAtMs: number): string;
  /** @throws AppFailure `not-found` (`saved-filter`), `conflict` (`name-taken`) */
  rename(id: string, name: string): void;
  /** @throws AppFailure `not-found` (`saved-filter`) */
  replace(id: string, question: SavedQuestion): void;
  /** @throws AppFailure `not-found` (`saved-filter`) */
  remove(id: string): void;
}

/**
 * Returns the saved views, sorted by name. `deletedMarks` contains the deleted lists, statuses and tags that
 * a view filters by.
 */
export function listSavedFilters(db: ReadDb): SavedFilter[] {
  return savedFilters(db)
    .slice(0, LIST_LIMIT_MAX)
    .map((stored) => savedViewOf(db, stored));
}

/** Must be called within `recordChange`, which provides `journal`. */
export function createSavedFilters(db: WriteDb, journal: Journal): SavedFilters {
  const touched = (id: string): number => {
    const stored = savedFilterById(db, Number(id));
    if (stored === null) throw new AppFailure({ kind: 'not-found', what: 'saved-filter' });
    journal.touch(slotOf(stored.filterId));
    return stored.filterId;
  };
  return {
    create: (name, question, createdAtMs) => {
      requireFreeName(db, name, null);
      requireFilterRoom(db);
      const named = { name, nameFolded: fold(name) };
      const filterId = insertSavedFilter(db, { ...named, question: JSON.stringify(question), createdAtMs });
      journal.made(slotOf(filterId));
      return String(filterId);
    },
    rename: (id, name) => {
      const filterId = touched(id);
      requireFreeName(db, name, filterId);
      renameSavedFilter(db, { filterId, name, nameFolded: fold(name) });
    },
    replace: (id, question) =>
      replaceSavedFilter(db, { filterId: touched(id), question: JSON.stringify(question) }),
    remove: (id) => deleteSavedFilter(db, touched(id)),
  };
}

const slotOf = (filterId: number): Slot => ({ part: 'saved_filter', key: [filterId] });

function requireFreeName(db: ReadDb, name: string, ownId: number | null): void {
  const holder = savedFilterNamed(db, fold(name));
  if (holder !== null && holder !== ownId) throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
}

function savedViewOf(db: ReadDb, { filterId, name, question: json }: StoredFilter): SavedFilter {
  const view = { id: String(filterId), name };
  const question = readQuestion(json);
  if (question === null) return { ...view, question, deletedMarks: { lists: [], statuses: [], ownTags: [] } };
  const lists = resolved(question.filters.lists, (ids) => listFates(db, ids));
  const ownTags = resolved(question.filters.ownTags, (ids) => tagFates(db, ids));
  return {
    ...view,
    question: { ...question, filters: { ...question.filters, lists: lists.ids, ownTags: ownTags.ids } },
    deletedMarks: {
      lists: lists.missing,
      statuses: deletedStatuses(db, question.filters.statuses),
      ownTags: ownTags.missing,
    },
  };
}

/**
 * Parses a stored filter. Returns null if it is invalid, for example because an incompatible version wrote it
 * or because it was edited outside the app.
 */
function readQuestion(json: string): SavedQuestion | null {
  try {
    return savedQuestionSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

function deletedStatuses(
  db: ReadDb,
  requested: SavedQuestion['filters']['statuses'],
): SavedFilter['deletedMarks']['statuses'] {
  const ids = [...new Set(requested)].filter((id) => id !== 'none');
  return deletedAmong(db, ids).map(({ id, name }) => ({ id: statusIdSchema.parse(id), name }));
}

/**
 * Replaces the id of each merged tag with the id of the tag into which it was merged. Ids of deleted lists
 * and tags stay in the filter, because without them the filter would match more companies. These ids are also
 * returned as `missing`.
 */
function resolved(
  requested: readonly string[],
  statusesOf: (ids: readonly number[]) => ReadonlyMap<number, MarkStatus>,
): { ids: string[]; missing: { id: string; name: string | null }[] } {
  const statuses = statusesOf(requested.map(Number).filter(Number.isSafeInteger));
  const ids = new Set<string>();
  const missing: { id: string; name: string | null }[] = [];
  for (const id of new Set(requested)) {
    const status = String(Number(id)) === id ? statuses.get(Number(id)) : undefined;
    const now = status?.now ?? null;
    ids.add(now === null ? id : String(now));
    if (now === null) missing.push({ id, name: status?.name ?? null });
  }
  return { ids: [...ids], missing };
}
