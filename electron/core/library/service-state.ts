import type { Drift, ServiceState } from '../../../shared/model/workspace.ts';
import {
  addDrift,
  countDrifts,
  driftsOf,
  putDeprecation,
  putHealth,
  serviceFacts,
} from '../database/queries/cache/service-state.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { clipOrNull } from '../foundation/clip-text.ts';

const WORDS_MAX = 200;
const DRIFT_ROWS = 50;
/**
 * Maximum number of stored differences from the specification, so a service with random field names
 * cannot fill the disk.
 */
const DRIFTS_MAX = 1_000;
/** Matches field paths that may be stored. Any other text could contain personal data. */
const FIELD = /^[\w.[\]$?-]{1,200}$/;
const OTHER_FIELD = '(other)';

/**
 * Returns the status of the service, and the differences between its responses and the specification (spec
 * §9).
 */
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

/** Stores a `/health` response (spec §4.1). The service does not define the values of `status`. */
export function storeHealth(
  db: WriteDb,
  { status, version }: { readonly status: string | null; readonly version: string | null },
  atMs: number,
): void {
  const health = { status: clipOrNull(status, WORDS_MAX), version: clipOrNull(version, WORDS_MAX) };
  transaction(db, () => putHealth(db, { ...health, atMs: Math.round(atMs) }));
}

/** Stores the `Deprecation` and `Sunset` headers as received. */
export function storeDeprecation(
  db: WriteDb,
  { deprecation, sunset }: { readonly deprecation: string | null; readonly sunset: string | null },
  atMs: number,
): void {
  const notice = { deprecation: clipOrNull(deprecation, WORDS_MAX), sunset: clipOrNull(sunset, WORDS_MAX) };
  transaction(db, () => putDeprecation(db, { ...notice, atMs: Math.round(atMs) }));
}

/**
 * Records the differences between a response and the specification. A difference that occurs several times in
 * the response is counted once.
 */
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
