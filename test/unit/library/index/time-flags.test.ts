import { describe, expect, it } from 'vitest';
import { windowOf } from '../../../../electron/core/database/queries/cache/contact-window.ts';
import {
  company,
  fundingsQuery,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../../support/app/library-fixtures.ts';
import { requested, searchOf } from '../../../support/app/library-search.ts';
import { storePage } from '../../../support/app/store-without-key.ts';

const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 5, 1);

describe('contact window that closes within a week', () => {
  it('counts as open too, to the millisecond, in any order of queries', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    const days = ['2026-05-28', '2026-06-01', '2026-06-03'];
    days.forEach((announcedOn, at) =>
      storePage(files.cache, {
        endpoint: 'fundings',
        query: fundingsQuery(),
        fetchedAtMs: T0,
        page: page([row(company(`c${at}`), round(`r${at}`, { announcedOn, amount: null }))]),
      }),
    );
    const search = searchOf(files);
    const edges = days.flatMap((day) => [Date.parse(day) + 23 * DAY_MS, Date.parse(day) + 30 * DAY_MS]);
    const times = edges.flatMap((edge) => [edge - 1, edge, edge + 1]).sort((a, b) => a - b);
    for (const nowMs of [...times, ...times.toReversed()]) {
      const all = days.map((day) => windowOf(day, null, nowMs));
      const closing = all.filter(
        ({ state, closesAtMs }) => state === 'open' && (closesAtMs ?? 0) - nowMs <= 7 * DAY_MS,
      ).length;
      const open = all.filter(({ state }) => state === 'open').length;
      const { facets, having } = await (await search.find(requested({}, { nowMs }))).counts();
      expect(facets.windows).toEqual({ open, closing, closed: 3 - open, unknown: 0 });
      expect(having.window).toBe(open);
      expect((await search.find(requested({ windows: ['closing'] }, { nowMs }))).total).toBe(closing);
      expect((await search.find(requested({ windows: ['open'] }, { nowMs }))).total).toBe(open);
      expect((await search.find(requested({}, { nowMs, has: 'window' }))).total).toBe(open);
      const both = await search.find(requested({ windows: ['closing', 'closed'] }, { nowMs }));
      expect(both.total).toBe(3 - open + closing);
    }
    search.dispose();
  });
});
