import { all, get, num, run, text, textOrNull, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/** Requests queued while offline. They are in `ledger.db`, which is never restored to an older state. */

export interface StoredCall {
  readonly callId: number;
  /** JSON of `offlineAskSchema`. */
  readonly asked: string;
  readonly companyId: string | null;
  readonly screen: string;
  /** JSON of a cost. */
  readonly accepted: string;
  readonly state: string;
  /** JSON of an error or a receipt. */
  readonly outcome: string | null;
  readonly askedAtMs: number;
}

const CALL =
  'SELECT call_id, asked, company_id, screen, accepted, state, outcome, asked_at_ms FROM offline_call';
const callOf = (row: SqlRow): StoredCall => ({
  callId: num(row, 'call_id'),
  asked: text(row, 'asked'),
  companyId: textOrNull(row, 'company_id'),
  screen: text(row, 'screen'),
  accepted: text(row, 'accepted'),
  state: text(row, 'state'),
  outcome: textOrNull(row, 'outcome'),
  askedAtMs: num(row, 'asked_at_ms'),
});

/** In queue order; the queue is bounded. */
export const offlineCalls = (db: ReadDb): StoredCall[] => all(db, `${CALL} ORDER BY call_id`).map(callOf);

export function offlineCall(db: ReadDb, callId: number): StoredCall | null {
  const row = get(db, `${CALL} WHERE call_id = :callId`, { callId });
  return row === null ? null : callOf(row);
}

/** The unfinished entry with exactly this request. */
export function callAsking(db: ReadDb, asked: string): StoredCall | null {
  const row = get(db, `${CALL} WHERE asked = :asked AND state <> 'done'`, { asked });
  return row === null ? null : callOf(row);
}

export function nextWaiting(db: ReadDb): StoredCall | null {
  const row = get(db, `${CALL} WHERE state = 'waiting' ORDER BY call_id LIMIT 1`);
  return row === null ? null : callOf(row);
}

export function insertCall(
  db: WriteDb,
  call: Pick<StoredCall, 'asked' | 'companyId' | 'screen' | 'accepted' | 'askedAtMs'>,
): number {
  return run(
    db,
    `INSERT INTO offline_call (asked, company_id, screen, accepted, state, asked_at_ms)
     VALUES (:asked, :companyId, :screen, :accepted, 'waiting', :askedAtMs)`,
    { ...call },
  ).lastId;
}

export function setCallState(
  db: WriteDb,
  call: { callId: number; state: string; outcome: string | null },
): void {
  run(db, 'UPDATE offline_call SET state = :state, outcome = :outcome WHERE call_id = :callId', call);
}

/** Requeues the request at the new price. */
export function acceptCall(db: WriteDb, call: { callId: number; accepted: string }): void {
  run(
    db,
    `UPDATE offline_call SET state = 'waiting', outcome = NULL, accepted = :accepted WHERE call_id = :callId`,
    call,
  );
}

export const runningCalls = (db: ReadDb): StoredCall[] =>
  all(db, `${CALL} WHERE state = 'running' ORDER BY call_id`).map(callOf);

/**
 * Whether a request of this company (null: without a company) was or may have been charged after an entry.
 */
export const hasLaterCharge = (
  db: ReadDb,
  { entryId, companyId }: { entryId: number; companyId: string | null },
): boolean =>
  get(
    db,
    `SELECT 1 AS hit FROM entry WHERE id > :entryId AND company_id IS :companyId
       AND state IN ('reserved', 'spent', 'unknown') LIMIT 1`,
    { entryId, companyId },
  ) !== null;

export function deleteCall(db: WriteDb, callId: number): void {
  run(db, 'DELETE FROM offline_call WHERE call_id = :callId', { callId });
}

/** Removes the requests of an erased company. */
export function deleteCallsOf(db: WriteDb, companyId: string): void {
  run(db, 'DELETE FROM offline_call WHERE company_id = :companyId', { companyId });
}

/** Finished requests stay as receipts. */
export function deleteUndone(db: WriteDb): void {
  run(db, "DELETE FROM offline_call WHERE state <> 'done'");
}

/** Keeps the newest `keep` finished requests. */
export function pruneDone(db: WriteDb, keep: number): void {
  run(
    db,
    `DELETE FROM offline_call WHERE state = 'done' AND call_id <=
       (SELECT call_id FROM offline_call WHERE state = 'done' ORDER BY call_id DESC LIMIT 1 OFFSET :keep)`,
    { keep },
  );
}
