import { run, type WriteDb } from '../../sql.ts';

/** A move of user data from the company `from` to the company `into`. */
export interface CompanyMove {
  readonly from: string;
  readonly into: string;
}

/**
 * Moves all user data. The revisions of the moved note are numbered after the revisions of the note of
 * `into`; if both companies had a note, the caller must save the joined text as a new revision. The stored
 * company names stay unchanged, so undo still recognizes the rows. Call inside a transaction.
 *
 * @param revisions the newest revision of the note of `into`; 0 if there is none
 */
export function moveUserData(db: WriteDb, { from, into }: CompanyMove, revisions: number): void {
  run(
    db,
    `INSERT OR IGNORE INTO note (company_id, company_name, revision, saved_at_ms, written, body, open, removed_chars)
     SELECT :into, company_name, revision, saved_at_ms, written, body, open, removed_chars FROM note
     WHERE company_id = :from`,
    { from, into },
  );
  run(
    db,
    'UPDATE note_revision SET company_id = :into, revision = revision + :revisions WHERE company_id = :from',
    { from, into, revisions },
  );
  run(db, 'DELETE FROM note WHERE company_id = :from', { from });
  for (const column of ['before', 'after'])
    run(
      db,
      `UPDATE undo_slot SET ${column} = json_replace(${column}, '$[1]', json_extract(${column}, '$[1]') + :revisions)
       WHERE part = 'note' AND row_key = json_array(:from) AND ${column} IS NOT NULL`,
      { from, revisions },
    );
  for (const sql of MOVES) run(db, sql, sql.includes(':into') ? { from, into } : { from });
}

const MOVES: readonly string[] = [
  // If both companies have an entry in the same list, one of the two entries is deleted. If the user has
  // removed exactly one of the two companies from the list, that company's entry is deleted; otherwise, the
  // newer entry is deleted.
  `DELETE FROM watchlist_entry WHERE company_id = :into AND EXISTS (
     SELECT 1 FROM watchlist_entry AS moved WHERE moved.company_id = :from
       AND moved.list_id = watchlist_entry.list_id
       AND (moved.dropped, moved.added_at_ms) < (watchlist_entry.dropped, watchlist_entry.added_at_ms))`,
  'UPDATE OR IGNORE watchlist_entry SET company_id = :into WHERE company_id = :from',
  'DELETE FROM watchlist_entry WHERE company_id = :from',
  // Keeps the status that was set later, and the triage mark that was set later.
  `DELETE FROM company_status WHERE company_id = :into AND set_at_ms <
     (SELECT set_at_ms FROM company_status AS moved WHERE moved.company_id = :from)`,
  'UPDATE OR IGNORE company_status SET company_id = :into WHERE company_id = :from',
  'DELETE FROM company_status WHERE company_id = :from',
  `DELETE FROM triage WHERE company_id = :into AND set_at_ms <
     (SELECT set_at_ms FROM triage AS moved WHERE moved.company_id = :from)`,
  'UPDATE OR IGNORE triage SET company_id = :into WHERE company_id = :from',
  'DELETE FROM triage WHERE company_id = :from',
  'UPDATE OR IGNORE company_tag SET company_id = :into WHERE company_id = :from',
  'DELETE FROM company_tag WHERE company_id = :from',
  'UPDATE task SET company_id = :into WHERE company_id = :from',
  'UPDATE contact_log SET company_id = :into WHERE company_id = :from',
  'UPDATE own_act SET company_id = :into WHERE company_id = :from',
  'UPDATE OR REPLACE assistant_mark SET company_id = :into WHERE company_id = :from',
  'UPDATE OR IGNORE person_ref SET company_id = :into WHERE company_id = :from',
  'UPDATE OR IGNORE company_opened SET company_id = :into WHERE company_id = :from',
  'DELETE FROM company_opened WHERE company_id = :from',
  'DELETE FROM change_mark WHERE company_id = :from',
  `UPDATE OR IGNORE archived_version SET company_id = :into, item_key = replace(item_key, :from, :into)
   WHERE company_id = :from`,
  'DELETE FROM archived_version WHERE company_id = :from',
  // Undo steps must refer to the company that now has the data. Otherwise, they would no longer work.
  `UPDATE undo_slot SET row_key = json_replace(row_key, '$[0]', :into)
   WHERE part IN ('note', 'watchlist_entry', 'company_status', 'company_tag', 'triage')
     AND json_extract(row_key, '$[0]') = :from`,
  `UPDATE undo_slot SET before = json_replace(before, '$[0]', :into)
   WHERE part IN ('task', 'contact_log', 'own_act') AND json_extract(before, '$[0]') = :from`,
  `UPDATE undo_slot SET after = json_replace(after, '$[0]', :into)
   WHERE part IN ('task', 'contact_log', 'own_act') AND json_extract(after, '$[0]') = :from`,
  `DELETE FROM undo_slot WHERE part IN ('local_company', 'change_mark') AND json_extract(row_key, '$[0]') = :from`,
];
