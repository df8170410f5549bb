import { createOutcomeReader } from '../../../../electron/core/library/outcomes/outcomes.ts';
import { createSelectByOutcome } from '../../../../electron/core/library/outcomes/select-by-outcome.ts';
import { createLibrarySearch } from '../../../../electron/core/library/index/library-search.ts';
import { createCompanyFits } from '../../../../electron/core/market/fit-scores.ts';
import { ledgerMigrations } from '../../../../electron/core/database/migrations/ledger/index.ts';
import { run, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { insertSavedSearch } from '../../../../electron/core/database/queries/yours/saved-searches.ts';
import { createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import { savedQuerySchema, type SavedQuery } from '../../../../shared/model/saved-search.ts';
import { libraryFiltersSchema, type LibraryFilters } from '../../../../shared/model/library.ts';
import { outcomeQuestionSchema, type Outcomes } from '../../../../shared/model/outcomes/outcomes.ts';
import { clock, log, memoryCache, memoryYours } from '../../../support/app/library-fixtures.ts';
import { SEARCH_ALONE } from '../../../support/app/search-alone.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { memoryDatabase } from '../../../support/database/memory-database.ts';

/* A workspace in memory with two saved searches and a list. */

/** Wednesday, 27 May 2026. */
export const NOW = Date.UTC(2026, 4, 27, 9, 40);

export const searchIn = (country: string): SavedQuery =>
  savedQuerySchema.parse({
    list: 'fundings',
    dates: { kind: 'last', days: 7 },
    query: { limit: 25, countries: [country] },
  });

export function outcomeWorld() {
  const files = {
    cache: memoryCache(),
    yours: memoryYours(),
    ledger: memoryDatabase(ledgerMigrations, { clock, log }),
  };
  for (const [at, country] of ['NO', 'DE'].entries())
    insertSavedSearch(files.yours, {
      name: `In ${country}`,
      nameFolded: `in ${country}`,
      question: JSON.stringify(searchIn(country)),
      questionKey: `key ${at + 1}`,
      createdAtMs: NOW,
    });
  const { id: listId } = createWatchlists(files.yours, noJournal).create('Nordics', NOW);
  const search = createLibrarySearch({
    ...files,
    ...SEARCH_ALONE,
    clock,
    log,
    contactNames: () => null,
    fits: createCompanyFits(files),
    selectByOutcome: createSelectByOutcome(files),
  });
  const reader = createOutcomeReader(files, search);
  return {
    files,
    listId,
    reader,
    list: (companyId: string): void =>
      void run(
        files.yours,
        `INSERT INTO watchlist_entry (list_id, company_id, company_name, reason, added_at_ms, dropped)
         VALUES (:listId, :companyId, '', 'manual', 1, 0)`,
        { listId: Number(listId), companyId },
      ),
    read: (question: Parameters<typeof outcomeQuestionSchema.parse>[0] & object): Promise<Outcomes> =>
      reader.read(outcomeQuestionSchema.parse(question), NOW),
    /** Returns the number of companies that the library shows with these filters. */
    found: async (filters: Partial<LibraryFilters>): Promise<number> => {
      const wanted = libraryFiltersSchema.parse(filters);
      const question = { text: '', has: null, sort: 'fetched', nowMs: NOW, filters: wanted } as const;
      return (await search.find(question)).total;
    },
    close: async (): Promise<void> => {
      search.dispose();
      await search.settled();
    },
  };
}

/** Inserts a company. By default, the company was found at `NOW`. */
export function insertCompany(
  cache: WriteDb,
  companyId: string,
  company: { readonly foundMs?: number; readonly foundBy?: number | null; readonly country?: string } = {},
): void {
  run(
    cache,
    `INSERT INTO company (company_id, name, name_folded, country_code, source, fetched_at_ms, first_seen_at_ms,
       field_claims, found_by)
     VALUES (:companyId, :companyId, :companyId, :country, 'fundings', 1, :foundMs, '{}', :foundBy)`,
    {
      companyId,
      country: company.country ?? null,
      foundMs: company.foundMs ?? NOW,
      foundBy: company.foundBy ?? null,
    },
  );
}
