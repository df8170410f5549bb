import type { InvestorRoundRow, InvestorView } from '../../../../shared/model/investors/investor.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import {
  coInvestors,
  investorAmounts,
  investorRounds,
  investorSpellings,
  investorStages,
  investorTotals,
  type InvestorRound,
} from '../../database/queries/cache/investor-rounds.ts';
import { investorsWithPrefix } from '../../database/queries/cache/investors.ts';
import { distinctInvestors, investorWatches } from '../../database/queries/yours/investors.ts';
import type { ReadDb } from '../../database/sql.ts';
import { clip, clipOrNull } from '../../foundation/clip-text.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { keyOf } from '../index/list-columns.ts';
import { amountRow } from '../../database/queries/cache/company-row.ts';
import { familyOf, mergedNames, type InvestorFamily } from './investor-names.ts';
import { areSimilar, similarPrefix } from './similar-names.ts';

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

const NAME_MAX = 500;
/** Maximum number of investor names that are compared when looking for similar names. */
const CANDIDATES_MAX = 500;
const NAMED_MAX = 5;

/**
 * Returns an investor with the figures of its stored rounds; null if the investor is not in any stored round.
 */
export function investorView({ cache, yours }: Files, name: string): InvestorView | null {
  const family = familyOf(yours, name);
  const totals = investorTotals(cache, family.names);
  if (totals.rounds === 0) return null;
  const spellings = new Map(investorSpellings(cache, family.names).map((each) => [each.nameFolded, each]));
  const { investors, total } = coInvestors(cache, family.names, mergedNames(yours), LIST_LIMIT_MAX);
  return {
    ...totals,
    name: clip(spellings.get(family.key)?.name ?? family.name, NAME_MAX),
    filterValue: keyOf(family.key),
    firstOn: clipOrNull(totals.firstOn, 10),
    lastOn: clipOrNull(totals.lastOn, 10),
    watched: investorWatches(yours).some(({ nameFolded }) => family.names.includes(nameFolded)),
    stages: investorStages(cache, family.names, LIST_LIMIT_MAX).map(({ stage, rounds }) => ({
      stage: clipOrNull(stage, 100),
      rounds,
    })),
    amounts: investorAmounts(cache, family.names, LIST_LIMIT_MAX).flatMap((sum) =>
      Number.isFinite(sum.total) ? [{ ...sum, currency: clip(sum.currency, 10) }] : [],
    ),
    coInvestors: investors.map((each) => ({ ...each, name: clip(each.name, NAME_MAX) })),
    coInvestorTotal: total,
    spellings: family.merges.slice(0, LIST_LIMIT_MAX).map((merge) => ({
      name: clip(spellings.get(merge.nameFolded)?.name ?? merge.name, NAME_MAX),
      companies: spellings.get(merge.nameFolded)?.companies ?? 0,
    })),
    suggestions: suggestionsFor({ cache, yours }, family),
  };
}

/** Returns similar names that the user has neither merged nor declared to be different investors. */
function suggestionsFor({ cache, yours }: Files, family: InvestorFamily): InvestorView['suggestions'] {
  const prefix = similarPrefix(family.name);
  if (prefix === '') return [];
  const merged = mergedNames(yours);
  const distinct = distinctInvestors(yours, family.key);
  const { names } = investorsWithPrefix(cache, prefix, CANDIDATES_MAX);
  const similar = names
    .map(fold)
    .filter(
      (each) =>
        !family.names.includes(each) &&
        !merged.has(each) &&
        !distinct.has(each) &&
        areSimilar(family.key, each),
    )
    .slice(0, LIST_LIMIT_MAX);
  return investorSpellings(cache, similar)
    .map(({ name, companies }) => ({ name: clip(name, NAME_MAX), companies }))
    .sort((a, b) => b.companies - a.companies || (a.name < b.name ? -1 : 1));
}

/** Returns a page of the rounds of an investor, newest first. */
export const investorRoundsPage = (
  { cache, yours }: Files,
  name: string,
  page: { readonly offset: number; readonly limit: number },
): InvestorRoundRow[] => investorRounds(cache, familyOf(yours, name).names, page).map(roundRow);

const roundRow = (round: InvestorRound): InvestorRoundRow => ({
  companyId: round.companyId,
  companyName: clip(round.companyName ?? round.companyId, NAME_MAX),
  countryName: clipOrNull(round.countryName, 200),
  roundId: clip(round.roundId, 200),
  stage: clipOrNull(round.stage, 100),
  amount: amountRow(round.amount),
  announcedOn: clipOrNull(round.announcedOn, 10),
  isLead: round.isLead,
  isGone: round.isGone,
});

/** Returns a few stored investors whose name contains a word that begins with the text. */
export function investorsNamed({ cache, yours }: Files, text: string): string[] {
  const found = new Map<string, string>();
  for (const name of investorsWithPrefix(cache, fold(text), LIST_LIMIT_MAX).names) {
    const family = familyOf(yours, name);
    if (!found.has(family.key)) found.set(family.key, clip(family.name, NAME_MAX));
  }
  return [...found.values()].slice(0, NAMED_MAX);
}
