import { AppFailure } from '../../../shared/app-failure.ts';
import { INVESTOR_MERGES_MAX, INVESTORS_WATCHED_MAX } from '../../../shared/model/investors/investor.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { investorNamed, newestStoredMs } from '../database/queries/cache/investors.ts';
import {
  countInvestorMerges,
  deleteInvestorMerge,
  deleteInvestorWatch,
  investorMerge,
  investorWatches,
  putDistinctInvestors,
  putInvestorMerge,
  putInvestorWatch,
} from '../database/queries/yours/investors.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { familyOf, type InvestorFamily } from '../library/investors/investor-names.ts';
import type { Journal } from './undo-journal.ts';
import type { Slot } from './undo-slots.ts';

interface Files {
  readonly cache: ReadDb;
  readonly yours: WriteDb;
}

/** The user's decisions about investors. Names that differ only in case or accents are equal. */
interface InvestorChanges {
  /**
   * Watches an investor, or stops watching it. Rounds that are already stored do not count as new.
   * @throws AppFailure `not-found` (`investor`), or `validation` if too many investors are watched
   */
  watch(name: string, watched: boolean): void;
  /**
   * Merges a name, and all names that were merged into it earlier, into the investor `into`.
   * @throws AppFailure `not-found` (`investor`), or `validation` if too many names are merged
   */
  merge(name: string, into: string, atMs: number): void;
  /** Makes a merged name a separate investor again. */
  separate(name: string): void;
  /**
   * Records that two names belong to different investors, so the names are not suggested for merging.
   */
  setDistinct(name: string, other: string, atMs: number): void;
}

const watchSlot = (nameFolded: string): Slot => ({ part: 'investor_watch', key: [nameFolded] });
const mergeSlot = (nameFolded: string): Slot => ({ part: 'investor_merge', key: [nameFolded] });

/** Must be called within `recordChange`, which provides `journal`. */
export function createInvestorChanges({ cache, yours }: Files, journal: Journal): InvestorChanges {
  return {
    watch: (name, watched) => {
      const family = watched ? requireKnown({ cache, yours }, name) : familyOf(yours, name);
      const watches = investorWatches(yours);
      const own = watches.filter(({ nameFolded }) => family.names.includes(nameFolded));
      if (!watched)
        for (const { nameFolded } of own) {
          journal.touch(watchSlot(nameFolded));
          deleteInvestorWatch(yours, nameFolded);
        }
      if (!watched || own.length > 0) return;
      if (watches.length >= INVESTORS_WATCHED_MAX)
        throw tooMany(`at most ${INVESTORS_WATCHED_MAX} watched investors`);
      const sinceMs = newestStoredMs(cache);
      journal.touch(watchSlot(family.key));
      putInvestorWatch(yours, {
        nameFolded: family.key,
        name: investorNamed(cache, family.key) ?? family.name,
        sinceMs,
        seenUpToMs: sinceMs,
      });
    },
    merge: (name, into, atMs) => {
      const [from, target] = [requireKnown({ cache, yours }, name), requireKnown({ cache, yours }, into)];
      if (from.key === target.key) return;
      if (from.names.length + target.names.length > LIST_LIMIT_MAX)
        throw tooMany(`at most ${LIST_LIMIT_MAX} spellings of an investor`);
      if (countInvestorMerges(yours) >= INVESTOR_MERGES_MAX)
        throw tooMany(`at most ${INVESTOR_MERGES_MAX} merged names`);
      const intoName = investorNamed(cache, target.key) ?? target.name;
      const ownName = investorNamed(cache, from.key) ?? from.name;
      const names = [
        { nameFolded: from.key, name: ownName },
        ...from.merges.map((merge) => ({ nameFolded: merge.nameFolded, name: merge.name })),
      ];
      // Names that were merged into `from` earlier now refer to the target as well. Merges therefore never
      // form a chain.
      for (const each of names) {
        journal.touch(mergeSlot(each.nameFolded));
        putInvestorMerge(yours, { ...each, intoFolded: target.key, intoName }, Math.round(atMs));
      }
    },
    separate: (name) => {
      const nameFolded = fold(name);
      if (investorMerge(yours, nameFolded) === null) return;
      journal.touch(mergeSlot(nameFolded));
      deleteInvestorMerge(yours, nameFolded);
    },
    setDistinct: (name, other, atMs) => {
      const [a, b] = [familyOf(yours, name).key, fold(other)];
      if (a === b) return;
      const pair = a < b ? ([a, b] as const) : ([b, a] as const);
      journal.touch({ part: 'investor_distinct', key: pair });
      putDistinctInvestors(yours, pair, Math.round(atMs));
    },
  };
}

/** @throws AppFailure `not-found` (`investor`) if the investor is not in any stored round */
function requireKnown({ cache, yours }: Files, name: string): InvestorFamily {
  const family = familyOf(yours, name);
  if (family.names.every((each) => investorNamed(cache, each) === null))
    throw new AppFailure({ kind: 'not-found', what: 'investor' });
  return family;
}

const tooMany = (message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path: 'name', message }] });
