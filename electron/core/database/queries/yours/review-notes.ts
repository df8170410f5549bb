import { all, get, num, run, text, textOrNull, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/* The user's notes in the monthly review, one for each month. */

export interface StoredReviewNote {
  /** A month such as `2026-05`. */
  readonly month: string;
  readonly body: string;
  readonly revision: number;
  readonly savedAtMs: number;
}

const NOTE = 'SELECT month, body, revision, saved_at_ms FROM review_note';
const noteOfRow = (row: SqlRow): StoredReviewNote => ({
  month: text(row, 'month'),
  body: text(row, 'body'),
  revision: num(row, 'revision'),
  savedAtMs: num(row, 'saved_at_ms'),
});

export function reviewNote(db: ReadDb, month: string): StoredReviewNote | null {
  const row = get(db, `${NOTE} WHERE month = :month`, { month });
  return row === null ? null : noteOfRow(row);
}

/** Returns the notes that have text, oldest month first. */
export const reviewNotes = (db: ReadDb): StoredReviewNote[] =>
  all(db, `${NOTE} WHERE body <> '' ORDER BY month`).map(noteOfRow);

export function putReviewNote(db: WriteDb, note: StoredReviewNote): void {
  run(
    db,
    `INSERT INTO review_note (month, body, revision, saved_at_ms) VALUES (:month, :body, :revision, :savedAtMs)
     ON CONFLICT (month) DO UPDATE SET body = excluded.body, revision = excluded.revision,
       saved_at_ms = excluded.saved_at_ms`,
    { ...note },
  );
}

/** Returns the oldest month with a note; null if there is none. */
export function firstNotedMonth(db: ReadDb): string | null {
  const row = get(db, 'SELECT min(month) AS month FROM review_note');
  return row === null ? null : textOrNull(row, 'month');
}
