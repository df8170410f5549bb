import { checkpointWal } from '../database/queries/backup.ts';
import {
  deleteContactsBefore,
  deletePersonalRawsBefore,
  deleteFetchesBefore,
} from '../database/queries/cache/deletion.ts';
import { countEncrypted, deleteUndocumentedBefore } from '../database/queries/cache/encrypted-columns.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { Logger } from '../ports.ts';

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
 * Nothing is decrypted, because the key is lost. `secure_delete` overwrites the freed bytes. Companies
 * remain, but their contacts count as never fetched.
 *
 * @param beforeCommit called after everything has been deleted. If it throws, nothing is deleted.
 */
export function removeEncrypted(
  cache: WriteDb,
  beforeCommit: () => void = () => undefined,
): RemovedUndecryptable {
  const removed = transaction(cache, () => {
    const all = { beforeMs: EVER_MS, withDoubted: true };
    const people = deleteContactsBefore(cache, all);
    const rawRows = deletePersonalRawsBefore(cache, all) + deleteUndocumentedBefore(cache, all);
    deleteFetchesBefore(cache, EVER_MS);
    beforeCommit();
    return { people, rawRows };
  });
  return { ...removed, logsEmptied: checkpointWal(cache) };
}

/** The parts of the workspace record that show whether contacts were removed because their key was lost. */
export interface RemovalRecord {
  readonly people: { readonly mode: string };
  readonly peopleGivenUpAtMs?: number | undefined;
}

/**
 * Completes a removal that was interrupted after the workspace record was saved and before the deletion was
 * committed. Does not throw. If the removal fails again, the next start repeats it.
 */
export function finishRemoval(
  cache: WriteDb,
  { people, peopleGivenUpAtMs }: RemovalRecord,
  log: Logger,
): void {
  if (people.mode !== 'none' || peopleGivenUpAtMs === undefined) return;
  try {
    if (countEncrypted(cache) > 0) log.info('people-removal-finished', { ...removeEncrypted(cache) });
  } catch (error) {
    log.error('people-removal-not-finished', { error: messageOf(error) });
  }
}
