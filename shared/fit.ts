import { fold } from './fold-diacritics.ts';
import type { Fit, FitFacts, FitPart, FitVerdict } from './model/fit.ts';
import type { FitPartName, FitWeights, Market } from './model/market.ts';

/*
 * Computes a company's fit. This is a separate file so the renderer can preview the effect of other weights
 * without loading the schemas.
 */

export const DEFAULT_WEIGHTS: FitWeights = {
  stage: 25,
  size: 15,
  country: 20,
  industry: 25,
  tech: 10,
  hiring: 5,
};

interface FoldedMarket {
  readonly countries: ReadonlySet<string>;
  readonly stages: ReadonlySet<string>;
  readonly industries: ReadonlySet<string>;
  readonly technologies: ReadonlySet<string>;
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  readonly currency: string | null;
  readonly hiring: boolean;
}

/**
 * Prepares a market for comparisons.
 * @param amountOf parses an amount typed by the user; null means that there is no bound
 */
export const foldMarket = (market: Market, amountOf: (text: string) => number | null): FoldedMarket => ({
  countries: new Set(market.countries),
  stages: folded(market.stages),
  industries: folded(market.industries),
  technologies: folded(market.technologies),
  minAmount: market.minAmount === null ? null : amountOf(market.minAmount),
  maxAmount: market.maxAmount === null ? null : amountOf(market.maxAmount),
  currency: market.currency,
  hiring: market.hiring,
});

const folded = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(fold));

/** Whether the market has any criterion other than hiring. */
export const hasCriteria = (market: Market): boolean =>
  market.countries.length + market.stages.length + market.industries.length + market.technologies.length >
    0 ||
  market.minAmount !== null ||
  market.maxAmount !== null;

/**
 * Computes how well a company fits the market. A part such as `stage` counts only if the market specifies it
 * and the company's value is known.
 */
export function fitOf(facts: FitFacts, wanted: FoldedMarket, weights: FitWeights): Fit {
  const judged: readonly (readonly [FitPartName, FitJudgement])[] = [
    ['stage', judgeName(facts.stage, wanted.stages)],
    ['size', judgeSize(facts, wanted)],
    ['country', judgeCountry(facts, wanted.countries)],
    ['industry', judgeIndustries(facts.industries, wanted.industries)],
    ['tech', judgeTechnologies(facts.technologies, wanted.technologies)],
    ['hiring', judgeHiring(facts.hiring, wanted.hiring)],
  ];
  const parts = judged.map(([part, { verdict, fact }]): FitPart => {
    const outOf = verdict === 'match' || verdict === 'miss' ? weights[part] : 0;
    return { part, verdict, points: verdict === 'match' ? outOf : 0, outOf, fact };
  });
  const points = parts.reduce((sum, part) => sum + part.points, 0);
  const outOf = parts.reduce((sum, part) => sum + part.outOf, 0);
  return { score: outOf === 0 ? null : Math.round((100 * points) / outOf), points, outOf, parts };
}

interface FitJudgement {
  readonly verdict: FitVerdict;
  readonly fact: string | null;
}
const judged = (fact: string, matches: boolean): FitJudgement => ({
  verdict: matches ? 'match' : 'miss',
  fact,
});
const unknown: FitJudgement = { verdict: 'unknown', fact: null };
const unasked = (fact: string | null): FitJudgement => ({ verdict: 'unasked', fact });

function judgeName(fact: string | null, wanted: ReadonlySet<string>): FitJudgement {
  if (wanted.size === 0) return unasked(fact);
  return fact === null ? unknown : judged(fact, wanted.has(fold(fact)));
}

function judgeCountry({ countryCode, countryName }: FitFacts, wanted: ReadonlySet<string>): FitJudgement {
  if (wanted.size === 0) return unasked(countryName ?? countryCode);
  return countryCode === null ? unknown : judged(countryName ?? countryCode, wanted.has(countryCode));
}

function judgeIndustries(industries: readonly string[], wanted: ReadonlySet<string>): FitJudgement {
  const [first] = industries;
  if (wanted.size === 0) return unasked(first ?? null);
  if (first === undefined) return unknown;
  const match = industries.find((name) => wanted.has(fold(name)));
  return judged(match ?? first, match !== undefined);
}

function judgeTechnologies(used: readonly string[] | null, wanted: ReadonlySet<string>): FitJudgement {
  if (wanted.size === 0) return unasked(null);
  if (used === null) return unknown;
  const matches = used.filter((name) => wanted.has(fold(name)));
  return judged(matches.join(', '), matches.length > 0);
}

const judgeHiring = (hiring: boolean | null, wanted: boolean): FitJudgement =>
  !wanted ? unasked(null) : hiring === null ? unknown : judged('', hiring);

/** Returns the amount as a string, with the currency in front if it is only a number. */
const withCurrency = ({ text, currency }: NonNullable<FitFacts['amount']>): string =>
  currency !== null && /^\d/.test(text) ? `${currency} ${text}` : text;

/**
 * Judges the size of the newest round. If the round's amount is not in the currency of the bounds, the result
 * is `unknown`. There is one exception: if the bounds are in USD, the USD amount that the service returned is
 * used, if there is one.
 */
function judgeSize({ amount, amountUsd }: FitFacts, wanted: FoldedMarket): FitJudgement {
  const { minAmount, maxAmount, currency } = wanted;
  const fact = amount === null ? null : withCurrency(amount);
  if (minAmount === null && maxAmount === null) return unasked(fact);
  const value =
    amount !== null && (currency === null || amount.currency === currency)
      ? amount.value
      : currency === 'USD'
        ? amountUsd
        : null;
  if (value === null) return { verdict: 'unknown', fact };
  return judged(
    fact ?? '',
    (minAmount === null || value >= minAmount) && (maxAmount === null || value <= maxAmount),
  );
}
