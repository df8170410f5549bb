import { describe, expect, test } from 'vitest';
import { createTypedSearch } from '../../../../renderer/features/search/typed-search.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests which filters a typed line names. */

const LISTED = {
  stages: ['Pre-Seed', 'Seed', 'Series A', 'Series B'],
  industries: ['Data & Analytics', 'Financial Services', 'Health Care', 'Software'],
} as const;
type Input = Parameters<Api['search']['suggest']>[0];

/** Returns the parser, for a service that lists the values in `lists`, and the phrases that it looked up. */
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
  return { filtersIn: createTypedSearch(api), asked };
}
const NONE = { countries: [], stages: [], industries: [], days: null };

describe('a typed line', () => {
  test.each([
    [
      'Series A fintech in Germany, last 7 days',
      { countries: ['DE'], stages: ['Series A'], industries: ['Financial Services'], days: 7 },
    ],
    ['seed health care', { ...NONE, stages: ['Seed'], industries: ['Health Care'] }],
    ['Software companies from the UK and FR', { ...NONE, countries: ['GB', 'FR'], industries: ['Software'] }],
    ['united arab emirates, last month', { ...NONE, countries: ['AE'], days: 30 }],
    ['pre-seed or seed in the past 2 weeks', { ...NONE, stages: ['Pre-Seed', 'Seed'], days: 14 }],
    ['data & analytics, series b', { ...NONE, stages: ['Series B'], industries: ['Data & Analytics'] }],
    ['Germany germany Seed', { ...NONE, countries: ['DE'], stages: ['Seed'] }],
  ])('names the filters: %s', async (text, filters) => {
    expect(await parser().filtersIn(text)).toEqual(filters);
  });

  test.each([
    'Germany',
    'last 7 days',
    'Series A Ninepin',
    'fintech in Berlin',
    'Seed in Germany, last 900 days',
    'in the with of',
    '',
    '<img src=x> Germany Seed',
  ])('with one filter or an unknown word offers no search: %s', async (text) => {
    expect(await parser().filtersIn(text)).toBeNull();
  });

  test('keeps the typed industry until the service lists some', async () => {
    const { filtersIn } = parser({ stages: LISTED.stages });
    expect(await filtersIn('seed fintech')).toEqual({ ...NONE, stages: ['Seed'], industries: ['fintech'] });
    expect(await filtersIn('seed whatever')).toBeNull();
  });

  test('looks up each phrase once while the user types on', async () => {
    const { filtersIn, asked } = parser();
    await filtersIn('seed software');
    const before = asked.length;
    await filtersIn('seed software');
    expect([asked.length, new Set(asked).size]).toEqual([before, before]);
  });
});
