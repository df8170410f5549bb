import { checkpointWal } from '../database/queries/backup.ts';
import {
  deleteContactsBefore,
  deletePersonalRawsBefore,
  deleteFetchesBefore,
} from '../database/queries/cache/deletion.ts';
import { deleteUndocumentedBefore } from '../database/queries/cache/encrypted-columns.ts';
import { transaction, type WriteDb } from '../database/sql.ts';

/** A time later than any stored timestamp. */
const EVER_MS = Number.MAX_SAFE_INTEGER;

export interface RemovedUndecryptable {
  readonly people: number;
  readonly rawRows: number;
  /** Whether the WAL was emptied. If a reader prevented this, the WAL is emptied at the next start. */
  readonly logsEmptied: boolean;
}

/**
 * Deletes all contacts from `cache.db`, and the personal part and undocumented fields of all raw rows.
 * Nothing is decrypted, because the key is lost. `secure_delete` overwrites the freed bytes. Companies stay,
 * but are marked as having no fetched contacts.
 */
export function removeEncrypted(cache: WriteDb): RemovedUndecryptable {
  const removed = transaction(cache, () => {
    const all = { beforeMs: EVER_MS, withDoubted: true };
    const people = deleteContactsBefore(cache, all);
    const rawRows = deletePersonalRawsBefore(cache, all) + deleteUndocumentedBefore(cache, all);
    deleteFetchesBefore(cache, EVER_MS);
    return { people, rawRows };
  });
  return { ...removed, logsEmptied: checkpointWal(cache) };
}
