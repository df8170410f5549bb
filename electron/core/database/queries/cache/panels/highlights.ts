import {
  all,
  flag,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  type ReadDb,
  type WriteDb,
} from '../../../sql.ts';

/**
 * A stored highlight. `key` is `id:…` if the service supplied an id and `text:…` otherwise. `listed` is true
 * if the highlight is currently shown. Highlights that are no longer shown remain stored.
 */
export interface StoredHighlight {
  readonly key: string;
  readonly position: number;
  readonly listed: boolean;
  readonly text: string;
  readonly source: string;
  /**
   * Creation time, as reported by the service, in Unix ms; null if only a company detail contained the
   * highlight.
   */
  readonly createdAtMs: number | null;
  readonly fetchedAtMs: number;
}

const COLUMNS = 'highlight_key, position, listed, text, source, created_at_ms, fetched_at_ms' as const;

/** Returns one page of the shown highlights in received order. */
export function highlightsOf(
  db: ReadDb,
  companyId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): StoredHighlight[] {
  return all(
    db,
    `SELECT ${COLUMNS} FROM highlight WHERE company_id = :companyId AND listed = 1
     ORDER BY position, highlight_key LIMIT :limit OFFSET :offset`,
    { companyId, offset, limit },
  ).map(highlightOf);
}

export function countHighlights(db: ReadDb, companyId: string): number {
  return selectCount(db, 'SELECT count(*) AS n FROM highlight WHERE company_id = :companyId AND listed = 1', {
    companyId,
  });
}

/** Returns all highlights, shown or not. */
export function allHighlights(db: ReadDb, companyId: string): StoredHighlight[] {
  return all(db, `SELECT ${COLUMNS} FROM highlight WHERE company_id = :companyId ORDER BY highlight_key`, {
    companyId,
  }).map(highlightOf);
}

export function unlinkHighlights(db: WriteDb, companyId: string): void {
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

/**
 * Deletes a highlight. Called if a highlight is stored under its text and a later response contains its id.
 */
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
