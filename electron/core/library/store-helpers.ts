import type { Source, Stamp } from '../../../shared/model/company.ts';
import { unmarkRemoved } from '../database/queries/cache/companies.ts';
import type { WriteDb } from '../database/sql.ts';
import { ensureCompany } from './merge-company.ts';

export const stampAt = (source: Source, fetchedAtMs: number): Stamp => ({
  source,
  fetchedAtMs: Math.round(fetchedAtMs),
});

/**
 * Adds a company if it is not stored, and clears an earlier 404. Call this for every response from an
 * endpoint under `/companies/{id}`: the response proves that the company exists.
 */
export function touchCompany(db: WriteDb, companyId: string, stamp: Stamp): void {
  ensureCompany(db, companyId, stamp);
  unmarkRemoved(db, companyId, stamp.fetchedAtMs);
}
