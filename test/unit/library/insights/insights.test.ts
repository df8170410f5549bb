import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { putQueryTotal } from '../../../../electron/core/database/queries/cache/query-sets.ts';
import { putPreference } from '../../../../electron/core/database/queries/yours/preferences.ts';
import { all, run, type SqlParams, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { createInsightReader } from '../../../../electron/core/library/insights/insights.ts';
import { queryKeyOf } from '../../../../electron/core/search-coverage/query-key.ts';
import { putInvestorMerge } from '../../../../electron/core/database/queries/yours/investors.ts';
import { createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { INSIGHT_DOTS_MAX } from '../../../../shared/model/insights/insight-values.ts';
import {
  insightQuestionSchema,
  insightsSchema,
  type Insights,
} from '../../../../shared/model/insights/insights.ts';
import type { LibraryFilters, RoundFilter } from '../../../../shared/model/library.ts';
import { marketSchema, type Market } from '../../../../shared/model/market.ts';
import type { ListQuery } from '../../../../shared/model/query.ts';
import { emptied, memoryCache, memoryYours } from '../../../support/app/library-fixtures.ts';
import { searchOf } from '../../../support/app/library-search.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { insertCompanies, madeCompanies, NAMES, type MadeCompany } from './insight-library.ts';
import * as sql from '../../../support/insights/insight-sql.ts';

/* Wednesday, 27 May 2026. */
const NOW = Date.UTC(2026, 4, 27, 9, 40);
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Europe/Berlin'];
const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

function world(companies: readonly MadeCompany[], cache: WriteDb = memoryCache()) {
  const files = { cache, yours: memoryYours() };
  const listed = insertCompanies(cache, companies, NOW);
  const lists = createWatchlists(files.yours, noJournal);
  const { id: listId } = lists.create('Nordics', NOW);
  for (const companyId of listed)
    run(
      files.yours,
      `INSERT INTO watchlist_entry (list_id, company_id, company_name, reason, added_at_ms, dropped)
       VALUES (:listId, :companyId, 'Company', 'manual', 1, 0)`,
      { listId: Number(listId), companyId },
    );
  putInvestorMerge(
    files.yours,
    {
      nameFolded: fold(NAMES[1] ?? ''),
      name: NAMES[1] ?? '',
      intoFolded: fold(NAMES[0] ?? ''),
      intoName: NAMES[0] ?? '',
    },
    NOW,
  );
  const search = searchOf(files);
  const reader = createInsightReader(files, search);
  const setMarket = (market: Market): void =>
    putPreference(files.yours, { name: 'market', value: JSON.stringify(market), setAtMs: NOW });
  const read = (question: Parameters<typeof insightQuestionSchema.parse>[0] & object): Promise<Insights> =>
    reader.read(insightQuestionSchema.parse(question), NOW);
  /** Returns the number of companies that the library shows for a mark of a chart. */
  const found = async (
    { filters }: Insights,
    round: Partial<RoundFilter>,
    other: Partial<LibraryFilters> = {},
  ): Promise<number> => {
    if (filters?.round == null) throw new Error('no filters');
    const wanted = { ...filters, ...other, round: { ...filters.round, ...round } };
    return (await search.find({ text: '', has: null, sort: 'fetched', nowMs: NOW, filters: wanted })).total;
  };
  /** Ends background work, so another search can use the same cache. */
  const close = async (): Promise<void> => {
    search.dispose();
    await search.settled();
  };
  return { files, listed, listId, setMarket, read, reader, found, close };
}

const MARKET = marketSchema.parse({
  countries: ['DE', 'SE', 'NO'],
  stages: ['Seed', 'Series A', 'Debt', 'A'],
  industries: ['Energy', 'Data', 'Food'],
});

/** Generates a period, a market, a time zone, and whether only companies on the list are counted. */
const choices = fc.record({
  period: fc.constantFrom(
    { kind: 'weeks' as const, weeks: 4 as const },
    { kind: 'weeks' as const, weeks: 13 as const },
    { kind: 'between' as const, from: '2026-03-03', to: '2026-04-16' },
  ),
  market: fc.constantFrom(
    null,
    MARKET,
    marketSchema.parse({ stages: ['seed'], currency: 'EUR' }),
    marketSchema.parse({ countries: ['DE', 'FR', 'US'], minAmount: '1M', maxAmount: '10M' }),
  ),
  isListed: fc.boolean(),
  zone: fc.constantFrom(...ZONES),
});

const PERIODS = {
  4: { from: '2026-05-04', to: '2026-05-27', before: { from: '2026-04-06', to: '2026-05-03' } },
  13: { from: '2026-03-02', to: '2026-05-27', before: { from: '2025-12-01', to: '2026-03-01' } },
  between: { from: '2026-03-03', to: '2026-04-16', before: { from: '2026-01-17', to: '2026-03-02' } },
} as const;

const parsedAmount = (text: string | null): number | null =>
  text === null ? null : Number(text.replace('M', '')) * 1e6;
const referenceMarket = (market: Market | null): sql.SqlQuestion['market'] =>
  market === null
    ? null
    : {
        countries: market.countries,
        stages: market.stages.map((stage) => stage.toLowerCase()),
        industries: market.industries,
        currency: market.currency,
        minAmount: parsedAmount(market.minAmount),
        maxAmount: parsedAmount(market.maxAmount),
      };

/** Compares every figure with direct SQL. */
function expectEqualToSql(
  { files, listed }: Pick<ReturnType<typeof world>, 'files' | 'listed'>,
  insights: Insights,
  choice: { period: { kind: string; weeks?: 4 | 13 }; market: Market | null; isListed: boolean },
): void {
  const dates = PERIODS[choice.period.weeks ?? 'between'];
  const parts = { listed: choice.isListed ? listed : null, market: referenceMarket(choice.market) };
  const now = { from: dates.from, to: dates.to, ...parts };
  const before = { ...dates.before, ...parts };
  const { cache } = files;
  expect(insights.period).toMatchObject({ from: now.from, to: now.to });
  expect(insights.before).toMatchObject(dates.before);
  const counted = sql.roundsAndCompanies(cache, now);
  expect({ rounds: insights.period.rounds, companies: insights.companies }).toEqual(counted);
  expect(insights.before.rounds).toBe(sql.roundsAndCompanies(cache, before).rounds);
  expectWeeks(insights, sql.stageWeeks(cache, now));
  expectAmounts(insights, cache, now);
  expectShares(insights.countries, sql.countries(cache, now), sql.countries(cache, before));
  expectIndustries(insights, cache, now, before);
  const investors = sql.investors(cache, now, { [fold('Alder')]: fold('Alder Capital') });
  expect(
    insights.investors.investors.map(({ filterValue, rounds, led, companies, otherCompanies }) => ({
      investor: filterValue,
      rounds,
      led,
      companies: companies.length + otherCompanies,
    })),
  ).toEqual(investors.slice(0, 10));
  const sinceMs = NOW - 30 * DAY_MS;
  expect(
    insights.hiring.departments
      .map(({ department, companies, roles }) => ({ department: String(department), companies, roles }))
      .sort((a, b) => (a.department < b.department ? -1 : 1)),
  ).toEqual(sql.hiring(cache, now, sinceMs));
  expect(insights.windows.closing.map(({ date, companies }) => ({ date, companies }))).toEqual(
    sql.closingWindows(cache, now, NOW),
  );
  expect(insights.windows.opened.reduce((sum, day) => sum + day.companies, 0)).toBe(insights.windows.open);
}

function expectWeeks({ weeks, period }: Insights, expected: ReturnType<typeof sql.stageWeeks>): void {
  const mondayOf = (date: string): string =>
    new Date(Date.parse(date) - ((new Date(date).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
  const listed = weeks.stages.flatMap((stage) =>
    stage.weeks.flatMap((rounds, at) => {
      const monday = mondayOf(weeks.weeks[at]?.from ?? '');
      return rounds === 0 ? [] : [{ stage: stage.value, monday, rounds, companies: stage.companies[at] }];
    }),
  );
  const values = new Set(weeks.stages.map(({ value }) => value));
  const byKey = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  expect(byKey(listed)).toEqual(byKey(expected.filter(({ stage }) => values.has(stage))));
  expect(weeks.otherRounds).toBe(
    expected.filter(({ stage }) => !values.has(stage)).reduce((sum, { rounds }) => sum + rounds, 0),
  );
  expect(weeks.weeks.reduce((sum, { rounds }) => sum + rounds, 0)).toBe(period.rounds);
}

function expectAmounts({ amounts, period }: Insights, cache: WriteDb, now: sql.SqlQuestion): void {
  const { undisclosed, withoutCurrency, currencies } = sql.amountCounts(cache, now);
  expect(amounts).toMatchObject({ undisclosed, withoutCurrency, currencies });
  expect(amounts.currency).toBe(currencies[0]?.currency ?? null);
  const inCurrencies = currencies.reduce((sum, { rounds }) => sum + rounds, 0);
  expect(undisclosed + withoutCurrency + inCurrencies).toBe(period.rounds);
  if (amounts.currency === null) return;
  const stages = new Map(
    sql.amountQuartiles(cache, now, amounts.currency).map((stage) => [stage.stage, stage]),
  );
  for (const { value, rounds, quartiles, dots } of amounts.stages) {
    const expected = stages.get(value);
    expect(rounds).toBe(expected?.rounds);
    expect(dots).toEqual(expected?.amounts);
    if (rounds < 4) expect(quartiles).toBeNull();
    else
      for (const part of ['lower', 'median', 'upper'] as const)
        expect(quartiles?.[part]).toBeCloseTo(expected?.quartiles[part] ?? NaN, 3);
  }
  expect(amounts.stages.reduce((sum, { rounds }) => sum + rounds, amounts.otherRounds)).toBe(amounts.rounds);
}

/**
 * Checks that, for some marks of the charts, a library search finds as many companies as the mark shows.
 * Compares some of these numbers with direct SQL too.
 */
async function expectEqualToLibrary(
  { files, listed, found }: Pick<ReturnType<typeof world>, 'files' | 'listed' | 'found'>,
  insights: Insights,
  { period, market, isListed }: { period: { weeks?: 4 | 13 }; market: Market | null; isListed: boolean },
): Promise<void> {
  const { from, to } = PERIODS[period.weeks ?? 'between'];
  const reference = referenceMarket(market);
  const all = { countries: [], stages: [], industries: [], currency: null, minAmount: null, maxAmount: null };
  const now = { from, to, listed: isListed ? listed : null, market: reference };
  const companies = (change: Partial<sql.SqlQuestion>): number =>
    sql.roundsAndCompanies(files.cache, { ...now, ...change }).companies;
  expect(await found(insights, {})).toBe(insights.companies);
  const week = insights.weeks.weeks.at(-2);
  if (week !== undefined) {
    expect(week.companies).toBe(companies({ from: week.from, to: week.to }));
    expect(await found(insights, { from: week.from, to: week.to })).toBe(week.companies);
  }
  for (const { value } of insights.weeks.stages)
    if (value !== null)
      expect(await found(insights, { stages: [value] })).toBe(
        companies({ market: { ...(reference ?? all), stages: [value] } }),
      );
  for (const { department, companies: hiring } of insights.hiring.departments)
    expect(await found(insights, {}, { departments: [department] })).toBe(hiring);
  for (const { name, companies: shown, otherCompanies } of insights.investors.investors)
    expect(await found(insights, { investors: [name] })).toBe(shown.length + otherCompanies);
}

type Counted = readonly {
  readonly value: string;
  readonly rounds: number;
  readonly companies: number;
}[];
const sumOf = (rows: Counted): number => rows.reduce((sum, { rounds }) => sum + rounds, 0);

function expectShares(
  shares: Insights['countries'],
  now: Counted,
  before: Counted,
  [known, knownBefore] = [sumOf(now), sumOf(before)],
): void {
  const isCompared = known >= 20 && knownBefore >= 20;
  expect(shares.known).toBe(known);
  expect(shares.knownBefore).toBe(isCompared ? knownBefore : null);
  const figuresOf = ({ value, rounds, companies }: (typeof shares.values)[number]) => ({
    value,
    rounds,
    companies,
  });
  expect(shares.values.map(figuresOf)).toEqual(now.slice(0, 7));
  for (const { value, rounds, share, changePoints } of shares.values) {
    expect(share).toBeCloseTo(rounds / known, 10);
    const earlier = before.find((each) => each.value === value)?.rounds ?? 0;
    if (!isCompared) expect(changePoints).toBeNull();
    else
      expect(
        Math.abs((changePoints ?? NaN) - (rounds / known - earlier / knownBefore) * 100),
      ).toBeLessThanOrEqual(0.500001);
  }
  expect(shares.others?.values ?? 0).toBe(Math.max(0, now.length - 7));
  expect((shares.others?.each ?? []).map(figuresOf)).toEqual(now.slice(7));
}

function expectIndustries(
  { industries, countries }: Insights,
  cache: WriteDb,
  now: sql.SqlQuestion,
  before: sql.SqlQuestion,
): void {
  const [current, earlier] = [sql.industries(cache, now), sql.industries(cache, before)];
  expectShares(industries, current.values, earlier.values, [current.known, earlier.known]);
  const listed = industries.values.map(({ value }) => value ?? '');
  if (industries.others !== null)
    expect(industries.others.rounds).toBe(sql.otherIndustries(cache, now, listed));
  if (countries.others !== null)
    expect(countries.others.rounds).toBe(
      countries.known - countries.values.reduce((sum, { rounds }) => sum + rounds, 0),
    );
}

describe('the figures of Insights', () => {
  it('equal a direct SQL computation for any library, period, market, list and time zone', async () => {
    const cache = memoryCache();
    await fc.assert(
      fc.asyncProperty(madeCompanies, choices, async (companies, choice) => {
        process.env['TZ'] = choice.zone;
        const made = world(companies, emptied(cache));
        if (choice.market !== null) made.setMarket(choice.market);
        const { period, isListed, market } = choice;
        const listId = isListed ? made.listId : null;
        const insights = await made.read({ period, market: market !== null, listId });
        insightsSchema.parse({ ...insights, count: null });
        expectEqualToSql(made, insights, choice);
        await expectEqualToLibrary(made, insights, choice);
        await made.close();
      }),
      { numRuns: 60 },
    );
  });

  it('are the same from rounds in memory and after the library changed', async () => {
    const cache = memoryCache();
    await fc.assert(
      fc.asyncProperty(madeCompanies, madeCompanies, async (companies, others) => {
        const made = world(companies, emptied(cache));
        const choice = {
          period: { kind: 'weeks' as const, weeks: 4 as const },
          market: null,
          isListed: false,
        };
        await made.read({ period: choice.period });
        await made.reader.prepare(NOW);
        const longer = { ...choice, period: { kind: 'weeks' as const, weeks: 13 as const } };
        expectEqualToSql(made, await made.read({ period: longer.period }), longer);
        run(cache, 'DELETE FROM company');
        insertCompanies(cache, others, NOW);
        expectEqualToSql(made, await made.read({ period: choice.period }), choice);
        await made.close();
      }),
      { numRuns: 15 },
    );
  });
});

/** Returns companies with one round each. By default, the round is in EUR and was announced yesterday. */
const rounds = (count: number, change: Partial<MadeCompany['rounds'][number]> = {}): MadeCompany[] =>
  Array.from({ length: count }, () => ({
    country: 'DE',
    industries: ['Energy'],
    rounds: [
      {
        stage: 'Seed',
        amount: 1_000_000,
        currency: 'EUR',
        daysAgo: 1,
        isGone: false,
        investors: [],
        ...change,
      },
    ],
    roles: null,
    isListed: true,
  }));

describe('the rounds of Insights', () => {
  const period = { kind: 'weeks', weeks: 4 } as const;

  it('are sorted by day, regardless of the order in which they were stored', async () => {
    const investors = [{ name: 'Quayside', role: 'lead' }];
    const { read } = world([3, 9, 1, 5, 2].flatMap((daysAgo) => rounds(1, { daysAgo, investors })));
    const { investors: shown, weeks } = await read({ period });
    expect(shown.investors).toMatchObject([{ companies: ['Company 2', 'Company 4'], otherCompanies: 3 }]);
    expect(weeks.weeks.map((week) => week.rounds)).toEqual([0, 0, 3, 2]);
  });

  it('are all read after a read failed', async () => {
    const cache = memoryCache();
    const { files, close } = world(rounds(600), cache);
    await close();
    const search = searchOf(files);
    search.warm();
    await search.settled();
    let reads = 0;
    const failing = Object.assign(Object.create(cache) as WriteDb, {
      all: (sql: string, params: SqlParams) => {
        if (sql.includes('round_investor') && ++reads === 2) throw new Error('busy');
        return all(cache, sql, params);
      },
    });
    const reader = createInsightReader({ ...files, cache: failing }, search);
    const question = insightQuestionSchema.parse({ period });
    await expect(reader.read(question, NOW)).rejects.toThrow('busy');
    expect((await reader.read(question, NOW)).period.rounds).toBe(600);
    search.dispose();
    await search.settled();
  });
});

describe('the amounts of Insights', () => {
  it('show one currency and never add two, and count undisclosed amounts apart', async () => {
    const { read } = world([
      ...rounds(5),
      ...rounds(4, { amount: 900_000_000, currency: 'JPY' }),
      ...rounds(3, { amount: null }),
      ...rounds(2, { currency: null }),
    ]);
    const week = { kind: 'weeks', weeks: 4 } as const;
    const { amounts } = await read({ period: week });
    expect(amounts).toMatchObject({ currency: 'EUR', rounds: 5, undisclosed: 3, withoutCurrency: 2 });
    expect(amounts.stages).toEqual([
      {
        value: 'seed',
        label: 'Seed',
        rounds: 5,
        quartiles: { lower: 1e6, median: 1e6, upper: 1e6 },
        dots: [1e6, 1e6, 1e6, 1e6, 1e6],
      },
    ]);
    expect((await read({ period: week, currency: 'JPY' })).amounts.stages[0]?.dots).toEqual([
      9e8, 9e8, 9e8, 9e8,
    ]);
    // No round has the chosen currency, so another currency is shown instead of an empty chart.
    expect((await read({ period: week, currency: 'CHF' })).amounts.currency).toBe('EUR');
  });

  it('choose dots evenly, with the smallest and the largest, if a stage has too many', async () => {
    const { read } = world(
      Array.from({ length: INSIGHT_DOTS_MAX * 3 }, (_, at) => rounds(1, { amount: at + 1 })).flat(),
    );
    const { amounts } = await read({ period: { kind: 'weeks', weeks: 4 } });
    const [seed] = amounts.stages;
    expect(seed?.rounds).toBe(INSIGHT_DOTS_MAX * 3);
    expect(seed?.dots).toHaveLength(INSIGHT_DOTS_MAX);
    expect([seed?.dots.at(0), seed?.dots.at(-1)]).toEqual([1, INSIGHT_DOTS_MAX * 3]);
  });
});

describe('shares in Insights', () => {
  const period = { kind: 'weeks', weeks: 4 } as const;

  it('change in points of the share, however many rounds of each period are stored', async () => {
    // Germany has 30 of 60 rounds in the earlier period and 20 of 80 in this one. The change is the
    // difference of the two shares; the numbers of rounds do not matter.
    const { read } = world([
      ...rounds(30, { daysAgo: 35 }),
      ...rounds(30, { daysAgo: 35 }).map((company) => ({ ...company, country: 'SE' })),
      ...rounds(20),
      ...rounds(60).map((company) => ({ ...company, country: 'SE' })),
    ]);
    const { countries } = await read({ period });
    expect(countries).toMatchObject({ known: 80, knownBefore: 60, others: null });
    expect(countries.values).toEqual([
      { value: 'se', label: 'SE', rounds: 60, companies: 60, share: 0.75, changePoints: 25 },
      { value: 'de', label: 'DE', rounds: 20, companies: 20, share: 0.25, changePoints: -25 },
    ]);
  });

  it('are not compared if one of the periods has too few rounds', async () => {
    const { read } = world([...rounds(40), ...rounds(19, { daysAgo: 35 })]);
    const { countries, industries } = await read({ period });
    expect(countries).toMatchObject({ knownBefore: null, values: [{ share: 1, changePoints: null }] });
    expect(industries).toMatchObject({ knownBefore: null, values: [{ share: 1, changePoints: null }] });
  });
});

describe('the coverage in Insights', () => {
  const period = { kind: 'weeks', weeks: 4 } as const;
  const store = (cache: WriteDb, question: ListQuery | undefined, total: number): void => {
    if (question === undefined) throw new Error('no question');
    putQueryTotal(cache, { queryKey: queryKeyOf(question), total, atMs: NOW - DAY_MS });
  };

  it('is stated only for the dates and filters that the service counted', async () => {
    const { files, listId, read, setMarket } = world(rounds(12));
    setMarket(MARKET);
    const asked = await read({ period, market: true });
    expect(asked.period).toMatchObject({ rounds: 12, coverage: null });
    store(files.cache, asked.count ?? undefined, 40);
    expect((await read({ period, market: true })).period.coverage).toEqual({
      total: 40,
      countedAtMs: NOW - DAY_MS,
    });
    // The count was made for this filter and these dates, so it does not apply to others. It never applies to
    // a list, because the service cannot count the companies on a list.
    expect((await read({ period })).period.coverage).toBeNull();
    expect((await read({ period: { kind: 'weeks', weeks: 13 }, market: true })).period.coverage).toBeNull();
    const ofList = await read({ period, market: true, listId });
    expect(ofList).toMatchObject({ period: { rounds: 12, coverage: null }, count: null });
    // A day less.
    const between = { kind: 'between', from: '2026-05-05', to: '2026-05-27' } as const;
    expect((await read({ period: between, market: true })).period.coverage).toBeNull();
  });

  it('is not stated if the library holds more rounds than were counted', async () => {
    const { files, read } = world(rounds(12));
    store(files.cache, (await read({ period })).count ?? undefined, 11);
    expect((await read({ period })).period.coverage).toBeNull();
  });

  it('counts the same query as the search for the market with these dates', async () => {
    const { read, setMarket } = world(rounds(1));
    setMarket(MARKET);
    expect((await read({ period, market: true })).count).toMatchObject({
      list: 'fundings',
      query: {
        fundingDateStart: '2026-05-04',
        fundingDateEnd: '2026-05-27',
        limit: 1,
        countries: MARKET.countries,
        stages: MARKET.stages,
        industries: MARKET.industries,
      },
    });
  });
});

describe('further values of the shares of Insights', () => {
  it('are listed up to the 50 most frequent, and the rest is counted together', async () => {
    const made = Array.from({ length: 60 }, (_, at) => ({ industries: [`Industry ${at}`] }));
    const { read } = world(made.flatMap((change) => rounds(1).map((company) => ({ ...company, ...change }))));
    const { industries } = await read({ period: { kind: 'weeks', weeks: 4 } });
    insightsSchema.shape.industries.parse(industries);
    expect(industries.others).toMatchObject({ values: 53, rounds: 53, rest: { values: 3, rounds: 3 } });
    expect(industries.others?.each).toHaveLength(50);
  });
});

describe('the marks that count rounds', () => {
  it('also count the companies that they open, each once', async () => {
    const twice = rounds(1).map((company) => ({
      ...company,
      rounds: company.rounds.flatMap((round) => [{ ...round, daysAgo: 2 }, round]),
    }));
    const { weeks, countries, industries } = await world([...rounds(2), ...twice]).read({
      period: { kind: 'weeks', weeks: 4 },
    });
    const counts = { rounds: 4, companies: 3 };
    expect(weeks.weeks.at(-1)).toMatchObject(counts);
    expect(weeks.stages).toMatchObject([{ weeks: [0, 0, 0, 4], companies: [0, 0, 0, 3] }]);
    expect(countries.values).toMatchObject([counts]);
    expect(industries.values).toMatchObject([counts]);
  });
});

describe('the marks of the calendar and of amounts', () => {
  it('open the companies of a day, and those with exactly this amount', async () => {
    const { read, found } = world([
      ...rounds(3, { daysAgo: 4 }),
      ...rounds(2, { amount: 7_000_000 }),
      // This company also has a newer round. Its contact window therefore closes later than the other
      // companies' contact windows.
      ...rounds(1, { daysAgo: 4 }).map((company) => ({
        ...company,
        rounds: company.rounds.flatMap((round) => [{ ...round, daysAgo: 2 }, round]),
      })),
    ]);
    const insights = await read({ period: { kind: 'weeks', weeks: 4 } });
    const day = insights.windows.opened.find(({ date }) => date === '2026-05-23');
    expect(day).toMatchObject({ companies: 3 });
    const { announcedFrom: from = '', announcedTo: to = '' } = day ?? {};
    expect(await found(insights, { from, to, newest: true }, { windows: ['open'] })).toBe(3);
    expect(await found(insights, { currency: 'EUR', minAmount: 7e6, maxAmount: 7e6 })).toBe(2);
  });
});
