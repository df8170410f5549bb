import { all, num, text, type ReadDb } from '../../sql.ts';
import { OURS_CHOICE_OF_COMPANIES } from './ours.ts';

/* Data the local search reads from `yours.db`. */

interface NoteMark {
  readonly companyId: string;
  readonly revision: number;
  readonly savedAtMs: number;
}

/** Returns the non-empty notes without their bodies. */
export const noteMarks = (db: ReadDb): NoteMark[] =>
  all(db, 'SELECT company_id, revision, saved_at_ms FROM note WHERE written = 1').map((row) => ({
    companyId: text(row, 'company_id'),
    revision: num(row, 'revision'),
    savedAtMs: num(row, 'saved_at_ms'),
  }));

export const noteBodies = (db: ReadDb, ids: readonly string[]): { companyId: string; body: string }[] =>
  all(
    db,
    `SELECT note.company_id, note.body FROM json_each(:ids) AS wanted
     JOIN note ON note.company_id = wanted.value WHERE note.written = 1`,
    { ids: JSON.stringify(ids) },
  ).map((row) => ({ companyId: text(row, 'company_id'), body: text(row, 'body') }));

/** A company's list, status or tag. `mark` is the id of the list, status or tag. */
export interface Marked {
  readonly companyId: string;
  readonly mark: string;
}

const MARKS = {
  list: `SELECT watchlist_entry.company_id, CAST(list_id AS TEXT) AS mark
    FROM watchlist_entry JOIN watchlist USING (list_id) WHERE dropped = 0 AND removed_at_ms IS NULL`,
  status: 'SELECT company_id, status_id AS mark FROM company_status',
  // If a tag was merged into another tag, its companies count as having the other tag.
  tag: `SELECT DISTINCT company_tag.company_id, CAST(coalesce(tag.merged_into, tag.tag_id) AS TEXT) AS mark
    FROM company_tag JOIN tag USING (tag_id)
    JOIN tag AS root ON root.tag_id = coalesce(tag.merged_into, tag.tag_id) WHERE root.removed_at_ms IS NULL`,
  ours: OURS_CHOICE_OF_COMPANIES,
} as const;
export type MarkKind = keyof typeof MARKS;

/** Returns the names of tags that were neither removed nor merged. `mark` is the tag's id, as in `Marked`. */
export const tagNames = (db: ReadDb): { mark: string; name: string }[] =>
  all(
    db,
    'SELECT CAST(tag_id AS TEXT) AS mark, name FROM tag WHERE removed_at_ms IS NULL AND merged_into IS NULL',
  ).map((row) => ({ mark: text(row, 'mark'), name: text(row, 'name') }));

export const marksOf = (db: ReadDb, kind: MarkKind): Marked[] =>
  all(db, MARKS[kind]).map((row) => ({ companyId: text(row, 'company_id'), mark: text(row, 'mark') }));
