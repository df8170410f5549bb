import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { outcomesSchema, type Outcomes } from '../../../../shared/model/outcomes/outcomes.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import * as sql from '../../../support/outcomes/outcome-sql.ts';
import { insertCompanies, madeCompanies } from '../insights/insight-library.ts';
import { insertEntry, insertWork, madeListRequests, madeWorks } from './outcome-library.ts';
import { NOW, outcomeWorld } from './outcome-world.ts';

const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Europe/Berlin'];
const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

type Funnel = Outcomes['total'];

/** Compares a funnel with the counts from direct SQL. */
function expectEqual(funnel: Funnel | undefined, expected: sql.SqlFunnel, name: string): void {
  expect(funnel?.counts, name).toEqual(expected.counts);
  // SQL adds the companies' shares of the records in another order. If the sum is close to a half, rounding
  // may therefore give another integer.
  expect(Math.abs((funnel?.records ?? NaN) - expected.records), name).toBeLessThanOrEqual(0.5 + 1e-6);
  const records = funnel?.records ?? 0;
  expect([funnel?.daysToContact, funnel?.daysToReply], name).toEqual([
    expected.daysToContact,
    expected.daysToReply,
  ]);
  const [found = 0, opened = 0, , contacted = 0, replied = 0, meeting = 0] = expected.counts;
  expect(funnel?.shares[1], name).toBe(found < 10 ? null : opened / found);
  const isRated = contacted >= 10 && records > 0;
  expect(funnel?.repliesPer100, name).toBe(isRated ? (100 * replied) / records : null);
  expect(funnel?.meetingsPer100, name).toBe(isRated ? (100 * meeting) / records : null);
}

const keyOf = (by: string, key: string | null): string | null =>
  by === 'search' && key !== null ? key.replace(/^s(?=\d)/, '') : key;

function expectGroups(
  outcomes: Outcomes,
  expected: sql.SqlFunnel[],
  by: 'search' | 'stage' | 'country',
): void {
  const groups = new Map(outcomes.groups.map(({ key, funnel }) => [key, funnel]));
  for (const each of expected) {
    const key = keyOf(by, each.key);
    if (groups.has(key)) expectEqual(groups.get(key), each, `${by} ${key}`);
    else expect(outcomes.others, `${by} ${key}`).not.toBeNull();
  }
  const counted = [...outcomes.groups, ...(outcomes.others === null ? [] : [outcomes.others])].reduce(
    (sum, { funnel }) => sum + (funnel.counts[0] ?? 0),
    0,
  );
  expect(counted).toBe(outcomes.total.counts[0]);
}

const FROM = { quarter: '2026-02-28', year: '2025-05-28', all: null } as const;

describe('the figures of Outcomes', () => {
  it('equal direct SQL over random libraries, with any currencies, amounts and time zones', async () => {
    const libraries = madeCompanies.chain((companies) =>
      fc.record({
        companies: fc.constant(companies),
        works: madeWorks(companies.length),
        lists: madeListRequests,
        period: fc.constantFrom('quarter' as const, 'year' as const, 'all' as const),
        isListed: fc.boolean(),
        zone: fc.constantFrom(...ZONES),
      }),
    );
    await fc.assert(
      fc.asyncProperty(libraries, async ({ companies, works, lists, period, isListed, zone }) => {
        process.env['TZ'] = zone;
        const { files, list, listId, read, found, close } = outcomeWorld();
        insertCompanies(files.cache, companies, NOW).forEach((companyId, at) => {
          if (at % 3 > 0) list(companyId);
        });
        insertWork(files, works, NOW);
        const searchOfEntry = new Map(
          lists.map((request) => {
            const end = NOW - request.daysAgo * DAY_MS;
            const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
            const country = request.searchId === null ? 'FR' : ['NO', 'DE'][request.searchId - 1];
            const call = `/fundings?countries%5B%5D=${country}&funding_date_end=${day(end)}&funding_date_start=${day(end - (request.days - 1) * DAY_MS)}&limit=25&offset=0`;
            const parts = { endpoint: 'fundings', companyId: null, state: 'spent', call, atMs: end };
            const id = insertEntry(files.ledger, { ...request, ...parts });
            return [id, request.plannedFor ?? request.searchId] as const;
          }),
        );
        const db = sql.combined(files, searchOfEntry);
        const question = { from: FROM[period], listId: isListed ? Number(listId) : null };
        const asked = { period, listId: isListed ? listId : null };
        const unused = isListed ? new Map<string, number>() : sql.unusedRecords(db, question);
        const all = sql.funnels(db, question, 'all')[0];
        for (const by of ['search', 'stage', 'country'] as const) {
          const outcomes = await read({ ...asked, by });
          expect(outcomesSchema.safeParse(outcomes).error).toBeUndefined();
          expect([outcomes.from, outcomes.to]).toEqual([
            question.from,
            new Date(NOW + zoneMs(zone)).toISOString().slice(0, 10),
          ]);
          expectGroups(outcomes, sql.funnels(db, question, by), by);
          if (all === undefined) expect(outcomes.total.counts[0]).toBe(0);
          else {
            const records = [...unused.values()].reduce((sum, each) => sum + each, 0);
            expectEqual(outcomes.total, { ...all, records: all.records + records }, 'all');
          }
          expect(outcomes.stepDays.slice(1)).toEqual(sql.stepDays(db, question));
          if (by === 'search') await expectLibrary(outcomes, question, found, isListed ? listId : null);
        }
        const [listed] = sql.funnels(db, { ...question, listId: Number(listId) }, 'all');
        const { groups } = await read({ ...asked, by: 'list' });
        expect(groups.map(({ key }) => key)).toEqual(listed === undefined ? [] : [listId]);
        if (listed !== undefined && groups[0] !== undefined) expectEqual(groups[0].funnel, listed, 'list');
        await close();
      }),
      { numRuns: 40 },
    );
  });
});

/** Returns a zone's UTC offset on the test's day, in ms. */
function zoneMs(zone: string): number {
  const hours = {
    UTC: 0,
    'America/New_York': -4,
    'Asia/Kolkata': 5.5,
    'Pacific/Kiritimati': 14,
    'Europe/Berlin': 2,
  }[zone];
  return (hours ?? 0) * 3_600_000;
}

/** Checks that, for each step and each group, the library shows the same number of companies as the funnel. */
async function expectLibrary(
  { total, groups }: Outcomes,
  { from }: { readonly from: string | null },
  found: ReturnType<typeof outcomeWorld>['found'],
  listId: string | null,
): Promise<void> {
  const lists = listId === null ? [] : [listId];
  const steps = ['found', 'opened', 'fetched', 'contacted', 'replied', 'meeting', 'won'] as const;
  for (const [at, step] of steps.entries())
    expect(await found({ lists, outcome: { step, from, source: null } }), step).toBe(total.counts[at]);
  for (const { key, funnel } of groups)
    expect(await found({ lists, outcome: { step: 'found', from, source: key } })).toBe(funnel.counts[0]);
}
