import { describe, expect, test } from 'vitest';
import { canonicalAmount } from '../../../../electron/core/service-api/amount-text.ts';
import { amountValue } from '../../../../renderer/lib/parse-amount.ts';
import { columnsFor, templateFor } from '../../../../renderer/features/search/results/column-widths.ts';
import { headText } from '../../../../renderer/features/search/results/head-text.ts';
import { afterRefusal, laterHalf } from '../../../../renderer/features/search/results/halve-date-range.ts';
import { daysIn, monthOf } from '../../../../renderer/lib/date-ranges.ts';
import { rowsAdvice } from '../../../../renderer/features/search/filters/rows-advice.ts';
import { resultLines } from '../../../../renderer/features/search/results/result-lines.ts';
import { isSameQuestion, nextPage, fullPage } from '../../../../renderer/features/search/result-pages.ts';
import { mayNewOptionsHelp } from '../../../../shared/filter-refusal.ts';
import { callOf, changed } from '../../../../shared/list-query.ts';
import { nextSort, sortRows } from '../../../../renderer/features/search/search-sort.ts';
import { search as searchStrings } from '../../../../renderer/features/search/strings.ts';
import { searchTitle } from '../../../../renderer/features/search/search-title.ts';
import { unlistedIn } from '../../../../renderer/features/search/unlisted-values-text.ts';
import { upstreamErrorText } from '../../../../renderer/ui/text/error-text.ts';
import { upstreamErrors } from '../../../../renderer/ui/text/upstream-error-strings.ts';
import type { ResultRow } from '../../../../shared/model/company.ts';
import type { ListQuery } from '../../../../shared/model/query.ts';
import { RESULT_COLUMNS, RESULT_COLUMNS_DEFAULT } from '../../../../shared/model/settings/result-columns.ts';
import type { PageSize, ResultSet } from '../../../../shared/model/search.ts';
import { companiesQuery, fundingsQuery } from '../../../support/app/library-fixtures.ts';

const rounds = (change: Parameters<typeof fundingsQuery>[0] = {}): ListQuery => ({
  list: 'fundings',
  query: fundingsQuery(change),
});
const companies = (change: Parameters<typeof companiesQuery>[0] = {}): ListQuery => ({
  list: 'companies',
  query: companiesQuery(change),
});

test('the head of the results counts the companies of several rounds', () => {
  const rows = ['a', 'b', 'a', 'c'].map((companyId) => ({ companyId }));
  const set = { question: rounds(), total: 1_200, loaded: 4 };
  expect(headText(set, rows)).toBe('4 of 1,200 matches · 3 companies');
  expect(headText({ ...set, loaded: 2 }, rows.slice(0, 2))).toBe('2 of 1,200 matches');
  expect(headText({ ...set, question: companies() }, rows)).toBe('4 of 1,200 matches');
});

describe('a question', () => {
  test('is the same for any page size, and differs between the lists', () => {
    expect(isSameQuestion(rounds(), changed(rounds(), { limit: 7, offset: 14 }))).toBe(true);
    expect(isSameQuestion(rounds(), rounds({ stages: ['Seed'] }))).toBe(false);
    expect(isSameQuestion(rounds(), companies())).toBe(false);
  });
  test('keeps the names that its list has for amounts', () => {
    const next = changed(companies({ minFunding: '1M' }), { offset: 50 });
    expect(callOf(next)).toMatchObject({ endpoint: 'companies', query: { minFunding: '1M', offset: 50 } });
    expect(Object.keys(next.query)).not.toContain('minAmount');
    expect(callOf(rounds({ minAmount: '1M' }))).toMatchObject({
      endpoint: 'fundings',
      query: { minAmount: '1M' },
    });
  });
});

const set = (change: Partial<ResultSet>): ResultSet => ({
  setId: '1',
  question: companies({ limit: 25 }),
  total: 137,
  loaded: 25,
  state: 'partial',
  fetchedAtMs: 0,
  origin: 'service',
  ...change,
});
const firstRows = (count: number) => Array.from({ length: count }, (_, position) => ({ position }));

