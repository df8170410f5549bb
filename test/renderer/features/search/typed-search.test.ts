import { describe, expect, test } from 'vitest';
import { createTypedSearch } from '../../../../renderer/features/search/typed-search.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests which filters are found in a typed line, and which words are not understood. */

const LISTED = {
  stages: ['Pre-Seed', 'Seed', 'Series A', 'Series B', 'Series C+', 'Debt'],
  industries: [
    'Artificial Intelligence',
    'Data & Analytics',
    'Financial Services',
    'Health Care',
    'Software',
  ],
} as const;
type Input = Parameters<Api['search']['suggest']>[0];

/**
 * Returns a parser for a service that lists the values in `lists`. Each phrase that the parser looks up is
 * added to `asked`.
 */
function parser(lists: Readonly<Record<string, readonly string[]>> = LISTED) {
  const { port } = createFixture(STATES.account);
  const asked: string[] = [];
  const api: Api = createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: (channel, input) => {
      if (channel !== 'search.suggest') return port.request(channel, input);
      const { field, text } = input as Input;
      asked.push(`${field} ${text}`);
      const all = lists[field] ?? [];
      const values = all
        .filter((value) => value.toLowerCase().includes(text.toLowerCase()))
        .map((value) => ({ value, label: value }));
      const value = { values, total: values.length, listed: all.length > 0, fetchedAtMs: 1 };
      return Promise.resolve({ ok: true, value });
    },
  });
  return { ...createTypedSearch(api), asked };
}
const NONE = {
  ...{ countries: [], stages: [], industries: [], days: null },
  ...{ minAmount: null, maxAmount: null, currency: null },
};
const SEED_A = ['Seed', 'Series A'];
const over = (minAmount: string, currency: string | null) => ({ minAmount, currency });

/** Sentences in which every word is understood. */
const SENTENCES: readonly (readonly [text: string, filters: object])[] = [
  [
    'companies funded in the last 30 days in Germany at seed or Series A',
    { countries: ['DE'], stages: SEED_A, days: 30 },
  ],
  [
    'seed and series a companies in Germany funded in the last month',
    { countries: ['DE'], stages: SEED_A, days: 30 },
  ],
  ['Series A over 5M EUR in Germany', { countries: ['DE'], stages: ['Series A'], ...over('5M', 'EUR') }],
  ['Germany seed series A 30 days', { countries: ['DE'], stages: SEED_A, days: 30 }],
  ['Germany', { countries: ['DE'] }],
  ['last 7 days', { days: 7 }],
  ['startups that raised at least $2m this week', { days: 7, ...over('2M', 'USD') }],
  ['10 million euros, Netherlands', { countries: ['NL'], ...over('10M', 'EUR') }],
  ['Seed, Series A, Series B', { stages: ['Seed', 'Series A', 'Series B'] }],
  ['Series A or B in France', { countries: ['FR'], stages: ['Series A', 'Series B'] }],
  ['series A/B, UK', { countries: ['GB'], stages: ['Series A', 'Series B'] }],
  ['Series D rounds', { stages: ['Series C+'] }],
  ['preseed and pre seed startups', { stages: ['Pre-Seed'] }],
  ['seed-stage companies in the U.S.', { countries: ['US'], stages: ['Seed'] }],
  ['UK-based health care companies', { countries: ['GB'], industries: ['Health Care'] }],
  ['German fintech', { countries: ['DE'], industries: ['Financial Services'] }],
  ['AI companies in Spain', { countries: ['ES'], industries: ['Artificial Intelligence'] }],
  ['who raised money in DACH last quarter?', { countries: ['DE', 'AT', 'CH'], days: 90 }],
  ['Show me all software firms, please', { industries: ['Software'] }],
  ['between 5 and 20 million euros', { minAmount: '5M', maxAmount: '20M', currency: 'EUR' }],
  ['5-20M USD seed', { stages: ['Seed'], minAmount: '5M', maxAmount: '20M', currency: 'USD' }],
  ['under £500k', { maxAmount: '500K', currency: 'GBP' }],
  ['up to 3 million, Sweden', { countries: ['SE'], maxAmount: '3M' }],
  ['€2.5m+ in Italy', { countries: ['IT'], ...over('2.5M', 'EUR') }],
  ['raised 1bn dollars or more', over('1B', 'USD')],
  ['over 2,500,000', over('2,500,000', null)],
  ['no more than 5M EUR', { maxAmount: '5M', currency: 'EUR' }],
  ['Seed in the past two weeks', { stages: ['Seed'], days: 14 }],
  ['funded over the last 3 months in France', { countries: ['FR'], days: 90 }],
  ['30-day Seed', { stages: ['Seed'], days: 30 }],
  ['seed and Series A in Germany and Austria', { countries: ['DE', 'AT'], stages: SEED_A }],
  ['Nordics, Software', { countries: ['DK', 'FI', 'IS', 'NO', 'SE'], industries: ['Software'] }],
  ['debt; data & analytics', { stages: ['Debt'], industries: ['Data & Analytics'] }],
];

