import { join } from 'node:path';
import {
  chosenLimits,
  limitsInForce,
  saveChosenLimit,
  saveLimitInForce,
  saveSeenLimit,
} from '../database/queries/ledger/account-state.ts';
import { knownLimits, replaceKnownLimits, type KnownLimit } from '../database/queries/cache/known-limits.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { readUnchanged, type InspectionContext } from './inspect-database.ts';

/*
 * The account's limits are stored in `ledger.db`, and `cache.db` contains a copy. If the ledger is lost, a
 * new ledger replaces it, and each budget counts as used up. The limits then come from the copy. Without the
 * copy, the app would have to assume the documented limits.
 */

/** Copies the account's limits to the cache if they have changed. */
export function copyLimits({ cache, ledger }: { readonly cache: WriteDb; readonly ledger: ReadDb }): void {
  const limits = limitsIn(ledger);
  if (JSON.stringify(limits) === JSON.stringify(knownLimits(cache))) return;
  transaction(cache, () => replaceKnownLimits(cache, limits));
}

/**
 * Returns the limits stored in a workspace's closed files. If no limits can be read from the damaged ledger,
 * returns the copy in the cache.
 */
export function limitsOfFiles(folder: string, surroundings: InspectionContext): readonly KnownLimit[] {
  const read = (file: string, from: (db: ReadDb) => KnownLimit[]): KnownLimit[] => {
    try {
      return readUnchanged(join(folder, file), surroundings, from);
    } catch {
      // The file is missing or damaged. The limits then come from the other file or, failing that, from the
      // documentation.
      return [];
    }
  };
  const own = read('ledger.db', limitsIn);
  return own.length > 0 ? own : read('cache.db', knownLimits);
}

export function saveLimits(ledger: WriteDb, limits: readonly KnownLimit[], atMs: number): void {
  for (const { budget, value, source } of limits)
    if (source === 'chosen') saveChosenLimit(ledger, budget, value);
    else {
      saveSeenLimit(ledger, { budget, value, source, atMs });
      saveLimitInForce(ledger, { budget, value, source });
    }
}

/**
 * Returns the known limits, one for each budget. A limit that the service reported takes precedence over one
 * that the user entered.
 */
function limitsIn(ledger: ReadDb): KnownLimit[] {
  const reported: KnownLimit[] = limitsInForce(ledger);
  const entered = [...chosenLimits(ledger)].flatMap(([budget, value]): KnownLimit[] =>
    reported.some((limit) => limit.budget === budget) ? [] : [{ budget, value, source: 'chosen' }],
  );
  return [...reported, ...entered]
    .filter(({ value }) => Number.isSafeInteger(value) && value > 0)
    .sort((a, b) => (a.budget < b.budget ? -1 : 1));
}
