import { describe, expect, it } from 'vitest';
import type { DecodedRound } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { storeContactsClosed } from '../../../electron/core/library/store-responses.ts';
import { departmentsOf, whyNowOf } from '../../../electron/core/library/why-now.ts';
import { whyNowListSchema } from '../../../shared/model/why-now.ts';
import {
  allRounds,
  amount,
  company,
  detail,
  loadContactKey,
  memoryCache,
  role,
  roles,
  round,
} from '../../support/app/library-fixtures.ts';
import { storeRoles, storeRounds } from '../../support/app/store-without-key.ts';
import { storeDetail } from '../../../electron/core/library/store-responses.ts';
import { plansOf } from '../../support/database/sql-tools.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 26, 9);
const day = (ago: number): string => new Date(NOW - ago * DAY).toISOString().slice(0, 10);

const seriesA = round('r1', {
  stage: 'Series A',
  amount: amount('12M', 12e6, 'EUR'),
  announcedOn: day(21),
  investors: [
    { name: 'Ardent', role: 'participant' },
    { name: 'Ninepin', role: 'lead' },
  ],
});
const facts = (db: WriteDb, departments: Parameters<typeof whyNowOf>[2]['departments'] = null) =>
  whyNowListSchema.parse(whyNowOf(db, ['c1'], { departments, nowMs: NOW }))[0] ?? null;
const withRound = (change: Partial<DecodedRound> = {}): WriteDb => {
  const db = memoryCache();
  storeRounds(db, allRounds([{ ...seriesA, ...change }]), NOW - DAY);
  return db;
};
const hire = (db: WriteDb, departments: readonly (string | null)[], atMs = NOW - 2 * DAY, seenAgo = 14) =>
  storeRoles(
    db,
    roles(
      departments.map((department, at) =>
        role(String(at + 1), { department, firstSeenAtMs: NOW - (seenAgo - at) * DAY }),
      ),
      { total: departments.length },
    ),
    { page: 1, perPage: 25 },
    atMs,
  );

describe('the round of a why-now line', () => {
  it('is the newest one that the service lists, with its lead investor', () => {
    const db = withRound();
    expect(facts(db)?.round).toEqual({
      roundId: 'r1',
      stage: 'Series A',
      amount: { text: '12M', value: 12e6, precision: 'exact', currency: 'EUR' },
      announcedOn: day(21),
      lead: { name: 'Ninepin', isOnly: true },
      stamp: { source: 'rounds', fetchedAtMs: NOW - DAY },
    });
    storeRounds(db, allRounds([round('r0', { announcedOn: day(400), stage: 'Seed' })]), NOW);
    expect(facts(db)?.round).toMatchObject({ roundId: 'r0', lead: null });
  });
  it('is left out if no listed round is left', () => {
    const db = withRound();
    storeRounds(db, allRounds([]), NOW);
    expect(facts(db)?.round ?? null).toBeNull();
  });
  it('contains no fact that the service does not disclose', () => {
    const hidden = {
      stage: 'Undisclosed',
      amount: amount('undisclosed', null),
      investors: [{ name: ' Undisclosed\u200b', role: 'Lead' }],
    };
    expect(facts(withRound(hidden))?.round).toMatchObject({ stage: null, amount: null, lead: null });
    expect(facts(withRound({ amount: amount('0', 0) }))?.round?.amount).toBeNull();
    expect(facts(withRound({ announcedOn: null }))).toBeNull();
  });
  it('names one of several lead investors as such', () => {
    const leads = ['B', 'A'].map((name) => ({ name, role: 'LEAD' }));
    expect(facts(withRound({ investors: leads }))?.round?.lead).toEqual({ name: 'B', isOnly: false });
  });
});

