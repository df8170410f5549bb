import { num, selectCount, text, type ReadDb, type SqlRow } from '../sql.ts';

/*
 * A company's timeline is read from three databases, with one query for each kind of entry. Each query
 * returns the entries after a given position. Entries are sorted by time, newest first, and then by key. The
 * key is unique within a database file.
 */

/** Position after which the next page of the timeline starts. `key` is compared byte by byte. */
export interface TimelinePosition {
  readonly companyId: string;
  readonly atMs: number;
  readonly key: string;
  readonly limit: number;
}

/**
 * Returns SQL that reads one page of the rows of `select` in timeline order.
 * @param select a SELECT with the columns `at_ms` and `key` and the parameter `:companyId`
 */
export const inOrder = (select: string): string =>
  `SELECT * FROM (${select}) WHERE at_ms < :atMs OR (at_ms = :atMs AND key < :key)
   ORDER BY at_ms DESC, key DESC LIMIT :limit`;

export const placeOf = (row: SqlRow): { key: string; atMs: number } => ({
  key: text(row, 'key'),
  atMs: num(row, 'at_ms'),
});

export function countOf(db: ReadDb, selects: readonly string[], companyId: string): number {
  const sums = selects.map((select) => `(SELECT count(*) FROM (${select}))`).join(' + ');
  return selectCount(db, `SELECT ${sums} AS n`, { companyId });
}
