import type { Amount, Stamp } from '../../../../../shared/model/company.ts';
import { insertRows, rowInsert } from '../../insert-rows.ts';
import {
  all,
  flag,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';
import { amountOf, stampOf } from '../columns.ts';

export type ListEndpoint = 'fundings' | 'companies';

/** The results of one query on one day, fetched page by page. */
export interface StoredSet {
  readonly setId: number;
  readonly endpoint: ListEndpoint;
  /** Canonical query as JSON, without limit and offset. */
  readonly query: string;
  readonly pageLimit: number;
  /** Total number of matches, from the newest page that reported it. */
  readonly total: number | null;
  readonly hasMore: boolean | null;
  /** Whether all pages were fetched, up to the certain or probable end of the list (library/page-end.ts). */
  readonly ended: boolean;
  /** If `ended`, whether the end of the list is certain and not only likely. */
  readonly sureEnd: boolean;
  /** First position not requested yet. */
  readonly reached: number;
  readonly setAside: number;
  readonly createdAtMs: number;
  readonly fetchedAtMs: number;
}
interface StoredSetRow {
  readonly position: number;
  readonly rowKey: string;
  readonly companyId: string;
  readonly roundId: string | null;
  readonly known: boolean;
}
export interface NewSetRow extends StoredSetRow {
  /**
   * The row's facts that filters use, as JSON (search-coverage/row-facts.ts). Null only in rows that an older
   * version of the app stored.
   */
  readonly factsJson: string | null;
}
/** A row with the current data of its round; `event` is null if the round is not stored. */
export interface StoredSetEvent extends StoredSetRow {
  readonly event: {
    readonly stage: string | null;
    readonly amount: Amount | null;
    readonly announcedOn: string | null;
    readonly stamp: Stamp;
  } | null;
}

const COLUMNS = `set_id, endpoint, query, page_limit, total, has_more, ended, sure_end, reached, set_aside,
  created_at_ms, fetched_at_ms`;

const setOf = (row: SqlRow): StoredSet => ({
  setId: num(row, 'set_id'),
  endpoint: text(row, 'endpoint') === 'companies' ? 'companies' : 'fundings',
  query: text(row, 'query'),
  pageLimit: num(row, 'page_limit'),
  total: numOrNull(row, 'total'),
  hasMore: row['has_more'] === null ? null : flag(row, 'has_more'),
  ended: flag(row, 'ended'),
  sureEnd: flag(row, 'sure_end'),
  reached: num(row, 'reached'),
  setAside: num(row, 'set_aside'),
  createdAtMs: num(row, 'created_at_ms'),
  fetchedAtMs: num(row, 'fetched_at_ms'),
});

export function setById(db: ReadDb, setId: number): StoredSet | null {
  const row = get(db, `SELECT ${COLUMNS} FROM query_set WHERE set_id = :setId`, { setId });
  return row === null ? null : setOf(row);
}

/** Returns the newest result set of this query. */
export function setByQuery(db: ReadDb, endpoint: ListEndpoint, queryKey: string): StoredSet | null {
  const row = get(
    db,
    `SELECT ${COLUMNS} FROM query_set WHERE endpoint = :endpoint AND query_key = :queryKey
     ORDER BY created_at_ms DESC LIMIT 1`,
    { endpoint, queryKey },
  );
  return row === null ? null : setOf(row);
}

export function newestSet(db: ReadDb, endpoint: ListEndpoint): StoredSet | null {
  const row = get(
    db,
    `SELECT ${COLUMNS} FROM query_set WHERE endpoint = :endpoint ORDER BY fetched_at_ms DESC LIMIT 1`,
    { endpoint },
  );
  return row === null ? null : setOf(row);
}

/** Returns the creation time of the oldest stored result set, in server time (ms); null if there is none. */
export function oldestSetAt(db: ReadDb, endpoint: ListEndpoint): number | null {
  const row = get(db, 'SELECT min(created_at_ms) AS at_ms FROM query_set WHERE endpoint = :endpoint', {
    endpoint,
  });
  return row === null ? null : numOrNull(row, 'at_ms');
}

export function insertSet(
  db: WriteDb,
  set: { endpoint: ListEndpoint; queryKey: string; query: string; pageLimit: number; atMs: number },
): number {
  return run(
    db,
    `INSERT INTO query_set (endpoint, query_key, query, page_limit, ended, reached, set_aside, created_at_ms,
       fetched_at_ms)
     VALUES (:endpoint, :queryKey, :query, :pageLimit, 0, 0, 0, :atMs, :atMs)`,
    set,
  ).lastId;
}

export function updateSet(db: WriteDb, set: Omit<StoredSet, 'endpoint' | 'query' | 'createdAtMs'>): void {
  const { hasMore, ended, sureEnd, ...columns } = set;
  run(
    db,
    `UPDATE query_set SET page_limit = :pageLimit, total = coalesce(:total, total), has_more = :hasMore,
       ended = :ended, sure_end = :sureEnd, reached = :reached, set_aside = :setAside, fetched_at_ms = max(fetched_at_ms, :fetchedAtMs)
     WHERE set_id = :setId`,
    {
      ...columns,
      hasMore: hasMore === null ? null : Number(hasMore),
      ended: Number(ended),
      sureEnd: Number(sureEnd),
    },
  );
}

export function countSetRows(db: ReadDb, setId: number): number {
  return selectCount(db, 'SELECT count(*) AS n FROM query_set_row WHERE set_id = :setId', { setId });
}

const rowOf = (row: SqlRow): StoredSetRow => ({
  position: num(row, 'position'),
  rowKey: text(row, 'row_key'),
  companyId: text(row, 'company_id'),
  roundId: textOrNull(row, 'round_id'),
  known: flag(row, 'known'),
});

/** Returns all rows of a set (at most 500), ordered by position. */
export function setRows(db: ReadDb, setId: number): StoredSetRow[] {
  return all(
    db,
    `SELECT position, row_key, company_id, round_id, known FROM query_set_row WHERE set_id = :setId
     ORDER BY position`,
    { setId },
  ).map(rowOf);
}

export function setEvents(
  db: ReadDb,
  { setId, offset, limit }: { setId: number; offset: number; limit: number },
): StoredSetEvent[] {
  return all(
    db,
    `SELECT query_set_row.position, query_set_row.row_key, query_set_row.company_id, query_set_row.round_id,
       query_set_row.known, round.round_id IS NOT NULL AS has_event, round.stage, round.amount_text,
       round.amount_value, round.amount_precision, round.amount_currency, round.announced_on, round.source,
       round.fetched_at_ms
     FROM query_set_row
     LEFT JOIN round ON round.company_id = query_set_row.company_id AND round.round_id = query_set_row.round_id
     WHERE query_set_row.set_id = :setId ORDER BY query_set_row.position LIMIT :limit OFFSET :offset`,
    { setId, offset, limit },
  ).map((row) => ({
    ...rowOf(row),
    event: flag(row, 'has_event')
      ? {
          stage: textOrNull(row, 'stage'),
          amount: amountOf(row),
          announcedOn: textOrNull(row, 'announced_on'),
          stamp: stampOf(row),
        }
      : null,
  }));
}

/** Deletes the rows from position `from` up to but not including `to`. */
export function deleteSetRows(db: WriteDb, setId: number, from: number, to: number): void {
  run(db, 'DELETE FROM query_set_row WHERE set_id = :setId AND position >= :from AND position < :to', {
    setId,
    from,
    to,
  });
}

const INSERT_SET_ROWS =
  rowInsert(`INSERT INTO query_set_row (set_id, position, row_key, company_id, round_id, known, told)
     VALUES (:setId, :position, :rowKey, :companyId, :roundId, :known, :factsJson) ON CONFLICT DO NOTHING`);

/** Inserts the rows in the given order, except rows whose key is already in the set. */
export function insertSetRows(db: WriteDb, setId: number, rows: readonly NewSetRow[]): void {
  insertRows(
    db,
    INSERT_SET_ROWS,
    rows.map((row) => ({ setId, ...row, known: row.known ? 1 : 0 })),
  );
}

/**
 * Updates all result sets after a round's id has changed. If the service returns a round without an id, the
 * app derives an id and later replaces it with the service's id.
 */
export function repointSetRows(
  db: WriteDb,
  change: { companyId: string; oldRoundId: string; roundId: string },
): void {
  run(
    db,
    `UPDATE query_set_row SET round_id = :roundId WHERE company_id = :companyId AND round_id = :oldRoundId`,
    change,
  );
}

/**
 * Returns the complete result sets of one list, newest first. A set is complete if its end is certain, every
 * position is filled and no received row was unreadable. Erasing a company leaves positions empty, so the
 * sets that contained the company are no longer complete.
 */
export function completeSets(db: ReadDb, endpoint: ListEndpoint, limit: number): StoredSet[] {
  return all(
    db,
    `SELECT ${COLUMNS} FROM query_set
     WHERE endpoint = :endpoint AND sure_end = 1 AND set_aside = 0
       AND reached = (SELECT count(*) FROM query_set_row WHERE query_set_row.set_id = query_set.set_id)
     ORDER BY fetched_at_ms DESC LIMIT :limit`,
    { endpoint, limit },
  ).map(setOf);
}

/**
 * Returns the `/fundings` result sets that were fetched after `sinceMs` and are truncated, newest first. A
 * set is truncated if all `rowsMax` rows that a query can return were fetched, but more rows match.
 */
export function truncatedSets(
  db: ReadDb,
  { sinceMs, rowsMax, limit }: { sinceMs: number; rowsMax: number; limit: number },
): StoredSet[] {
  return all(
    db,
    `SELECT ${COLUMNS} FROM query_set
     WHERE endpoint = 'fundings' AND fetched_at_ms > :sinceMs AND reached >= :rowsMax
       AND (total > :rowsMax OR (total IS NULL AND has_more IS NOT 0))
     ORDER BY fetched_at_ms DESC LIMIT :limit`,
    { sinceMs, rowsMax, limit },
  ).map(setOf);
}

/** Returns the `/fundings` result sets that were fetched at `sinceMs` or later, newest first. */
export function setsSince(
  db: ReadDb,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): StoredSet[] {
  return all(
    db,
    `SELECT ${COLUMNS} FROM query_set
     WHERE endpoint = 'fundings' AND fetched_at_ms >= :sinceMs ORDER BY fetched_at_ms DESC LIMIT :limit`,
    { sinceMs, limit },
  ).map(setOf);
}

/**
 * Returns the companies of a set that were first stored at `sinceMs` or later, in the order of the set, each
 * with the time at which it was first stored. Companies that the service no longer has are omitted.
 */
export function newCompaniesIn(
  db: ReadDb,
  { setId, sinceMs }: { readonly setId: number; readonly sinceMs: number },
): { readonly companyId: string; readonly atMs: number }[] {
  const rows = all(
    db,
    `SELECT query_set_row.company_id AS company_id, first_seen_at_ms
     FROM query_set_row JOIN company USING (company_id)
     WHERE set_id = :setId AND first_seen_at_ms >= :sinceMs AND gone_at_ms IS NULL ORDER BY position`,
    { setId, sinceMs },
  );
  return rows.map((row) => ({ companyId: text(row, 'company_id'), atMs: num(row, 'first_seen_at_ms') }));
}

/**
 * Returns all rows of a set with their facts as received. Returns null if a row has no stored facts, or if
 * its round is not stored or was received without an id.
 */
export function receivedRows(
  db: ReadDb,
  setId: number,
): { companyId: string; roundId: string; known: boolean; factsJson: string }[] | null {
  const rows = all(
    db,
    `SELECT query_set_row.company_id, query_set_row.round_id, query_set_row.known, query_set_row.told, round.derived_id
     FROM query_set_row
     LEFT JOIN round ON round.company_id = query_set_row.company_id AND round.round_id = query_set_row.round_id
     WHERE query_set_row.set_id = :setId ORDER BY query_set_row.position`,
    { setId },
  );
  const received = rows.flatMap((row) => {
    const [json, roundId] = [textOrNull(row, 'told'), textOrNull(row, 'round_id')];
    if (json === null || roundId === null || row['derived_id'] !== 0) return [];
    return [{ companyId: text(row, 'company_id'), roundId, known: flag(row, 'known'), factsJson: json }];
  });
  return received.length === rows.length ? received : null;
}

/**
 * Returns all rows of a set of companies. `factsJson` contains the facts that the service sent with the row;
 * null if they were not stored.
 */
export function receivedCompanies(
  db: ReadDb,
  setId: number,
): { companyId: string; roundId: string | null; known: boolean; factsJson: string | null }[] {
  return all(
    db,
    'SELECT company_id, round_id, known, told FROM query_set_row WHERE set_id = :setId ORDER BY position',
    { setId },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    roundId: textOrNull(row, 'round_id'),
    known: flag(row, 'known'),
    factsJson: textOrNull(row, 'told'),
  }));
}

/** Stores the match count reported by the service; an older response does not replace a newer one. */
export function putQueryTotal(db: WriteDb, row: { queryKey: string; total: number; atMs: number }): void {
  run(
    db,
    `INSERT INTO query_total (query_key, total, at_ms) VALUES (:queryKey, :total, :atMs)
     ON CONFLICT (query_key) DO UPDATE SET total = excluded.total, at_ms = excluded.at_ms
     WHERE excluded.at_ms >= at_ms`,
    row,
  );
}

export function queryTotal(db: ReadDb, queryKey: string): { total: number; atMs: number } | null {
  const row = get(db, 'SELECT total, at_ms FROM query_total WHERE query_key = :queryKey', { queryKey });
  return row === null ? null : { total: num(row, 'total'), atMs: num(row, 'at_ms') };
}

/**
 * Records which saved search found the companies of a result set. Skips companies that were already in the
 * library or were found by another saved search.
 */
export function putFoundBy(db: WriteDb, found: { searchId: number; setId: number }): void {
  run(
    db,
    `UPDATE company SET found_by = :searchId WHERE found_by IS NULL AND company_id IN (
       SELECT company_id FROM query_set_row WHERE set_id = :setId AND known = 0)`,
    found,
  );
}
