import type { Source, Stamp } from '../../../../../shared/model/company.ts';
import { all, bytesOrNull, run, text, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';
import { stampOf } from '../columns.ts';

/*
 * Reads raw rows in key order and in bounded batches, so they can be decoded again. Each function takes
 * the last key of the previous batch; an empty key requests the first batch.
 */

export interface RawCompany {
  readonly companyId: string;
  readonly stamp: Stamp;
  readonly raw: string;
}
export interface EncryptedRaw {
  readonly companyId: string;
  readonly stamp: Stamp;
  readonly personal: Buffer;
}
export interface RawRound {
  readonly companyId: string;
  readonly roundId: string;
  readonly stamp: Stamp;
  readonly raw: string;
}
export interface RawRole {
  readonly companyId: string;
  readonly roleId: string;
  readonly stamp: Stamp;
  readonly raw: string;
}

const companyOf = (row: SqlRow) => ({ companyId: text(row, 'company_id'), stamp: stampOf(row) });

export function rawCompanies(
  db: ReadDb,
  after: { companyId: string; source: Source | '' },
  limit: number,
): RawCompany[] {
  return all(
    db,
    `SELECT company_id, source, fetched_at_ms, raw FROM company_source
     WHERE (company_id, source) > (:companyId, :source) ORDER BY company_id, source LIMIT :limit`,
    { ...after, limit },
  ).map((row) => ({ ...companyOf(row), raw: text(row, 'raw') }));
}

/** Returns only raw rows that have a personal part. */
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
    `SELECT company_id, round_id, source, fetched_at_ms, raw FROM round_source
     WHERE (company_id, round_id, source) > (:companyId, :roundId, :source)
     ORDER BY company_id, round_id, source LIMIT :limit`,
    { ...after, limit },
  ).map((row) => ({ ...companyOf(row), roundId: text(row, 'round_id'), raw: text(row, 'raw') }));
}

export function rawRoles(db: ReadDb, after: { companyId: string; roleId: string }, limit: number): RawRole[] {
  return all(
    db,
    `SELECT company_id, role_id, source, fetched_at_ms, raw FROM open_role
     WHERE (company_id, role_id) > (:companyId, :roleId) ORDER BY company_id, role_id LIMIT :limit`,
    { ...after, limit },
  ).map((row) => ({ ...companyOf(row), roleId: text(row, 'role_id'), raw: text(row, 'raw') }));
}

/**
 * Stores a source's raw row for a round. An older response does not replace a newer one from the same source.
 */
export function putRoundSource(
  db: WriteDb,
  row: { companyId: string; roundId: string; stamp: Stamp; raw: string },
): void {
  run(
    db,
    `INSERT INTO round_source (company_id, round_id, source, fetched_at_ms, raw)
     VALUES (:companyId, :roundId, :source, :fetchedAtMs, :raw)
     ON CONFLICT (company_id, round_id, source) DO UPDATE SET fetched_at_ms = excluded.fetched_at_ms,
       raw = excluded.raw
     WHERE excluded.fetched_at_ms >= fetched_at_ms`,
    { companyId: row.companyId, roundId: row.roundId, ...row.stamp, raw: row.raw },
  );
}

/** Returns the raw rows of one round from all sources. */
export function roundSources(db: ReadDb, companyId: string, roundId: string): RawRound[] {
  return all(
    db,
    `SELECT company_id, round_id, source, fetched_at_ms, raw FROM round_source
     WHERE company_id = :companyId AND round_id = :roundId ORDER BY source`,
    { companyId, roundId },
  ).map((row) => ({ ...companyOf(row), roundId, raw: text(row, 'raw') }));
}
