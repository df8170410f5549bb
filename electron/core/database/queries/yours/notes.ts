import {
  all,
  flag,
  get,
  num,
  run,
  selectCount,
  text,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

export interface StoredNote {
  readonly companyName: string;
  readonly body: string;
  readonly revision: number;
  readonly savedAtMs: number;
  /**
   * Whether the newest revision is still being edited. If so, the next save replaces this revision in the
   * history instead of adding another one.
   */
  readonly open: boolean;
  /** Number of characters removed while this revision was edited. */
  readonly removedChars: number;
}

export function noteOf(db: ReadDb, companyId: string): StoredNote | null {
  const row = get(
    db,
    `SELECT company_name, body, revision, saved_at_ms, open, removed_chars FROM note WHERE company_id = :companyId`,
    { companyId },
  );
  if (row === null) return null;
  return {
    companyName: text(row, 'company_name'),
    body: text(row, 'body'),
    revision: num(row, 'revision'),
    savedAtMs: num(row, 'saved_at_ms'),
    open: flag(row, 'open'),
    removedChars: num(row, 'removed_chars'),
  };
}

interface NewRevision {
  readonly companyId: string;
  readonly companyName: string;
  readonly body: string;
  readonly revision: number;
  readonly savedAtMs: number;
  readonly open: boolean;
  readonly removedChars: number;
}

/** Writes the newest revision and adds it to the history. Call inside a transaction. */
export function putNote(db: WriteDb, { open, removedChars, ...revision }: NewRevision): void {
  run(
    db,
    `INSERT INTO note (company_id, company_name, revision, saved_at_ms, written, open, removed_chars, body)
     VALUES (:companyId, :companyName, :revision, :savedAtMs, :body <> '', :open, :removedChars, :body)
     ON CONFLICT (company_id) DO UPDATE SET company_name = excluded.company_name, revision = excluded.revision,
       saved_at_ms = excluded.saved_at_ms, written = excluded.written, open = excluded.open,
       removed_chars = excluded.removed_chars, body = excluded.body`,
    { ...revision, open: open ? 1 : 0, removedChars },
  );
  const { companyName: _, ...stored } = revision;
  run(
    db,
    `INSERT INTO note_revision (company_id, revision, saved_at_ms, body)
     VALUES (:companyId, :revision, :savedAtMs, :body)`,
    stored,
  );
}

interface StoredRevision {
  readonly revision: number;
  readonly savedAtMs: number;
  /** The body of the revision. In a page of revisions, this is only the beginning of the body. */
  readonly body: string;
}

export function revisionOf(db: ReadDb, companyId: string, revision: number): StoredRevision | null {
  const row = get(
    db,
    `SELECT revision, saved_at_ms, body FROM note_revision
     WHERE company_id = :companyId AND revision = :revision`,
    { companyId, revision },
  );
  return row === null ? null : storedRevision(row);
}

/** Returns a page of revisions, newest first. Each body is cut to its first `chars` characters. */
export function revisionsOf(
  db: ReadDb,
  page: { companyId: string; chars: number; offset: number; limit: number },
): StoredRevision[] {
  return all(
    db,
    `SELECT revision, saved_at_ms, substr(body, 1, :chars) AS body FROM note_revision
     WHERE company_id = :companyId ORDER BY revision DESC LIMIT :limit OFFSET :offset`,
    page,
  ).map(storedRevision);
}

export function countRevisions(db: ReadDb, companyId: string): number {
  return selectCount(db, 'SELECT count(*) AS n FROM note_revision WHERE company_id = :companyId', {
    companyId,
  });
}

/** Removes from the history a revision that a later save has replaced. */
export function dropRevision(db: WriteDb, companyId: string, revision: number): void {
  run(db, 'DELETE FROM note_revision WHERE company_id = :companyId AND revision = :revision', {
    companyId,
    revision,
  });
}

const storedRevision = (row: SqlRow): StoredRevision => ({
  revision: num(row, 'revision'),
  savedAtMs: num(row, 'saved_at_ms'),
  body: text(row, 'body'),
});

/** Returns the ids of companies that have a non-empty note. */
export function companiesWithNoteAmong(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     WHERE EXISTS (SELECT 1 FROM note WHERE note.company_id = wanted.value AND written = 1)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}

export interface CompanyWithUserData {
  readonly companyId: string;
  readonly name: string;
  readonly atMs: number;
}

const WRITTEN_ABOUT = `
  SELECT watchlist_entry.company_id, watchlist_entry.company_name, watchlist_entry.added_at_ms AS at_ms
  FROM watchlist_entry JOIN watchlist USING (list_id) WHERE dropped = 0 AND removed_at_ms IS NULL
  UNION ALL
  SELECT company_id, company_name, saved_at_ms AS at_ms FROM note WHERE written = 1
  UNION ALL
  SELECT company_id, company_name, set_at_ms AS at_ms FROM company_status
  UNION ALL
  SELECT company_id, company_name, added_at_ms AS at_ms FROM company_tag WHERE tag_id IN (
    SELECT tag.tag_id FROM tag JOIN tag AS root ON root.tag_id = coalesce(tag.merged_into, tag.tag_id)
    WHERE root.removed_at_ms IS NULL)
  UNION ALL
  SELECT company_id, company_name, created_at_ms AS at_ms FROM task
  UNION ALL
  SELECT company_id, company_name, created_at_ms AS at_ms FROM contact_log`;

/**
 * Returns every company that has user data or is on a list, with its most recently stored name and the time
 * at which that name was stored.
 */
export function companiesWithUserData(db: ReadDb): CompanyWithUserData[] {
  return all(
    db,
    `SELECT company_id, company_name, max(at_ms) AS at_ms FROM (${WRITTEN_ABOUT}) GROUP BY company_id`,
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    name: text(row, 'company_name'),
    atMs: num(row, 'at_ms'),
  }));
}

/**
 * Does the same as `companiesWithUserData`, but only for the given companies. This function also counts
 * entries on removed lists, emptied notes and triage marks as user data.
 */
export function userDataNames(db: ReadDb, companyIds: readonly string[]): Map<string, CompanyWithUserData> {
  const rows = all(
    db,
    `SELECT company_id, company_name, max(at_ms) AS at_ms FROM (
       SELECT watchlist_entry.company_id, company_name, added_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN watchlist_entry ON watchlist_entry.company_id = wanted.value AND dropped = 0
       UNION ALL
       SELECT note.company_id, company_name, saved_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN note ON note.company_id = wanted.value
       UNION ALL
       SELECT company_status.company_id, company_name, set_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN company_status ON company_status.company_id = wanted.value
       UNION ALL
       SELECT company_tag.company_id, company_name, added_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN company_tag ON company_tag.company_id = wanted.value
       UNION ALL
       SELECT task.company_id, company_name, created_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN task ON task.company_id = wanted.value
       UNION ALL
       SELECT contact_log.company_id, company_name, created_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN contact_log ON contact_log.company_id = wanted.value
       UNION ALL
       SELECT triage.company_id, company_name, set_at_ms AS at_ms FROM json_each(:ids) AS wanted
       JOIN triage ON triage.company_id = wanted.value)
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
