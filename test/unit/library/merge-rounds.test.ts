import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodedRound } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { all, type WriteDb } from '../../../electron/core/database/sql.ts';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { resultRows } from '../../../electron/core/library/query-sets.ts';
import { storeDetail } from '../../../electron/core/library/store-responses.ts';
import {
  allRounds,
  amount,
  companiesQuery,
  company,
  detail,
  event as webhookEvent,
  fundingsQuery,
  emptied,
  memoryCache,
  memoryYours,
  loadContactKey,
  page,
  round,
  row,
  type ValueOf,
} from '../../support/app/library-fixtures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { storeEvent, storePage, storeRounds } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const yours = memoryYours();
const rounds = (db: WriteDb) => companyView(db, yours, 'c1', T0)?.rounds ?? [];
const event = (db: WriteDb, response: DecodedRound, atMs: number) =>
  storePage(db, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    page: page([row(company('c1'), response)]),
    fetchedAtMs: atMs,
  });
const listed = (db: WriteDb, response: DecodedRound, atMs: number) =>
  storePage(db, {
    endpoint: 'companies',
    query: companiesQuery(),
    page: page([row(company('c1'), response)]),
    fetchedAtMs: atMs,
  });
const detailed = (db: WriteDb, response: DecodedRound[], atMs: number) =>
  storeDetail(db, loadContactKey(), detail(company('c1'), { rounds: response }), atMs);

const day = { announcedOn: '2026-06-01', stage: 'Seed' };

/** Returns everything that is stored about rounds, in a fixed order. */
const outcome = (db: WriteDb) => ({
  rounds: rounds(db),
  claims: all(db, 'SELECT round_id, detail_level, field_claims, announced_text FROM round ORDER BY 1').map(
    ({ field_claims: claims, ...each }) => ({
      ...each,
      claims: Object.entries(JSON.parse(String(claims)) as object).sort(),
    }),
  ),
  sources: all(db, 'SELECT round_id, source, fetched_at_ms FROM round_source ORDER BY 1, 2'),
  received: all(db, 'SELECT kind, value, round_id FROM round_told ORDER BY 1, 2, 3'),
});

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((first, at) =>
    permutations(values.filter((_, index) => index !== at)).map((rest) => [first, ...rest]),
  );
}

