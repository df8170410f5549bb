import { expect, it } from 'vitest';
import { run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { putPreference } from '../../../electron/core/database/queries/yours/preferences.ts';
import { comparedFactsOf, factsOf, fitsOf } from '../../../electron/core/market/fit-scores.ts';
import { canonicalAmount } from '../../../electron/core/service-api/amount-text.ts';
import { DEFAULT_WEIGHTS, fitOf, foldMarket } from '../../../shared/fit.ts';
import type { FitFacts } from '../../../shared/model/fit.ts';
import { marketSchema, type Market } from '../../../shared/model/market.ts';
import { memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';

const IDS = ['a', 'b', 'c', 'd'];
const NONE: Market = marketSchema.parse({
  countries: [],
  stages: [],
  industries: [],
  technologies: [],
  hiring: false,
});
const MARKETS: Readonly<Record<string, Market>> = {
  stage: { ...NONE, stages: ['Seed'] },
  country: { ...NONE, countries: ['DE'] },
  industry: { ...NONE, industries: ['AI'] },
  technology: { ...NONE, technologies: ['Kafka'] },
  'stage and hiring': { ...NONE, stages: ['Seed'], hiring: true },
  'amounts in US dollars': { ...NONE, minAmount: '5M', currency: 'USD' },
  'amounts in euros': { ...NONE, maxAmount: '5M', currency: 'EUR' },
  'amounts in any currency': { ...NONE, minAmount: '2M', maxAmount: '6M' },
  everything: {
    ...NONE,
    stages: ['Seed'],
    countries: ['DE'],
    industries: ['AI'],
    technologies: ['Kafka'],
    minAmount: '5M',
    currency: 'USD',
    hiring: true,
  },
};

/** Stores companies that differ from each other in every fact that a market's criteria can use. */
function fillLibrary(cache: WriteDb): void {
  const insert = (table: string, values: Readonly<Record<string, string | number | null>>): void => {
    const columns = Object.keys(values);
    run(
      cache,
      `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((each) => `:${each}`).join()})`,
      values,
    );
  };
  insert('technology', { technology_key: 1, name: 'Kafka', categories: '[]' });
  IDS.forEach((id, at) => {
    const isEuro = at % 2 === 0;
    const round = {
      stage: at < 2 ? 'Seed' : 'Series A',
      amount_text: '4M',
      amount_value: 4_000_000,
      amount_precision: 'exact',
      amount_currency: isEuro ? 'EUR' : 'USD',
      fetched_at_ms: 1,
      source: 'fundings',
      field_claims: '{}',
    };
    insert('company', {
      company_id: id,
      name: id,
      name_folded: id,
      country_code: at === 0 ? 'DE' : 'FR',
      latest_round_id: 'r1',
      first_seen_at_ms: 1,
      ...round,
    });
    insert('round', {
      company_id: id,
      round_id: 'r1',
      derived_id: 0,
      detail_level: 'full',
      stage_folded: '',
      amount_usd: isEuro ? 5_500_000 : null,
      ...round,
    });
    if (at !== 3)
      insert('company_industry', { company_id: id, position: 0, name: at === 0 ? 'AI' : 'Retail' });
    if (at < 2) insert('company_technology', { company_id: id, position: 0, technology_key: 1 });
    if (at > 0)
      insert('company_panel', {
        company_id: id,
        panel: 'open-roles',
        told: at === 1 ? 2 : 0,
        fetched_at_ms: 1,
      });
  });
}

const fitsWith = (facts: readonly FitFacts[], market: Market) => {
  const wanted = foldMarket(market, (text) => canonicalAmount(text)?.value ?? null);
  return facts.map((each) => fitOf(each, wanted, DEFAULT_WEIGHTS));
};

it.each(Object.entries(MARKETS))(
  'the facts that a market with %s compares give its fits',
  (_name, market) => {
    const [cache, yours] = [memoryCache(), memoryYours()];
    fillLibrary(cache);
    const all = fitsWith(factsOf(cache, IDS, market), market);
    putPreference(yours, { name: 'market', value: JSON.stringify(market), setAtMs: 1 });
    expect([...fitsOf({ cache, yours }, IDS).values()]).toEqual(all);
    const verdicts = (fits: typeof all) => fits.map(({ parts }) => parts.map(({ verdict }) => verdict));
    expect(verdicts(fitsWith(comparedFactsOf(cache, IDS, market), market))).toEqual(verdicts(all));
    // Each market must match at least one company in some respect. Otherwise, the test would not notice a
    // missing fact.
    expect(new Set(verdicts(all).flat())).toContain('match');
  },
);
