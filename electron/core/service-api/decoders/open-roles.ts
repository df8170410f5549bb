import type { OpenRolesQuery } from '../../../../shared/model/query.ts';
import type { DecodedRole, DecodedRoles } from './decoded-types.ts';
import { decodeInstant } from './instant.ts';
import type { Decoded } from './list-page.ts';
import { asArray, asObject, count, field, identifier, isObject, ROWS_MAX, text, urlText } from './values.ts';
import type { JsonObject } from './values.ts';

const WORD_MAX = 100;

/** Decodes a page of `GET /companies/{id}/open-roles` (spec §2.8, §2.11). Null if there is no list. */
export function decodeRoles(
  companyId: string,
  { page, perPage }: Pick<OpenRolesQuery, 'page' | 'perPage'>,
  body: unknown,
): Decoded<DecodedRoles> | null {
  const answer = asObject(body);
  if (answer !== null && field(answer, 'success') === false) return null;
  const received = asArray(answer === null ? body : field(answer, 'data', 'roles'));
  if (received === null) return null;
  const pagination = asObject(answer === null ? null : field(answer, 'pagination')) ?? {};
  const hasMore = field(pagination, 'has_more', 'hasMore');
  const roles = received
    .slice(0, ROWS_MAX)
    .flatMap((entry) => (isObject(entry) ? (decodeRole(entry) ?? []) : []));
  const setAside = received.length - roles.length;
  return {
    rows: received.length,
    setAside,
    value: {
      companyId,
      roles,
      setAside,
      // Uses the requested page, because the page number in the response may be wrong.
      page,
      perPage,
      total: count(field(pagination, 'total')),
      hasMore: typeof hasMore === 'boolean' ? hasMore : null,
    },
  };
}

function decodeRole(value: JsonObject): DecodedRole | null {
  const roleId = identifier(field(value, 'id'));
  if (roleId === null) return null;
  const word = (max: number, ...names: readonly string[]) => text(field(value, ...names), max);
  return {
    roleId,
    title: word(500, 'title'),
    titleEn: word(500, 'titleNormalizedEn', 'title_normalized_en'),
    employmentType: word(WORD_MAX, 'employmentType', 'employment_type'),
    location: word(300, 'location'),
    remoteType: word(WORD_MAX, 'remoteType', 'remote_type'),
    department: word(WORD_MAX, 'hunterDepartment', 'hunter_department')?.toLowerCase() ?? null,
    seniority: word(WORD_MAX, 'hunterSeniority', 'hunter_seniority')?.toLowerCase() ?? null,
    url: urlText(field(value, 'url')),
    firstSeenAtMs: decodeInstant(field(value, 'firstSeenAt', 'first_seen_at')),
    lastSyncedAtMs: decodeInstant(field(value, 'lastSyncedAt', 'last_synced_at')),
    raw: value,
  };
}
