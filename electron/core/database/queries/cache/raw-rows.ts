import type { Source, Stamp } from '../../../../../shared/model/company.ts';
import { insertRows, rowInsert } from '../../insert-rows.ts';
import {
  all,
  bytesOrNull,
  num,
  run,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';
import { stampOf } from '../columns.ts';

/*
 * Queries that read raw rows for decoding them again, in batches ordered by key. Pass the last key of the
 * previous batch; for the first batch, pass a value that precedes every key.
 */

/** The documented fields of a raw row as JSON, and the undocumented fields in encrypted form. */
interface RawFields {
  readonly raw: string;
  readonly undocumented: Buffer | null;
}
export interface RawCompany extends RawFields {
  readonly companyId: string;
  readonly stamp: Stamp;
}
export interface EncryptedRaw {
  readonly companyId: string;
  readonly stamp: Stamp;
  readonly personal: Buffer;
}
export interface RawRound extends RawFields {
  readonly companyId: string;
  readonly roundId: string;
  readonly stamp: Stamp;
}
export interface RawRole extends RawFields {
  readonly companyId: string;
  readonly roleId: string;
  readonly stamp: Stamp;
}
/** The raw row of a webhook event. `companyId` is null for an event without a company. */
export interface RawEvent extends RawFields {
  readonly signalKey: number;
  readonly companyId: string | null;
}

const companyOf = (row: SqlRow) => ({ companyId: text(row, 'company_id'), stamp: stampOf(row) });
const fieldsOf = (row: SqlRow): RawFields => ({
  raw: text(row, 'raw'),
  undocumented: bytesOrNull(row, 'undocumented'),
});

export function rawCompanies(
  db: ReadDb,
  after: { companyId: string; source: Source | '' },
  limit: number,
): RawCompany[] {
  return all(
    db,
    `SELECT company_id, source, fetched_at_ms, raw, undocumented FROM company_source
     WHERE (company_id, source) > (:companyId, :source) ORDER BY company_id, source LIMIT :limit`,
    { ...after, limit },
  ).map((row) => ({ ...companyOf(row), ...fieldsOf(row) }));
}

/** Returns the next raw rows that have a personal part. */
export function encryptedRaws(
  db: ReadDb,
  after: { companyId: string; source: Source | '' },
  limit: number,
): EncryptedRaw[] {
  return all(
    db,
    `SELECT company_id, source, fetched_at_ms, personal FROM company_source
     WHERE (company_id, source) > (:companyId, :source) AND personal IS NOT NULL
     ORDER BY company_id, source LIMIT :limit`,
    { ...after, limit },
  ).flatMap((row) => {
    const personal = bytesOrNull(row, 'personal');
    return personal === null ? [] : [{ ...companyOf(row), personal }];
  });
}

export function rawRounds(
  db: ReadDb,
  after: { companyId: string; roundId: string; source: Source | '' },
  limit: number,
): RawRound[] {
  return all(
    db,
    `SELECT company_id, round_id, source, fetched_at_ms, raw, undocumented FROM round_source
     WHERE (company_id, round_id, source) > (:companyId, :roundId, :source)
     ORDER BY company_id, round_id, source LIMIT :limit`,
    { ...after, limit },
  ).map((row) => ({ ...companyOf(row), roundId: text(row, 'round_id'), ...fieldsOf(row) }));
}

export function rawRoles(db: ReadDb, after: { companyId: string; roleId: string }, limit: number): RawRole[] {
  return all(
    db,
    `SELECT company_id, role_id, source, fetched_at_ms, raw, undocumented FROM open_role
     WHERE (company_id, role_id) > (:companyId, :roleId) ORDER BY company_id, role_id LIMIT :limit`,
    { ...after, limit },
  ).map((row) => ({ ...companyOf(row), roleId: text(row, 'role_id'), ...fieldsOf(row) }));
}

/**
 * Returns, in the order of their keys, the events whose raw row is still stored with the event instead of
 * with a company.
 */
export const rawEvents = (db: ReadDb, afterKey: number, limit: number): RawEvent[] =>
  all(
    db,
    `SELECT signal_key, company_id, raw, undocumented FROM signal
     WHERE signal_key > :afterKey AND raw IS NOT NULL ORDER BY signal_key LIMIT :limit`,
    { afterKey, limit },
  ).map((row) => ({
    signalKey: num(row, 'signal_key'),
    companyId: textOrNull(row, 'company_id'),
    ...fieldsOf(row),
  }));

export function putRawEvent(db: WriteDb, signalKey: number, { raw, undocumented }: RawFields): void {
  run(db, 'UPDATE signal SET raw = :raw, undocumented = :undocumented WHERE signal_key = :signalKey', {
    signalKey,
    raw,
    undocumented,
  });
}

const PUT_ROUND_SOURCES =
  rowInsert(`INSERT INTO round_source (company_id, round_id, source, fetched_at_ms, raw, undocumented)
     VALUES (:companyId, :roundId, :source, :fetchedAtMs, :raw, :undocumented)
     ON CONFLICT (company_id, round_id, source) DO UPDATE SET fetched_at_ms = excluded.fetched_at_ms,
       raw = excluded.raw, undocumented = excluded.undocumented
     WHERE excluded.fetched_at_ms >= fetched_at_ms`);

/** Stores raw rows of rounds. An older response does not replace a newer one from the same source. */
export function putRoundSources(db: WriteDb, rows: readonly RawRound[]): void {
  insertRows(
    db,
    PUT_ROUND_SOURCES,
    rows.map(({ companyId, roundId, stamp, raw, undocumented }) => ({
      companyId,
      roundId,
      ...stamp,
      raw,
      undocumented,
    })),
  );
}

/** Returns the raw rows of one round from all sources. */
export function roundSources(db: ReadDb, companyId: string, roundId: string): RawRound[] {
  return all(
    db,
    `SELECT company_id, round_id, source, fetched_at_ms, raw, undocumented FROM round_source
     WHERE company_id = :companyId AND round_id = :roundId ORDER BY source`,
    { companyId, roundId },
  ).map((row) => ({ ...companyOf(row), roundId, ...fieldsOf(row) }));
}
