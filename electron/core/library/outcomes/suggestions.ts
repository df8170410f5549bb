import { DEFAULT_WEIGHTS, fitOf, foldMarket } from '../../../../shared/fit.ts';
import type { FitFacts } from '../../../../shared/model/fit.ts';
import {
  FIT_PARTS,
  type FitPartName,
  type FitWeights,
  type Market,
} from '../../../../shared/model/market.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { libraryFiltersSchema, type LibraryFilters } from '../../../../shared/model/library.ts';
import type { OutcomeSuggestion, OutcomeSuggestions } from '../../../../shared/model/outcomes/outcomes.ts';
import {
  OUTCOME_CASES_MIN,
  OUTCOME_DECIDED_MIN,
  OUTCOME_SUGGESTIONS_MAX,
} from '../../../../shared/model/outcomes/outcome-values.ts';
import { canonicalAmount } from '../../service-api/amount-text.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { keyOf } from '../index/list-columns.ts';

/*
 * Suggests changes to the market and the fit weights. A change is suggested if the reply rates of two groups
 * of contacted companies differ by more than chance explains. Pure.
 *
 * The suggested weight depends on the default weight, not on the current one. After the user applies the
 * suggested weight, it equals the current weight and is no longer suggested.
 */

/**
 * Minimum difference between two rates, in standard errors. Without a real cause, such a difference occurs in
 * 1 of 20 cases.
 */
const SIGNIFICANT = 1.96;

/** A contacted company. */
export interface ContactedCompany {
  readonly facts: FitFacts;
  readonly hasReplied: boolean;
}

interface Cases {
  contacted: number;
  replied: number;
}
/** Counts of the companies that have a property, and of the companies known not to have it. */
interface Evidence {
  readonly matching: Cases;
  readonly others: Cases;
}
const createEvidence = (): Evidence => ({
  matching: { contacted: 0, replied: 0 },
  others: { contacted: 0, replied: 0 },
});

function addCase(cases: Cases, hasReplied: boolean): void {
  cases.contacted += 1;
  if (hasReplied) cases.replied += 1;
}

const isEnough = ({ matching, others }: Evidence): boolean =>
  matching.contacted >= OUTCOME_CASES_MIN && others.contacted >= OUTCOME_CASES_MIN;

/**
 * Returns by how many standard errors the reply rate of `matching` exceeds that of `others` (z-test for two
 * proportions).
 */
function differenceOf({ matching: a, others: b }: Evidence): number {
  const rate = (a.replied + b.replied) / (a.contacted + b.contacted);
  const error = Math.sqrt(rate * (1 - rate) * (1 / a.contacted + 1 / b.contacted));
  return error === 0 ? 0 : (a.replied / a.contacted - b.replied / b.contacted) / error;
}

interface Settings {
  readonly market: Market;
  readonly weights: FitWeights;
}
type Weighed = OutcomeSuggestion & { readonly difference: number };

interface Suggester {
  /** Must be called once for each contacted company. */
  add(company: ContactedCompany): void;
  /** @param decided number of companies whose outcome is known */
  suggest(decided: number): Pick<OutcomeSuggestions, 'suggestions' | 'pending'>;
}

export function createSuggester(settings: Settings): Suggester {
  const parts = createPartCases(settings);
  // Skips fields without values in the market, because they match every company.
  const fields = FIELDS.filter((field) => settings.market[field].length > 0).map(createValueCases);
  return {
    add: (company) => {
      parts.add(company);
      for (const each of fields) each.add(company);
    },
    suggest: (decided) => {
      if (decided < OUTCOME_DECIDED_MIN) return { suggestions: [], pending: [] };
      const weighed = [
        ...weightChanges(parts.evidence, settings),
        ...fields.flatMap((each) => marketChanges(each, settings.market)),
      ].sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
      return {
        suggestions: weighed
          .slice(0, OUTCOME_SUGGESTIONS_MAX)
          .map(({ difference: _difference, ...suggestion }) => suggestion),
        pending: [...parts.evidence].filter(([, evidence]) => !isEnough(evidence)).map(([part]) => part),
      };
    },
  };
}

interface PartCases {
  /** The evidence of each part of the fit that the market specifies. */
  readonly evidence: ReadonlyMap<FitPartName, Evidence>;
  add(company: ContactedCompany): void;
}

function createPartCases({ market, weights }: Settings): PartCases {
  const wanted = foldMarket(market, (text) => canonicalAmount(text)?.value ?? null);
  const evidence = new Map<FitPartName, Evidence>();
  const add = ({ facts, hasReplied }: ContactedCompany): void => {
    for (const { part, verdict } of fitOf(facts, wanted, weights).parts) {
      if (verdict === 'unasked') continue;
      const of = evidence.get(part) ?? createEvidence();
      evidence.set(part, of);
      if (verdict !== 'unknown') addCase(verdict === 'match' ? of.matching : of.others, hasReplied);
    }
  };
  return { evidence, add };
}

