import {
  laneSchema,
  ledgerStateSchema,
  screenSchema,
  type AllowanceScope,
  type Budget,
  type Cost,
  type Endpoint,
  type Lane,
  type LedgerState,
  type Screen,
} from '../../../../../shared/model/budget.ts';
import {
  all,
  get,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

/** A ledger row as first written. Times are server time in Unix ms, except `wallMs`, this computer's time. */
export interface NewEntry {
  readonly epoch: number;
  readonly keyEpoch: number;
  readonly atMs: number;
  readonly wallMs: number;
  readonly endpoint: Endpoint | null;
  readonly call: string;
  readonly companyId: string | null;
  readonly screen: Screen;
  readonly reason: string;
  /** The watched list whose monthly allowance pays for the request; null for any other request. */
  readonly listId: string | null;
  /** The saved search for which a plan made the request; null for any other request. */
  readonly searchId: number | null;
  readonly lane: Lane | null;
  readonly accepted: Cost;
  readonly reserved: Cost;
  readonly state: LedgerState;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly completedMs: number | null;
  readonly cost: Cost | null;
  readonly refusedBudget: Budget | null;
  readonly refusedAllowance: AllowanceScope | null;
  readonly detail: string | null;
}

/**
 * The columns that may change after the row was inserted. The triggers allow one change when the request
 * ends. If the result is then unknown, they allow one more change.
 */
export interface EntryOutcome {
  readonly id: number;
  readonly state: 'spent' | 'released' | 'unknown';
  readonly cost: Cost | null;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly completedMs: number | null;
  readonly detail: string | null;
}

/** The columns needed for settling and for restart recovery. */
export interface OpenEntry {
  readonly id: number;
  readonly epoch: number;
  readonly keyEpoch: number;
  readonly atMs: number;
  readonly companyId: string | null;
  readonly screen: Screen;
  readonly lane: Lane | null;
  readonly state: LedgerState;
  readonly reserved: Cost;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly completedMs: number | null;
  readonly status: number | null;
  readonly durationMs: number | null;
}

/** Columns read by `openEntryOf`. */
export const OPEN_COLUMNS = `id, epoch, key_epoch, at_ms, company_id, screen, lane, state, reserved_requests, reserved_records,
  reserved_page_turns, reserved_companies, from_ms, to_ms, completed_ms, status, duration_ms`;

export const costOf = (row: SqlRow, prefix: 'reserved' | 'cost'): Cost => ({
  requests: num(row, `${prefix}_requests`),
  records: num(row, `${prefix}_records`),
  pageTurns: num(row, `${prefix}_page_turns`),
  companies: num(row, `${prefix}_companies`),
});

const laneOf = (row: SqlRow): Lane | null => {
  const lane = textOrNull(row, 'lane');
  return lane === null ? null : laneSchema.parse(lane);
};

export const openEntryOf = (row: SqlRow): OpenEntry => ({
  id: num(row, 'id'),
  epoch: num(row, 'epoch'),
  keyEpoch: num(row, 'key_epoch'),
  atMs: num(row, 'at_ms'),
  companyId: textOrNull(row, 'company_id'),
  screen: screenSchema.parse(text(row, 'screen')),
  lane: laneOf(row),
  state: ledgerStateSchema.parse(text(row, 'state')),
  reserved: costOf(row, 'reserved'),
  fromMs: num(row, 'from_ms'),
  toMs: numOrNull(row, 'to_ms'),
  completedMs: numOrNull(row, 'completed_ms'),
  status: numOrNull(row, 'status'),
  durationMs: numOrNull(row, 'duration_ms'),
});

const costParams = (prefix: string, cost: Cost | null): Record<string, number | null> => ({
  [`${prefix}Requests`]: cost?.requests ?? null,
  [`${prefix}Records`]: cost?.records ?? null,
  [`${prefix}PageTurns`]: cost?.pageTurns ?? null,
  [`${prefix}Companies`]: cost?.companies ?? null,
});

/** Inserts a row and returns its id. Ids have no gaps because rows are never deleted. */
export function insertEntry(db: WriteDb, entry: NewEntry): number {
  const { accepted, reserved, cost, ...columns } = entry;
  return run(
    db,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, company_id, screen, reason, list_id, search_id, lane,
       accepted_requests, accepted_records, accepted_page_turns, accepted_companies,
       reserved_requests, reserved_records, reserved_page_turns, reserved_companies,
       state, from_ms, to_ms, completed_ms,
       cost_requests, cost_records, cost_page_turns, cost_companies, refused_budget,
       refused_allowance, detail)
     VALUES (:epoch, :keyEpoch, :atMs, :wallMs, :endpoint, :call, :companyId, :screen, :reason, :listId, :searchId, :lane,
       :acceptedRequests, :acceptedRecords, :acceptedPageTurns, :acceptedCompanies,
       :reservedRequests, :reservedRecords, :reservedPageTurns, :reservedCompanies,
       :state, :fromMs, :toMs, :completedMs,
       :costRequests, :costRecords, :costPageTurns, :costCompanies, :refusedBudget,
       :refusedAllowance, :detail)`,
    {
      ...columns,
      ...costParams('accepted', accepted),
      ...costParams('reserved', reserved),
      ...costParams('cost', cost),
    },
  ).lastId;
}

export function updateEntry(db: WriteDb, { cost, ...columns }: EntryOutcome): void {
  run(
    db,
    `UPDATE entry SET state = :state, status = :status, duration_ms = :durationMs, from_ms = :fromMs, to_ms = :toMs,
       completed_ms = :completedMs, detail = :detail, cost_requests = :costRequests, cost_records = :costRecords,
       cost_page_turns = :costPageTurns, cost_companies = :costCompanies
     WHERE id = :id`,
    { ...columns, ...costParams('cost', cost) },
  );
}

export function entryById(db: ReadDb, id: number): OpenEntry | null {
  const row = get(db, `SELECT ${OPEN_COLUMNS} FROM entry WHERE id = :id`, { id });
  return row === null ? null : openEntryOf(row);
}

/** Returns the requests that have no result yet, oldest first. There are only a few of them. */
export const reservedEntries = (db: ReadDb): OpenEntry[] =>
  all(
    db,
    `SELECT ${OPEN_COLUMNS} FROM entry INDEXED BY entry_reserved WHERE state = 'reserved' ORDER BY id`,
  ).map(openEntryOf);

/** Returns the requests with an unknown result, newest first. */
export const unknownEntries = (db: ReadDb): OpenEntry[] =>
  all(
    db,
    `SELECT ${OPEN_COLUMNS} FROM entry INDEXED BY entry_unknown WHERE state = 'unknown' ORDER BY id DESC`,
  ).map(openEntryOf);

/** Returns the newest requests that were or may have been charged, newest first. */
export const newestCharged = (db: ReadDb, limit: number): OpenEntry[] =>
  all(
    db,
    `SELECT ${OPEN_COLUMNS} FROM entry INDEXED BY entry_charged WHERE state IN ('spent', 'unknown')
     ORDER BY id DESC LIMIT :limit`,
    { limit },
  ).map(openEntryOf);

/**
 * A request that was or may have been charged. `fromMs` is the earliest server time at which it may have been
 * sent.
 */
interface TimedEntry {
  readonly id: number;
  readonly fromMs: number;
}

/**
 * Returns the newest request that was charged or has an unknown result. Skips requests whose time is not
 * known to within `errorMs`. Returns null if there is no such request.
 */
export function newestTimed(db: ReadDb, errorMs: number): TimedEntry | null {
  const row = get(
    db,
    `SELECT id, from_ms FROM entry INDEXED BY entry_charged WHERE state IN ('spent', 'unknown')
       AND CASE WHEN completed_ms IS NULL THEN at_ms - from_ms ELSE COALESCE(to_ms, completed_ms) - completed_ms END < :errorMs
     ORDER BY id DESC LIMIT 1`,
    { errorMs },
  );
  return row === null ? null : { id: num(row, 'id'), fromMs: num(row, 'from_ms') };
}

/** When the response to a request arrived. */
interface AnsweredEntry {
  /**
   * The estimated server time at which the response arrived. The actual time may be up to `beforeMs` earlier
   * or up to `afterMs` later.
   */
  readonly completedMs: number;
  readonly beforeMs: number;
  readonly afterMs: number;
  /** This computer's time at the moment the response arrived. */
  readonly completedWallMs: number;
}

/**
 * Returns the newest answered request for which `beforeMs` or `afterMs` is less than `errorMs`; null if there
 * is no such request.
 */
export function newestAnswered(db: ReadDb, errorMs: number): AnsweredEntry | null {
  const row = get(
    db,
    `SELECT completed_ms, completed_ms - duration_ms - from_ms AS before_ms, to_ms - completed_ms AS after_ms,
       wall_ms + duration_ms AS completed_wall_ms
     FROM entry
     WHERE status IS NOT NULL AND MIN(completed_ms - duration_ms - from_ms, to_ms - completed_ms) < :errorMs
     ORDER BY id DESC LIMIT 1`,
    { errorMs },
  );
  return row === null
    ? null
    : {
        completedMs: num(row, 'completed_ms'),
        beforeMs: num(row, 'before_ms'),
        afterMs: num(row, 'after_ms'),
        completedWallMs: num(row, 'completed_wall_ms'),
      };
}

/** Sets the interval, in server time, in which a request with an unknown result was sent. */
export const placeEntry = (
  db: WriteDb,
  placed: Pick<EntryOutcome, 'id' | 'fromMs' | 'toMs' | 'completedMs'>,
): void =>
  void run(
    db,
    `UPDATE entry SET from_ms = :fromMs, to_ms = :toMs, completed_ms = :completedMs
     WHERE id = :id AND state = 'unknown'`,
    { ...placed },
  );

/**
 * Returns the id of the newest row, or 0 if the ledger is empty. Because ids have no gaps, this is also the
 * number of rows.
 */
export function newestEntryId(db: ReadDb): number {
  const row = get(db, 'SELECT MAX(id) AS newest FROM entry');
  return row === null ? 0 : (numOrNull(row, 'newest') ?? 0);
}

/**
 * Returns whether the rows after `afterId`, up to and including `upToId`, contain a request other than
 * `/stats` that was or may have been charged.
 */
export const hasTrafficBetween = (db: ReadDb, afterId: number, upToId: number): boolean =>
  get(
    db,
    `SELECT 1 AS hit FROM entry
     WHERE id > :afterId AND id <= :upToId AND state IN ('reserved', 'spent', 'unknown') AND endpoint <> 'stats' LIMIT 1`,
    { afterId, upToId },
  ) !== null;
