import type { Source } from '../../../shared/model/company.ts';
import type { WriteDb } from '../db/sql.ts';
import { keepsPeople, type Identifiable, type SealState } from '../library/seal.ts';
import { sealRaw } from '../library/store-parts.ts';
import { companiesOf, removePeople } from './remove-people.ts';

/**
 * The personal part of a raw row, sealed, without who is suppressed. What was told with somebody who is suppressed may show
 * that they are kept already, known until now by another address only: they go. Call inside a transaction.
 */
export function keepRaw(
  db: WriteDb,
  state: SealState,
  { companyId, source, raw }: { readonly companyId: string; readonly source: Source; readonly raw: unknown },
): Buffer | null {
  const withheld: Identifiable[] = [];
  const sealed = sealRaw(state, companyId, source, raw, (person) => withheld.push(person));
  if (withheld.length > 0 && keepsPeople(state)) {
    const { seal, suppressions } = state;
    const at = new Set([companyId, ...withheld.flatMap((person) => companiesOf(db, seal, person))]);
    removePeople(db, seal, [...at], suppressions.withholds);
  }
  return sealed;
}
