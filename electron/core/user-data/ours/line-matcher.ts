import type { OursMatchedBy } from '../../../../shared/model/ours/ours.ts';
import { namedCompaniesAfter } from '../../database/queries/cache/ours-pending.ts';
import type { ReadDb } from '../../database/sql.ts';
import { compareNames, keysOfCompany, similarPrefix, type MatchKeys } from './match-keys.ts';

/** Maximum number of possible (not exact) matches of one line. */
const CANDIDATES_MAX = 5;
/** Number of companies that are compared in each turn of the event loop. */
const PER_TURN = 1_000;

export interface LineMatch {
  readonly companyId: string;
  readonly matchedBy: OursMatchedBy;
  /** The line's key that matched the company. */
  readonly matchKey: string;
}

/**
 * Compares lines with the whole library, in slices, so other work is not delayed.
 * @param pause called between slices
 * @returns the matches by line index. A line that matches a company exactly has no weaker matches.
 */
export async function matchLines(
  cache: ReadDb,
  lines: readonly (MatchKeys | null)[],
  pause: () => Promise<void>,
): Promise<Map<number, LineMatch[]>> {
  const exact = new Map<string, number[]>();
  const byPrefix = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  lines.forEach((keys, index) => {
    if (keys === null) return;
    for (const key of keys.exact) add(exact, key, index);
    if (keys.name === null) return;
    add(byName, keys.name, index);
    const prefix = similarPrefix(keys.name);
    // Lines that have a domain or a LinkedIn page are not matched by similar name, because few such matches
    // would be useful.
    if (prefix !== null && keys.exact.length === 0) add(byPrefix, prefix, index);
  });
  const found = new Map<number, LineMatch[]>();
  const put = (index: number, match: LineMatch): void => {
    const known = found.get(index) ?? [];
    if (known.every(({ companyId }) => companyId !== match.companyId)) found.set(index, [...known, match]);
  };
  for (let after = ''; ;) {
    const companies = namedCompaniesAfter(cache, after, PER_TURN);
    for (const company of companies) {
      const { companyId } = company;
      const keys = keysOfCompany(company);
      for (const matchKey of keys.exact)
        for (const index of exact.get(matchKey) ?? [])
          put(index, { companyId, matchedBy: matchKey.startsWith('d:') ? 'domain' : 'linkedin', matchKey });
      if (keys.name === null) continue;
      for (const index of byName.get(keys.name) ?? [])
        put(index, { companyId, matchedBy: 'name', matchKey: keys.name });
      for (const index of byPrefix.get(similarPrefix(keys.name) ?? '') ?? []) {
        const matchKey = lines[index]?.name ?? null;
        if (matchKey !== null && compareNames(matchKey, keys.name) === 'similar')
          put(index, { companyId, matchedBy: 'similar', matchKey });
      }
    }
    after = companies.at(-1)?.companyId ?? '';
    if (companies.length < PER_TURN) break;
    await pause();
  }
  return new Map([...found].map(([index, matches]) => [index, bestOf(matches)]));
}

function add(map: Map<string, number[]>, key: string, index: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [index]);
  else known.push(index);
}

export const isExact = ({ matchedBy }: Pick<LineMatch, 'matchedBy'>): boolean =>
  matchedBy === 'domain' || matchedBy === 'linkedin';

/**
 * Returns the strongest matches: exact matches if there are any, otherwise matches with the same name,
 * otherwise matches with a similar name.
 */
function bestOf(matches: readonly LineMatch[]): LineMatch[] {
  const exact = matches.filter(isExact);
  if (exact.length > 0) return exact;
  const named = matches.filter(({ matchedBy }) => matchedBy === 'name');
  return (named.length > 0 ? named : matches).slice(0, CANDIDATES_MAX);
}
