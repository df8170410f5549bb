import { fitOf, hasCriteria, foldMarket } from '../../../shared/fit.ts';
import type { CompanyRow } from '../../../shared/model/company.ts';
import type { Fit, FitFacts } from '../../../shared/model/fit.ts';
import type { Market } from '../../../shared/model/market.ts';
import { canonicalAmount } from '../service-api/amount-text.ts';
import {
  fitFacts,
  technologiesAmong,
  type ComparedFacts,
  type StoredFitFacts,
} from '../database/queries/cache/fit-facts.ts';
import { industriesAmong } from '../database/queries/cache/search-index.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip, clipOrNull } from '../foundation/clip-text.ts';
import { amountRow } from '../database/queries/cache/company-row.ts';
import { readMarket, readWeights } from './market-settings.ts';

/*
 * The fit of a company is computed from its newest round, industries, technologies and open roles. For a page
 * of rows, this takes at most three queries, or none if no market is set. The search engine stores the fit of
 * all companies in memory (`createCompanyFits`).
 */

const LIST_MAX = 50;

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/** Returns the rows with `fit` added where a score exists. */
export function withFit<R extends CompanyRow>(files: Files, rows: readonly R[]): R[] {
  const fits = fitsOf(
    files,
    rows.map(({ companyId }) => companyId),
  );
  return rows.map((row) => {
    const score = fits.get(row.companyId)?.score ?? null;
    return score === null ? row : { ...row, fit: score };
  });
}

/**
 * Creates a function that returns the current fit scores, or null if no market is set. The function returns
 * the same object until the market or its weights change.
 */
export function createCompanyFits(files: Files): () => CompanyFitScores | null {
  let known: { readonly key: string; readonly scores: CompanyFitScores | null } | null = null;
  return () => {
    const key = JSON.stringify([readMarket(files.yours), readWeights(files.yours)]);
    if (known?.key !== key) known = { key, scores: hasMarket(files.yours) ? scoresIn(files) : null };
    return known.scores;
  };
}

interface CompanyFitScores {
  scoresOf(companyIds: readonly string[]): ReadonlyMap<string, number>;
}
const scoresIn = (files: Files): CompanyFitScores => ({
  scoresOf: (companyIds) =>
    new Map(
      [...fitsOf(files, companyIds)].flatMap(([id, { score }]) => (score === null ? [] : [[id, score]])),
    ),
});
function hasMarket(yours: ReadDb): boolean {
  const market = readMarket(yours);
  return market !== null && hasCriteria(market);
}

/** Returns the fit by company id; empty if no market is set. A company without downloaded data has no fit. */
export function fitsOf(files: Files, ids: readonly string[]): Map<string, Fit> {
  const market = readMarket(files.yours);
  if (market === null || !hasCriteria(market) || ids.length === 0) return new Map();
  const wanted = foldMarket(market, (text) => canonicalAmount(text)?.value ?? null);
  const weights = readWeights(files.yours);
  const facts = factsIn(files.cache, [...new Set(ids)], market, { ...comparedBy(market), industries: true });
  return new Map(facts.map((each) => [each.companyId, fitOf(each, wanted, weights)]));
}

/**
 * Reads the stored facts that determine the fit. `technologies` contains only the technologies that the
 * market lists.
 */
export const factsOf = (cache: ReadDb, ids: readonly string[], market: Market): FitFacts[] =>
  factsIn(cache, ids, market, { amountUsd: true, hiring: true, technologies: true, industries: true });

/** Like `factsOf`, but omits facts that the market does not use, which makes it about twice as fast. */
export const comparedFactsOf = (cache: ReadDb, ids: readonly string[], market: Market): FitFacts[] =>
  factsIn(cache, ids, market, { ...comparedBy(market), industries: market.industries.length > 0 });

/** Returns which facts affect the verdicts of `fitOf`. */
const comparedBy = ({ minAmount, maxAmount, currency, hiring, technologies }: Market): ComparedFacts => ({
  amountUsd: currency === 'USD' && (minAmount !== null || maxAmount !== null),
  hiring,
  technologies: technologies.length > 0,
});

function factsIn(
  cache: ReadDb,
  ids: readonly string[],
  market: Market,
  compared: ComparedFacts & { readonly industries: boolean },
): FitFacts[] {
  const industries = grouped(compared.industries ? industriesAmong(cache, ids) : []);
  const wanted = market.technologies;
  const technologies = grouped(wanted.length === 0 ? [] : technologiesAmong(cache, ids, wanted));
  return fitFacts(cache, ids, compared).map((stored) => knownFacts(stored, industries, technologies));
}

function knownFacts(
  stored: StoredFitFacts,
  industries: ReadonlyMap<string, string[]>,
  technologies: ReadonlyMap<string, string[]>,
): FitFacts {
  const { companyId, isHiring, openRolesAfter, hasTechnologies, amountUsd } = stored;
  const amount = amountRow(stored.amount);
  const used = (technologies.get(companyId) ?? []).slice(0, LIST_MAX);
  return {
    companyId,
    name: clip(stored.name ?? companyId, 500),
    stage: clipOrNull(stored.stage, 200),
    amount:
      amount === null || amount.value === null
        ? null
        : { text: amount.text, value: amount.value, currency: amount.currency },
    amountUsd: amountUsd !== null && Number.isFinite(amountUsd) ? amountUsd : null,
    countryCode: stored.countryCode === null || stored.countryCode.length > 2 ? null : stored.countryCode,
    countryName: clipOrNull(stored.countryName, 200),
    industries: (industries.get(companyId) ?? []).slice(0, LIST_MAX),
    technologies: hasTechnologies ? used : null,
    hiring: isHiring ? true : openRolesAfter ? false : null,
  };
}

function grouped(named: readonly { companyId: string; name: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { companyId, name } of named) {
    const group = groups.get(companyId);
    if (group === undefined) groups.set(companyId, [clip(name, 200)]);
    else group.push(clip(name, 200));
  }
  return groups;
}