describe('rounds of a company', () => {
  it('are joined by id across sources, and keep a currency that one source states', () => {
    const db = memoryCache();
    event(db, round('r1', { ...day, amount: amount('5M', 5e6, 'EUR') }), T0);
    detailed(db, [round('r1', { ...day, amount: amount('5000000', 5e6) })], T0 + 1);
    expect(rounds(db)).toMatchObject([
      {
        roundId: 'r1',
        amount: { text: '5000000', currency: 'EUR' },
        investors: null,
        stamp: { source: 'company' },
      },
    ]);
  });

  it('are not overwritten by a summary, however new', () => {
    const db = memoryCache();
    const full = round('r1', {
      ...day,
      amount: amount('5,000,000', 5e6, 'USD'),
      announcedText: '2026-06-01T09:00:00+02:00',
      investors: [
        { name: 'P', role: 'participant' },
        { name: 'L', role: 'lead' },
      ],
    });
    detailed(db, [full], T0);
    detailed(db, [round('r1', { ...day, stage: 'Other', amount: amount('9M', 9e6) })], T0 + 1);
    event(db, round('r1', { stage: 'Other', announcedOn: '2026-06-02' }), T0 + 2);
    expect(rounds(db)).toMatchObject([
      {
        stage: 'Seed',
        announcedOn: '2026-06-01',
        amount: { text: '5,000,000' },
        investors: [{ name: 'L' }, { name: 'P' }],
      },
    ]);
    const [storedRound] = all(db, 'SELECT detail_level, announced_text FROM round');
    expect(storedRound).toEqual({ detail_level: 'full', announced_text: '2026-06-01T09:00:00+02:00' });
  });

  it('without an id are joined with the round of the same day and stage, in either order', () => {
    for (const listFirst of [true, false]) {
      const db = memoryCache();
      const list = (): unknown =>
        listed(db, round(null, { ...day, stage: 'seed', amount: amount('5M', 5e6, 'USD') }), T0);
      if (listFirst) list();
      event(db, round('r1', day), T0 + 1);
      if (!listFirst) list();
      expect(rounds(db)).toMatchObject([{ roundId: 'r1', amount: { text: '5M', currency: 'USD' } }]);
    }
  });

  it('without a match get a generated id; result sets follow when the real round arrives', () => {
    const db = memoryCache();
    const setId = listed(db, round(null, { ...day, amount: amount('5M', 5e6) }), T0);
    expect(rounds(db)).toMatchObject([{ roundId: 'list:2026-06-01:seed' }]);
    event(db, round('r1', day), T0 + 1);
    const { rows } = resultRows(db, { setId, offset: 0, limit: 50, nowMs: T0 });
    expect(rows).toMatchObject([{ roundId: 'r1', stage: 'Seed', amount: { text: '5M' } }]);
  });

  it('are not created from a row without round data', () => {
    const db = memoryCache();
    listed(db, round(null), T0);
    expect(rounds(db)).toEqual([]);
  });

  it('of two companies are never joined, even with the same id', () => {
    const db = memoryCache();
    const rows = [
      row(company('c1'), round('r1', { stage: 'Seed' })),
      row(company('c2'), round('r1', { stage: 'Debt' })),
    ];
    storePage(db, { endpoint: 'fundings', query: fundingsQuery(), page: page(rows), fetchedAtMs: T0 });
    expect(rounds(db)).toMatchObject([{ stage: 'Seed' }]);
  });

  it('include the newest one, which the company shows', () => {
    const db = memoryCache();
    detailed(
      db,
      [
        round('r1', { announcedOn: '2024-01-01', stage: 'Seed' }),
        round('r2', { announcedOn: '2026-02-01', stage: 'Series A', amount: amount('20M', 2e7, 'USD') }),
        round('r3'),
      ],
      T0,
    );
    expect(companyView(db, yours, 'c1', T0)?.row).toMatchObject({
      stage: 'Series A',
      announcedOn: '2026-02-01',
      amount: { text: '20M' },
    });
  });

  it('from every source are joined into one, in every order of arrival', () => {
    const near = { stage: 'Seed', announcedOn: '2026-06-02' };
    const storeFrom: Record<string, (db: WriteDb) => unknown> = {
      list: (db) => listed(db, round(null, { ...day, amount: amount('5M', 5e6, 'USD') }), T0 + 1),
      event: (db) => event(db, round('r1', { ...day, stage: 'seed', amount: amount('$5M', 5e6) }), T0 + 2),
      // The same round, dated a day later because the source uses another time zone.
      detail: (db) => detailed(db, [round('r1', { ...near, amount: amount('5000000', 5e6) })], T0 + 3),
      rounds: (db) =>
        storeRounds(
          db,
          allRounds([
            round('r1', {
              ...near,
              announcedText: '2026-06-02T01:00:00+05:30',
              amount: amount('5000000', 5e6, 'USD'),
              amountUsd: 5e6,
              investors: [{ name: 'L', role: 'lead' }],
            }),
          ]),
          T0 + 4,
        ),
      webhook: (db) =>
        storeEvent(
          db,
          webhookEvent(company('c1'), {
            round: round('r1', { ...day, amount: amount('€5M', 5e6, 'EUR'), investors: [] }),
          }),
          T0 + 9,
          'webhook',
        ),
      otherList: (db) => listed(db, round(null, { ...near, stage: 'SEED' }), T0 + 5),
    };
    // A full-size run tests all 720 orders. Other runs test a sixth of them. In this sixth, each source is
    // sometimes first, sometimes last and sometimes in between.
    const step = IS_FULL ? 1 : 6;
    const orders = permutations(Object.keys(storeFrom)).filter((_order, at) => at % step === (at % 7) % step);
    const cache = memoryCache();
    const outcomes = orders.map((order) => {
      const db = emptied(cache);
      for (const source of order) storeFrom[source]?.(db);
      return outcome(db);
    });
    expect(outcomes.length).toBeGreaterThanOrEqual(720 / step / 2);
    expect(new Set(outcomes.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(outcomes[0]?.rounds).toMatchObject([
      { roundId: 'r1', announcedOn: '2026-06-02', amountUsd: 5e6, investors: [{ name: 'L' }] },
    ]);
  });

  it('without an id stay separate if they are a day apart', () => {
    const db = memoryCache();
    listed(db, round(null, day), T0);
    event(db, round('r1', { ...day, announcedOn: '2026-06-02' }), T0 + 1);
    expect(rounds(db)).toHaveLength(2);
  });

  it('have the same facts in any order of arrival', () => {
    const response = fc.record({
      source: fc.constantFrom('event', 'list', 'detail', 'rounds', 'webhook'),
      id: fc.constantFrom('r1', 'r2'),
      amount: fc.option(fc.constantFrom('1M', '2M')),
      usd: fc.option(fc.constantFrom(1, 2)),
      investors: fc.option(fc.subarray(['X', 'Y'])),
    });
    type ReceivedResponse = ValueOf<typeof response> & { atMs: number };
    const days: Record<string, string> = { r1: '2026-06-01', r2: '2026-06-02' };
    const store = (db: WriteDb, each: ReceivedResponse): void => {
      const facts = {
        stage: 'Seed',
        announcedOn: days[each.id] ?? null,
        amountUsd: each.usd,
        amount: each.amount === null ? null : amount(each.amount, 1, 'USD'),
      };
      const investors = each.investors?.map((name) => ({ name, role: 'lead' })) ?? null;
      if (each.source === 'rounds')
        storeRounds(db, allRounds([round(each.id, { ...facts, investors })], 1), each.atMs);
      else if (each.source === 'webhook')
        storeEvent(
          db,
          webhookEvent(company('c1'), { round: round(each.id, { ...facts, investors }) }),
          each.atMs,
          'webhook',
        );
      else if (each.source === 'list') listed(db, round(null, facts), each.atMs);
      else if (each.source === 'event') event(db, round(each.id, facts), each.atMs);
      else detailed(db, [round(each.id, { ...facts, investors })], each.atMs);
    };
    const caches = [memoryCache(), memoryCache()] as const;
    fc.assert(
      fc.property(
        fc.array(response, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (answers, order) => {
          const timed = answers.map((each, index) => ({ ...each, atMs: T0 + index * 1_000 }));
          const shuffled = timed
            .map((each) => ({ each, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ each }) => each);
          const [inOrder, mixed] = [emptied(caches[0]), emptied(caches[1])];
          for (const each of timed) store(inOrder, each);
          for (const each of [...shuffled, ...shuffled]) store(mixed, each);
          expect(outcome(mixed)).toEqual(outcome(inOrder));
        },
      ),
      { numRuns: 40 },
    );
  });
});
