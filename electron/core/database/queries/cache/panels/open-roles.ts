import type { Stamp } from '../../../../../../shared/model/company.ts';
import {
  all,
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
} from '../../../sql.ts';
import { stampOf } from '../../columns.ts';

interface RoleFields {
  readonly roleId: string;
  readonly title: string | null;
  readonly titleEn: string | null;
  readonly employmentType: string | null;
  readonly location: string | null;
  readonly remoteType: string | null;
  readonly department: string | null;
  readonly seniority: string | null;
  readonly url: string | null;
  readonly firstSeenAtMs: number | null;
  readonly lastSyncedAtMs: number | null;
}

export interface StoredRole extends RoleFields {
  readonly stamp: Stamp;
  /**
   * Null while the role is open. A role is closed if a fetch of all the company's roles does not contain the
   * role. `removedAtMs` is then the time of that fetch.
   */
  readonly removedAtMs: number | null;
}

/** Progress of fetching the roles of a company page by page, with one filter and one page size. */
export interface RoleWalk {
  readonly perPage: number;
  /** The last received page; pages are numbered from 1. */
  readonly page: number;
  /** Number of rows on all received pages, including unreadable rows. */
  readonly received: number;
  readonly setAside: number;
  /** Total number of roles, as reported on the newest page. */
  readonly total: number | null;
  readonly startedAtMs: number;
  readonly fetchedAtMs: number;
  /** Whether the last page was received. */
  readonly complete: boolean;
}

const roleOf = (row: SqlRow): StoredRole => ({
  roleId: text(row, 'role_id'),
  title: textOrNull(row, 'title'),
  titleEn: textOrNull(row, 'title_en'),
  employmentType: textOrNull(row, 'employment_type'),
  location: textOrNull(row, 'location'),
  remoteType: textOrNull(row, 'remote_type'),
  department: textOrNull(row, 'department'),
  seniority: textOrNull(row, 'seniority'),
  url: textOrNull(row, 'url'),
  firstSeenAtMs: numOrNull(row, 'first_seen_at_ms'),
  lastSyncedAtMs: numOrNull(row, 'last_synced_at_ms'),
  stamp: stampOf(row),
  removedAtMs: numOrNull(row, 'gone_at_ms'),
});

export interface RoleFilter {
  readonly department: string | null;
  readonly seniority: string | null;
  /** Text that the title must contain, ignoring the case of ASCII letters; empty for all titles. */
  readonly search: string;
}

/** A filter that the service applies (spec §4.8). An empty string means that the parameter is not sent. */
export interface RoleRequestFilter {
  readonly department: string;
  readonly seniority: string;
  readonly search: string;
}

const MATCHES = `(:department IS NULL OR department = :department COLLATE NOCASE)
       AND (:seniority IS NULL OR seniority = :seniority COLLATE NOCASE)
       AND (:search = '' OR instr(lower(coalesce(title, '') || ' ' || coalesce(title_en, '')), lower(:search)) > 0)`;

/**
 * Returns open roles, then closed ones, each newest first. Filters by department and seniority ignore case.
 */
export function rolesOf(
  db: ReadDb,
  companyId: string,
  { department, seniority, search, offset, limit }: RoleFilter & { offset: number; limit: number },
): StoredRole[] {
  return all(
    db,
    `SELECT role_id, title, title_en, employment_type, location, remote_type, department, seniority, url,
       first_seen_at_ms, last_synced_at_ms, source, fetched_at_ms, gone_at_ms
     FROM open_role
     WHERE company_id = :companyId AND ${MATCHES}
     ORDER BY gone_at_ms IS NOT NULL, coalesce(first_seen_at_ms, met_at_ms) DESC, role_id
     LIMIT :limit OFFSET :offset`,
    { companyId, department, seniority, search, offset, limit },
  ).map(roleOf);
}

export function countRoles(
  db: ReadDb,
  companyId: string,
  { department, seniority, search }: RoleFilter,
): number {
  return selectCount(db, `SELECT count(*) AS n FROM open_role WHERE company_id = :companyId AND ${MATCHES}`, {
    companyId,
    department,
    seniority,
    search,
  });
}

export interface RoleCount {
  value: string;
  count: number;
}

/** Returns the number of open roles per department, largest number first. */
export function departmentCounts(db: ReadDb, companyId: string, limit: number): RoleCount[] {
  return all(
    db,
    `SELECT department AS value, count(*) AS n FROM open_role
     WHERE company_id = :companyId AND gone_at_ms IS NULL AND department IS NOT NULL
     GROUP BY department COLLATE NOCASE ORDER BY n DESC, value LIMIT :limit`,
    { companyId, limit },
  ).map(countOf);
}

export function seniorityCounts(db: ReadDb, companyId: string, limit: number): RoleCount[] {
  return all(
    db,
    `SELECT seniority AS value, count(*) AS n FROM open_role
     WHERE company_id = :companyId AND gone_at_ms IS NULL AND seniority IS NOT NULL
     GROUP BY seniority COLLATE NOCASE ORDER BY n DESC, value LIMIT :limit`,
    { companyId, limit },
  ).map(countOf);
}
const countOf = (row: SqlRow): RoleCount => ({ value: text(row, 'value'), count: num(row, 'n') });

/**
 * Inserts or updates a role. A response that is older than the stored role changes nothing. A missing value
 * does not overwrite a stored value. If a later response contains a closed role, the role is open again.
 */