describe('the next page', () => {
  test('starts after the last position and asks only for rows that are left', () => {
    expect(nextPage(set({}), firstRows(25))).toEqual(companies({ limit: 25, offset: 25 }));
    expect(nextPage(set({}), firstRows(125))).toEqual(companies({ limit: 12, offset: 125 }));
    expect(nextPage(set({ total: 900 }), firstRows(490))).toEqual(companies({ limit: 10, offset: 490 }));
  });
  test('is null for a complete set, for results from the library, and after 500 rows', () => {
    expect(nextPage(set({ state: 'complete' }), firstRows(25))).toBeNull();
    expect(nextPage(set({ origin: 'library' }), firstRows(25))).toBeNull();
    expect(nextPage(set({ total: 900 }), firstRows(500))).toBeNull();
    expect(nextPage(null, [])).toBeNull();
  });
  test('has the largest size when the user loads all remaining rows', () => {
    const fullSize = (next: ListQuery | null, total: number) => fullPage(next, total)?.query.limit;
    expect(fullSize(nextPage(set({}), firstRows(25)), 137)).toBe(50);
    expect(fullSize(nextPage(set({}), firstRows(125)), 137)).toBe(12);
    expect(fullSize(nextPage(set({ total: 900 }), firstRows(475)), 500)).toBe(25);
    expect(fullPage(null, 137)).toBeNull();
  });
});

describe('columns', () => {
  test('are all shown in their order if there is room', () => {
    expect(columnsFor(['known', 'stage', 'amount'], 2_000)).toEqual(['stage', 'amount', 'known']);
    expect(columnsFor(RESULT_COLUMNS, 2_000)).toEqual(RESULT_COLUMNS);
  });
  test('disappear one by one as the list gets narrower, except for the amount', () => {
    const widths = Array.from({ length: 120 }, (_, step) => 1_200 - step * 10);
    const counts = widths.map((width) => columnsFor(RESULT_COLUMNS_DEFAULT, width));
    for (const [at, columns] of counts.entries()) {
      expect(columns).toContain('amount');
      expect(columns.length).toBeLessThanOrEqual(counts[at - 1]?.length ?? columns.length);
    }
    expect(counts[0]).toEqual(RESULT_COLUMNS_DEFAULT);
    expect(counts.at(-1)).toEqual(['amount']);
    // The width of the list beside the filters and an open company. Only the columns for the amount and the
    // contact window fit.
    expect(columnsFor(RESULT_COLUMNS_DEFAULT, 456)).toEqual(['amount', 'window']);
    expect(columnsFor(RESULT_COLUMNS_DEFAULT, 528)).toEqual(['amount', 'window', 'fit']);
  });
  test('fill a wide list, unless the user has chosen other columns', () => {
    expect(columnsFor(RESULT_COLUMNS_DEFAULT, 1_416)).toEqual(
      RESULT_COLUMNS.filter((column) => column !== 'why-now'),
    );
    expect(columnsFor(['stage', 'amount'], 1_416)).toEqual(['stage', 'amount']);
  });
  test('follow the monogram and the name in the grid template', () => {
    expect(templateFor(['stage', 'amount'])).toBe(
      'var(--monogram) minmax(0, 1fr) var(--col-stage) var(--col-amount)',
    );
  });
});

