import type { Drift, ServiceState } from '../../../shared/model/workspace.ts';
import {
  addDrift,
  countDrifts,
  driftsOf,
  putDeprecation,
  putHealth,
  serviceFacts,
} from '../db/queries/service.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import { clipOrNull } from './fold.ts';

const WORDS_MAX = 200;
const DRIFT_ROWS = 50;
/** Different differences that are kept: a service that invents names must not fill the disk. */
const DRIFTS_MAX = 1_000;
/** Paths of fields. Anything else is no name of a field, and may be somebody's. */
const FIELD = /^[\w.[\]$?-]{1,200}$/;
const OTHER_FIELD = '(other)';

/** What the service says of itself and how its answers differ from the specification [§9, R-9-3]. */
export function serviceState(db: ReadDb): ServiceState {
  const { status, version, versionBefore, checkedAtMs, deprecation } = serviceFacts(db);
  return {
    status: clipOrNull(status, WORDS_MAX),
    version: clipOrNull(version, WORDS_MAX),
    versionBefore: clipOrNull(versionBefore, WORDS_MAX),
    checkedAtMs,
    deprecation,
    drift: driftsOf(db, DRIFT_ROWS),
    driftTotal: countDrifts(db),
  };
}

/** Keeps an answer of `/health` [§4.1]; `status` is any word. */
export function storeHealth(
  db: WriteDb,
  { status, version }: { readonly status: string | null; readonly version: string | null },
  atMs: number,
): void {
  const health = { status: clipOrNull(status, WORDS_MAX), version: clipOrNull(version, WORDS_MAX) };
  transaction(db, () => putHealth(db, { ...health, atMs: Math.round(atMs) }));
}

/** Keeps `Deprecation` and `Sunset` as received. */
export function storeDeprecation(
  db: WriteDb,
  { deprecation, sunset }: { readonly deprecation: string | null; readonly sunset: string | null },
  atMs: number,
): void {
  const told = { deprecation: clipOrNull(deprecation, WORDS_MAX), sunset: clipOrNull(sunset, WORDS_MAX) };
  transaction(db, () => putDeprecation(db, { ...told, atMs: Math.round(atMs) }));
}

/** Counts the ways in which one answer differs, each once. */
export function storeDrift(
  db: WriteDb,
  endpoint: Drift['endpoint'],
  drifts: readonly Pick<Drift, 'kind' | 'field'>[],
  atMs: number,
): void {
  const distinct = new Map(
    drifts.map(({ kind, field }) => {
      const named = FIELD.test(field) ? field : OTHER_FIELD;
      return [`${kind}\0${named}`, { kind, field: named }];
    }),
  );
  if (distinct.size === 0) return;
  transaction(db, () => {
    for (const drift of distinct.values())
      addDrift(db, { endpoint, ...drift, atMs: Math.round(atMs) }, { known: countDrifts(db) >= DRIFTS_MAX });
  });
}
