import { all, get, num, numOrNull, run, text, type ReadDb, type SqlRow, type WriteDb } from '../sql.ts';

/* Searches that the seller keeps under a name, what came for their questions, and what of it he has seen. */

export interface StoredSearch {
  readonly searchId: number;
  readonly name: string;
  /** JSON of what is asked, dates as relative as they were chosen. */
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

/** In the seller's order. */
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

/** The search that asks just this. */
export function savedSearchAsking(db: ReadDb, questionKey: string): StoredSearch | null {
  const row = get(db, `${SEARCH} WHERE question_key = :questionKey`, { questionKey });
  return row === null ? null : searchOf(row);
}

export function countSavedSearches(db: ReadDb): number {
  const row = get(db, 'SELECT count(*) AS n FROM saved_search');
  return row === null ? 0 : num(row, 'n');
}

/** It comes last. */
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

/** What was last asked for a question, and when the service last told of it. */
export interface AskedOf {
  /** Canonical query with real dates, JSON. */
  readonly query: string;
  readonly pageLimit: number;
  readonly fetchedAtMs: number;
}

export function askedOf(db: ReadDb, questionKey: string): AskedOf | null {
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

/** An older answer does not take the place of a newer one. */
export function putAsked(db: WriteDb, questionKey: string, asked: AskedOf): void {
  run(
    db,
    `INSERT INTO search_asked (question_key, query, page_limit, fetched_at_ms)
     VALUES (:questionKey, :query, :pageLimit, :fetchedAtMs)
     ON CONFLICT (question_key) DO UPDATE SET query = excluded.query, page_limit = excluded.page_limit,
       fetched_at_ms = excluded.fetched_at_ms
     WHERE excluded.fetched_at_ms >= fetched_at_ms`,
    { questionKey, ...asked },
  );
}

/** A row of a list: of rounds its key names round and company, of companies the company. */
export interface FetchedRow {
  readonly rowId: string;
  readonly companyId: string;
}

/** A row that came before has come again: it is kept as long as it keeps coming, and stays as old as it is. */
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

/** Of a question the rows that came last stay, so many; those that have not come for longer go. */
export function pruneFetched(db: WriteDb, questionKey: string, kept: number): void {
  run(
    db,
    `DELETE FROM search_fetched WHERE question_key = :questionKey AND row_id IN (
       SELECT row_id FROM search_fetched WHERE question_key = :questionKey
       ORDER BY fetched_at_ms DESC, row_id LIMIT -1 OFFSET :kept)`,
    { questionKey, kept },
  );
}

/** Of the rows that a search has seen and that its question does not hold any more the newest stay, so many. */
export function pruneSeen(
  db: WriteDb,
  search: { searchId: number; questionKey: string },
  kept: number,
): void {
  run(
    db,
    `DELETE FROM search_seen WHERE search_id = :searchId AND (row_id, view_id) IN (
       SELECT row_id, view_id FROM search_seen AS seen WHERE search_id = :searchId
         AND NOT EXISTS (SELECT 1 FROM search_fetched AS fetched
           WHERE fetched.question_key = :questionKey AND fetched.row_id = seen.row_id)
       ORDER BY view_id DESC, row_id LIMIT -1 OFFSET :kept)`,
    { ...search, kept },
  );
}

/** Rows that came for its question and that no standing view of the search covers. */
export const unseenRows = (db: ReadDb, search: { searchId: number; questionKey: string }): FetchedRow[] =>
  all(
    db,
    `SELECT row_id, company_id FROM search_fetched AS fetched WHERE question_key = :questionKey
     AND NOT EXISTS (SELECT 1 FROM search_seen AS seen JOIN search_view USING (view_id)
       WHERE seen.search_id = :searchId AND seen.row_id = fetched.row_id)`,
    search,
  ).map((row) => ({ rowId: text(row, 'row_id'), companyId: text(row, 'company_id') }));

/** When the seller last marked a search as seen; null: never, or every mark was taken back. */
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

/** Searches and questions that neither stand nor can come back by an undo leave nothing behind. */
export function forgetLeftBehind(db: WriteDb): void {
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

/** What is not kept any more, such as after the service's answers were wiped, did not come until it comes again. */
export function forgetFetched(db: WriteDb, companyIds: readonly string[]): void {
  run(db, 'DELETE FROM search_fetched WHERE company_id IN (SELECT value FROM json_each(:ids))', {
    ids: JSON.stringify(companyIds),
  });
}

export const companiesFetched = (db: ReadDb): string[] =>
  all(db, 'SELECT DISTINCT company_id FROM search_fetched').map((row) => text(row, 'company_id'));

/** Companies of which any row was fetched or seen. */
export const companiesSearched = (db: ReadDb): string[] =>
  all(db, 'SELECT company_id FROM search_fetched UNION SELECT company_id FROM search_seen').map((row) =>
    text(row, 'company_id'),
  );

/** Nothing of a company that is forgotten stays here. */
export function forgetRowsOf(db: WriteDb, companyId: string): void {
  run(db, 'DELETE FROM search_fetched WHERE company_id = :companyId', { companyId });
  run(db, 'DELETE FROM search_seen WHERE company_id = :companyId', { companyId });
}
