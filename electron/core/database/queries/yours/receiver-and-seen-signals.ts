import {
  all,
  flag,
  get,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
  type SqlRow,
} from '../../sql.ts';

/* The receiver's settings, and which signals the user has seen or removed, in `yours.db`. */

export interface ReceiverSetup {
  readonly enabled: boolean;
  readonly port: number;
  readonly path: string;
  readonly tunnelHost: string | null;
  /** Server time, ms. */
  readonly keySetAtMs: number | null;
  /** Whether the previous key is accepted too. */
  readonly rotating: boolean;
  readonly changedAtMs: number | null;
}

/** Returns null if the receiver's settings have never been saved. */
export function receiverSetup(db: ReadDb): ReceiverSetup | null {
  const row = get(
    db,
    `SELECT enabled, port, path, tunnel_host, key_set_at_ms, rotating, changed_at_ms
     FROM webhook_receiver WHERE one = 1`,
  );
  if (row === null) return null;
  return {
    enabled: flag(row, 'enabled'),
    port: num(row, 'port'),
    path: text(row, 'path'),
    tunnelHost: textOrNull(row, 'tunnel_host'),
    keySetAtMs: numOrNull(row, 'key_set_at_ms'),
    rotating: flag(row, 'rotating'),
    changedAtMs: numOrNull(row, 'changed_at_ms'),
  };
}

export const putReceiverSetup = (db: WriteDb, setup: ReceiverSetup): void =>
  void run(
    db,
    `INSERT INTO webhook_receiver (one, enabled, port, path, tunnel_host, key_set_at_ms, rotating, changed_at_ms)
     VALUES (1, :enabled, :port, :path, :tunnelHost, :keySetAtMs, :rotating, :changedAtMs)
     ON CONFLICT (one) DO UPDATE SET enabled = excluded.enabled, port = excluded.port, path = excluded.path,
       tunnel_host = excluded.tunnel_host, key_set_at_ms = excluded.key_set_at_ms,
       rotating = excluded.rotating, changed_at_ms = excluded.changed_at_ms`,
    { ...setup, enabled: Number(setup.enabled), rotating: Number(setup.rotating) },
  );

/** Returns the identities of all events marked as seen. */
export const seenIdentities = (db: ReadDb): Set<string> =>
  new Set(
    all(db, 'SELECT DISTINCT identity FROM signal_seen JOIN signal_view USING (view_id)').map((row) =>
      text(row, 'identity'),
    ),
  );

export const insertSignalView = (db: WriteDb, viewedAtMs: number): number =>
  run(db, 'INSERT INTO signal_view (viewed_at_ms) VALUES (:viewedAtMs)', { viewedAtMs }).lastId;

export const putSignalsSeen = (
  db: WriteDb,
  viewId: number,
  signals: readonly { readonly identity: string; readonly companyId: string | null }[],
): void =>
  void run(
    db,
    `INSERT INTO signal_seen (identity, view_id, company_id)
     SELECT value ->> 'identity', :viewId, value ->> 'companyId' FROM json_each(:signals) WHERE true
     ON CONFLICT DO NOTHING`,
    { viewId, signals: JSON.stringify(signals) },
  );

/**
 * Returns the ids of companies with events marked as seen. The caller compares the hashes of these ids with
 * the hashes of erased companies.
 */
export const companiesSeenInSignals = (db: ReadDb): string[] =>
  all(db, 'SELECT DISTINCT company_id FROM signal_seen WHERE company_id IS NOT NULL').map((row) =>
    text(row, 'company_id'),
  );

export const deleteSignalsSeenOf = (db: WriteDb, companyId: string): void =>
  void run(db, 'DELETE FROM signal_seen WHERE company_id = :companyId', { companyId });

/** Returns the identities of all events that the user removed. */
export const removedIdentities = (db: ReadDb): Set<string> =>
  new Set(
    all(db, 'SELECT DISTINCT identity FROM signal_removed JOIN signal_removal USING (removal_id)').map(
      (row) => text(row, 'identity'),
    ),
  );

/**
 * Records that the user removed an event.
 * @returns the id of the removal
 */
