import {
  all,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

/* Saved searches, the rows received for them, and which of these rows the user has seen. */

export interface StoredSearch {
  readonly searchId: number;
  readonly name: string;
  /**
   * The search as JSON. A relative date range, such as the last 7 days, stays relative and is not converted
   * to two dates.
   */
  readonly question: string;
  readonly questionKey: string;
  readonly position: number;
}

const SEARCH = 'SELECT search_id, name, question, question_key, position FROM saved_search';
const searchOf = (row: SqlRow): StoredSearch => ({
  searchId: num(row, 'search_id'),
  name: text(row, 'name'),
  question: text(row, 'question'),
  questionKey: text(row, 'question_key'),
  position: num(row, 'position'),
});

/** Returns the saved searches in the user's order. */
export const savedSearches = (db: ReadDb): StoredSearch[] =>
  all(db, `${SEARCH} ORDER BY position, search_id`).map(searchOf);

export function savedSearchById(db: ReadDb, searchId: number): StoredSearch | null {
  const row = get(db, `${SEARCH} WHERE search_id = :searchId`, { searchId });
  return row === null ? null : searchOf(row);
}

export function savedSearchNamed(db: ReadDb, nameFolded: string): number | null {
  const row = get(db, 'SELECT search_id FROM saved_search WHERE name_folded = :nameFolded', { nameFolded });
  return row === null ? null : num(row, 'search_id');
}

/** Returns the saved search with exactly this query. */
export function savedSearchByQuestion(db: ReadDb, questionKey: string): StoredSearch | null {
  const row = get(db, `${SEARCH} WHERE question_key = :questionKey`, { questionKey });
  return row === null ? null : searchOf(row);
}

export function countSavedSearches(db: ReadDb): number {
  return selectCount(db, 'SELECT count(*) AS n FROM saved_search');
}

/** Inserts a saved search at the end of the user's order. */
export const insertSavedSearch = (
  db: WriteDb,
  search: { name: string; nameFolded: string; question: string; questionKey: string; createdAtMs: number },
): number =>
  run(
    db,
    `INSERT INTO saved_search (name, name_folded, question, question_key, position, created_at_ms)
     VALUES (:name, :nameFolded, :question, :questionKey,
       (SELECT coalesce(max(position), 0) + 1 FROM saved_search), :createdAtMs)`,
    search,
  ).lastId;

export function renameSavedSearch(
  db: WriteDb,
  search: { searchId: number; name: string; nameFolded: string },
): void {
  run(
    db,
    'UPDATE saved_search SET name = :name, name_folded = :nameFolded WHERE search_id = :searchId',
    search,
  );
}

export function replaceSavedSearch(
  db: WriteDb,
  search: { searchId: number; question: string; questionKey: string },
): void {
  run(
    db,
    'UPDATE saved_search SET question = :question, question_key = :questionKey WHERE search_id = :searchId',
    search,
  );
}

export function placeSavedSearch(db: WriteDb, search: { searchId: number; position: number }): void {
  run(db, 'UPDATE saved_search SET position = :position WHERE search_id = :searchId', search);
}

export function deleteSavedSearch(db: WriteDb, searchId: number): void {
  run(db, 'DELETE FROM saved_search WHERE search_id = :searchId', { searchId });
}

/** The last query sent for a saved search, and the time of its response. */
interface LastQuery {
  /** Canonical query as JSON, with absolute dates. */
  readonly query: string;
  readonly pageLimit: number;
  readonly fetchedAtMs: number;
}

export function lastQueryOf(db: ReadDb, questionKey: string): LastQuery | null {
  const row = get(
    db,
    'SELECT query, page_limit, fetched_at_ms FROM search_asked WHERE question_key = :questionKey',
    { questionKey },
  );
  return row === null
    ? null
    : {
        query: text(row, 'query'),
        pageLimit: num(row, 'page_limit'),
        fetchedAtMs: num(row, 'fetched_at_ms'),
      };
}

/** Stores the last query of a saved search. An older response does not replace a newer one. */
export function putLastQuery(db: WriteDb, questionKey: string, lastQuery: LastQuery): void {
  run(
    db,
    `INSERT INTO search_asked (question_key, query, page_limit, fetched_at_ms)
     VALUES (:questionKey, :query, :pageLimit, :fetchedAtMs)
     ON CONFLICT (question_key) DO UPDATE SET query = excluded.query, page_limit = excluded.page_limit,
       fetched_at_ms = excluded.fetched_at_ms
     WHERE excluded.fetched_at_ms >= fetched_at_ms`,
    { questionKey, ...lastQuery },
  );
}

/**
 * A row received for a query. `rowId` contains the ids of the round and the company, or only the company's
 * id.
 */
export interface FetchedRow {
  readonly rowId: string;
  readonly companyId: string;
}

/**
 * Records received rows with the time of the fetch. If a row was received before, changes only the time of
 * its last fetch, not the time of its first fetch (`came_at_ms`).
 */
export function putFetched(
  db: WriteDb,
  questionKey: string,
  rows: readonly FetchedRow[],
  fetchedAtMs: number,
): void {
  run(
    db,
    `INSERT INTO search_fetched (question_key, row_id, company_id, fetched_at_ms, came_at_ms)
     SELECT :questionKey, value ->> 'rowId', value ->> 'companyId', :fetchedAtMs, :fetchedAtMs FROM json_each(:rows)
     WHERE true
     ON CONFLICT (question_key, row_id) DO UPDATE SET fetched_at_ms = excluded.fetched_at_ms
     WHERE excluded.fetched_at_ms > fetched_at_ms`,
    { questionKey, rows: JSON.stringify(rows), fetchedAtMs },
  );
}

/** Deletes all but the `max` most recently fetched rows of a query. */
export function pruneFetched(db: WriteDb, questionKey: string, max: number): void {
  run(
    db,
    `DELETE FROM search_fetched WHERE question_key = :questionKey AND row_id IN (
       SELECT row_id FROM search_fetched WHERE question_key = :questionKey
       ORDER BY fetched_at_ms DESC, row_id LIMIT -1 OFFSET :max)`,
    { questionKey, max },
  );
}

/**
 * Deletes the seen marks of rows that are no longer stored for the query, except the newest `max` of these
 * marks.
 */
export function pruneSeen(db: WriteDb, search: { searchId: number; questionKey: string }, max: number): void {
  run(
    db,
    `DELETE FROM search_seen WHERE search_id = :searchId AND (row_id, view_id) IN (
       SELECT row_id, view_id FROM search_seen AS seen WHERE search_id = :searchId
         AND NOT EXISTS (SELECT 1 FROM search_fetched AS fetched
           WHERE fetched.question_key = :questionKey AND fetched.row_id = seen.row_id)
       ORDER BY view_id DESC, row_id LIMIT -1 OFFSET :max)`,
    { ...search, max },
  );
}

/** Returns the rows of a saved search that have been fetched but not marked as seen. */
export const unseenRowIds = (db: ReadDb, search: { searchId: number; questionKey: string }): FetchedRow[] =>
  all(
    db,
    `SELECT row_id, company_id FROM search_fetched AS fetched WHERE question_key = :questionKey
     AND NOT EXISTS (SELECT 1 FROM search_seen AS seen JOIN search_view USING (view_id)
       WHERE seen.search_id = :searchId AND seen.row_id = fetched.row_id)`,
    search,
  ).map((row) => ({ rowId: text(row, 'row_id'), companyId: text(row, 'company_id') }));

export const fetchedRowsOf = (db: ReadDb, questionKey: string): FetchedRow[] =>
  all(db, 'SELECT row_id, company_id FROM search_fetched WHERE question_key = :questionKey', {
    questionKey,
  }).map((row) => ({ rowId: text(row, 'row_id'), companyId: text(row, 'company_id') }));

/** Returns the time at which the user last marked the search as seen; null if never. Ignores undone marks. */
export function viewedAtMs(db: ReadDb, searchId: number): number | null {
  const row = get(db, 'SELECT max(viewed_at_ms) AS at_ms FROM search_view WHERE search_id = :searchId', {
    searchId,
  });
  return row === null ? null : numOrNull(row, 'at_ms');
}

export const insertView = (db: WriteDb, view: { searchId: number; viewedAtMs: number }): number =>
  run(db, 'INSERT INTO search_view (search_id, viewed_at_ms) VALUES (:searchId, :viewedAtMs)', view).lastId;

export function putSeen(
  db: WriteDb,
  view: { searchId: number; viewId: number },
  rows: readonly FetchedRow[],
): void {
  run(
    db,
    `INSERT OR IGNORE INTO search_seen (search_id, row_id, view_id, company_id)
     SELECT :searchId, value ->> 'rowId', :viewId, value ->> 'companyId' FROM json_each(:rows)`,
    { ...view, rows: JSON.stringify(rows) },
  );
}

/** Deletes the rows and seen marks of each deleted saved search, unless undo can still restore the search. */
export function deleteOrphanedSearchData(db: WriteDb): void {
  const inSlots = (part: string): string =>
    `SELECT json_extract(row_key, '$[0]') FROM undo_slot WHERE part = '${part}'`;
  const questions = `SELECT question_key FROM saved_search
    UNION SELECT json_extract(before, '$[3]') FROM undo_slot WHERE part = 'saved_search' AND before IS NOT NULL
    UNION SELECT json_extract(after, '$[3]') FROM undo_slot WHERE part = 'saved_search' AND after IS NOT NULL`;
  const searches = `SELECT search_id FROM saved_search UNION ${inSlots('saved_search')}`;
  run(db, `DELETE FROM search_view WHERE search_id NOT IN (${searches})`);
  run(
    db,
    `DELETE FROM search_seen WHERE view_id NOT IN
       (SELECT view_id FROM search_view UNION ${inSlots('search_view')})`,
  );
  for (const table of ['search_fetched', 'search_asked'])
    run(db, `DELETE FROM ${table} WHERE question_key NOT IN (${questions})`);
}

/** Deletes the fetched rows of these companies. Called for companies that are no longer in the library. */
export function deleteRemovedRows(db: WriteDb, companyIds: readonly string[]): void {
  run(db, 'DELETE FROM search_fetched WHERE company_id IN (SELECT value FROM json_each(:ids))', {
    ids: JSON.stringify(companyIds),
  });
}

export const companiesFetched = (db: ReadDb): string[] =>
  all(db, 'SELECT DISTINCT company_id FROM search_fetched').map((row) => text(row, 'company_id'));

/** Returns the companies that have at least one fetched or seen row. */
export const companiesSearched = (db: ReadDb): string[] =>
  all(db, 'SELECT company_id FROM search_fetched UNION SELECT company_id FROM search_seen').map((row) =>
    text(row, 'company_id'),
  );

/** Deletes all rows of an erased company. */
export function deleteSearchRowsOf(db: WriteDb, companyId: string): void {
  run(db, 'DELETE FROM search_fetched WHERE company_id = :companyId', { companyId });
  run(db, 'DELETE FROM search_seen WHERE company_id = :companyId', { companyId });
}
