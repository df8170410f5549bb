import {
  investorMerge,
  investorMerges,
  mergedInto,
  type StoredInvestorMerge,
} from '../../database/queries/yours/investors.ts';
import type { ReadDb } from '../../database/sql.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';

/** An investor, with all the names that the user merged into it. */
export interface InvestorFamily {
  /** The folded main name. */
  readonly key: string;
  readonly name: string;
  /** All folded names, the main name first. */
  readonly names: readonly string[];
  /** The merged names. */
  readonly merges: readonly StoredInvestorMerge[];
}

/**
 * Returns the investor to which a name belongs, with all of the investor's names. A name that was not merged
 * is itself the main name.
 */
export function familyOf(yours: ReadDb, name: string): InvestorFamily {
  const folded = fold(name);
  const merge = investorMerge(yours, folded);
  const key = merge?.intoFolded ?? folded;
  const merges = mergedInto(yours, key);
  return {
    key,
    name: merge?.intoName ?? name,
    names: [key, ...merges.map(({ nameFolded }) => nameFolded)],
    merges,
  };
}

/** Returns a map from each merged name to its main name, both folded. */
export const mergedNames = (yours: ReadDb): Map<string, string> =>
  new Map(investorMerges(yours).map(({ nameFolded, intoFolded }) => [nameFolded, intoFolded]));
