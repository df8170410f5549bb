import { libraryFiltersSchema } from '../../../../shared/model/library.ts';
import { firstStoredBetween } from '../../database/queries/cache/figures/month-companies.ts';
import { newRoundsOfSearches, type NewRounds } from '../../database/queries/yours/month-activity.ts';
import type { ReadDb } from '../../database/sql.ts';
import type { LibrarySearch } from '../../library/index/library-search.ts';

/**
 * The results of a saved search in the month. A company counts if it was first stored in the month and, as in
 * Outcomes, the search found it first.
 */
export interface SearchResults {
  readonly name: string;
  readonly companyIds: readonly string[];
  /** How many rounds of these companies the search first returned in the reviewed month. */
  readonly rounds: number;
}

interface Sources {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb };
  readonly search: Pick<LibrarySearch, 'find'>;
  readonly serverNowMs: number;
}

/** Returns what each saved search found between these times. Omits searches that found no company. */
export async function resultsOfSearches(
  { files, search, serverNowMs }: Sources,
  fromMs: number,
  untilMs: number,
): Promise<SearchResults[]> {
  const bySearch = new Map<number, NewRounds[]>();
  for (const rows of newRoundsOfSearches(files.yours, fromMs, untilMs))
    bySearch.set(rows.searchId, [...(bySearch.get(rows.searchId) ?? []), rows]);
  const results: SearchResults[] = [];
  for (const [searchId, rows] of bySearch) {
    const [first] = rows;
    if (first === undefined) continue;
    const stored = firstStoredBetween(
      files.cache,
      rows.map(({ companyId }) => companyId),
      { fromMs, untilMs },
    );
    const found = await foundFirst(search, searchId, serverNowMs);
    const own = rows.filter(({ companyId }) => stored.has(companyId) && found.has(companyId));
    if (own.length === 0) continue;
    results.push({
      name: first.name,
      companyIds: own.map(({ companyId }) => companyId),
      rounds: own.reduce((sum, { rounds }) => sum + rounds, 0),
    });
  }
  return results;
}

/** Returns the companies that the library shows for the search in Outcomes. */
async function foundFirst(
  search: Pick<LibrarySearch, 'find'>,
  searchId: number,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const filters = libraryFiltersSchema.parse({
    outcome: { step: 'found', from: null, source: String(searchId) },
  });
  const found = await search.find({ text: '', filters, has: null, sort: 'fetched', nowMs });
  return new Set(found.idsAt(0, found.total));
}
