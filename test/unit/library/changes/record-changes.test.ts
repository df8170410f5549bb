import { describe, expect, it } from 'vitest';
import {
  changesById,
  changeTimes,
} from '../../../../electron/core/database/queries/cache/company-changes.ts';
import { all, num, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { putNormalisedVersion } from '../../../../electron/core/database/queries/cache/service-state.ts';
import { reparseRows } from '../../../../electron/core/library/reparse-raw-rows.ts';
import {
  storeContacts,
  storeContactsClosed,
  storeDetail,
} from '../../../../electron/core/library/store-responses.ts';
import { dataChangeSchema, type DataChange } from '../../../../shared/model/watch.ts';
import * as fixtures from '../../../support/app/library-fixtures.ts';
import { storeNews, storePage, storeRoles, storeRounds } from '../../../support/app/store-without-key.ts';

const recordedChanges = (db: WriteDb, companyId = 'c1'): DataChange[] => {
  const times = changeTimes(db, [companyId]);
  const stored = changesById(
    db,
    times.map(({ changeId }) => changeId),
  );
  return times.map(({ changeId }) =>
    dataChangeSchema.parse(JSON.parse(stored.get(changeId)?.changeJson ?? 'null')),
  );
};
const DAY = 86_400_000;
const T = Date.UTC(2026, 5, 1);
const query = fixtures.fundingsQuery();
const listed = (roundId: string, announcedOn: string, atMs: number, db: WriteDb): void => {
  const row = fixtures.row(
    fixtures.company('c1', { name: 'Acme' }),
    fixtures.round(roundId, { announcedOn, stage: 'Seed' }),
  );
  storePage(db, { endpoint: 'fundings', query, page: fixtures.page([row]), fetchedAtMs: atMs });
};

describe('changes recorded when a response is stored', () => {
  it('include a new round once, whichever request returned it', () => {
    const db = fixtures.memoryCache();
    listed('r1', '2026-05-01', T, db);
    expect(recordedChanges(db)).toEqual([]);
    const rounds = [
      fixtures.round('r1', { announcedOn: '2026-05-01' }),
      fixtures.round('r2', { announcedOn: '2026-05-30', stage: 'Series A' }),
    ];
    storeDetail(db, { mode: 'locked' }, fixtures.detail(fixtures.company('c1'), { rounds }), T + DAY);
    storeRounds(db, fixtures.allRounds(rounds), T + 2 * DAY);
    listed('r2', '2026-05-30', T + 3 * DAY, db);
    expect(recordedChanges(db).map(({ kind }) => kind)).toEqual(['new-round']);
  });

  it('include nothing from a late older response or from reparsed rows', async () => {
    const db = fixtures.memoryCache();
    listed('r1', '2026-05-01', T, db);
    const rounds = [fixtures.round('r2', { announcedOn: '2026-05-30' })];
    storeDetail(db, { mode: 'locked' }, fixtures.detail(fixtures.company('c1'), { rounds }), T + DAY);
    const before = recordedChanges(db);
    storeDetail(db, { mode: 'locked' }, fixtures.detail(fixtures.company('c1'), { rounds }), T + DAY);
    putNormalisedVersion(db, 'rows', 0);
    await reparseRows(db, { pause: () => Promise.resolve() });
    expect(recordedChanges(db)).toEqual(before);
  });

  it('include roles only once all of them were fetched, even from several pages', () => {
    const db = fixtures.memoryCache();
    const all20 = Array.from({ length: 20 }, (_, at) => fixtures.role(String(at + 1)));
    const page = (of: typeof all20, number: number, total: number, atMs: number) =>
      storeRoles(
        db,
        fixtures.roles(of, { page: number, perPage: 10, total, hasMore: number * 10 < total }),
        { page: number, perPage: 10 },
        atMs,
      );
    page(all20.slice(0, 10), 1, 20, T);
    page(all20.slice(10), 2, 20, T + 1_000);
    expect(recordedChanges(db)).toEqual([]);
    page([...all20.slice(0, 9), fixtures.role('21')], 1, 20, T + DAY);
    page(all20.slice(10), 2, 20, T + DAY + 1_000);
    expect(recordedChanges(db)).toEqual([
      { kind: 'roles', opened: 0, gone: 1, titles: [] },
      { kind: 'roles', opened: 1, gone: 0, titles: ['Role 21'] },
    ]);
  });

  it('include news after the first fetch of news, and contacts that close and open again', () => {
    const db = fixtures.memoryCache();
    storeNews(db, fixtures.news([fixtures.article('a')]), T);
    storeNews(db, fixtures.news([fixtures.article('b'), fixtures.article('a')]), T + DAY);
    storeContacts(
      db,
      fixtures.loadContactKey(),
      { companyId: 'c1', contacts: [fixtures.contact({ name: 'Ada' })], rawPersonal: null },
      T,
    );
    storeContactsClosed(db, 'c1', null, T + DAY);
    storeContacts(
      db,
      fixtures.loadContactKey(),
      { companyId: 'c1', contacts: [fixtures.contact({ name: 'Ada' })], rawPersonal: null },
      T + 2 * DAY,
    );
    expect(recordedChanges(db)).toEqual([
      { kind: 'contacts-open', total: 1 },
      { kind: 'contacts-closed' },
      { kind: 'news', articles: 1, titles: ['Article b'] },
    ]);
  });

  it('are recorded in order, regardless of the times of the responses, and deleted with their company', () => {
    const db = fixtures.memoryCache();
    listed('r1', '2026-05-01', T, db);
    listed('r2', '2026-05-10', T + 1, db);
    listed('r3', '2026-05-20', T + 2, db);
    const recorded = all(db, 'SELECT noticed_at_ms FROM company_change ORDER BY change_id').map((row) =>
      num(row, 'noticed_at_ms'),
    );
    expect(recorded).toHaveLength(2);
    expect(recorded[1]).toBeGreaterThan(recorded[0] ?? Infinity);
    fixtures.emptied(db);
    expect(all(db, 'SELECT 1 FROM company_change')).toEqual([]);
  });
});
