import {
  clock,
  company,
  fundingsQuery,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../../support/app/library-fixtures.ts';
import { storePage } from '../../../support/app/store-without-key.ts';
import type { DecodedCompany } from '../../../../electron/core/service-api/decoders/decoded-types.ts';
import type { WriteDb } from '../../../../electron/core/database/sql.ts';
import type { OursDecision } from '../../../../shared/model/ours/ours.ts';
import type { OursKind } from '../../../../shared/model/ours/ours-kinds.ts';
import { createOursChanges, prepareImport } from '../../../../electron/core/user-data/ours/ours-changes.ts';
import { draftOf } from '../../../../electron/core/user-data/ours/ours-draft.ts';
import { recordChange } from '../../../../electron/core/user-data/undo-journal.ts';

/* A library and user data in memory, for tests of companies that are marked as "Already yours". */

export interface OursFiles {
  readonly cache: WriteDb;
  readonly yours: WriteDb;
}
export const openFiles = (): OursFiles => ({ cache: memoryCache(), yours: memoryYours() });

const QUERY = fundingsQuery();

/** Stores companies, each with one round. By default, the round has no announcement date. */
export function storeCompanies(
  { cache }: OursFiles,
  companies: readonly (Partial<DecodedCompany> & { readonly companyId: string })[],
  announcedOn: string | null = null,
  fetchedAtMs = 1,
): void {
  for (let at = 0; at < companies.length; at += 50)
    storePage(cache, {
      endpoint: 'fundings',
      query: QUERY,
      fetchedAtMs,
      page: page(
        companies
          .slice(at, at + 50)
          .map(({ companyId, ...facts }) =>
            row(company(companyId, facts), round(`r-${companyId}`, { announcedOn })),
          ),
      ),
    });
}

export const pause = (): Promise<void> => Promise.resolve();

/** Imports text as the screen does, and returns the undo token. */
export async function importText(
  files: OursFiles,
  text: string,
  kind: OursKind = 'customer',
  decisions: readonly OursDecision[] = [],
): Promise<string> {
  const { lines } = await draftOf(files, text, pause);
  const atMs = Math.round(clock.nowMs());
  const prepared = await prepareImport(files, { kind, source: '', lines, decisions, atMs }, pause);
  const { recorded } = recordChange(files.yours, { what: 'ours-imported', atMs }, (journal) =>
    createOursChanges(files.yours, journal).show(prepared, atMs),
  );
  return recorded.undo ?? '';
}
