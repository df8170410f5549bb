import type { Source, Stamp } from '../../../shared/model/company.ts';
import { unmarkGone } from '../db/queries/companies.ts';
import type { WriteDb } from '../db/sql.ts';
import { ensureCompany } from './company-merge.ts';
import { keepsPeople, type SealState } from './seal.ts';

/** What every way of storing an answer needs. */

export const stampAt = (source: Source, fetchedAtMs: number): Stamp => ({
  source,
  fetchedAtMs: Math.round(fetchedAtMs),
});

/** A place for what an endpoint below a company told: whoever it tells of is there, also after a 404. */
export function companySpokenOf(db: WriteDb, companyId: string, stamp: Stamp): void {
  ensureCompany(db, companyId, stamp);
  unmarkGone(db, companyId, stamp.fetchedAtMs);
}

/** The personal part of a raw row, sealed; null where people are not kept now. */
export function sealRaw(state: SealState, companyId: string, source: Source, raw: unknown): Buffer | null {
  if (!keepsPeople(state) || raw === null || raw === undefined) return null;
  return state.seal.seal(JSON.stringify(raw), sealedRawPlace(companyId, source));
}

export const sealedRawPlace = (companyId: string, source: Source) => ({
  table: 'company_source',
  row: `${source}/${companyId}`,
  column: 'personal',
});
