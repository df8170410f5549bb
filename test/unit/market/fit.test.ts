import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_WEIGHTS, fitOf, hasCriteria, foldMarket } from '../../../shared/fit.ts';
import { fitSchema, type FitFacts } from '../../../shared/model/fit.ts';
import {
  FIT_PARTS,
  marketSchema,
  type FitPartName,
  type FitWeights,
  type Market,
} from '../../../shared/model/market.ts';
import { canonicalAmount } from '../../../electron/core/service-api/amount-text.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

const RUNS = IS_FULL ? 20_000 : 500;
const amountOf = (text: string): number | null => canonicalAmount(text)?.value ?? null;
const of = (facts: FitFacts, market: Market, weights: FitWeights = DEFAULT_WEIGHTS) =>
  fitOf(facts, foldMarket(market, amountOf), weights);

const NOTHING: FitFacts = {
  companyId: 'c',
  name: 'Halden Grid',
  stage: null,
  amount: null,
  amountUsd: null,
  countryCode: null,
  countryName: null,
  industries: [],
  technologies: null,
  hiring: null,
};
const MARKET: Market = marketSchema.parse({
  countries: ['NO', 'SE'],
  stages: ['Series A'],
  industries: ['Energy'],
  technologies: ['Kafka'],
  minAmount: '1M',
  maxAmount: '€20M',
  currency: 'EUR',
});
const MATCHING: Readonly<Record<FitPartName, Partial<FitFacts>>> = {
  stage: { stage: 'series  a' },
  size: { amount: { text: '€5M', value: 5_000_000, currency: 'EUR' } },
  country: { countryCode: 'NO', countryName: 'Norway' },
  industry: { industries: ['Software', 'énergy'] },
  tech: { technologies: ['Kafka'] },
  hiring: { hiring: true },
};
const MISSING: Readonly<Record<FitPartName, Partial<FitFacts>>> = {
  stage: { stage: 'Debt' },
  size: { amount: { text: '€50M', value: 50_000_000, currency: 'EUR' } },
  country: { countryCode: 'US', countryName: 'United States' },
  industry: { industries: ['Fintech'] },
  tech: { technologies: [] },
  hiring: { hiring: false },
};

describe('fit of a company', () => {
  it('is the share of matching points among those that can be judged, each with its fact', () => {
    const fit = of({ ...NOTHING, ...MATCHING.stage, ...MATCHING.country, ...MISSING.industry }, MARKET);
    expect([fit.points, fit.outOf, fit.score]).toEqual([45, 70, 64]);
    expect(
      fit.parts.map(({ part, verdict, points, outOf, fact }) => [part, verdict, points, outOf, fact]),
    ).toEqual([
      ['stage', 'match', 25, 25, 'series  a'],
      ['size', 'unknown', 0, 0, null],
      ['country', 'match', 20, 20, 'Norway'],
      ['industry', 'miss', 0, 25, 'Fintech'],
      ['tech', 'unknown', 0, 0, null],
      ['hiring', 'unknown', 0, 0, null],
    ]);
  });

  it('is null if no weighted fact is known', () => {
    expect(of(NOTHING, MARKET).score).toBeNull();
    expect(of({ ...NOTHING, ...MATCHING.hiring }, marketSchema.parse({ hiring: false })).score).toBeNull();
  });

  it('compares no amount in another currency, but uses dollars stated by the service', () => {
    const dollars = { ...MARKET, currency: 'USD' };
    const kroner = { text: 'NOK 50M', value: 50_000_000, currency: 'NOK' };
    const size = (facts: Partial<FitFacts>, market: Market) =>
      of({ ...NOTHING, ...facts }, market).parts.find(({ part }) => part === 'size')?.verdict;
    expect(size({ amount: kroner }, MARKET)).toBe('unknown');
    expect(size({ amount: kroner, amountUsd: 4_700_000 }, MARKET)).toBe('unknown');
    expect(size({ amount: kroner, amountUsd: 4_700_000 }, dollars)).toBe('match');
    expect(size({ amount: kroner }, { ...MARKET, currency: null })).toBe('miss');
    expect(size({ amount: { ...kroner, value: 20_000_000 } }, { ...MARKET, currency: null })).toBe('match');
  });

  it('has no market in hiring alone', () => {
    expect(hasCriteria(marketSchema.parse({}))).toBe(false);
    expect(hasCriteria(marketSchema.parse({ maxAmount: '5M' }))).toBe(true);
  });
});

