import { deleteCompany, deleteUnusedTags } from '../database/queries/cache/deletion.ts';
import { deleteSignalsOf } from '../database/queries/cache/signals.ts';
import type { WriteDb } from '../database/sql.ts';
import { unindex } from '../library/index/index-file.ts';

/**
 * Deletes all data of a company from `cache.db`. Must be called within a transaction.
 * @returns the number of deleted `company` rows, 0 or 1
 */
export function removeCompanyRows(cache: WriteDb, companyId: string): number {
  unindex(cache, companyId);
  const deleted = deleteCompany(cache, companyId);
  deleteSignalsOf(cache, companyId);
  deleteUnusedTags(cache);
  return deleted;
}
