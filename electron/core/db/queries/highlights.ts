import { all, flag, get, num, numOrNull, run, text, type ReadDb, type WriteDb } from '../sql.ts';

/**
 * A highlight as kept. `key` is `id:…` where the service gave an id, else `text:…` of the text; only those of the newest
 * answer are listed, the others stay in the file [R-2-31].
 */
export interface StoredHighlight {
  readonly key: string;
  readonly position: number;
  readonly listed: boolean;
  readonly text: string;
  readonly source: string;
  /** Unix ms as the service says; null where only a profile told of it. */
  readonly createdAtMs: number | null;
  readonly fetchedAtMs: number;
}

const COLUMNS = 'highlight_key, position, listed, text, source, created_at_ms, fetched_at_ms' as const;

/** Those that are listed, in the order told. */
export function highlightsOf(db: ReadDb, companyId: string, limit: number): StoredHighlight[] {
  return all(
    db,
    `SELECT ${COLUMNS} FROM highlight WHERE company_id = :companyId AND listed = 1
     ORDER BY position LIMIT :limit`,
    { companyId, limit },
  ).map(highlightOf);
}

export function countHighlights(db: ReadDb, companyId: string): number {
  const row = get(db, 'SELECT count(*) AS n FROM highlight WHERE company_id = :companyId AND listed = 1', {
    companyId,
  });
  return row === null ? 0 : num(row, 'n');
}

/** Listed or not. */
export function allHighlights(db: ReadDb, companyId: string): StoredHighlight[] {
  return all(db, `SELECT ${COLUMNS} FROM highlight WHERE company_id = :companyId ORDER BY highlight_key`, {
    companyId,
  }).map(highlightOf);
}

export function unlistHighlights(db: WriteDb, companyId: string): void {
  run(db, 'UPDATE highlight SET listed = 0 WHERE company_id = :companyId', { companyId });
}

export function putHighlight(db: WriteDb, companyId: string, highlight: StoredHighlight): void {
  run(
    db,
    `INSERT INTO highlight (company_id, ${COLUMNS})
     VALUES (:companyId, :key, :position, :listed, :text, :source, :createdAtMs, :fetchedAtMs)
     ON CONFLICT (company_id, highlight_key) DO UPDATE SET position = excluded.position, listed = excluded.listed,
       text = excluded.text, source = excluded.source, created_at_ms = excluded.created_at_ms,
       fetched_at_ms = excluded.fetched_at_ms`,
    { companyId, ...highlight, listed: highlight.listed ? 1 : 0 },
  );
}

/** Removes a highlight that was known by its text after one with an id took over. */
export function deleteHighlight(db: WriteDb, companyId: string, key: string): void {
  run(db, 'DELETE FROM highlight WHERE company_id = :companyId AND highlight_key = :key', { companyId, key });
}

const highlightOf = (row: Parameters<typeof text>[0]): StoredHighlight => ({
  key: text(row, 'highlight_key'),
  position: num(row, 'position'),
  listed: flag(row, 'listed'),
  text: text(row, 'text'),
  source: text(row, 'source'),
  createdAtMs: numOrNull(row, 'created_at_ms'),
  fetchedAtMs: num(row, 'fetched_at_ms'),
});