describe('date ranges', () => {
  const now = Date.UTC(2028, 2, 14, 23, 30);
  test('end today for this month, and at its end for the month before, including leap years', () => {
    expect(monthOf(now)).toEqual({ start: '2028-03-01', end: '2028-03-14' });
    expect(monthOf(now, 1)).toEqual({ start: '2028-02-01', end: '2028-02-29' });
    expect(monthOf(Date.UTC(2028, 0, 3), 1)).toEqual({ start: '2027-12-01', end: '2027-12-31' });
  });
  test('have a later half with half of the days, unless they are one day', () => {
    for (let days = 2; days < 70; days += 1) {
      const range = {
        start: '2028-01-01',
        end: new Date(Date.UTC(2028, 0, days)).toISOString().slice(0, 10),
      };
      const half = laterHalf(range);
      expect([half?.end, half === null ? 0 : daysIn(half)]).toEqual([range.end, Math.ceil(days / 2)]);
    }
    expect(laterHalf({ start: '2028-01-01', end: '2028-01-01' })).toBeNull();
  });
});

describe('a search that the service refuses', () => {
  const refused = { kind: 'upstream', status: 400, code: null, retryable: false } as const;
  const dates = { start: '2028-01-01', end: '2028-01-30' };
  test('offers half of its dates once, then leaves the choice to the user', () => {
    const { half, isHalf } = afterRefusal(refused, dates, null);
    expect([half, isHalf]).toEqual([{ start: '2028-01-16', end: '2028-01-30' }, false]);
    if (half === null) throw new Error('no half');
    expect(afterRefusal(refused, half, half)).toEqual({ half: null, isHalf: true });
    // The service refused the whole range `dates` again, but not the offered `half`, so the same half is
    // offered again.
    expect(afterRefusal(refused, dates, half).half).toEqual(half);
  });
  test('may have values that newer filter options no longer contain', () => {
    const HOUR = 3_600_000;
    const now = Date.UTC(2028, 0, 30);
    const tagged = { list: 'fundings', query: fundingsQuery({ tags: ['b2b'] }) } as const;
    expect(mayNewOptionsHelp(refused, tagged, now - 2 * HOUR, now)).toBe(true);
    expect(mayNewOptionsHelp({ ...refused, status: 422 }, tagged, now - 2 * HOUR, now)).toBe(true);
    const inEuro = { list: 'fundings', query: fundingsQuery({ currency: 'EUR' }) } as const;
    expect(mayNewOptionsHelp(refused, inEuro, now - 2 * HOUR, now)).toBe(true);
    // New options do not help if the current options are recent or were never fetched, if no filter uses the
    // options, or if the error has another cause.
    expect(mayNewOptionsHelp(refused, tagged, now - HOUR + 1, now)).toBe(false);
    expect(mayNewOptionsHelp(refused, tagged, null, now)).toBe(false);
    const plain = { list: 'fundings', query: fundingsQuery({ search: 'b2b' }) } as const;
    expect(mayNewOptionsHelp(refused, plain, now - 2 * HOUR, now)).toBe(false);
    expect(mayNewOptionsHelp(refused, null, now - 2 * HOUR, now)).toBe(false);
    expect(mayNewOptionsHelp({ ...refused, status: 500 }, tagged, now - 2 * HOUR, now)).toBe(false);
    expect(mayNewOptionsHelp(null, tagged, now - 2 * HOUR, now)).toBe(false);
  });
  test('offers nothing after another error', () => {
    const nothing = { half: null, isHalf: false };
    expect(afterRefusal(null, dates, null)).toEqual(nothing);
    expect(afterRefusal({ ...refused, status: 500 }, dates, dates)).toEqual(nothing);
  });
});

const row = (change: Partial<ResultRow>): ResultRow => ({
  companyId: 'c',
  name: 'N',
  countryCode: null,
  countryName: null,
  industry: null,
  stage: null,
  amount: null,
  announcedOn: null,
  window: { state: 'unknown', closesAtMs: null },
  roundId: null,
  stamp: { source: 'fundings', fetchedAtMs: 0 },
  position: 0,
  known: false,
  ...change,
});

