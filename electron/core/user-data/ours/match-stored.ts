import {
  deleteAllPending,
  deletePending,
  namedCompanies,
  pendingAmong,
  pendingCompanies,
} from '../../database/queries/cache/ours-pending.ts';
import {
  deleteMatch,
  deleteNameMatchesOf,
  hasOursLines,
  linesMatchedExactly,
  linesWithKeyPrefix,
  linesWithKeys,
  matchesOfCompanies,
  putMatch,
  type StoredMatch,
} from '../../database/queries/yours/ours.ts';
import { hasJoinable } from '../../database/queries/yours/local-companies.ts';
import { transaction, type ReadDb, type WriteDb } from '../../database/sql.ts';
import { isExact } from './line-matcher.ts';
import { compareNames, keysOfCompany, similarPrefix } from './match-keys.ts';

interface ReadFiles {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}
interface WriteFiles {
  readonly cache: WriteDb;
  readonly yours: WriteDb;
}

/** Number of companies that are compared in each turn of the event loop. */
export const PER_TURN = 100;
/** Maximum number of similarly named lines with which a company is compared. */
const SIMILAR_LINES_MAX = 40;

/** Finds the stored lines that match these companies, using indexed keys. Writes nothing. */
export function findMatches({ cache, yours }: ReadFiles, companyIds: readonly string[]): StoredMatch[] {
  const companies = namedCompanies(cache, companyIds).map(({ companyId, ...named }) => ({
    companyId,
    keys: keysOfCompany({ companyId, ...named }),
  }));
  const wanted = companies.flatMap(({ keys }) => [...keys.exact, ...(keys.name === null ? [] : [keys.name])]);
  const lines = new Map<string, ReturnType<typeof linesWithKeys>>();
  for (const line of linesWithKeys(yours, [...new Set(wanted)]))
    lines.set(line.matchKey, [...(lines.get(line.matchKey) ?? []), line]);
  return companies.flatMap(({ companyId, keys }) => {
    const found = new Map<number, StoredMatch>();
    const put = (match: StoredMatch): void => {
      if (!found.has(match.lineId)) found.set(match.lineId, match);
    };
    for (const key of keys.exact)
      for (const line of lines.get(key) ?? [])
        put({ companyId, ...line, matchedBy: key.startsWith('d:') ? 'domain' : 'linkedin' });
    if (keys.name !== null) {
      for (const line of lines.get(keys.name) ?? []) put({ companyId, ...line, matchedBy: 'name' });
      const prefix = similarPrefix(keys.name);
      for (const line of prefix === null ? [] : linesWithKeyPrefix(yours, prefix, SIMILAR_LINES_MAX))
        if (compareNames(line.matchKey, keys.name) === 'similar')
          put({ companyId, ...line, matchedBy: 'similar' });
    }
    return withoutWeaker(yours, [...found.values()]);
  });
}

/** Removes a line's matches by name if the line also matches a company exactly. */
function withoutWeaker(yours: ReadDb, matches: readonly StoredMatch[]): StoredMatch[] {
  const weak = matches.filter((match) => !isExact(match));
  if (weak.length === 0) return [...matches];
  const exactly = linesMatchedExactly(
    yours,
    weak.map(({ lineId }) => lineId),
  );
  return matches.filter((match) => isExact(match) || !exactly.has(match.lineId));
}

/** Returns the given companies whose stored matches may be out of date. */
export const uncompared = (cache: ReadDb, companyIds: readonly string[]): string[] =>
  pendingAmong(cache, companyIds);

/**
 * Compares the next companies that were stored or changed since the last comparison.
 * @returns whether more companies remain, and whether any match changed
 */
export function matchPending({ cache, yours }: WriteFiles): { isMore: boolean; hasChanged: boolean } {
  if (!hasOursLines(yours) && !hasJoinable(yours)) {
    if (pendingCompanies(cache, 1).length > 0) deleteAllPending(cache);
    return { isMore: false, hasChanged: false };
  }
  const ids = pendingCompanies(cache, PER_TURN);
  if (ids.length === 0) return { isMore: false, hasChanged: false };
  const hasChanged = storeMatches({ cache, yours }, ids);
  deletePending(cache, ids);
  return { isMore: ids.length === PER_TURN, hasChanged };
}

/** Immediately compares the given companies that have not been compared yet. */
export function compareNow(files: WriteFiles, companyIds: readonly string[]): void {
  const late = uncompared(files.cache, companyIds);
  if (late.length === 0) return;
  storeMatches(files, late);
  // If there are local companies, the compared companies stay pending, because the next background run must
  // also compare them with the local companies.
  if (!hasJoinable(files.yours)) deletePending(files.cache, late);
}

/**
 * Replaces the stored matches of these companies. Writes only the differences, and returns whether any match
 * differed.
 */
function storeMatches(files: WriteFiles, companyIds: readonly string[]): boolean {
  const { yours } = files;
  // Skips companies that were deleted in the meantime. Their matches stay, because the companies may be
  // fetched again.
  const present = namedCompanies(files.cache, companyIds).map(({ companyId }) => companyId);
  const found = findMatches(files, present);
  const nameOf = (match: StoredMatch): string =>
    JSON.stringify([match.companyId, match.lineId, match.matchedBy, match.matchKey]);
  const known = matchesOfCompanies(yours, present);
  const knownNames = new Set(known.map(nameOf));
  const foundNames = new Set(found.map(nameOf));
  const gone = known.filter((match) => !foundNames.has(nameOf(match)));
  const added = found.filter((match) => !knownNames.has(nameOf(match)));
  if (gone.length + added.length === 0) return false;
  transaction(yours, () => {
    for (const match of gone) deleteMatch(yours, match);
    for (const match of added) {
      if (isExact(match)) deleteNameMatchesOf(yours, match.lineId);
      putMatch(yours, match);
    }
  });
  return true;
}
