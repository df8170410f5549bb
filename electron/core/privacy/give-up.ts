import { foldLog } from '../db/queries/backup.ts';
import {
  deletePeopleBefore,
  deletePersonalRawsBefore,
  forgetFetchesBefore,
} from '../db/queries/forgetting.ts';
import { transaction, type WriteDb } from '../db/sql.ts';

/** Later than anything that was ever told. */
const EVER_MS = Number.MAX_SAFE_INTEGER;

export interface GivenUp {
  readonly people: number;
  readonly rawRows: number;
  /** False: a reader stood in the way, and the log is emptied at the next opening. */
  readonly logsEmptied: boolean;
}

/**
 * Takes everybody out of `cache.db` unread, for whom no key is left: their rows, and their part of the raw rows. Freed bytes are
 * overwritten as they are freed (`secure_delete`), so that with the log emptied nothing sealed is in the files. Companies and
 * all else that answers said stay; the screens must not say of anybody that they were fetched.
 */
export function removeSealed(cache: WriteDb): GivenUp {
  const gone = transaction(cache, () => {
    const people = deletePeopleBefore(cache, EVER_MS);
    const rawRows = deletePersonalRawsBefore(cache, EVER_MS);
    forgetFetchesBefore(cache, EVER_MS);
    return { people, rawRows };
  });
  return { ...gone, logsEmptied: foldLog(cache) };
}
