import { describe, expect, it } from 'vitest';
import type { DecodedRoles } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { all, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { roleRequestView, rolesView } from '../../../electron/core/library/open-roles-view.ts';
import { storeRolesEnd } from '../../../electron/core/library/store-open-roles.ts';
import { roleRequestSchema, rolesPanelSchema } from '../../../shared/model/company.ts';
import { ROLE_PAGE_SIZES } from '../../../shared/model/limits.ts';
import { cheapestRolesPerPage, requestsForRoles } from '../../../shared/model/role-pages.ts';
import type { OpenRolesQuery } from '../../../shared/model/query.ts';
import { memoryCache, role, roles } from '../../support/app/library-fixtures.ts';
import { storeRoles } from '../../support/app/store-without-key.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 5, 10, 8);
const panel = (db: WriteDb, filter: { department?: string; seniority?: string; search?: string } = {}) =>
  rolesPanelSchema.parse(
    rolesView(db, 'c1', { department: null, seniority: null, search: '', offset: 0, limit: 50, ...filter }),
  );
const storePageOf = (
  db: WriteDb,
  ids: readonly string[],
  fields: Partial<DecodedRoles>,
  atMs: number,
  filter: Partial<OpenRolesQuery> = {},
): void => {
  const answer = roles(
    ids.map((id) => role(id)),
    { perPage: 2, ...fields },
  );
  storeRoles(db, answer, { page: answer.page, perPage: answer.perPage, ...filter }, atMs);
};
const open = (db: WriteDb) =>
  panel(db)
    .roles.filter(({ gone }) => !gone)
    .map(({ roleId }) => roleId)
    .sort();

describe('roles that match a filter of the service', () => {
  const request = (db: WriteDb, filter: { department?: string; seniority?: string; search?: string } = {}) =>
    roleRequestSchema.parse(
      roleRequestView(db, 'c1', { department: '', seniority: '', search: '', ...filter }),
    );

  it('are proposed 50 a page until the service has reported a total for the same filter', () => {
    const db = memoryCache();
    expect(request(db)).toEqual({ total: null, countedAtMs: null, perPage: 50, next: null });
    storePageOf(db, ['1'], { total: 7 }, T0);
    expect(request(db)).toMatchObject({ total: 7, countedAtMs: T0, perPage: 10 });
    // A total applies only to the filter for which it was reported. This query has a different filter.
    expect(request(db, { department: 'sales' })).toMatchObject({ total: null, perPage: 50 });
    storePageOf(db, ['1'], { total: 40, hasMore: true }, T0 + 1, { department: 'sales' });
    expect(request(db, { department: 'sales' })).toMatchObject({ total: 40, perPage: 50 });
    expect(request(db)).toMatchObject({ total: 7 });
    expect(request(db, { department: 'sales', search: 'lead' })).toMatchObject({ total: null });
  });

  it('have their own next page', () => {
    const db = memoryCache();
    const filter = { department: 'sales', search: 'lead' } as const;
    storePageOf(db, ['1', '2'], { total: 5, hasMore: true }, T0, filter);
    expect(request(db, filter).next).toEqual({ page: 2, perPage: 2 });
    expect(panel(db).next).toBeNull();
    storePageOf(db, ['3', '4'], { page: 2, total: 5, hasMore: true }, T0 + 1, filter);
    expect(request(db, filter).next).toEqual({ page: 3, perPage: 2 });
    storeRolesEnd(db, 'c1', { page: 3, perPage: 2, ...filter }, T0 + 2);
    expect(request(db, filter).next).toBeNull();
  });

  it('are found among the stored roles by a part of the title, in any case', () => {
    const db = memoryCache();
    storePageOf(db, ['1', '2', '13'], { total: 3 }, T0);
    expect(panel(db, { search: 'ROLE 1' })).toMatchObject({ matching: 2, total: 3 });
    expect(panel(db, { search: '%' })).toMatchObject({ matching: 0, roles: [] });
  });

  it.each([
    [null, 50],
    [0, 10],
    [10, 10],
    [11, 25],
    [25, 25],
    [26, 50],
    [40, 50],
    [51, 50],
    [400, 50],
  ])('%s roles are cheapest at %i a page', (total, perPage) => {
    expect(cheapestRolesPerPage(total)).toBe(perPage);
    for (const size of ROLE_PAGE_SIZES)
      if (total !== null)
        expect(requestsForRoles(total, perPage)).toBeLessThanOrEqual(requestsForRoles(total, size));
  });
});

describe('open roles', () => {
  it('are gone once a complete unfiltered fetch no longer contains them', () => {
    const db = memoryCache();
    storePageOf(db, ['1', '2'], { total: 3, hasMore: true }, T0);
    expect(panel(db)).toMatchObject({ state: 'fetched', reportedTotal: 3, next: { page: 2, perPage: 2 } });
    storePageOf(db, ['3'], { page: 2, total: 3, hasMore: false }, T0 + 1);
    expect(panel(db)).toMatchObject({ reportedTotal: 3, next: null, total: 3 });
    storePageOf(db, ['1', '4'], { total: 3, hasMore: true }, T0 + HOUR);
    // No role is marked as gone before all pages have been fetched.
    expect(open(db)).toEqual(['1', '2', '3', '4']);
    storePageOf(db, ['2'], { page: 2, total: 3, hasMore: false }, T0 + HOUR + 1);
    expect(open(db)).toEqual(['1', '2', '4']);
    expect(panel(db).roles.at(-1)).toMatchObject({ roleId: '3', gone: true });
    storePageOf(db, ['3'], { total: 1 }, T0 + 2 * HOUR);
    expect(open(db)).toEqual(['3']);
  });

  it('are not marked as gone by a filtered fetch, which is not part of a walk', () => {
    const db = memoryCache();
    storePageOf(db, ['1', '2'], { total: 2 }, T0);
    for (const filter of [
      { department: 'sales' as const },
      { seniority: 'mid' as const },
      { search: 'Head' },
    ])
      storePageOf(db, [], { total: 0, hasMore: false }, T0 + HOUR, filter);
    expect(open(db)).toEqual(['1', '2']);
    expect(panel(db)).toMatchObject({ reportedTotal: 2, next: null });
  });

  it.each<[string, Partial<DecodedRoles>, number]>([
    ['a page of another size', { page: 2, perPage: 3, total: 3, hasMore: false }, T0 + HOUR + 1],
    ['a page out of turn', { page: 3, total: 3, hasMore: false }, T0 + HOUR + 1],
    ['a row that could not be decoded', { page: 2, setAside: 1, total: 3, hasMore: false }, T0 + HOUR + 1],
    ['fewer roles than the total', { page: 2, total: 9, hasMore: false }, T0 + HOUR + 1],
    ['a day between the pages', { page: 2, total: 3, hasMore: false }, T0 + 30 * HOUR],
  ])('are not marked as gone after %s', (_why, second, atMs) => {
    const db = memoryCache();
    storePageOf(db, ['9'], { total: 1 }, T0);
    storePageOf(db, ['1', '2'], { total: 3, hasMore: true }, T0 + HOUR);
    storePageOf(db, ['3'], second, atMs);
    expect(open(db)).toEqual(['1', '2', '3', '9']);
    // Without the problem, the same pages mark the missing role as gone. This proves that the problem is what
    // prevented this in the case above.
    const control = memoryCache();
    storePageOf(control, ['9'], { total: 1 }, T0);
    storePageOf(control, ['1', '2'], { total: 3, hasMore: true }, T0 + HOUR);
    storePageOf(control, ['3'], { page: 2, total: 3, hasMore: false }, T0 + HOUR + 1);
    expect(open(control)).toEqual(['1', '2', '3']);
  });

  it('end at a page that does not exist', () => {
    const db = memoryCache();
    storePageOf(db, ['9'], { total: 1 }, T0);
    storePageOf(db, ['1', '2'], { total: null, hasMore: null }, T0 + HOUR);
    expect(panel(db).next).toEqual({ page: 2, perPage: 2 });
    storeRolesEnd(db, 'c1', { page: 2, perPage: 2, department: 'sales' }, T0 + HOUR + 1);
    storeRolesEnd(db, 'c1', { page: 3, perPage: 2 }, T0 + HOUR + 1);
    expect(panel(db).next).not.toBeNull();
    storeRolesEnd(db, 'c1', { page: 2, perPage: 2 }, T0 + HOUR + 1);
    expect(panel(db).next).toBeNull();
    expect(open(db)).toEqual(['1', '2']);
  });

  it('are none after an empty first page, unless the total contradicts it', () => {
    for (const [total, expectedRoles] of [
      [0, []],
      [5, ['1']],
    ] as const) {
      const db = memoryCache();
      storePageOf(db, ['1'], { total: 1 }, T0);
      storePageOf(db, [], { total }, T0 + HOUR);
      expect(open(db)).toEqual(expectedRoles);
    }
  });

  it('are all fetched if the service returns smaller pages than requested', () => {
    const db = memoryCache();
    storePageOf(db, ['1'], { perPage: 50, total: 3, hasMore: true }, T0);
    storePageOf(db, ['2'], { perPage: 50, page: 2, total: 3, hasMore: true }, T0 + 1);
    expect(panel(db).next).toEqual({ page: 3, perPage: 50 });
    storePageOf(db, ['3'], { perPage: 50, page: 3, total: 3, hasMore: false }, T0 + 2);
    expect(panel(db).next).toBeNull();
  });

  it('are filtered, counted and paged locally', () => {
    const db = memoryCache();
    const response = [
      role('1', { department: 'sales', seniority: 'mid', firstSeenAtMs: T0 }),
      role('2', { department: 'Sales', seniority: 'senior', firstSeenAtMs: T0 + 1, titleEn: 'ROLE 2' }),
      role('3', { department: 'it', titleEn: 'Engineer', firstSeenAtMs: T0 + 2 }),
    ];
    storeRoles(db, roles(response), { page: 1, perPage: 25 }, T0 + 3);
    expect(panel(db)).toMatchObject({
      total: 3,
      matching: 3,
      departments: [{ count: 2 }, { value: 'it', count: 1 }],
      seniorities: [{ value: 'mid', count: 1 }, { value: 'senior' }],
      roles: [{ roleId: '3', titleEn: 'Engineer' }, { roleId: '2', titleEn: null }, { roleId: '1' }],
    });
    expect(panel(db, { department: 'sales' })).toMatchObject({ matching: 2, total: 3 });
    expect(panel(db, { department: 'sales', seniority: 'mid' }).roles).toMatchObject([{ roleId: '1' }]);
    const second = rolesView(db, 'c1', {
      department: null,
      seniority: null,
      search: '',
      offset: 1,
      limit: 1,
    });
    expect(second.roles.map(({ roleId }) => roleId)).toEqual(['2']);
  });

  it('stay within the contract for any response, and keep the raw row', () => {
    const db = memoryCache();
    const long = 'x'.repeat(3_000);
    const response = Array.from({ length: 80 }, (_, index) =>
      role(String(index), {
        title: long,
        titleEn: `${long}y`,
        employmentType: long,
        location: long,
        remoteType: long,
        department: `${index}${long}`,
        seniority: long,
        url: `https://${long}`,
        raw: { id: index, hiringManager: 'Jane', recruiter: { name: 'Jane' }, contacts: [{ name: 'Jane' }] },
      }),
    );
    storeRoles(db, roles(response), { page: 1, perPage: 50 }, T0);
    expect(panel(db)).toMatchObject({ total: 80, matching: 80, roles: { length: 50 } });
    expect(all(db, "SELECT raw FROM open_role WHERE role_id = '7'")).toEqual([{ raw: '{"id":7}' }]);
  });

  it('are not changed by a late older response', () => {
    const db = memoryCache();
    storeRoles(db, roles([role('1', { title: 'New' })], { total: 1 }), { page: 1, perPage: 25 }, T0 + 1);
    storeRoles(db, roles([role('1', { title: 'Old' }), role('2')]), { page: 1, perPage: 25 }, T0);
    expect(panel(db).roles.find(({ roleId }) => roleId === '1')?.title).toBe('New');
    expect(panel(db)).toMatchObject({ reportedTotal: 1 });
    run(db, 'DELETE FROM role_walk');
    expect(panel(db)).toMatchObject({ reportedTotal: null, next: null });
  });
});