describe('hiring in a why-now line', () => {
  it('counts stored open roles, with their dates', () => {
    const db = withRound();
    hire(db, ['sales', 'it', null]);
    expect(facts(db)?.hiring).toEqual({
      departments: [],
      count: 3,
      isAtLeast: false,
      sinceMs: NOW - 14 * DAY,
      fetchedAtMs: NOW - 2 * DAY,
    });
  });
  it('counts only the departments that the user sells to, at most two', () => {
    const db = withRound();
    hire(db, ['it', 'Sales', 'sales', 'marketing', 'hr', 'hr', 'hr']);
    expect(facts(db, ['sales'])?.hiring).toMatchObject({
      departments: ['sales'],
      count: 2,
      sinceMs: NOW - 13 * DAY,
    });
    expect(facts(db, ['marketing', 'sales', 'hr'])?.hiring).toMatchObject({
      departments: ['hr', 'sales'],
      count: 5,
    });
    expect(facts(db, ['legal'])?.hiring).toBeNull();
  });
  it('counts all departments unless the buyer roles name some', () => {
    const buyerRole = (department: 'sales' | 'hr') => ({ department, seniorities: [] });
    expect(departmentsOf(null)).toBeNull();
    expect(departmentsOf({ roles: [], keywords: ['RevOps'] })).toBeNull();
    expect(
      departmentsOf({ roles: [buyerRole('hr'), buyerRole('sales'), buyerRole('hr')], keywords: [] }),
    ).toEqual(['hr', 'sales']);
  });
  it('leaves out roles that the service no longer lists, and roles fetched over 30 days ago', () => {
    const db = withRound();
    hire(db, ['sales', 'sales', 'sales'], NOW - 40 * DAY, 60);
    expect(facts(db, ['sales'])?.hiring).toBeNull();
    hire(db, ['sales']);
    expect(facts(db, ['sales'])?.hiring?.count).toBe(1);
  });
  it('mentions that there may be more if a page of roles is missing', () => {
    const db = withRound();
    const answer = roles([role('1', { department: 'sales' })], { perPage: 1, total: 2, hasMore: true });
    storeRoles(db, answer, { page: 1, perPage: 1 }, NOW - DAY);
    expect(facts(db, ['sales'])?.hiring).toMatchObject({ count: 1, isAtLeast: true, sinceMs: NOW - DAY });
  });
  it('has no day if the service reports one in the future', () => {
    const db = withRound();
    hire(db, ['sales'], NOW - DAY, -3);
    expect(facts(db)?.hiring).toMatchObject({ count: 1, sinceMs: null });
  });
});

describe('the contact window in a why-now line', () => {
  it('is its end while it is open', () => {
    expect(facts(withRound())?.closesAtMs).toBe(Date.parse(day(21)) + 30 * DAY);
    expect(facts(withRound({ announcedOn: day(31) }))?.closesAtMs).toBeNull();
  });
  it('is left out once the service has refused the contacts', () => {
    const db = withRound();
    storeContactsClosed(db, 'c1', null, NOW - DAY);
    expect(facts(db)?.closesAtMs).toBeNull();
  });
});

describe('the facts of a page of companies', () => {
  it('come in the given order, without duplicates and without companies of which nothing is known', () => {
    const db = withRound();
    storeDetail(db, loadContactKey(), detail(company('c2')), NOW);
    const found = whyNowOf(db, ['c3', 'c2', 'c1', 'c1'], { departments: null, nowMs: NOW });
    expect(found.map(({ companyId }) => companyId)).toEqual(['c1']);
    expect(whyNowOf(db, [], { departments: null, nowMs: NOW })).toEqual([]);
  });
  it('are read in three queries, none of which scans a table', () => {
    const db = withRound();
    const ids = Array.from({ length: 50 }, (_, at) => `c${at}`);
    const read = (from: WriteDb): unknown => whyNowOf(from, ids, { departments: ['sales'], nowMs: NOW });
    const plans = plansOf(db, read);
    // Each query may scan only `wanted`, the list of the page's company ids.
    expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('SCAN wanted')),
    );
  });
});
