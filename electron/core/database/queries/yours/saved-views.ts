import {
  all,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

/* Library filters saved by the user, and the current state of the lists and tags that these filters use. */

export interface StoredFilter {
  readonly filterId: number;
  readonly name: string;
  /** JSON of the filter. */
  readonly question: string;
}

const FILTER = 'SELECT filter_id, name, question FROM saved_filter';
const filterOf = (row: SqlRow): StoredFilter => ({
  filterId: num(row, 'filter_id'),
  name: text(row, 'name'),
  question: text(row, 'question'),
});

export const savedFilters = (db: ReadDb): StoredFilter[] =>
  all(db, `${FILTER} ORDER BY name_folded`).map(filterOf);

export function savedFilterById(db: ReadDb, filterId: number): StoredFilter | null {
  const row = get(db, `${FILTER} WHERE filter_id = :filterId`, { filterId });
  return row === null ? null : filterOf(row);
}

export function savedFilterNamed(db: ReadDb, nameFolded: string): number | null {
  const row = get(db, 'SELECT filter_id FROM saved_filter WHERE name_folded = :nameFolded', { nameFolded });
  return row === null ? null : num(row, 'filter_id');
}

export function countSavedFilters(db: ReadDb): number {
  return selectCount(db, 'SELECT count(*) AS n FROM saved_filter');
}

export const insertSavedFilter = (
  db: WriteDb,
  filter: { name: string; nameFolded: string; question: string; createdAtMs: number },
): number =>
  run(
    db,
    `INSERT INTO saved_filter (name, name_folded, question, created_at_ms)
     VALUES (:name, :nameFolded, :question, :createdAtMs)`,
    filter,
  ).lastId;

export function renameSavedFilter(
  db: WriteDb,
  filter: { filterId: number; name: string; nameFolded: string },
): void {
  run(
    db,
    'UPDATE saved_filter SET name = :name, name_folded = :nameFolded WHERE filter_id = :filterId',
    filter,
  );
}

export function replaceSavedFilter(db: WriteDb, filter: { filterId: number; question: string }): void {
  run(db, 'UPDATE saved_filter SET question = :question WHERE filter_id = :filterId', filter);
}

export function deleteSavedFilter(db: WriteDb, filterId: number): void {
  run(db, 'DELETE FROM saved_filter WHERE filter_id = :filterId', { filterId });
}

/** Current state of a list or tag that a saved filter refers to. */
export interface MarkStatus {
  /**
   * The current id of the list or tag. If the tag was merged, the id of the tag into which it was merged.
   * Null if the list or tag was removed.
   */
  readonly now: number | null;
  /** The last known name of the list or tag. */
  readonly name: string | null;
}

const fatesOf = (rows: readonly SqlRow[]): Map<number, MarkStatus> =>
  new Map(
    rows.map((row) => [
      num(row, 'wanted'),
      { now: numOrNull(row, 'removed') === 0 ? numOrNull(row, 'now') : null, name: textOrNull(row, 'name') },
    ]),
  );

export const listFates = (db: ReadDb, listIds: readonly number[]): Map<number, MarkStatus> =>
  fatesOf(
    all(
      db,
      `SELECT wanted.value AS wanted, list_id AS now, name, removed_at_ms IS NOT NULL AS removed
       FROM json_each(:ids) AS wanted LEFT JOIN watchlist ON list_id = wanted.value`,
      { ids: JSON.stringify(listIds) },
    ),
  );

export const tagFates = (db: ReadDb, tagIds: readonly number[]): Map<number, MarkStatus> =>
  fatesOf(
    all(
      db,
      `SELECT wanted.value AS wanted, root.tag_id AS now, root.name, root.removed_at_ms IS NOT NULL AS removed
       FROM json_each(:ids) AS wanted LEFT JOIN tag ON tag.tag_id = wanted.value
       LEFT JOIN tag AS root ON root.tag_id = coalesce(tag.merged_into, tag.tag_id)`,
      { ids: JSON.stringify(tagIds) },
    ),
  );
