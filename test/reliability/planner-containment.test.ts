import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAmount } from '../../electron/core/service-api/amount-text.ts';
import { isCovered, type Cover } from '../../electron/core/search-coverage/coverage.ts';
import { dateOfDay } from '../../electron/core/search-coverage/calendar-days.ts';
import { filterValuesOf } from '../../electron/core/search-coverage/filter-values.ts';
import { coverFromLibrary } from '../../electron/core/search-coverage/stored-results.ts';
import { PROFILES, type Profile } from '../../electron/simulator/profile/profiles.ts';
import { SWITCH_VALUES } from '../../electron/simulator/profile/option-values.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { close } from '../../electron/core/database/sql.ts';
import { WORLD } from '../unit/simulator/direct-service.ts';
import { asRow, asRows } from '../unit/simulator/support.ts';
import {
  createStoredSearches,
  dateAt,
  DAY,
  FINE_WORLD,
  query,
  type StoredSearches,
} from '../unit/search-coverage/stored-searches.ts';
import { IS_FULL } from '../support/common/full-size.ts';

/*
 * If the library answers a search, its answer must equal the answer that the service gave at the time of the
 * fetch. The tests store the results of random queries, and then search the library with variations of these
 * queries. Rounds may appear late, and there may be pauses between the fetches of pages. The simulator's
 * profiles cover everything that the specification leaves open.
 */
const CASES = Number(process.env['PLANNER_CASES'] ?? (IS_FULL ? 500 : 40));
const SEED = Number(process.env['PLANNER_SEED'] ?? 20_260);

/** The fields of a simulator profile that change the content or format of a list. */
const READINGS = [
  'hasMoreAt500',
  'hasMore',
  'total',
  'sortOrder',
  'crossing500',
  'maxSpanDays',
  'unknownValues',
  'malformedArrays',
  'amountComparison',
  'listLayout',
  'eventCountry',
  'fieldNames',
  'amountForms',
  'undisclosedStage',
  'schemaDrift',
  'filterValues',
  'hostileData',
  'tagCategories',
  'stages',
  'companyNames',
  'duplicateCompanies',
  'techStacks',
] as const satisfies readonly (keyof Profile)[];

/**
 * Generates one of four kinds of profiles: the default profile, a profile with a single changed field, a
 * named profile, or a profile in which every field is random.
 */
const profileArb: fc.Arbitrary<Partial<Profile>> = fc.oneof(
  fc.constant({}),
  fc
    .constantFrom(...READINGS)
    .chain((name) => fc.constantFrom(...SWITCH_VALUES[name]).map((value) => ({ [name]: value }))),
  fc.constantFrom(...Object.values(PROFILES)),
  fc
    .record(Object.fromEntries(READINGS.map((name) => [name, fc.constantFrom(...SWITCH_VALUES[name])])))
    .map((profile): Partial<Profile> =>
      // If `has_more` and the total are both wrong, no client can detect the end of a list (ADR 12).
      profile['hasMore'] === 'never' && profile['total'] === 'drifting'
        ? { ...profile, hasMore: 'right' }
        : profile,
    ),
);

type Kind =
  | 'same'
  | 'days'
  | 'stages'
  | 'countries'
  | 'industries'
  | 'tags'
  | 'currency'
  | 'amount'
  | 'hidden'
  | 'unknown'
  | 'wider';
const KINDS: readonly Kind[] = [
  ...(['same', 'days', 'stages', 'countries', 'industries', 'tags', 'currency', 'amount', 'amount'] as const),
  ...(['hidden', 'unknown', 'wider'] as const),
];

interface Step {
  readonly from: number;
  readonly span: number;
  readonly limit: number;
  readonly filter: number;
  readonly waitHours: number;
  readonly pauseMs: number;
}
const stepArb: fc.Arbitrary<Step> = fc.record({
  from: fc.integer({ min: -24, max: -1 }),
  span: fc.integer({ min: 0, max: 24 }),
  limit: fc.constantFrom(50, 50, 25, 10),
  filter: fc.nat(11),
  waitHours: fc.integer({ min: 0, max: 60 }),
  pauseMs: fc.constantFrom(0, 1_500, 1_500, 4 * 3_600_000),
});

