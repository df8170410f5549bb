import type { OpenRolesQuery } from '../../../shared/model/query.ts';
import type { DecodedRoles } from '../service-api/decoders/decoded-types.ts';
import { setRoleBaseline } from '../database/queries/cache/company-changes.ts';
import {
  countRolesSince,
  filteredRoleWalk,
  markRolesRemoved,
  putFilteredRoleWalk,
  putRole,
  putRoleWalk,
  roleWalk,
  type RoleRequestFilter,
  type RoleWalk,
} from '../database/queries/cache/panels/open-roles.ts';
import type { WriteDb } from '../database/sql.ts';
import { endsHere } from './page-end.ts';
import { recordPanel } from './record-panel.ts';
import { putRaw, storedRaw, type RawStorage } from './store-raw.ts';
import { touchCompany, stampAt } from './store-helpers.ts';
import { storeAndRecordChanges } from './changes/record-changes.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * Maximum time between the first and the last page of a complete fetch. If a fetch takes longer, the
 * service's list may have changed in the meantime, so no role is marked as gone.
 */
const WALK_MAX_MS = DAY_MS;

/**
 * Stores a page of open roles (spec §4.8). A stored role is marked as gone only if a complete fetch did not
 * return it. A fetch is complete if its pages were unfiltered and consecutive and contained as many roles as
 * the total that the service reported.
 */
export function storeRoles(
  db: WriteDb,
  decoded: DecodedRoles,
  query: OpenRolesQuery,
  fetchedAtMs: number,
  storage: RawStorage,
): void {
  const stamp = stampAt('open-roles', fetchedAtMs);
  const { companyId, roles, setAside } = decoded;
  storeAndRecordChanges(db, { companyId, parts: ['roles'], stamp }, () => {
    touchCompany(db, companyId, stamp);
    // `raw` is null, because `putRole` stores the raw JSON of each role.
    putRaw(db, storage, { companyId, stamp, raw: null });
    for (const role of roles) {
      const stored = storedRaw(storage, { companyId, source: stamp.source, raw: role.raw });
      if (stored !== null) putRole(db, companyId, { ...role, ...stored }, stamp);
    }
    recordPanel(db, companyId, 'open-roles', { stamp, rows: roles.length + setAside, setAside });
    const filter = filterOf(query);
    const known = filter === null ? roleWalk(db, companyId) : filteredRoleWalk(db, companyId, filter);
    const walk = walkAfter(known, decoded, stamp.fetchedAtMs);
    if (walk !== null) storeWalk(db, companyId, filter, walk);
  });
}

/**
 * Records that the requested page of open roles does not exist, and that the previous page was therefore the
 * last one.
 */
export function storeRolesEnd(db: WriteDb, companyId: string, query: OpenRolesQuery, atMs: number): void {
  const stamp = stampAt('open-roles', atMs);
  const filter = filterOf(query);
  storeAndRecordChanges(db, { companyId, parts: ['roles'], stamp }, () => {
    const walk = filter === null ? roleWalk(db, companyId) : filteredRoleWalk(db, companyId, filter);
    if (walk === null || walk.complete || !continues(walk, query)) return;
    storeWalk(db, companyId, filter, { ...walk, complete: true, fetchedAtMs: Math.round(atMs) });
  });
}

/** Returns the filter of a query; null if the query has none. Pure. */
function filterOf(query: OpenRolesQuery): RoleRequestFilter | null {
  const { department, seniority, search } = query;
  const filter = { department: department ?? '', seniority: seniority ?? '', search: search ?? '' };
  return Object.values(filter).every((value) => value === '') ? null : filter;
}

const continues = (walk: RoleWalk, next: { page: number; perPage: number }): boolean =>
  next.page === walk.page + 1 && next.perPage === walk.perPage;

/** Returns the state of a multi-page fetch after this page, or null if the page is out of sequence. Pure. */
function walkAfter(known: RoleWalk | null, decoded: DecodedRoles, atMs: number): RoleWalk | null {
  const { page, perPage, roles, setAside, total, hasMore } = decoded;
  if (known !== null && atMs < known.fetchedAtMs) return null;
  const before =
    page === 1
      ? { received: 0, setAside: 0, startedAtMs: atMs }
      : known !== null && !known.complete && continues(known, decoded)
        ? known
        : null;
  if (before === null) return null;
  const received = roles.length + setAside;
  return {
    perPage,
    page,
    received: before.received + received,
    setAside: before.setAside + setAside,
    total,
    startedAtMs: before.startedAtMs,
    fetchedAtMs: atMs,
    complete: endsHere({ before: before.received, received, requested: perPage, total, hasMore }),
  };
}

function storeWalk(db: WriteDb, companyId: string, filter: RoleRequestFilter | null, walk: RoleWalk): void {
  // A filtered fetch does not mark roles as gone, because roles that the filter excludes may still be open.
  if (filter !== null) return putFilteredRoleWalk(db, companyId, filter, walk);
  putRoleWalk(db, companyId, walk);
  if (walk.complete) setRoleBaseline(db, companyId);
  const { startedAtMs, fetchedAtMs, setAside, total } = walk;
  // Roles are marked as gone only if every row was decoded, because an unreadable row may be any of the
  // roles. No roles are marked either if fewer roles were seen than the service reported, because some may
  // have moved between two pages.
  const sawAll = total === null || countRolesSince(db, companyId, startedAtMs) >= total;
  if (walk.complete && setAside === 0 && sawAll && fetchedAtMs - startedAtMs <= WALK_MAX_MS)
    markRolesRemoved(db, companyId, startedAtMs, fetchedAtMs);
}
