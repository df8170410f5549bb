import { driftSchema, type Drift, type ServiceState } from '../../../../../shared/model/workspace.ts';
import {
  all,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
} from '../../sql.ts';

/* The service's last reported state, and the ways in which its responses differ from the specification. */

type ServiceFacts = Pick<
  ServiceState,
  'status' | 'version' | 'versionBefore' | 'checkedAtMs' | 'deprecation'
>;

export function serviceFacts(db: ReadDb): ServiceFacts {
  const row = get(
    db,
    `SELECT status, version, version_before, checked_at_ms, deprecation, sunset, deprecated_at_ms
     FROM service_fact WHERE fact_id = 1`,
  );
  if (row === null)
    return { status: null, version: null, versionBefore: null, checkedAtMs: null, deprecation: null };
  const atMs = numOrNull(row, 'deprecated_at_ms');
  return {
    status: textOrNull(row, 'status'),
    version: textOrNull(row, 'version'),
    versionBefore: textOrNull(row, 'version_before'),
    checkedAtMs: numOrNull(row, 'checked_at_ms'),
    deprecation:
      atMs === null
        ? null
        : { deprecation: textOrNull(row, 'deprecation'), sunset: textOrNull(row, 'sunset'), atMs },
  };
}

/** Stores a `/health` response. If the response contains no version, the stored version is not changed. */
export function putHealth(
  db: WriteDb,
  health: { status: string | null; version: string | null; atMs: number },
): void {
  run(
    db,
    `UPDATE service_fact SET status = :status, checked_at_ms = :atMs,
       version_before = iif(version IS NOT NULL AND :version IS NOT NULL AND version <> :version, version,
         version_before),
       version = coalesce(:version, version)
     WHERE fact_id = 1 AND coalesce(checked_at_ms, :atMs) <= :atMs`,
    health,
  );
}

export function putDeprecation(
  db: WriteDb,
  notice: { deprecation: string | null; sunset: string | null; atMs: number },
): void {
  run(
    db,
    `UPDATE service_fact SET deprecation = :deprecation, sunset = :sunset, deprecated_at_ms = :atMs
     WHERE fact_id = 1 AND coalesce(deprecated_at_ms, :atMs) <= :atMs`,
    notice,
  );
}

type DriftKey = Pick<Drift, 'endpoint' | 'kind' | 'field'>;

/** Returns the differences from the specification, most frequent first. */
export function driftsOf(db: ReadDb, limit: number): Drift[] {
  return all(
    db,
    `SELECT endpoint, kind, field, count, first_at_ms, last_at_ms FROM drift
     ORDER BY count DESC, last_at_ms DESC, endpoint, kind, field LIMIT :limit`,
    { limit },
  ).map((row) => ({
    endpoint: driftSchema.shape.endpoint.parse(text(row, 'endpoint')),
    kind: driftSchema.shape.kind.parse(text(row, 'kind')),
    field: text(row, 'field'),
    count: num(row, 'count'),
    firstAtMs: num(row, 'first_at_ms'),
    lastAtMs: num(row, 'last_at_ms'),
  }));
}

export function countDrifts(db: ReadDb): number {
  return selectCount(db, 'SELECT count(*) AS n FROM drift');
}

/**
 * Counts one more response with this difference. If `known` is true, counts the response only if the
 * difference is already stored.
 */
export function addDrift(
  db: WriteDb,
  drift: DriftKey & { atMs: number },
  { known }: { known: boolean },
): void {
  if (known)
    run(
      db,
      `UPDATE drift SET count = count + 1, first_at_ms = min(first_at_ms, :atMs),
         last_at_ms = max(last_at_ms, :atMs)
       WHERE endpoint = :endpoint AND kind = :kind AND field = :field`,
      { ...drift },
    );
  else
    run(
      db,
      `INSERT INTO drift (endpoint, kind, field, count, first_at_ms, last_at_ms)
       VALUES (:endpoint, :kind, :field, 1, :atMs, :atMs)
       ON CONFLICT (endpoint, kind, field) DO UPDATE SET count = count + 1,
         first_at_ms = min(first_at_ms, excluded.first_at_ms), last_at_ms = max(last_at_ms, excluded.last_at_ms)`,
      { ...drift },
    );
}

/** `rows`: unencrypted data; `people`: encrypted data, read only while contacts are unlocked. */
export type NormalisedPart = 'rows' | 'people';

/** Returns the version of the decoders that last processed the file's raw rows; 0 if none has. */
export function normalisedVersion(db: ReadDb, part: NormalisedPart): number {
  const row = get(db, 'SELECT version FROM normalised WHERE part = :part', { part });
  return row === null ? 0 : num(row, 'version');
}

export function putNormalisedVersion(db: WriteDb, part: NormalisedPart, version: number): void {
  run(db, 'UPDATE normalised SET version = :version WHERE part = :part', { part, version });
}
