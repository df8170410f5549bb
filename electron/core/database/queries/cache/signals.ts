import type { Amount } from '../../../../../shared/model/company.ts';
import type { KeyRule } from '../../../../../shared/model/signal.ts';
import {
  all,
  bytesOrNull,
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
import { amountOf, amountParams } from '../columns.ts';
import { expiredParams, type Expired } from './deletion.ts';
import { isBefore } from './doubted-days.ts';

/* Webhook events in `cache.db`. Times are server time, ms. */

export interface NewSignal {
  readonly identity: string;
  readonly keyRule: KeyRule;
  readonly via: 'webhook' | 'paste';
  /** Whether the event came through the tunnel. */
  readonly isFromOutside: boolean;
  readonly companyId: string | null;
  readonly companyName: string | null;
  readonly countryName: string | null;
  readonly industry: string | null;
  readonly event: string;
  readonly type: string | null;
  readonly subtype: string | null;
  readonly publishedAtMs: number | null;
  readonly sentAtMs: number | null;
  readonly receivedAtMs: number;
  readonly roundId: string | null;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly announcedOn: string | null;
  readonly icpMatch: number | null;
  readonly trackingStatus: string | null;
  readonly userNote: string | null;
  readonly isSample: boolean;
  readonly isToMerge: boolean;
  /** A JSON array of the event's triggers. */
  readonly triggers: string;
  /** The documented fields of the raw event, as JSON. */
  readonly raw: string | null;
  /** The undocumented fields of the raw event, encrypted. */
  readonly undocumented: Buffer | null;
}

/**
 * Finds the event with this alias. Returns its key, its round, and the rule by which its deduplication key
 * was found.
 */
export function signalByAlias(
  db: ReadDb,
  alias: string,
): { signalKey: number; roundId: string | null; keyRule: string } | null {
  const row = get(
    db,
    `SELECT signal_key, round_id, key_rule FROM signal_alias JOIN signal USING (signal_key) WHERE alias = :alias`,
    { alias },
  );
  return row === null
    ? null
    : {
        signalKey: num(row, 'signal_key'),
        roundId: textOrNull(row, 'round_id'),
        keyRule: text(row, 'key_rule'),
      };
}

export function insertSignal(db: WriteDb, signal: NewSignal): number {
  const { amount, isSample, isToMerge, isFromOutside, ...rest } = signal;
  return run(
    db,
    `INSERT INTO signal (identity, key_rule, via, company_id, company_name, country_name, industry, event, type, subtype,
       published_at_ms, sent_at_ms, received_at_ms, delivered_at_ms, deliveries, round_id, stage, amount_text, amount_value,
       amount_precision, amount_currency, announced_on, icp_match, tracking_status, sample, merged, triggers, user_note, raw,
       undocumented, outside_at_ms)
     VALUES (:identity, :keyRule, :via, :companyId, :companyName, :countryName, :industry, :event, :type, :subtype,
       :publishedAtMs, :sentAtMs, :receivedAtMs, :receivedAtMs, 1, :roundId, :stage, :amountText, :amountValue,
       :amountPrecision, :amountCurrency, :announcedOn, :icpMatch, :trackingStatus, :sample, :merged, :triggers, :userNote,
       :raw, :undocumented, :outsideAtMs)`,
    {
      ...rest,
      ...amountParams(amount),
      amountCurrency: amount?.currency ?? null,
      sample: Number(isSample),
      merged: isToMerge ? 0 : 1,
      outsideAtMs: isFromOutside ? signal.receivedAtMs : null,
    },
  ).lastId;
}

/** A pasted copy does not replace the content of a delivered event, because anyone can write such a copy. */
const IS_NEW_CONTENT = `:isToMerge AND (:via = 'webhook' OR via = 'paste')`;

/**
 * Updates an event after a repeated delivery. A score, note or status in this delivery replaces the stored
 * value. A missing value does not clear the stored value.
 */
export function updateRepeatedSignal(db: WriteDb, signalKey: number, again: NewSignal): void {
  const { receivedAtMs, via, icpMatch, trackingStatus, userNote, roundId, isToMerge, isFromOutside } = again;
  run(
    db,
    `UPDATE signal SET deliveries = deliveries + 1, delivered_at_ms = max(delivered_at_ms, :receivedAtMs),
       via = CASE WHEN :via = 'webhook' AND (:isToMerge OR merged <> 0) THEN 'webhook' ELSE via END, icp_match = coalesce(:icpMatch, icp_match),
       tracking_status = coalesce(:trackingStatus, tracking_status), user_note = coalesce(:userNote, user_note),
       round_id = coalesce(round_id, :roundId), raw = CASE WHEN ${IS_NEW_CONTENT} THEN :raw ELSE raw END,
       undocumented = CASE WHEN ${IS_NEW_CONTENT} THEN :undocumented ELSE undocumented END,
       merged = CASE WHEN ${IS_NEW_CONTENT} THEN 0 ELSE merged END,
       outside_at_ms = CASE WHEN :isFromOutside THEN max(coalesce(outside_at_ms, 0), :receivedAtMs) ELSE outside_at_ms END
     WHERE signal_key = :signalKey`,
    {
      signalKey,
      receivedAtMs,
      via,
      icpMatch,
      trackingStatus,
      userNote,
      roundId,
      raw: again.raw,
      undocumented: again.undocumented,
      isToMerge: Number(isToMerge),
      isFromOutside: Number(isFromOutside),
    },
  );
}

/** Adds aliases to an event. An alias that already belongs to another event is not moved. */
export const putAliases = (db: WriteDb, signalKey: number, aliases: readonly string[]): void =>
  void run(
    db,
    `INSERT INTO signal_alias (alias, signal_key) SELECT value, :signalKey FROM json_each(:aliases) WHERE true
     ON CONFLICT (alias) DO NOTHING`,
    { signalKey, aliases: JSON.stringify(aliases) },
  );

export interface SignalsToMerge {
  readonly signalKey: number;
  readonly via: 'webhook' | 'paste';
  readonly raw: string | null;
  readonly undocumented: Buffer | null;
  readonly receivedAtMs: number;
  /** The score in the newest delivery that contained one; null if none did. */
  readonly icpMatch: number | null;
}

/** Returns the events that are not yet merged into the library, oldest first. */
export const signalsToMerge = (db: ReadDb, limit: number): SignalsToMerge[] =>
  all(
    db,
    `SELECT signal_key, via, raw, undocumented, delivered_at_ms, icp_match
     FROM signal INDEXED BY signal_to_merge WHERE merged = 0
     ORDER BY signal_key LIMIT :limit`,
    { limit },
  ).map((row) => ({
    signalKey: num(row, 'signal_key'),
    via: text(row, 'via') === 'paste' ? 'paste' : 'webhook',
    raw: textOrNull(row, 'raw'),
    undocumented: bytesOrNull(row, 'undocumented'),
    receivedAtMs: num(row, 'delivered_at_ms'),
    icpMatch: numOrNull(row, 'icp_match'),
  }));

/**
 * Records the result of a merge. If the merge succeeded, the raw event is stored with the company, so the
 * copy in the event's own row is deleted.
 */
export const markMerged = (db: WriteDb, signalKey: number, isMerged: boolean): void =>
  void run(
    db,
    `UPDATE signal SET merged = :merged, raw = CASE :merged WHEN 1 THEN NULL ELSE raw END,
       undocumented = CASE :merged WHEN 1 THEN NULL ELSE undocumented END
     WHERE signal_key = :signalKey`,
    { signalKey, merged: isMerged ? 1 : 2 },
  );

/** The few columns of an event that the signal stream needs. */
export interface StreamSignal {
  readonly signalKey: number;
  readonly identity: string;
  readonly companyId: string | null;
  readonly roundId: string | null;
  readonly receivedAtMs: number;
  readonly icpMatch: number | null;
  readonly name: string | null;
  readonly countryName: string | null;
  readonly industry: string | null;
  readonly amount: Amount | null;
}

/** Returns the newest events, newest first. */
export const newestSignals = (db: ReadDb, limit: number): StreamSignal[] =>
  all(
    db,
    `SELECT signal_key, identity, company_id, round_id, received_at_ms, icp_match, company_name, country_name, industry,
       amount_text, amount_value, amount_precision, amount_currency
     FROM signal ORDER BY received_at_ms DESC, signal_key DESC LIMIT :limit`,
    { limit },
  ).map(streamSignalOf);

const streamSignalOf = (row: SqlRow): StreamSignal => ({
  signalKey: num(row, 'signal_key'),
  identity: text(row, 'identity'),
  companyId: textOrNull(row, 'company_id'),
  roundId: textOrNull(row, 'round_id'),
  receivedAtMs: num(row, 'received_at_ms'),
  icpMatch: numOrNull(row, 'icp_match'),
  name: textOrNull(row, 'company_name'),
  countryName: textOrNull(row, 'country_name'),
  industry: textOrNull(row, 'industry'),
  amount: amountOf(row),
});

export interface StoredSignal extends StreamSignal {
  readonly keyRule: string;
  readonly via: string;
  readonly event: string;
  readonly type: string | null;
  readonly subtype: string | null;
  readonly publishedAtMs: number | null;
  readonly sentAtMs: number | null;
  readonly deliveries: number;
  readonly stage: string | null;
  readonly announcedOn: string | null;
  readonly trackingStatus: string | null;
  readonly userNote: string | null;
  readonly isSample: boolean;
  readonly triggers: string;
  readonly raw: string | null;
  readonly undocumented: Buffer | null;
}

/** Returns events by key. Deleted events are omitted. */
export const signalsByKey = (db: ReadDb, keys: readonly number[]): Map<number, StoredSignal> =>
  new Map(
    all(
      db,
      'SELECT signal.* FROM json_each(:keys) AS wanted CROSS JOIN signal ON signal.signal_key = wanted.value',
      { keys: JSON.stringify(keys) },
    ).map((row) => [num(row, 'signal_key'), storedOf(row)]),
  );

const storedOf = (row: SqlRow): StoredSignal => ({
  ...streamSignalOf(row),
  keyRule: text(row, 'key_rule'),
  via: text(row, 'via'),
  event: text(row, 'event'),
  type: textOrNull(row, 'type'),
  subtype: textOrNull(row, 'subtype'),
  publishedAtMs: numOrNull(row, 'published_at_ms'),
  sentAtMs: numOrNull(row, 'sent_at_ms'),
  deliveries: num(row, 'deliveries'),
  stage: textOrNull(row, 'stage'),
  announcedOn: textOrNull(row, 'announced_on'),
  trackingStatus: textOrNull(row, 'tracking_status'),
  userNote: textOrNull(row, 'user_note'),
  isSample: flag(row, 'sample'),
  triggers: text(row, 'triggers'),
  raw: textOrNull(row, 'raw'),
  undocumented: bytesOrNull(row, 'undocumented'),
});

/** Returns the time of the last delivery through the tunnel; null if there was none. */
export function lastDeliveryAtMs(db: ReadDb): number | null {
  const row = get(
    db,
    `SELECT outside_at_ms FROM signal INDEXED BY signal_outside WHERE outside_at_ms IS NOT NULL
     ORDER BY outside_at_ms DESC LIMIT 1`,
  );
  return row === null ? null : num(row, 'outside_at_ms');
}

/** Returns the times of the last deliveries through the tunnel, newest first. */
export const deliveryTimes = (db: ReadDb, limit: number): number[] =>
  all(
    db,
    `SELECT outside_at_ms FROM signal INDEXED BY signal_outside WHERE outside_at_ms IS NOT NULL
     ORDER BY outside_at_ms DESC LIMIT :limit`,
    { limit },
  ).map((row) => num(row, 'outside_at_ms'));

/**
 * Counts the events received since `fromMs`: all events, events with and without an ICP score, and repeated
 * deliveries.
 */
export function signalFigures(
  db: ReadDb,
  fromMs: number,
): { events: number; scored: number; unscored: number; duplicates: number } {
  const row = get(
    db,
    `SELECT count(*) AS events, count(icp_match) AS scored, coalesce(sum(deliveries), 0) - count(*) AS duplicates
     FROM signal WHERE received_at_ms >= :fromMs`,
    { fromMs },
  );
  if (row === null) return { events: 0, scored: 0, unscored: 0, duplicates: 0 };
  const events = num(row, 'events');
  const scored = num(row, 'scored');
  return { events, scored, unscored: events - scored, duplicates: num(row, 'duplicates') };
}

export const deleteSignalsOf = (db: WriteDb, companyId: string): void =>
  void run(db, 'DELETE FROM signal WHERE company_id = :companyId', { companyId });

/**
 * Deletes dashboard notes and raw events, because they may name people. Events without a company have no
 * other content, so they are deleted entirely.
 * @returns the number of affected events
 */
export function deleteSignalTextsBefore(db: WriteDb, expired: Expired): number {
  const params = expiredParams(expired);
  const removed = run(
    db,
    `DELETE FROM signal WHERE (user_note IS NOT NULL OR raw IS NOT NULL) AND ${isBefore('received_at_ms')}
       AND company_id IS NULL`,
    params,
  ).changes;
  return (
    removed +
    run(
      db,
      `UPDATE signal SET user_note = NULL, raw = NULL, undocumented = NULL
       WHERE (user_note IS NOT NULL OR raw IS NOT NULL) AND ${isBefore('received_at_ms')}`,
      params,
    ).changes
  );
}

/** Returns the total size, in bytes, of the content of all events in the inbox and in the library. */
export function storedEventBytes(db: ReadDb): number {
  const bytes = (columns: readonly string[]): string =>
    `coalesce(sum(${columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')}), 0)`;
  const raw = bytes(['raw', 'undocumented']);
  const row = get(
    db,
    `SELECT (SELECT ${bytes(['raw', 'undocumented', 'user_note', 'triggers'])} FROM signal)
       + (SELECT ${raw} FROM company_source WHERE source IN ('webhook', 'paste'))
       + (SELECT ${raw} FROM round_source WHERE source IN ('webhook', 'paste')) AS bytes`,
  );
  return row === null ? 0 : num(row, 'bytes');
}

export function countSignals(db: ReadDb): number {
  return selectCount(db, 'SELECT count(*) AS n FROM signal');
}

/** Returns whether `pruneSignals` would delete an event that has not been merged into the library yet. */
export const isUnmergedBeyond = (db: ReadDb, max: number): boolean =>
  get(
    db,
    `SELECT 1 AS hit FROM signal INDEXED BY signal_to_merge WHERE merged = 0 AND signal_key <=
       (SELECT signal_key FROM signal ORDER BY signal_key DESC LIMIT 1 OFFSET :max) LIMIT 1`,
    { max },
  ) !== null;

/** Counts the events whose text `deleteSignalTextsBefore` would delete. */
export function countSignalTextsBefore(db: ReadDb, expired: Expired): number {
  return selectCount(
    db,
    `SELECT count(*) AS n FROM signal
     WHERE (user_note IS NOT NULL OR raw IS NOT NULL) AND ${isBefore('received_at_ms')}`,
    expiredParams(expired),
  );
}

/** Deletes all but the newest `max` events. */
export const pruneSignals = (db: WriteDb, max: number): void =>
  void run(
    db,
    `DELETE FROM signal WHERE signal_key <=
       (SELECT signal_key FROM signal ORDER BY signal_key DESC LIMIT 1 OFFSET :max)`,
    { max },
  );

export interface Span {
  readonly spanId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the intervals in which the receiver listened, newest first. */
export const receiverSpans = (db: ReadDb, limit: number): Span[] =>
  all(db, 'SELECT span_id, from_ms, to_ms FROM receiver_span ORDER BY span_id DESC LIMIT :limit', {
    limit,
  }).map((row) => ({ spanId: num(row, 'span_id'), fromMs: num(row, 'from_ms'), toMs: num(row, 'to_ms') }));

export const insertSpan = (db: WriteDb, atMs: number): number =>
  run(db, 'INSERT INTO receiver_span (from_ms, to_ms) VALUES (:atMs, :atMs)', { atMs }).lastId;

export const extendSpan = (db: WriteDb, spanId: number, toMs: number): void =>
  void run(db, 'UPDATE receiver_span SET to_ms = max(to_ms, :toMs) WHERE span_id = :spanId', {
    spanId,
    toMs,
  });

export const pruneSpans = (db: WriteDb, max: number): void =>
  void run(
    db,
    `DELETE FROM receiver_span WHERE span_id <=
       (SELECT span_id FROM receiver_span ORDER BY span_id DESC LIMIT 1 OFFSET :max)`,
    { max },
  );
