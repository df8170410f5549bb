import { describe, expect, it } from 'vitest';
import type { DecodedRoles } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { all, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { rolesView } from '../../../electron/core/library/open-roles-view.ts';
import { storeRoles, storeRolesEnd } from '../../../electron/core/library/store-open-roles.ts';
import { rolesPanelSchema } from '../../../shared/model/company.ts';
import type { OpenRolesQuery } from '../../../shared/model/query.ts';
import { memoryCache, role, roles } from '../../support/app/library-fixtures.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 5, 10, 8);
const panel = (db: WriteDb, filter: { department?: string; seniority?: string } = {}) =>
  rolesPanelSchema.parse(
    rolesView(db, 'c1', { department: null, seniority: null, offset: 0, limit: 50, ...filter }),
  );
const ask = (
  db: WriteDb,
  ids: readonly string[],
  told: Partial<DecodedRoles>,
  atMs: number,
  filter: Partial<OpenRolesQuery> = {},
): void => {
  const answer = roles(
    ids.map((id) => role(id)),
    { perPage: 2, ...told },
  );
  storeRoles(db, answer, { page: answer.page, perPage: answer.perPage, ...filter }, atMs);
};
const open = (db: WriteDb) =>
  panel(db)
    .roles.filter(({ gone }) => !gone)
    .map(({ roleId }) => roleId)
    .sort();

describe('open roles', () => {
  it('are gone when a whole fetch without a filter no longer holds them', () => {
    const db = memoryCache();
    ask(db, ['1', '2'], { total: 3, hasMore: true }, T0);
    expect(panel(db)).toMatchObject({ state: 'fetched', told: 3, next: { page: 2, perPage: 2 } });
    ask(db, ['3'], { page: 2, total: 3, hasMore: false }, T0 + 1);
    expect(panel(db)).toMatchObject({ told: 3, next: null, total: 3 });
    ask(db, ['1', '4'], { total: 3, hasMore: true }, T0 + HOUR);
    // An incomplete walk through the pages closes no role.
    expect(open(db)).toEqual(['1', '2', '3', '4']);
    ask(db, ['2'], { page: 2, total: 3, hasMore: false }, T0 + HOUR + 1);
    expect(open(db)).toEqual(['1', '2', '4']);
    expect(panel(db).roles.at(-1)).toMatchObject({ roleId: '3', gone: true });
    ask(db, ['3'], { total: 1 }, T0 + 2 * HOUR);
    expect(open(db)).toEqual(['3']);
  });

  it('a filtered fetch marks none, and none of it counts for a walk', () => {
    const db = memoryCache();
    ask(db, ['1', '2'], { total: 2 }, T0);
    for (const filter of [
      { department: 'sales' as const },
      { seniority: 'mid' as const },
      { search: 'Head' },
    ])
      ask(db, [], { total: 0, hasMore: false }, T0 + HOUR, filter);
    expect(open(db)).toEqual(['1', '2']);
    expect(panel(db)).toMatchObject({ told: 2, next: null });
  });

  it.each<[string, Partial<DecodedRoles>, number]>([
    ['a page of another size', { page: 2, perPage: 3, total: 3, hasMore: false }, T0 + HOUR + 1],
    ['a page out of turn', { page: 3, total: 3, hasMore: false }, T0 + HOUR + 1],
    ['a row that could not be read', { page: 2, setAside: 1, total: 3, hasMore: false }, T0 + HOUR + 1],
    ['fewer roles than there are said to be', { page: 2, total: 9, hasMore: false }, T0 + HOUR + 1],
    ['a day between the pages', { page: 2, total: 3, hasMore: false }, T0 + 30 * HOUR],
  ])('%s marks none', (_why, second, atMs) => {
    const db = memoryCache();
    ask(db, ['9'], { total: 1 }, T0);
    ask(db, ['1', '2'], { total: 3, hasMore: true }, T0 + HOUR);
    ask(db, ['3'], second, atMs);
    expect(open(db)).toEqual(['1', '2', '3', '9']);
    // The same walk without the interruption does mark missing roles.
    const control = memoryCache();
    ask(control, ['9'], { total: 1 }, T0);
    ask(control, ['1', '2'], { total: 3, hasMore: true }, T0 + HOUR);
    ask(control, ['3'], { page: 2, total: 3, hasMore: false }, T0 + HOUR + 1);
    expect(open(control)).toEqual(['1', '2', '3']);
  });

  it('a page that does not exist ends the walk before it', () => {
    const db = memoryCache();
    ask(db, ['9'], { total: 1 }, T0);
    ask(db, ['1', '2'], { total: null, hasMore: null }, T0 + HOUR);
    expect(panel(db).next).toEqual({ page: 2, perPage: 2 });
    storeRolesEnd(db, 'c1', { page: 2, perPage: 2, department: 'sales' }, T0 + HOUR + 1);
    storeRolesEnd(db, 'c1', { page: 3, perPage: 2 }, T0 + HOUR + 1);
    expect(panel(db).next).not.toBeNull();
    storeRolesEnd(db, 'c1', { page: 2, perPage: 2 }, T0 + HOUR + 1);
    expect(panel(db).next).toBeNull();
    expect(open(db)).toEqual(['1', '2']);
  });

  it('an empty first page says that there are none, unless it is said that there are', () => {
    for (const [total, left] of [
      [0, []],
      [5, ['1']],
    ] as const) {
      const db = memoryCache();
      ask(db, ['1'], { total: 1 }, T0);
      ask(db, [], { total }, T0 + HOUR);
      expect(open(db)).toEqual(left);
    }
  });

  it('a service that gives smaller pages than asked is walked to its end', () => {
    const db = memoryCache();
    ask(db, ['1'], { perPage: 50, total: 3, hasMore: true }, T0);
    ask(db, ['2'], { perPage: 50, page: 2, total: 3, hasMore: true }, T0 + 1);
    expect(panel(db).next).toEqual({ page: 3, perPage: 50 });
    ask(db, ['3'], { perPage: 50, page: 3, total: 3, hasMore: false }, T0 + 2);
    expect(panel(db).next).toBeNull();
  });

  it('are filtered, counted and paged here', () => {
    const db = memoryCache();
    const told = [
      role('1', { department: 'sales', seniority: 'mid', firstSeenAtMs: T0 }),
      role('2', { department: 'Sales', seniority: 'senior', firstSeenAtMs: T0 + 1, titleEn: 'ROLE 2' }),
      role('3', { department: 'it', titleEn: 'Engineer', firstSeenAtMs: T0 + 2 }),
    ];
    storeRoles(db, roles(told), { page: 1, perPage: 25 }, T0 + 3);
    expect(panel(db)).toMatchObject({
      total: 3,
      matching: 3,
      departments: [{ count: 2 }, { value: 'it', count: 1 }],
      seniorities: [{ value: 'mid', count: 1 }, { value: 'senior' }],
      roles: [{ roleId: '3', titleEn: 'Engineer' }, { roleId: '2', titleEn: null }, { roleId: '1' }],
    });
    expect(panel(db, { department: 'sales' })).toMatchObject({ matching: 2, total: 3 });
    expect(panel(db, { department: 'sales', seniority: 'mid' }).roles).toMatchObject([{ roleId: '1' }]);
    const second = rolesView(db, 'c1', { department: null, seniority: null, offset: 1, limit: 1 });
    expect(second.roles.map(({ roleId }) => roleId)).toEqual(['2']);
  });

  it('stay within the contract whatever the service sends, and keep the row as received', () => {
    const db = memoryCache();
    const long = 'x'.repeat(3_000);
    const told = Array.from({ length: 80 }, (_, index) =>
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
    storeRoles(db, roles(told), { page: 1, perPage: 50 }, T0);
    expect(panel(db)).toMatchObject({ total: 80, matching: 80, roles: { length: 50 } });
    expect(all(db, "SELECT raw FROM open_role WHERE role_id = '7'")).toEqual([{ raw: '{"id":7}' }]);
  });

  it('an older answer that comes late changes nothing', () => {
    const db = memoryCache();
    storeRoles(db, roles([role('1', { title: 'New' })], { total: 1 }), { page: 1, perPage: 25 }, T0 + 1);
    storeRoles(db, roles([role('1', { title: 'Old' }), role('2')]), { page: 1, perPage: 25 }, T0);
    expect(panel(db).roles.find(({ roleId }) => roleId === '1')?.title).toBe('New');
    expect(panel(db)).toMatchObject({ told: 1 });
    run(db, 'DELETE FROM role_walk');
    expect(panel(db)).toMatchObject({ told: null, next: null });
  });
});
