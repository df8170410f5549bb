import { deleteCompany, deleteUnborne } from '../db/queries/forgetting.ts';
import { deleteSignalsOf } from '../db/queries/signals.ts';
import type { WriteDb } from '../db/sql.ts';
import { unindex } from '../library/search/index-file.ts';

/** Takes a company out of `cache.db` with all that is kept of it. Call inside a transaction. @returns rows of `company`: 0 or 1 */
export function takeCompanyOut(cache: WriteDb, companyId: string): number {
  unindex(cache, companyId);
  const deleted = deleteCompany(cache, companyId);
  deleteSignalsOf(cache, companyId);
  deleteUnborne(cache);
  return deleted;
}