describe('local order', () => {
  test('by fit: best first, rows without a fit last in both directions', () => {
    const rows = [row({ position: 0 }), row({ position: 1, fit: 20 }), row({ position: 2, fit: 91 })];
    const order = (descending: boolean) =>
      sortRows(rows, { by: 'fit', descending }).map(({ position }) => position);
    expect([order(true), order(false)]).toEqual([
      [2, 1, 0],
      [1, 2, 0],
    ]);
    expect(nextSort(null, 'fit')).toEqual({ by: 'fit', descending: true });
  });
  test('by contact window: soonest to close first, closed ones last', () => {
    const rows = [
      row({ position: 0, window: { state: 'closed', closesAtMs: 1 } }),
      row({ position: 1, window: { state: 'open', closesAtMs: 30 } }),
      row({ position: 2, window: { state: 'open', closesAtMs: 20 } }),
    ];
    expect(sortRows(rows, nextSort(null, 'window')).map(({ position }) => position)).toEqual([2, 1, 0]);
  });
  test('by amount has a heading for each currency, for unknown currencies and for missing amounts', () => {
    const amount = (value: number | null, currency: string | null) =>
      ({ text: String(value), value, precision: value === null ? 'none' : 'exact', currency }) as const;
    const rows = [
      row({ position: 0, amount: amount(5, 'EUR') }),
      row({ position: 1, amount: amount(9, 'USD') }),
      row({ position: 2, amount: null }),
      row({ position: 3, amount: amount(7, 'EUR') }),
      row({ position: 4, amount: amount(3, null) }),
      row({ position: 5, amount: amount(null, null) }),
    ];
    const sort = nextSort(null, 'amount');
    const sorted = sortRows(rows, sort);
    const lines = resultLines(sorted, sort);
    const shown = Array.from({ length: lines.total }, (_, line) => {
      const heading = lines.headingAt(line);
      if (heading === null) return sorted[lines.rowAt(line)]?.position;
      return `${heading.currency ?? heading.kind} ${heading.count}`;
    });
    expect(shown).toEqual(['EUR 2', 3, 0, 'USD 1', 1, 'unknown 1', 4, 'rest 2', 2, 5]);
    expect(resultLines(sorted, { by: 'fit', descending: true }).total).toBe(6);
    expect(resultLines(sorted, null).total).toBe(6);
  });
});

test('the title of a search lists its filters, and names the list if it is companies', () => {
  const query = { fundingDateStart: '2026-06-04', fundingDateEnd: '2026-06-10', countries: ['DE'] };
  expect(searchTitle(companies(query), Date.UTC(2026, 5, 10))).toBe('Companies, Germany, 7 days');
  expect(searchTitle(rounds(query), Date.UTC(2026, 5, 10))).toBe('Germany, 7 days');
  const filtered = {
    ...query,
    stages: ['Seed', 'Series A'],
    technologies: ['a\u202e', 'b', 'c'],
    currency: 'EUR',
    validatedContacts: true,
    hasOpenRoles: true,
    search: 'grid',
  };
  expect(searchTitle(rounds({ ...filtered, minAmount: '1M', maxAmount: '5M' }), Date.UTC(2026, 5, 10))).toBe(
    'Germany, Seed and Series A, a and 2 more, from 1M to 5M, EUR, validated contacts, hiring, “grid”, 7 days',
  );
  expect(searchTitle(companies({ ...query, minFunding: '1M' }), Date.UTC(2026, 5, 10))).toBe(
    'Companies, Germany, from 1M, 7 days',
  );
  expect(searchTitle(companies({ ...query, maxFunding: '5M' }), Date.UTC(2026, 5, 10))).toBe(
    'Companies, Germany, up to 5M, 7 days',
  );
});

test('names up to three values that are no longer listed, as safe text', () => {
  const unlisted = ['A', 'B\u202e', 'C', 'D', 'E'].map((value) => ({ field: 'tags' as const, value }));
  const flagged = unlistedIn(unlisted, 'tags');
  expect(flagged?.values).toEqual(['A', 'B\u202e', 'C', 'D', 'E']);
  expect(flagged?.about).toMatch(/doesn’t list “A”, “B.?”, “C”, and 2 more\. It may/);
  expect(flagged?.about).not.toContain('\u202e');
  expect(unlistedIn(unlisted, 'countries')).toBeNull();
  expect(unlistedIn([{ field: 'countries', value: 'NL' }], 'countries')?.about).toMatch(
    /doesn’t list “NL”\. It may/,
  );
});

