import type { OpenRolesQuery } from '../../../shared/model/query.ts';
import type { DecodedRoles } from '../api/decoded.ts';
import { putCompanySource } from '../db/queries/companies.ts';
import { keepRoleBase } from '../db/queries/changes.ts';
import {
  countRolesSince,
  markRolesGone,
  putRole,
  putRoleWalk,
  roleWalk,
  type RoleWalk,
} from '../db/queries/roles.ts';
import type { WriteDb } from '../db/sql.ts';
import { endsHere } from './list-end.ts';
import { notePanel } from './panel-facts.ts';
import { rawJson } from './raw-json.ts';
import { companySpokenOf, stampAt } from './store-parts.ts';
import { storeNoticing } from '../watch/notice-changes.ts';

/** Pages further apart than this are no picture of one moment: roles came and went between them. */
const WALK_MAX_MS = 86_400_000;

/**
 * Keeps a page of open roles [§4.8]. Roles are marked as gone only by a fetch without a filter whose pages, one after the
 * other at one size, brought every role that the service says there is [R-2-30].
 */
export function storeRoles(
  db: WriteDb,
  told: DecodedRoles,
  query: OpenRolesQuery,
  fetchedAtMs: number,
): void {
  const stamp = stampAt('open-roles', fetchedAtMs);
  const { companyId, roles, setAside } = told;
  storeNoticing(db, { companyId, parts: ['roles'], stamp }, () => {
    companySpokenOf(db, companyId, stamp);
    // The rows stand one by one in their table.
    putCompanySource(db, { companyId, stamp, raw: 'null', personal: null });
    for (const role of roles) putRole(db, companyId, { ...role, raw: rawJson(role.raw) }, stamp);
    notePanel(db, companyId, 'open-roles', { stamp, rows: roles.length + setAside, setAside });
    if (isFiltered(query)) return;
    const walk = walkAfter(roleWalk(db, companyId), told, stamp.fetchedAtMs);
    if (walk !== null) keepWalk(db, companyId, walk);
  });
}

/** Keeps that there is no such page: the walk ended with the page before it. */
export function storeRolesEnd(db: WriteDb, companyId: string, query: OpenRolesQuery, atMs: number): void {
  if (isFiltered(query)) return;
  // No row comes with it: the time is later than that of any page.
  const stamp = stampAt('open-roles', atMs);
  storeNoticing(db, { companyId, parts: ['roles'], stamp }, () => {
    const walk = roleWalk(db, companyId);
    if (walk === null || walk.complete || !continues(walk, query)) return;
    keepWalk(db, companyId, { ...walk, complete: true, fetchedAtMs: Math.round(atMs) });
  });
}

const isFiltered = ({ department, seniority, search }: OpenRolesQuery): boolean =>
  department !== undefined || seniority !== undefined || (search !== undefined && search !== '');

const continues = (walk: RoleWalk, next: { page: number; perPage: number }): boolean =>
  next.page === walk.page + 1 && next.perPage === walk.perPage;

/** Pure; null where the page is out of turn and says nothing of the walk. */
function walkAfter(known: RoleWalk | null, told: DecodedRoles, atMs: number): RoleWalk | null {
  const { page, perPage, roles, setAside, total, hasMore } = told;
  if (known !== null && atMs < known.fetchedAtMs) return null;
  const before =
    page === 1
      ? { received: 0, setAside: 0, startedAtMs: atMs }
      : known !== null && !known.complete && continues(known, told)
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
    complete: endsHere({ before: before.received, received, asked: perPage, total, hasMore }),
  };
}

function keepWalk(db: WriteDb, companyId: string, walk: RoleWalk): void {
  putRoleWalk(db, companyId, walk);
  if (walk.complete) keepRoleBase(db, companyId);
  const { startedAtMs, fetchedAtMs, setAside, total } = walk;
  // A row that could not be read may be any role, and one that moved between two pages may never have been told.
  const sawAll = total === null || countRolesSince(db, companyId, startedAtMs) >= total;
  if (walk.complete && setAside === 0 && sawAll && fetchedAtMs - startedAtMs <= WALK_MAX_MS)
    markRolesGone(db, companyId, startedAtMs, fetchedAtMs);
}
