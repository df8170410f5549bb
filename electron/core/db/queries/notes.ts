import { all, get, num, run, text, type ReadDb, type WriteDb } from '../sql.ts';

export interface StoredNote {
  readonly body: string;
  readonly revision: number;
  readonly savedAtMs: number;
}

export function noteOf(db: ReadDb, companyId: string): StoredNote | null {
  const row = get(db, 'SELECT body, revision, saved_at_ms FROM note WHERE company_id = :companyId', {
    companyId,
  });
  if (row === null) return null;
  return { body: text(row, 'body'), revision: num(row, 'revision'), savedAtMs: num(row, 'saved_at_ms') };
}

/** Writes the newest revision and adds it to the history. Call inside a transaction. */
export function putNote(
  db: WriteDb,
  note: { companyId: string; companyName: string; body: string; revision: number; savedAtMs: number },
): void {
  run(
    db,
    `INSERT INTO note (company_id, company_name, revision, saved_at_ms, written, body)
     VALUES (:companyId, :companyName, :revision, :savedAtMs, :body <> '', :body)
     ON CONFLICT (company_id) DO UPDATE SET company_name = excluded.company_name, revision = excluded.revision,
       saved_at_ms = excluded.saved_at_ms, written = excluded.written, body = excluded.body`,
    note,
  );
  run(
    db,
    `INSERT INTO note_revision (company_id, revision, saved_at_ms, body)
     VALUES (:companyId, :revision, :savedAtMs, :body)`,
    note,
  );
}

/** Ids of the companies with a note that is not empty. */
export function companiesWithNote(db: ReadDb): string[] {
  return all(db, 'SELECT company_id FROM note WHERE written = 1').map((row) => text(row, 'company_id'));
}

/** Those of `ids` with a note that is not empty. */
export function companiesWithNoteAmong(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     WHERE EXISTS (SELECT 1 FROM note WHERE note.company_id = wanted.value AND written = 1)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}

export interface WrittenAbout {
  readonly companyId: string;
  readonly name: string;
  readonly atMs: number;
}

const WRITTEN_ABOUT = `
  SELECT watchlist_entry.company_id, watchlist_entry.company_name, watchlist_entry.added_at_ms AS at_ms
  FROM watchlist_entry JOIN watchlist USING (list_id) WHERE dropped = 0 AND removed_at_ms IS NULL
  UNION ALL
  SELECT company_id, company_name, saved_at_ms AS at_ms FROM note WHERE written = 1`;

/** Every company that the seller wrote about or put on a list, with the name that it bore then. */
export function writtenAbout(db: ReadDb): WrittenAbout[] {
  return all(
    db,
    `SELECT company_id, company_name, max(at_ms) AS at_ms FROM (${WRITTEN_ABOUT}) GROUP BY company_id`,
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    name: text(row, 'company_name'),
    atMs: num(row, 'at_ms'),
  }));
}

/** The same for some companies, whatever is left of them: removed lists and emptied notes count too. */
export function namesWritten(db: ReadDb, companyIds: readonly string[]): Map<string, WrittenAbout> {
  const rows = all(
    db,
    `SELECT company_id, company_name, max(at_ms) AS at_ms FROM (
       SELECT watchlist_entry.company_id, company_name, added_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN watchlist_entry ON watchlist_entry.company_id = wanted.value AND dropped = 0
       UNION ALL
       SELECT note.company_id, company_name, saved_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN note ON note.company_id = wanted.value)
     GROUP BY company_id`,
    { ids: JSON.stringify(companyIds) },
  );
  return new Map(
    rows.map((row) => {
      const companyId = text(row, 'company_id');
      return [companyId, { companyId, name: text(row, 'company_name'), atMs: num(row, 'at_ms') }];
    }),
  );
}
