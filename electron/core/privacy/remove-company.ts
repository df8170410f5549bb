import { deleteCompany, deleteUnusedTags } from '../database/queries/cache/deletion.ts';
import { deleteSignalsOf } from '../database/queries/cache/signals.ts';
import type { WriteDb } from '../database/sql.ts';
import { unindex } from '../library/index/writing/index-file.ts';

/**
 * Deletes all data of a company from `cache.db`. Must be called within a transaction.
 * @returns the number of deleted `company` rows, 0 or 1
 */
export function removeCompanyRows(cache: WriteDb, companyId: string): number {
  const deleted = removeLibraryRows(cache, companyId);
  deleteSignalsOf(cache, companyId);
  return deleted;
}

/**
 * Deletes a company from the library but keeps its webhook events. Must be called within a transaction.
 * @returns the number of deleted `company` rows, 0 or 1
 */
export function removeLibraryRows(cache: WriteDb, companyId: string): number {
  unindex(cache, companyId);
  const deleted = deleteCompany(cache, companyId);
  deleteUnusedTags(cache);
  return deleted;
}
