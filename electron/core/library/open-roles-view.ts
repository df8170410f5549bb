import type { OpenRole, RoleRequest, RolesPanel } from '../../../shared/model/company.ts';
import { cheapestRolesPerPage } from '../../../shared/model/role-pages.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { panelsOf } from '../database/queries/cache/panels/company-panels.ts';
import {
  countRoles,
  departmentCounts,
  filteredRoleWalk,
  rolesOf,
  roleWalk,
  seniorityCounts,
  type RoleCount,
  type RoleFilter,
  type RoleRequestFilter,
  type RoleWalk,
  type StoredRole,
} from '../database/queries/cache/panels/open-roles.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip, clipOrNull, linkOrNull } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { panelFacts } from './panels-view.ts';

/** Maximum page number of an open-roles request; the limit is set in `shared/model/query.ts`. */
const PAGE_MAX = 10_000;
const NO_FILTER: RoleFilter = { department: null, seniority: null, search: '' };

/** Returns one page of the stored open roles. The filters apply only to stored rows; no request is sent. */
export function rolesView(
  db: ReadDb,
  companyId: string,
  { offset, limit, ...filter }: RoleFilter & { offset: number; limit: number },
): RolesPanel {
  const known = panelsOf(db, companyId).get('open-roles');
  const walk = roleWalk(db, companyId);
  const page = { ...filter, offset, limit: Math.min(limit, LIST_LIMIT_MAX) };
  return {
    ...panelFacts('open-roles', { known, askAgainAtMs: null }, countRoles(db, companyId, NO_FILTER)),
    roles: rolesOf(db, companyId, page).map(roleRow),
    matching: countRoles(db, companyId, filter),
    departments: departmentCounts(db, companyId, LIST_LIMIT_MAX).map(countRow),
    seniorities: seniorityCounts(db, companyId, LIST_LIMIT_MAX).map(countRow),
    reportedTotal: walk?.total ?? null,
    next: nextOf(walk),
  };
}

/**
 * Returns what the screen needs to request the roles that match a filter of the service: their total number,
 * the cheapest page size and the next page.
 */
export function roleRequestView(db: ReadDb, companyId: string, filter: RoleRequestFilter): RoleRequest {
  const isUnfiltered = Object.values(filter).every((value) => value === '');
  const walk = isUnfiltered ? roleWalk(db, companyId) : filteredRoleWalk(db, companyId, filter);
  const total = walk?.total ?? null;
  return {
    total,
    countedAtMs: walk === null || total === null ? null : walk.fetchedAtMs,
    perPage: cheapestRolesPerPage(total),
    next: nextOf(walk),
  };
}

function nextOf(walk: RoleWalk | null): RolesPanel['next'] {
  if (walk === null || walk.complete || walk.page >= PAGE_MAX) return null;
  return { page: walk.page + 1, perPage: walk.perPage };
}

const countRow = ({ value, count }: RoleCount): RoleCount => ({ value: clip(value, 100), count });

function roleRow(role: StoredRole): OpenRole {
  const title = role.title ?? role.titleEn ?? '';
  const isSame = role.titleEn === null || fold(role.titleEn) === fold(title);
  return {
    roleId: clip(role.roleId, 200),
    title: clip(title, 500),
    titleEn: isSame ? null : clipOrNull(role.titleEn, 500),
    employmentType: clipOrNull(role.employmentType, 100),
    location: clipOrNull(role.location, 300),
    remoteType: clipOrNull(role.remoteType, 100),
    department: clipOrNull(role.department, 100),
    seniority: clipOrNull(role.seniority, 100),
    url: linkOrNull(role.url),
    firstSeenAtMs: role.firstSeenAtMs,
    lastSyncedAtMs: role.lastSyncedAtMs,
    stamp: role.stamp,
    gone: role.removedAtMs !== null,
  };
}
