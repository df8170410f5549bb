import type { Source, Stamp } from '../../../shared/model/company.ts';
import { unmarkGone } from '../db/queries/companies.ts';
import type { WriteDb } from '../db/sql.ts';
import { scrubPeople } from '../privacy/scrub.ts';
import { ensureCompany } from './company-merge.ts';
import { keepsPeople, type Identifiable, type SealState } from './seal.ts';

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

/**
 * The personal part of a raw row, sealed, without who is suppressed; null where people are not kept now. `withheld` is told
 * of everybody who was left out.
 */
export function sealRaw(
  state: SealState,
  companyId: string,
  source: Source,
  raw: unknown,
  withheld: (person: Identifiable) => void,
): Buffer | null {
  if (!keepsPeople(state) || raw === null || raw === undefined) return null;
  const { seal, suppressions } = state;
  const isUnwanted = (person: Identifiable): boolean => {
    const isWithheld = suppressions.withholds(companyId, person);
    if (isWithheld) withheld(person);
    return isWithheld;
  };
  const kept = suppressions.any() ? scrubPeople(raw, isUnwanted) : raw;
  return seal.seal(JSON.stringify(kept), sealedRawPlace(companyId, source));
}

export const sealedRawPlace = (companyId: string, source: string) => ({
  table: 'company_source',
  row: `${source}/${companyId}`,
  column: 'personal',
});