/** Sentences with words that are not understood. */
const PARTLY: readonly (readonly [text: string, filters: object, unknown: readonly string[]])[] = [
  ['Seed in Berlin', { stages: ['Seed'] }, ['Berlin']],
  [
    'profitable Seed startups with more than 50 employees',
    { stages: ['Seed'] },
    ['profitable', 'more than 50 employees'],
  ],
  ['Seed in Germany, last 900 days', { countries: ['DE'], stages: ['Seed'] }, ['last 900 days']],
  [
    'Series A in Germany but not in Austria or France',
    { countries: ['DE'], stages: ['Series A'] },
    ['but not in Austria or France'],
  ],
  ['Seed without fintech', { stages: ['Seed'] }, ['without fintech']],
  ['Seed older than 30 days', { stages: ['Seed'] }, ['older than 30 days']],
  ['Seed over 1,5M EUR', { stages: ['Seed'] }, ['over 1,5M EUR']],
  ['5M EUR to 10M USD', {}, ['5M EUR', '10M USD']],
  ['Debt above 30', { stages: ['Debt'] }, ['above 30']],
  ['<img src=x> Germany', { countries: ['DE'] }, ['<img src=x>']],
  ['in the with of', {}, []],
  ['something else', {}, ['something else']],
  ['', {}, []],
];

describe('a described search', () => {
  test.each(SENTENCES)('names the filters: %s', async (text, filters) => {
    const { count, ...found } = await parser().describe(text);
    expect(found).toEqual({ ...NONE, ...filters, unknown: [] });
    expect(count).toBeGreaterThan(0);
  });

  test.each(PARTLY)('reports the words that it does not understand: %s', async (text, filters, unknown) => {
    const { count, ...found } = await parser().describe(text);
    expect(found).toEqual({ ...NONE, ...filters, unknown });
    expect(count > 0).toBe(Object.keys(filters).length > 0);
  });
});

describe('a line in the palette', () => {
  test.each([
    [
      'Series A fintech in Germany, last 7 days',
      { countries: ['DE'], stages: ['Series A'], industries: ['Financial Services'], days: 7 },
    ],
    ['seed health care', { stages: ['Seed'], industries: ['Health Care'] }],
    ['Software companies from the UK and FR', { countries: ['GB', 'FR'], industries: ['Software'] }],
    ['united arab emirates, last month', { countries: ['AE'], days: 30 }],
    ['pre-seed or seed in the past 2 weeks', { stages: ['Pre-Seed', 'Seed'], days: 14 }],
    ['data & analytics, series b', { stages: ['Series B'], industries: ['Data & Analytics'] }],
    ['Germany germany Seed', { countries: ['DE'], stages: ['Seed'] }],
    ['Germany seed series A 30 days', { countries: ['DE'], stages: SEED_A, days: 30 }],
    ['German Seed over 5M EUR', { countries: ['DE'], stages: ['Seed'], ...over('5M', 'EUR') }],
  ])('names the filters: %s', async (text, filters) => {
    expect(await parser().exactly(text)).toEqual({ ...NONE, ...filters });
  });

  test.each([
    'Germany',
    'last 7 days',
    'Series A Ninepin',
    'fintech in Berlin',
    'American Software',
    'Software Capital Germany',
    'Seed in Germany, last 900 days',
    'Seed, not Germany, last 7 days',
    'in the with of',
    '',
    '<img src=x> Germany Seed',
  ])('offers no search for one filter, an unknown word or a possible name: %s', async (text) => {
    expect(await parser().exactly(text)).toBeNull();
  });

  test('keeps the typed industry until the service lists some', async () => {
    const { exactly } = parser({ stages: LISTED.stages });
    expect(await exactly('seed fintech')).toEqual({ ...NONE, stages: ['Seed'], industries: ['fintech'] });
    expect(await exactly('seed whatever')).toBeNull();
  });

  test('fills in the countries of Europe that the service lists, or all if its list is unknown', async () => {
    const { describe: find } = parser({ ...LISTED, countries: ['US', 'DE', 'FR', 'CH'] });
    expect((await find('Seed in Europe')).countries).toEqual(['DE', 'FR', 'CH']);
    expect((await find('Seed in the EU')).countries).toEqual(['DE', 'FR']);
    const all = (await parser().describe('European Seed')).countries;
    expect(all).toEqual(expect.arrayContaining(['DE', 'FR', 'GB', 'CH', 'UA']));
    expect([all.length, new Set(all).size]).toEqual([49, 49]);
  });

  test('looks up each phrase once while the user types on', async () => {
    const { exactly, asked } = parser();
    await exactly('seed software');
    const before = asked.length;
    await exactly('seed software');
    expect([asked.length, new Set(asked).size]).toEqual([before, before]);
  });
});