interface Case {
  readonly profile: Partial<Profile>;
  readonly isFine: boolean;
  readonly isListed: boolean;
  readonly steps: readonly Step[];
  readonly on: number;
  readonly changes: readonly { readonly kind: Kind; readonly pick: number }[];
}
const casesOf = (
  profiles: fc.Arbitrary<Partial<Profile>>,
  kinds: readonly Kind[],
  isFine: fc.Arbitrary<boolean>,
): fc.Arbitrary<Case> =>
  fc.record({
    profile: profiles,
    isFine,
    isListed: fc.boolean(),
    steps: fc.array(stepArb, { minLength: 1, maxLength: 3 }),
    on: fc.nat(2),
    changes: fc.array(fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(10_000) }), {
      minLength: 1,
      maxLength: 2,
    }),
  });
const ANY = casesOf(profileArb, KINDS, fc.boolean());
/**
 * Cases with filters by amount and currency. The amounts have so many digits that their text form is rounded.
 */
const AMOUNTS = casesOf(fc.constant({}), ['amount', 'currency'], fc.constant(true));
/** Cases with the most common changes: fewer days, or a filter by a value in the rows. */
const NARROWING = casesOf(
  fc.constant({}),
  ['same', 'days', 'stages', 'countries', 'industries', 'tags'],
  fc.constant(false),
);
/** Cases in which the service lists only one of a row's values, or spells values differently. */
const WORDINGS = casesOf(
  fc.constantFrom(
    PROFILES['alternative-layout'],
    PROFILES['legacy-headers'],
    PROFILES.hostile,
    PROFILES.lenient,
  ),
  ['industries', 'industries', 'tags', 'stages', 'countries', 'unknown'],
  fc.constant(false),
);

/** Filters of stored queries. About half of the stored queries have no filter. */
const FILTERS: readonly Partial<FundingsQuery>[] = [
  { stages: ['Seed', 'series a'] },
  { countries: ['US', 'DE', 'FR'] },
  { currency: 'USD' },
  { currency: 'USD', minAmount: '1M' },
  { technologies: ['Ember CRM'] },
  { validatedContacts: true },
];
const queryOf = ({ from, span, limit, filter }: Step): FundingsQuery =>
  query({
    fundingDateStart: dateAt(from),
    fundingDateEnd: dateAt(Math.min(3, from + span)),
    limit,
    ...FILTERS[filter],
  });

type Row = Record<string, unknown>;
const at = <T>(values: readonly T[], index: number): T | undefined =>
  values[index % Math.max(1, values.length)];
const texts = (values: readonly unknown[]): string[] =>
  [
    ...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')),
  ].sort();

