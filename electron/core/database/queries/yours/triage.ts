import {
  all,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

export interface StoredTriage {
  readonly companyId: string;
  readonly companyName: string;
  /** Server time when the snooze ends, in ms; null if the company is marked done. */
  readonly untilMs: number | null;
  /**
   * Server time when the mark was set, in ms. Information about the company counts as news only if it is
   * newer than the mark.
   */
  readonly setAtMs: number;
  /** Time of the action in ms, by the same clock as all other user actions. */
  readonly actedAtMs: number;
}

const storedOf = (row: SqlRow): StoredTriage => ({
  companyId: text(row, 'company_id'),
  companyName: text(row, 'company_name'),
  untilMs: numOrNull(row, 'until_ms'),
  setAtMs: num(row, 'set_at_ms'),
  actedAtMs: num(row, 'acted_at_ms'),
});

/** Returns the done and snooze marks of these companies, including expired snoozes. */
export const triageOf = (db: ReadDb, companyIds: readonly string[]): StoredTriage[] =>
  all(
    db,
    `SELECT triage.company_id, company_name, until_ms, set_at_ms, acted_at_ms FROM json_each(:ids) AS wanted
     JOIN triage ON triage.company_id = wanted.value`,
    { ids: JSON.stringify(companyIds) },
  ).map(storedOf);

interface Place {
  readonly offset: number;
  readonly limit: number;
}

/** Returns the companies that are snoozed at `nowMs`, sorted by the end of the snooze, earliest first. */
export const snoozedCompanies = (db: ReadDb, page: Place & { readonly nowMs: number }): StoredTriage[] =>
  all(
    db,
    `SELECT company_id, company_name, until_ms, set_at_ms, acted_at_ms FROM triage
     WHERE until_ms > :nowMs ORDER BY until_ms, company_id LIMIT :limit OFFSET :offset`,
    { ...page },
  ).map(storedOf);

/** Returns the companies marked as done, most recently marked first. */
export const doneCompanies = (db: ReadDb, page: Place): StoredTriage[] =>
  all(
    db,
    `SELECT company_id, company_name, until_ms, set_at_ms, acted_at_ms FROM triage
     WHERE until_ms IS NULL ORDER BY set_at_ms DESC, company_id LIMIT :limit OFFSET :offset`,
    { ...page },
  ).map(storedOf);

export const countSnoozed = (db: ReadDb, nowMs: number): number =>
  selectCount(db, 'SELECT count(*) AS n FROM triage WHERE until_ms > :nowMs', { nowMs });

export const countDone = (db: ReadDb): number =>
  selectCount(db, 'SELECT count(*) AS n FROM triage WHERE until_ms IS NULL', {});

/** Returns all companies with a done or snooze mark. The local search loads them into memory. */
export const allTriage = (db: ReadDb): { companyId: string; untilMs: number | null }[] =>
  all(db, 'SELECT company_id, until_ms FROM triage').map((row) => ({
    companyId: text(row, 'company_id'),
    untilMs: numOrNull(row, 'until_ms'),
  }));

/**
 * Counts the user actions since `sinceMs` (by the workspace's clock) that have not been undone. Scans whole
 * tables, which is fast enough for the small amount of user data.
 */
export function countActsSince(
  db: ReadDb,
  sinceMs: number,
): { done: number; snoozed: number; saved: number; noted: number; tasks: number; followUps: number } {
  const row = get(
    db,
    `SELECT
       (SELECT count(*) FROM triage WHERE until_ms IS NULL AND acted_at_ms >= :sinceMs) AS done,
       (SELECT count(*) FROM triage WHERE until_ms IS NOT NULL AND acted_at_ms >= :sinceMs) AS snoozed,
       (SELECT count(DISTINCT company_id) FROM watchlist_entry JOIN watchlist USING (list_id)
        WHERE added_at_ms >= :sinceMs AND dropped = 0 AND removed_at_ms IS NULL) AS saved,
       (SELECT count(*) FROM note WHERE written = 1 AND saved_at_ms >= :sinceMs) AS noted,
       (SELECT count(*) FROM task WHERE created_at_ms >= :sinceMs AND follows_entry_id IS NULL) AS tasks,
       (SELECT count(*) FROM task WHERE created_at_ms >= :sinceMs AND follows_entry_id IS NOT NULL) AS follow_ups`,
    { sinceMs },
  );
  const of = (column: string): number => (row === null ? 0 : num(row, column));
  return {
    done: of('done'),
    snoozed: of('snoozed'),
    saved: of('saved'),
    noted: of('noted'),
    tasks: of('tasks'),
    followUps: of('follow_ups'),
  };
}

export function putTriage(db: WriteDb, stored: StoredTriage): void {
  run(
    db,
    `INSERT INTO triage (company_id, company_name, until_ms, set_at_ms, acted_at_ms)
     VALUES (:companyId, :companyName, :untilMs, :setAtMs, :actedAtMs)
     ON CONFLICT (company_id) DO UPDATE SET company_name = excluded.company_name, until_ms = excluded.until_ms,
       set_at_ms = excluded.set_at_ms, acted_at_ms = excluded.acted_at_ms`,
    { ...stored },
  );
}

export function deleteTriage(db: WriteDb, companyId: string): void {
  run(db, 'DELETE FROM triage WHERE company_id = :companyId', { companyId });
}
