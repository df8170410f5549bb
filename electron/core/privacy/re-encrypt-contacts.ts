import { AppFailure } from '../../../shared/app-failure.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import { putEncryptedRaw } from '../database/queries/cache/deletion.ts';
import { encryptedRaws } from '../database/queries/cache/raw-rows.ts';
import {
  putEncryptedColumns,
  encryptedContactsAfter,
  putUndocumented,
  RAW_TABLES,
  undocumentedAfter,
  type EncryptedColumns,
} from '../database/queries/cache/encrypted-columns.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { placeOf } from '../contacts/decrypt-contacts.ts';
import { encryptedRawPlace, type ContactEncryption } from '../contacts/contact-encryption.ts';
import { reencryptUndocumented } from '../contacts/undocumented-fields.ts';

/** Rows per transaction; kept small, so other writers wait only briefly. */
const BATCH_ROWS = 50;

interface ReencryptionResult {
  readonly rows: number;
  /** Number of encrypted values that neither key can decrypt. They are left unchanged. */
  readonly unreadable: number;
}

/**
 * Re-encrypts everything that is still encrypted with the previous key. The caller must keep that key until
 * this function has finished. Values encrypted with the current key are skipped, so an interrupted run can be
 * repeated. Finally checkpoints the WAL, which removes data encrypted with the previous key from the WAL too.
 */
export async function reencryptContacts(
  cache: WriteDb,
  seal: ContactEncryption,
  { pause, onstep }: { pause: () => Promise<void>; onstep?: (rows: number) => void },
): Promise<ReencryptionResult> {
  const tally = { rows: 0, unreadable: 0 };
  let seen = 0;
  const next = async (rows: number): Promise<void> => {
    seen += rows;
    onstep?.(seen);
    await pause();
  };
  let contacts = encryptedContactsAfter(cache, 0, BATCH_ROWS);
  for (
    ;
    contacts.length > 0;
    contacts = encryptedContactsAfter(cache, contacts.at(-1)?.contactId ?? 0, BATCH_ROWS)
  ) {
    const batch = contacts;
    transaction(cache, () => {
      for (const { contactId, companyId, columns } of batch)
        putChanged(cache, contactId, columns, (blob, column) =>
          tallied(tally, () => seal.reseal(blob, placeOf(companyId, contactId, column))),
        );
    });
    await next(batch.length);
  }
  let after: Parameters<typeof encryptedRaws>[1] = { companyId: '', source: '' };
  for (;;) {
    const batch = encryptedRaws(cache, after, BATCH_ROWS);
    const last = batch.at(-1);
    if (last === undefined) break;
    transaction(cache, () => {
      for (const { companyId, stamp, personal } of batch) {
        const place = encryptedRawPlace(companyId, stamp.source);
        const fresh = tallied(tally, () => seal.reseal(personal, place));
        if (fresh !== null) putEncryptedRaw(cache, { companyId, source: stamp.source, personal: fresh });
      }
    });
    after = { companyId: last.companyId, source: last.stamp.source };
    await next(batch.length);
  }
  for (const table of RAW_TABLES)
    for (let rowId = 0; ;) {
      const batch = undocumentedAfter(cache, { table, rowId }, BATCH_ROWS);
      const last = batch.at(-1);
      if (last === undefined) break;
      transaction(cache, () => {
        for (const row of batch) {
          const fresh = tallied(tally, () => reencryptUndocumented(seal, row, row.undocumented));
          if (fresh !== null) putUndocumented(cache, row, fresh);
        }
      });
      rowId = last.rowId;
      await next(batch.length);
    }
  checkpointWal(cache);
  return tally;
}

function putChanged(
  cache: WriteDb,
  contactId: number,
  columns: EncryptedColumns,
  reencrypt: (blob: Buffer, column: keyof EncryptedColumns) => Buffer | null,
): void {
  const fresh: Record<keyof EncryptedColumns, Buffer | null> = { ...columns };
  let changed = false;
  for (const column of ENCRYPTED_COLUMNS) {
    const blob = columns[column];
    const sealed = blob === null ? null : reencrypt(blob, column);
    if (sealed === null) continue;
    fresh[column] = sealed;
    changed = true;
  }
  if (changed) putEncryptedColumns(cache, contactId, fresh);
}

const ENCRYPTED_COLUMNS = ['service_id', 'name', 'title', 'email', 'linkedin_url'] as const;

/** Re-encrypts one value and counts the result. Returns null if the value stays as it is. */
function tallied(tally: { rows: number; unreadable: number }, reencrypt: () => Buffer | null): Buffer | null {
  try {
    const fresh = reencrypt();
    if (fresh !== null) tally.rows += 1;
    return fresh;
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    tally.unreadable += 1;
    return null;
  }
}