export function insertSignalRemoval(
  db: WriteDb,
  { identity, companyId }: { readonly identity: string; readonly companyId: string | null },
  atMs: number,
): number {
  const removalId = run(db, 'INSERT INTO signal_removal (removed_at_ms) VALUES (:atMs)', { atMs }).lastId;
  run(
    db,
    `INSERT INTO signal_removed (identity, removal_id, company_id) VALUES (:identity, :removalId, :companyId)`,
    { identity, removalId, companyId },
  );
  return removalId;
}

/** Returns the ids of companies with removed events. */
export const companiesOfRemovedSignals = (db: ReadDb): string[] =>
  all(db, 'SELECT DISTINCT company_id FROM signal_removed WHERE company_id IS NOT NULL').map((row) =>
    text(row, 'company_id'),
  );

export const deleteSignalsRemovedOf = (db: WriteDb, companyId: string): void =>
  void run(db, 'DELETE FROM signal_removed WHERE company_id = :companyId', { companyId });

interface NewsRow {
  readonly rowId: string;
  readonly companyId: string;
  /** When this search first returned the row. */
  readonly arrivedAtMs: number;
  /** When any saved search first returned the row. */
  readonly foundAtMs: number;
}
const NEWS_COLUMNS = `row_id, company_id, came_at_ms,
  (SELECT min(came_at_ms) FROM search_fetched AS each_search
     WHERE each_search.company_id = fetched.company_id AND each_search.row_id = fetched.row_id) AS found_at_ms`;
const newsRow = (row: SqlRow): NewsRow => ({
  rowId: text(row, 'row_id'),
  companyId: text(row, 'company_id'),
  arrivedAtMs: num(row, 'came_at_ms'),
  foundAtMs: num(row, 'found_at_ms'),
});

/**
 * Returns the rows of a saved search that were unseen until `sinceMs` and have been marked as seen since
 * then. Each row has the time at which it first appeared.
 */
export const newsSeenSince = (
  db: ReadDb,
  search: { readonly searchId: number; readonly questionKey: string; readonly sinceMs: number },
): NewsRow[] =>
  all(
    db,
    `SELECT ${NEWS_COLUMNS} FROM search_fetched AS fetched WHERE question_key = :questionKey
     AND (SELECT min(viewed_at_ms) FROM search_seen AS seen JOIN search_view USING (view_id)
       WHERE seen.search_id = :searchId AND seen.row_id = fetched.row_id) >= :sinceMs`,
    search,
  ).map(newsRow);

/** Returns the unseen rows of a saved search, each with the time at which it first appeared. */
export const unseenNews = (
  db: ReadDb,
  search: { readonly searchId: number; readonly questionKey: string },
): NewsRow[] =>
  all(
    db,
    `SELECT ${NEWS_COLUMNS} FROM search_fetched AS fetched WHERE question_key = :questionKey
     AND NOT EXISTS (SELECT 1 FROM search_seen AS seen JOIN search_view USING (view_id)
       WHERE seen.search_id = :searchId AND seen.row_id = fetched.row_id)`,
    search,
  ).map(newsRow);

/**
 * Returns the time of the newest row that a saved search returned about each company. A row that another
 * saved search returns later is not newer. Omits companies without such a row.
 */
export const newestFetched = (db: ReadDb, companyIds: readonly string[]): Map<string, number> =>
  newestOf(
    db,
    `(SELECT min(came_at_ms) AS found_at_ms FROM search_fetched WHERE company_id = wanted.value
       GROUP BY row_id ORDER BY found_at_ms DESC LIMIT 1)`,
    companyIds,
  );

/** Returns, for each company, the time of its newest event. Companies without events are omitted. */
export const newestSignalAtMs = (cache: ReadDb, companyIds: readonly string[]): Map<string, number> =>
  newestOf(cache, '(SELECT max(received_at_ms) FROM signal WHERE company_id = wanted.value)', companyIds);

const newestOf = (db: ReadDb, newest: string, companyIds: readonly string[]): Map<string, number> =>
  new Map(
    all(db, `SELECT wanted.value AS company_id, ${newest} AS at_ms FROM json_each(:ids) AS wanted`, {
      ids: JSON.stringify(companyIds),
    }).flatMap((row) => {
      const atMs = numOrNull(row, 'at_ms');
      return atMs === null ? [] : [[text(row, 'company_id'), atMs] as const];
    }),
  );