export function putRole(
  db: WriteDb,
  companyId: string,
  { raw, undocumented, ...role }: RoleFields & { readonly raw: string; readonly undocumented: Buffer | null },
  stamp: Stamp,
): void {
  run(
    db,
    `INSERT INTO open_role (company_id, role_id, title, title_en, employment_type, location, remote_type, department,
       seniority, url, first_seen_at_ms, last_synced_at_ms, met_at_ms, source, fetched_at_ms, raw,
       undocumented)
     VALUES (:companyId, :roleId, :title, :titleEn, :employmentType, :location, :remoteType, :department, :seniority,
       :url, :firstSeenAtMs, :lastSyncedAtMs, :fetchedAtMs, :source, :fetchedAtMs, :raw,
       :undocumented)
     ON CONFLICT (company_id, role_id) DO UPDATE SET title = coalesce(excluded.title, title),
       title_en = coalesce(excluded.title_en, title_en),
       employment_type = coalesce(excluded.employment_type, employment_type),
       location = coalesce(excluded.location, location), remote_type = coalesce(excluded.remote_type, remote_type),
       department = coalesce(excluded.department, department), seniority = coalesce(excluded.seniority, seniority),
       url = coalesce(excluded.url, url), first_seen_at_ms = coalesce(excluded.first_seen_at_ms, first_seen_at_ms),
       last_synced_at_ms = coalesce(excluded.last_synced_at_ms, last_synced_at_ms),
       gone_at_ms = iif(gone_at_ms > excluded.fetched_at_ms, gone_at_ms, NULL), source = excluded.source,
       fetched_at_ms = excluded.fetched_at_ms, raw = excluded.raw, undocumented = excluded.undocumented
     WHERE excluded.fetched_at_ms >= fetched_at_ms`,
    { companyId, ...role, ...stamp, raw, undocumented },
  );
}

/** Marks a company's roles as closed if no response since `sinceMs` has contained them. */
export function markRolesRemoved(db: WriteDb, companyId: string, sinceMs: number, atMs: number): void {
  run(
    db,
    `UPDATE open_role SET gone_at_ms = :atMs
     WHERE company_id = :companyId AND gone_at_ms IS NULL AND fetched_at_ms < :sinceMs`,
    { companyId, sinceMs, atMs },
  );
}

/** Returns the number of distinct roles received since `sinceMs`. */
export function countRolesSince(db: ReadDb, companyId: string, sinceMs: number): number {
  return selectCount(
    db,
    'SELECT count(*) AS n FROM open_role WHERE company_id = :companyId AND fetched_at_ms >= :sinceMs',
    { companyId, sinceMs },
  );
}

const WALK_COLUMNS =
  'per_page, page, received, set_aside, total, started_at_ms, fetched_at_ms, complete' as const;
const WALK_VALUES =
  ':perPage, :page, :received, :setAside, :total, :startedAtMs, :fetchedAtMs, :complete' as const;
const WALK_UPDATE = `per_page = excluded.per_page, page = excluded.page, received = excluded.received,
       set_aside = excluded.set_aside, total = excluded.total, started_at_ms = excluded.started_at_ms,
       fetched_at_ms = excluded.fetched_at_ms, complete = excluded.complete`;

const walkOf = (row: SqlRow): RoleWalk => ({
  perPage: num(row, 'per_page'),
  page: num(row, 'page'),
  received: num(row, 'received'),
  setAside: num(row, 'set_aside'),
  total: numOrNull(row, 'total'),
  startedAtMs: num(row, 'started_at_ms'),
  fetchedAtMs: num(row, 'fetched_at_ms'),
  complete: flag(row, 'complete'),
});

/** Returns the progress of fetching all roles, without a filter; null if no page was fetched. */
export function roleWalk(db: ReadDb, companyId: string): RoleWalk | null {
  const row = get(db, `SELECT ${WALK_COLUMNS} FROM role_walk WHERE company_id = :companyId`, { companyId });
  return row === null ? null : walkOf(row);
}

export function putRoleWalk(db: WriteDb, companyId: string, walk: RoleWalk): void {
  run(
    db,
    `INSERT INTO role_walk (company_id, ${WALK_COLUMNS}) VALUES (:companyId, ${WALK_VALUES})
     ON CONFLICT (company_id) DO UPDATE SET ${WALK_UPDATE}`,
    { companyId, ...walk, complete: walk.complete ? 1 : 0 },
  );
}

/** Returns the progress of fetching the roles that match a filter; null if no page was fetched. */
export function filteredRoleWalk(
  db: ReadDb,
  companyId: string,
  { department, seniority, search }: RoleRequestFilter,
): RoleWalk | null {
  const row = get(
    db,
    `SELECT ${WALK_COLUMNS} FROM role_fetch WHERE company_id = :companyId AND department = :department
       AND seniority = :seniority AND search = :search`,
    { companyId, department, seniority, search },
  );
  return row === null ? null : walkOf(row);
}

export function putFilteredRoleWalk(
  db: WriteDb,
  companyId: string,
  { department, seniority, search }: RoleRequestFilter,
  walk: RoleWalk,
): void {
  run(
    db,
    `INSERT INTO role_fetch (company_id, department, seniority, search, ${WALK_COLUMNS})
     VALUES (:companyId, :department, :seniority, :search, ${WALK_VALUES})
     ON CONFLICT (company_id, department, seniority, search) DO UPDATE SET ${WALK_UPDATE}`,
    { companyId, department, seniority, search, ...walk, complete: walk.complete ? 1 : 0 },
  );
}

export function addressOfRole(db: ReadDb, companyId: string, roleId: string): string | null {
  const row = get(db, 'SELECT url FROM open_role WHERE company_id = :companyId AND role_id = :roleId', {
    companyId,
    roleId,
  });
  return row === null ? null : textOrNull(row, 'url');
}
