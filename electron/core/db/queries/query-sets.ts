import type { Amount, Stamp } from '../../../../shared/model/company.ts';
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
  type SqlRow,
  type WriteDb,
} from '../sql.ts';
import { amountOf, stampOf } from './columns.ts';

export type ListEndpoint = 'fundings' | 'companies';

/** The answers to one query on one day, page by page. */
export interface StoredSet {
  readonly setId: number;
  readonly endpoint: ListEndpoint;
  /** Canonical query without limit and offset, JSON. */
  readonly query: string;
  readonly pageLimit: number;
  /** As claimed by the newest page that told it. */
  readonly total: number | null;
  readonly hasMore: boolean | null;
  /** The service's list was read to its end. */
  readonly ended: boolean;
  /** First position that was not asked for yet. */
  readonly reached: number;
  readonly setAside: number;
  readonly createdAtMs: number;
  readonly fetchedAtMs: number;
}
export interface StoredSetRow {
  readonly position: number;
  readonly rowKey: string;
  readonly companyId: string;
  readonly roundId: string | null;
  readonly known: boolean;
}
/** The event of a set's row, as it is known now. */
export interface StoredSetEvent extends StoredSetRow {
  readonly event: {
    readonly stage: string | null;
    readonly amount: Amount | null;
    readonly announcedOn: string | null;
    readonly stamp: Stamp;
  } | null;
}

const COLUMNS = `set_id, endpoint, query, page_limit, total, has_more, ended, reached, set_aside, created_at_ms,
  fetched_at_ms`;

const setOf = (row: SqlRow): StoredSet => ({
  setId: num(row, 'set_id'),
  endpoint: text(row, 'endpoint') === 'companies' ? 'companies' : 'fundings',
  query: text(row, 'query'),
  pageLimit: num(row, 'page_limit'),
  total: numOrNull(row, 'total'),
  hasMore: row['has_more'] === null ? null : flag(row, 'has_more'),
  ended: flag(row, 'ended'),
  reached: num(row, 'reached'),
  setAside: num(row, 'set_aside'),
  createdAtMs: num(row, 'created_at_ms'),
  fetchedAtMs: num(row, 'fetched_at_ms'),
});

export function setById(db: ReadDb, setId: number): StoredSet | null {
  const row = get(db, `SELECT ${COLUMNS} FROM query_set WHERE set_id = :setId`, { setId });
  return row === null ? null : setOf(row);
}

/** The newest set of this query. */
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

export function updateSet(
  db: WriteDb,
  set: Omit<StoredSet, 'endpoint' | 'query' | 'createdAtMs' | 'hasMore' | 'ended'> & {
    hasMore: boolean | null;
    ended: boolean;
  },
): void {
  const { hasMore, ended, ...columns } = set;
  run(
    db,
    `UPDATE query_set SET page_limit = :pageLimit, total = coalesce(:total, total), has_more = :hasMore,
       ended = :ended, reached = :reached, set_aside = :setAside, fetched_at_ms = max(fetched_at_ms, :fetchedAtMs)
     WHERE set_id = :setId`,
    { ...columns, hasMore: hasMore === null ? null : hasMore ? 1 : 0, ended: ended ? 1 : 0 },
  );
}

export function countSetRows(db: ReadDb, setId: number): number {
  const row = get(db, 'SELECT count(*) AS n FROM query_set_row WHERE set_id = :setId', { setId });
  return row === null ? 0 : num(row, 'n');
}

const rowOf = (row: SqlRow): StoredSetRow => ({
  position: num(row, 'position'),
  rowKey: text(row, 'row_key'),
  companyId: text(row, 'company_id'),
  roundId: textOrNull(row, 'round_id'),
  known: flag(row, 'known'),
});

/** All rows of a set, at most 500, by position. */
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

/** Forgets the rows at `from` up to, not including, `to`. */
export function deleteSetRows(db: WriteDb, setId: number, from: number, to: number): void {
  run(db, 'DELETE FROM query_set_row WHERE set_id = :setId AND position >= :from AND position < :to', {
    setId,
    from,
    to,
  });
}

/** A row whose key stands elsewhere in the set already is left out. */
export function insertSetRow(db: WriteDb, setId: number, row: StoredSetRow): void {
  run(
    db,
    `INSERT INTO query_set_row (set_id, position, row_key, company_id, round_id, known)
     VALUES (:setId, :position, :rowKey, :companyId, :roundId, :known) ON CONFLICT DO NOTHING`,
    { setId, ...row, known: row.known ? 1 : 0 },
  );
}

/** Sets follow a round that took over another: `roundId` in place of the made `oldRoundId`. */
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