function weightChanges(parts: ReadonlyMap<FitPartName, Evidence>, { market, weights }: Settings): Weighed[] {
  return FIT_PARTS.flatMap((part): Weighed[] => {
    const evidence = parts.get(part);
    if (evidence === undefined || !isEnough(evidence)) return [];
    const difference = differenceOf(evidence);
    if (Math.abs(difference) < SIGNIFICANT) return [];
    const [from, usual] = [weights[part], DEFAULT_WEIGHTS[part]];
    const to = difference > 0 ? usual * 2 : Math.floor(usual / 2);
    if (difference > 0 ? from >= to : from <= to) return [];
    const change = { kind: 'weight' as const, part, from, to, weights: { ...weights, [part]: to } };
    return [{ change, ...evidence, filters: filtersOfPart(part, market), difference }];
  });
}

/**
 * Returns library filters for the contacted companies that match a part of the market; null if the library
 * has no such filter.
 */
function filtersOfPart(part: FitPartName, market: Market): LibraryFilters | null {
  const { stages, countries, industries } = market;
  const valuesOfPart: Partial<Record<FitPartName, Partial<LibraryFilters>>> = {
    stage: { stages: stages.map(keyOf) },
    country: { countries: countries.map(keyOf) },
    industry: { industries: industries.map(keyOf) },
    hiring: { hiring: true },
  };
  const values = valuesOfPart[part];
  return values === undefined ? null : filtersOf(values);
}

const FIELDS = ['stages', 'countries', 'industries'] as const;
type Field = (typeof FIELDS)[number];

const valuesOf = ({ stage, countryCode, industries }: FitFacts, field: Field): readonly string[] => {
  if (field === 'industries') return industries;
  const value = field === 'stages' ? stage : countryCode;
  return value === null ? [] : [value];
};

interface ValueCases {
  readonly field: Field;
  /** The counts for all companies with a known value of the field. */
  readonly total: Cases;
  readonly values: ReadonlyMap<string, { readonly value: string; readonly matching: Cases }>;
  add(company: ContactedCompany): void;
}

/** Counts companies by the values of a field. Different spellings of a value are counted together. */
function createValueCases(field: Field): ValueCases {
  const total: Cases = { contacted: 0, replied: 0 };
  const values = new Map<string, { value: string; readonly matching: Cases; last: number }>();
  // Caches the folded spellings, because folding is slow and the same few spellings recur.
  const foldedOf = new Map<string, string>();
  const add = ({ facts, hasReplied }: ContactedCompany): void => {
    const own = valuesOf(facts, field);
    if (own.length > 0) addCase(total, hasReplied);
    for (const value of own) {
      const key = foldedOf.get(value) ?? fold(value);
      foldedOf.set(value, key);
      const known = values.get(key) ?? { value, matching: { contacted: 0, replied: 0 }, last: 0 };
      values.set(key, known);
      known.value = value;
      // `total.contacted` serves as this company's number. `last` is the number of the last company counted
      // for this value. Comparing the two ensures that a company with two spellings of a value counts only
      // once.
      if (known.last !== total.contacted) addCase(known.matching, hasReplied);
      known.last = total.contacted;
    }
  };
  return { field, total, values, add };
}

/** Suggests values to add to the market, and values to remove from it. */
function marketChanges({ field, total, values }: ValueCases, market: Market): Weighed[] {
  const own = new Set(market[field].map(fold));
  return [...values].flatMap(([key, { value, matching }]): Weighed[] => {
    const others = {
      contacted: total.contacted - matching.contacted,
      replied: total.replied - matching.replied,
    };
    const evidence = { matching, others };
    if (!isEnough(evidence)) return [];
    const difference = differenceOf(evidence);
    const change = changeOf(market, field, value, own.has(key), difference);
    if (change === null) return [];
    return [{ change, ...evidence, filters: filtersOf({ [field]: [keyOf(value)] }), difference }];
  });
}

function changeOf(
  market: Market,
  field: Field,
  value: string,
  isOwn: boolean,
  difference: number,
): OutcomeSuggestion['change'] | null {
  const own = market[field];
  if (isOwn && difference <= -SIGNIFICANT && own.length > 1) {
    const rest = own.filter((each) => fold(each) !== fold(value));
    return { kind: 'remove', field, value, market: { ...market, [field]: rest } };
  }
  if (!isOwn && difference >= SIGNIFICANT && own.length < LIST_LIMIT_MAX)
    return { kind: 'add', field, value, market: { ...market, [field]: [...own, value] } };
  return null;
}

/** Adds a filter for contacted companies. */
const filtersOf = (filters: Partial<LibraryFilters>): LibraryFilters =>
  libraryFiltersSchema.parse({ ...filters, outcome: { step: 'contacted' } });