describe('an error of the service', () => {
  test('has its own title for each known status, and a general title for the others', () => {
    const textOf = (status: number, retryable = false) =>
      upstreamErrorText({ kind: 'upstream', status, code: null, retryable });
    for (const status of Object.keys(upstreamErrors.byStatus).map(Number))
      expect(textOf(status).title).toMatch(new RegExp(`^.{10,} \\(${status}\\)$`));
    expect(textOf(499).title).toBe('The service refused the request (499)');
    expect(textOf(503).title).toBe('The service is having problems (503)');
    expect(textOf(408, true).title).toBe('The service didn’t receive the request in time (408)');
    expect(
      upstreamErrorText({ kind: 'upstream', status: 400, code: 'BAD_DATE', retryable: false }).title,
    ).toBe('The service didn’t accept the request (400, BAD_DATE)');
  });
});

describe('an amount', () => {
  test.each([
    ['2500000', 2_500_000],
    ['2.5M', 2_500_000],
    ['2.5m', 2_500_000],
    ['$2.5M', 2_500_000],
    ['€ 750K', 750_000],
    ['£1.2B', 1_200_000_000],
    ['1,500,000', 1_500_000],
    ['₹1,50,000', 150_000],
    ['0.5', 0.5],
  ])('%s is parsed to the value that the core sends (spec §2.13)', (typed, value) => {
    expect(amountValue(typed)).toBe(value);
    expect(canonicalAmount(typed)?.value).toBe(value);
  });
  test.each(['', 'x', '-1', '1.5.2', '2.5T', 'M', '1e6'])('%j is not an amount', (typed) => {
    expect(amountValue(typed)).toBeNull();
  });
});

describe('another number of results per request', () => {
  const advice = (typed: string, why: PageSize['why'], rows: number, total: number | null, least = 15) =>
    rowsAdvice(typed, { rows, why, least }, total);

  test('is suggested with the requests that it saves', () => {
    expect(advice('25', 'fewest-pages', 50, 137)).toEqual({
      why: 'With 50 results per request, 137 matches load in 3 requests instead of 6.',
      change: 50,
    });
    expect(advice('25', 'fewest-pages', 50, 1_240).why).toContain('500 matches load in 10 requests instead');
    expect(advice('10', 'one-page', 12, 12)).toEqual({
      why: 'With 12 results per request, 12 matches load in 1 request instead of 2.',
      change: 12,
    });
  });
  test('is suggested without a count only if page turns would run out', () => {
    expect(advice('10', 'unknown', 25, null)).toEqual({
      why: searchStrings.rowsFew(15),
      change: 25,
    });
    expect(advice('20', 'turns', 30, null, 30).change).toBe(30);
    expect(advice('20', 'unknown', 25, null)).toEqual({ why: searchStrings.rowsWhy.unknown, change: null });
    expect(advice('40', 'turns', 30, null, 30).change).toBeNull();
  });
  test('is not suggested if one request is enough anyway, or if the field is invalid', () => {
    for (const total of [1, 12]) {
      expect(advice('25', 'one-page', total, total)).toEqual({
        why: 'Enough for all matches in one request.',
        change: null,
      });
    }
    // An older count leaves room for new matches, so one request might not be enough for them.
    expect(advice('15', 'one-page', 22, 12)).toEqual({ why: searchStrings.rowsWhy.unknown, change: null });
    for (const typed of ['', '0', '51', 'ten'])
      expect(advice(typed, 'fewest-pages', 50, 137)).toEqual({ why: null, change: null });
  });
});