/** Returns a variation of a stored query. Some variations use values that occur in the stored rows. */
function change(storedQuery: FundingsQuery, rows: readonly Row[], kind: Kind, pick: number): FundingsQuery {
  const one = (values: readonly string[], as: (value: string) => Partial<FundingsQuery>): FundingsQuery => {
    const value = at(values, pick);
    return value === undefined ? storedQuery : query({ ...storedQuery, ...as(value) });
  };
  const owners = rows.map((row) => asRow(row['company']));
  switch (kind) {
    case 'same':
      return storedQuery;
    case 'days':
      return oneDayLess(storedQuery, pick);
    case 'stages':
      return one(texts(rows.map((row) => row['stage'])), (stage) => ({
        stages: [pick % 2 === 0 ? stage : stage.toUpperCase()],
      }));
    case 'countries':
      return one(['US', 'DE', 'FR', 'GB', 'IN', 'TR'], (country) => ({ countries: [country] }));
    case 'industries':
      return one(texts(owners.flatMap((owner) => owner['industries'] ?? owner['industry'])), (industry) => ({
        industries: [industry],
      }));
    case 'tags':
      return one(
        texts(owners.flatMap((owner) => asRows(owner['tags']).map((tag) => tag['name']))),
        (tag) => ({
          tags: [tag],
        }),
      );
    case 'currency':
      return one(['USD', 'EUR', 'GBP', 'TRY'], (currency) => ({ currency }));
    case 'amount':
      return byAmount(storedQuery, rows, pick);
    case 'hidden':
      return query({ ...storedQuery, ...at(HIDDEN, pick) });
    case 'unknown':
      return query({ ...storedQuery, ...at(UNKNOWN, pick) });
    case 'wider':
      return query({
        ...storedQuery,
        fundingDateStart: dateAt(-26 - (pick % 5)),
        fundingDateEnd: dateAt(pick % 4),
      });
  }
}
const HIDDEN: readonly Partial<FundingsQuery>[] = [
  { technologies: ['Ember CRM'] },
  { search: 'platform' },
  { companySizes: ['11-50'] },
  { validatedContacts: true },
  { investors: ['Northwind Ventures'] },
  { hasOpenRoles: true, hiringDepartments: ['sales'] },
];
const UNKNOWN: readonly Partial<FundingsQuery>[] = [
  { stages: ['Growth'] },
  { stages: ['Series Z'] },
  { industries: ['Alchemy'] },
  { tags: ['Alchemy'] },
  { currency: 'XXX' },
  { countries: ['QQ'] },
];

function oneDayLess(storedQuery: FundingsQuery, pick: number): FundingsQuery {
  const [from, to] = [Date.parse(storedQuery.fundingDateStart), Date.parse(storedQuery.fundingDateEnd)];
  const days = (to - from) / DAY + 1;
  const first = pick % days;
  const last = first + (Math.floor(pick / 31) % (days - first));
  const date = (day: number): string => new Date(from + day * DAY).toISOString().slice(0, 10);
  return query({ ...storedQuery, fundingDateStart: date(first), fundingDateEnd: date(last) });
}

/** Adds a minimum or maximum amount. Takes the amount from the rows or from a fixed list. */
function byAmount(storedQuery: FundingsQuery, rows: readonly Row[], pick: number): FundingsQuery {
  const shown = texts(rows.map((row) => row['fundingAmount'])).filter((text) =>
    /^\d+(\.\d+)?[KMB]$/.test(text),
  );
  const near = at(shown, pick) ?? '5M';
  const bound = pick % 3 === 0 ? near : (at(['500K', '2M', '5.25M', '20M', '1234567'], pick) ?? near);
  const currency = pick % 4 === 0 ? {} : { currency: 'USD' };
  const limit = pick % 2 === 0 ? { minAmount: bound } : { maxAmount: bound };
  const changed = { ...storedQuery, ...currency, ...limit };
  // A query that already has a bound is only narrowed, because a second random bound could make the minimum
  // higher than the maximum, which is invalid.
  return storedQuery.minAmount !== undefined || storedQuery.maxAmount !== undefined
    ? narrowed(storedQuery, bound)
    : query(changed);
}

/**
 * Adds a maximum amount to a query. Returns the query unchanged if it already has a maximum, or if the range
 * would be empty.
 */
function narrowed(storedQuery: FundingsQuery, bound: string): FundingsQuery {
  const value = (text: string | undefined): number => canonicalAmount(text ?? '')?.value ?? NaN;
  if (storedQuery.maxAmount !== undefined) return storedQuery;
  return value(bound) >= value(storedQuery.minAmount)
    ? query({ ...storedQuery, maxAmount: bound })
    : storedQuery;
}

interface Figures {
  queries: number;
  whole: number;
  partly: number;
  nothing: number;
  refused: number;
  days: number;
  rows: number;
  readonly wrong: string[];
}
const emptyFigures = (): Figures => ({
  queries: 0,
  whole: 0,
  partly: 0,
  nothing: 0,
  refused: 0,
  days: 0,
  rows: 0,
  wrong: [],
});

