import { AppFailure } from '../../../shared/app-failure.ts';
import { foldLog } from '../db/queries/backup.ts';
import { putSealedRaw } from '../db/queries/forgetting.ts';
import { sealedRaws } from '../db/queries/raw-rows.ts';
import { putSealedColumns, sealedContactsAfter, type SealedColumns } from '../db/queries/sealed-rows.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { placeOf } from '../library/sealed-people.ts';
import type { Place, Seal } from '../library/seal.ts';
import { sealedRawPlace } from '../library/store-parts.ts';

/** Rows in one transaction: nobody waits longer than a moment for the file. */
const BATCH_ROWS = 50;

export interface Resealed {
  readonly rows: number;
  /** Under neither key: left as they are. */
  readonly unreadable: number;
}

/**
 * Seals every row anew that is under the key before this one. It can be broken off anywhere, by a crash too, and begun again:
 * while any row may be left the old key is kept, and a row that is done is passed over. Then no page and no log holds a row
 * under the old key.
 */
export async function resealPeople(
  cache: WriteDb,
  seal: Seal,
  { pause, onstep }: { pause: () => Promise<void>; onstep?: (rows: number) => void },
): Promise<Resealed> {
  const tally = { rows: 0, unreadable: 0 };
  let seen = 0;
  const next = async (rows: number): Promise<void> => {
    seen += rows;
    onstep?.(seen);
    await pause();
  };
  const anew = (blob: Buffer, place: Place): Buffer | null => resealed(seal, blob, place, tally);
  let contacts = sealedContactsAfter(cache, 0, BATCH_ROWS);
  for (
    ;
    contacts.length > 0;
    contacts = sealedContactsAfter(cache, contacts.at(-1)?.contactId ?? 0, BATCH_ROWS)
  ) {
    const batch = contacts;
    transaction(cache, () => {
      for (const { contactId, companyId, columns } of batch)
        putChanged(cache, contactId, columns, (blob, column) =>
          anew(blob, placeOf(companyId, contactId, column)),
        );
    });
    await next(batch.length);
  }
  let after: Parameters<typeof sealedRaws>[1] = { companyId: '', source: '' };
  for (;;) {
    const batch = sealedRaws(cache, after, BATCH_ROWS);
    const last = batch.at(-1);
    if (last === undefined) break;
    transaction(cache, () => {
      for (const { companyId, stamp, personal } of batch) {
        const fresh = anew(personal, sealedRawPlace(companyId, stamp.source));
        if (fresh !== null) putSealedRaw(cache, { companyId, source: stamp.source, personal: fresh });
      }
    });
    after = { companyId: last.companyId, source: last.stamp.source };
    await next(batch.length);
  }
  foldLog(cache);
  return tally;
}

function putChanged(
  cache: WriteDb,
  contactId: number,
  columns: SealedColumns,
  anew: (blob: Buffer, column: keyof SealedColumns) => Buffer | null,
): void {
  const fresh: Record<keyof SealedColumns, Buffer | null> = { ...columns };
  let changed = false;
  for (const column of SEALED_COLUMNS) {
    const blob = columns[column];
    const sealed = blob === null ? null : anew(blob, column);
    if (sealed === null) continue;
    fresh[column] = sealed;
    changed = true;
  }
  if (changed) putSealedColumns(cache, contactId, fresh);
}

const SEALED_COLUMNS = ['service_id', 'name', 'title', 'email', 'linkedin_url'] as const;

function resealed(
  seal: Seal,
  blob: Buffer,
  place: Place,
  tally: { rows: number; unreadable: number },
): Buffer | null {
  try {
    const fresh = seal.reseal(blob, place);
    if (fresh !== null) tally.rows += 1;
    return fresh;
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    tally.unreadable += 1;
    return null;
  }
}
