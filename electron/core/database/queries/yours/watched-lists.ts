import { all, flag, get, num, run, text, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/* Queries for the rules of watched lists, and for the times up to which the user has seen changes. */

export interface StoredRule {
  readonly listId: number;
  readonly watched: boolean;
  readonly refreshDays: number;
  readonly recordsAMonth: number;
  /** Server time at which the user started watching the list. */
  readonly sinceMs: number;
}

const RULE = 'SELECT list_id, watched, refresh_days, records_a_month, since_ms FROM watch_rule';
const ruleOf = (row: SqlRow): StoredRule => ({
  listId: num(row, 'list_id'),
  watched: flag(row, 'watched'),
  refreshDays: num(row, 'refresh_days'),
  recordsAMonth: num(row, 'records_a_month'),
  sinceMs: num(row, 'since_ms'),
});

/** Returns all rules, at most one per list. */
export const watchRules = (db: ReadDb): StoredRule[] => all(db, RULE).map(ruleOf);

export function watchRule(db: ReadDb, listId: number): StoredRule | null {
  const row = get(db, `${RULE} WHERE list_id = :listId`, { listId });
  return row === null ? null : ruleOf(row);
}

export function putWatchRule(db: WriteDb, { watched, ...rule }: StoredRule): void {
  run(
    db,
    `INSERT INTO watch_rule (list_id, watched, refresh_days, records_a_month, since_ms)
     VALUES (:listId, :watched, :refreshDays, :recordsAMonth, :sinceMs)
     ON CONFLICT (list_id) DO UPDATE SET watched = excluded.watched, refresh_days = excluded.refresh_days,
       records_a_month = excluded.records_a_month, since_ms = excluded.since_ms`,
    { ...rule, watched: watched ? 1 : 0 },
  );
}

interface WatchedEntry {
  readonly listId: number;
  readonly companyId: string;
  readonly companyName: string;
  readonly addedAtMs: number;
}

/** Returns the companies on all watched lists, grouped by list. Omits removed lists and removed entries. */
export const watchedEntries = (db: ReadDb): WatchedEntry[] =>
  all(
    db,
    `SELECT watchlist_entry.list_id, company_id, company_name, added_at_ms
     FROM watch_rule CROSS JOIN watchlist ON watchlist.list_id = watch_rule.list_id AND removed_at_ms IS NULL
     CROSS JOIN watchlist_entry ON watchlist_entry.list_id = watchlist.list_id AND dropped = 0
     WHERE watched = 1 ORDER BY watchlist.name_folded, added_at_ms DESC`,
  ).map((row) => ({
    listId: num(row, 'list_id'),
    companyId: text(row, 'company_id'),
    companyName: text(row, 'company_name'),
    addedAtMs: num(row, 'added_at_ms'),
  }));

/** The company id of the change mark that applies to all companies. */
export const ALL_COMPANIES = '';

/**
 * Returns a map from company id to the time up to which the user has seen the company's changes. The entry
 * for `ALL_COMPANIES` applies to all companies.
 */
export const changeMarks = (db: ReadDb): Map<string, number> =>
  new Map(
    all(db, 'SELECT company_id, up_to_ms FROM change_mark').map((row) => [
      text(row, 'company_id'),
      num(row, 'up_to_ms'),
    ]),
  );

export function putChangeMark(db: WriteDb, mark: { companyId: string; upToMs: number }): void {
  run(
    db,
    `INSERT INTO change_mark (company_id, up_to_ms) VALUES (:companyId, :upToMs)
     ON CONFLICT (company_id) DO UPDATE SET up_to_ms = excluded.up_to_ms`,
    mark,
  );
}