/** Groups consecutive days whose data has the same fetch time. */
function stretches({ days }: Cover): { from: number; to: number; atMs: number }[] {
  const found: { from: number; to: number; atMs: number }[] = [];
  for (const [day, atMs] of [...days].sort(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && last.to === day - 1 && last.atMs === atMs) last.to = day;
    else found.push({ from: day, to: day, atMs });
  }
  return found;
}

function compare(world: StoredSearches, wanted: FundingsQuery, cover: Cover, figures: Figures): void {
  const expected: string[] = [];
  for (const { from, to, atMs } of stretches(cover)) {
    const answer = world.idsAt(
      { ...wanted, fundingDateStart: dateOfDay(from), fundingDateEnd: dateOfDay(to) },
      atMs,
    );
    if (answer === null) {
      figures.refused += 1;
      return;
    }
    expected.push(...answer);
  }
  const actual = cover.rows.map(({ roundId }) => roundId);
  figures.days += cover.days.size;
  figures.rows += actual.length;
  if (JSON.stringify(actual.toSorted()) !== JSON.stringify([...new Set(expected)].sort()))
    figures.wrong.push(
      `${JSON.stringify(wanted)}: ${actual.length} rows from the library, ${expected.length} from the service`,
    );
}

function runCase(testCase: Case, figures: Figures): void {
  const world = createStoredSearches(testCase.profile, testCase.isFine ? FINE_WORLD : WORLD);
  if (testCase.isListed) world.fetchFilterValues();
  const stored = testCase.steps.map((step) => {
    world.advance(step.waitHours * 3_600_000);
    const storedQuery = queryOf(step);
    return { storedQuery, rows: world.fetch(storedQuery, step.pauseMs) };
  });
  const base = at(stored, testCase.on);
  if (base === undefined) return;
  const wanted = testCase.changes.reduce(
    (now, { kind, pick }) => change(now, base.rows, kind, pick),
    base.storedQuery,
  );
  const cover = coverFromLibrary(world.db, wanted, filterValuesOf(world.db));
  const isWhole = isCovered(cover);
  figures.queries += 1;
  if (isWhole) figures.whole += 1;
  else if (cover.days.size > 0) figures.partly += 1;
  else figures.nothing += 1;
  compare(world, wanted, cover, figures);
  close(world.db);
}

function runAll(cases: fc.Arbitrary<Case>, share: number): Figures {
  const figures = emptyFigures();
  for (const testCase of fc.sample(cases, { numRuns: Math.ceil(CASES * share), seed: SEED }))
    runCase(testCase, figures);
  return figures;
}

const logFigures = (name: string, figures: Figures): void =>
  console.info(`containment, ${name}: ${JSON.stringify({ ...figures, wrong: figures.wrong.length })}`);

describe('an answer from the library equals the service’s answer at fetch time', () => {
  it('in every reading of the specification', () => {
    const figures = runAll(ANY, 1);
    logFigures('any', figures);
    expect(figures.wrong).toEqual([]);
    expect(figures.rows).toBeGreaterThan(CASES);
  }, 300_000);

  it('if suffixes round the amounts', () => {
    const figures = runAll(AMOUNTS, 0.6);
    logFigures('amounts', figures);
    expect(figures.wrong).toEqual([]);
  }, 300_000);

  it('if rows show one industry of several, or use other spellings', () => {
    const figures = runAll(WORDINGS, 0.5);
    logFigures('wordings', figures);
    expect(figures.wrong).toEqual([]);
  }, 300_000);

  it('and exists for nearly every query that narrows by visible values', () => {
    const figures = runAll(NARROWING, 0.3);
    logFigures('narrowing', figures);
    expect(figures.wrong).toEqual([]);
    expect(figures.whole / figures.queries).toBeGreaterThan(0.8);
  }, 300_000);
});