const part = fc.constantFrom(...FIT_PARTS);
const arbitraryKnowledge = fc.record({
  stage: fc.constantFrom('match', 'miss', 'unknown'),
  size: fc.constantFrom('match', 'miss', 'unknown'),
  country: fc.constantFrom('match', 'miss', 'unknown'),
  industry: fc.constantFrom('match', 'miss', 'unknown'),
  tech: fc.constantFrom('match', 'miss', 'unknown'),
  hiring: fc.constantFrom('match', 'miss', 'unknown'),
} satisfies Record<FitPartName, unknown>);
type Knowledge = Readonly<Record<FitPartName, string>>;
const factsOf = (known: Knowledge): FitFacts =>
  FIT_PARTS.reduce<FitFacts>(
    (facts, each) => ({
      ...facts,
      ...(known[each] === 'match' ? MATCHING[each] : known[each] === 'miss' ? MISSING[each] : {}),
    }),
    NOTHING,
  );
const weight = fc.nat(100);
const weights = fc.record({
  stage: weight,
  size: weight,
  country: weight,
  industry: weight,
  tech: weight,
  hiring: weight,
});
const market = fc
  .subarray([
    'countries',
    'stages',
    'industries',
    'technologies',
    'minAmount',
    'maxAmount',
    'hiring',
  ] as const)
  .map((fields): Market => {
    const empty = marketSchema.parse({ currency: 'EUR', hiring: false });
    return fields.reduce((made, field) => ({ ...made, [field]: MARKET[field] }), empty);
  });

describe('for any facts, market and weights', () => {
  it('the fit is between 0 and 100, adds up, and is reproducible', () => {
    fc.assert(
      fc.property(arbitraryKnowledge, market, weights, (known, wanted, weighed) => {
        const fit = of(factsOf(known), wanted, weighed);
        fitSchema.parse(fit);
        expect(of(factsOf(known), wanted, weighed)).toEqual(fit);
        expect(fit.points).toBe(fit.parts.reduce((sum, { points }) => sum + points, 0));
        expect(fit.parts.every(({ points, outOf }) => points <= outOf)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('a matching fact never lowers it', () => {
    fc.assert(
      fc.property(arbitraryKnowledge, market, weights, part, (known, wanted, weighed, which) => {
        const before = of(factsOf(known), wanted, weighed).score;
        const after = of(factsOf({ ...known, [which]: 'match' }), wanted, weighed).score;
        expect(after ?? 0).toBeGreaterThanOrEqual(before ?? 0);
        if (before !== null) expect(after).not.toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  it('a weight of zero has no effect, nor does a fact that the market does not mention', () => {
    fc.assert(
      fc.property(
        arbitraryKnowledge,
        arbitraryKnowledge,
        market,
        weights,
        part,
        (known, other, wanted, weighed, which) => {
          const without = { ...weighed, [which]: 0 };
          const changed = { ...known, [which]: other[which] };
          expect(of(factsOf(changed), wanted, without).score).toBe(of(factsOf(known), wanted, without).score);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('only the proportion of the weights counts', () => {
    const few = fc.record({
      stage: fc.nat(50),
      size: fc.nat(50),
      country: fc.nat(50),
      industry: fc.nat(50),
      tech: fc.nat(50),
      hiring: fc.nat(50),
    });
    fc.assert(
      fc.property(arbitraryKnowledge, market, few, (known, wanted, weighed) => {
        const doubled = Object.fromEntries(FIT_PARTS.map((each) => [each, weighed[each] * 2]));
        expect(of(factsOf(known), wanted, { ...weighed, ...doubled }).score).toBe(
          of(factsOf(known), wanted, weighed).score,
        );
      }),
      { numRuns: RUNS },
    );
  });
});
