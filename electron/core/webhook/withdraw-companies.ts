import {
  eventsOfCompany,
  isKnownOnlyFromEvents,
  markUnmerged,
  restoreRawEvents,
  withdrawnEvents,
} from '../database/queries/cache/withdrawn-events.ts';
import { userDataNames } from '../database/queries/yours/notes.ts';
import { removedIdentities } from '../database/queries/yours/receiver-and-seen-signals.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { removeLibraryRows } from '../privacy/remove-company.ts';

interface Files {
  readonly cache: WriteDb;
  readonly yours: ReadDb;
}

/**
 * Removes companies from the library if they are known only from events that the user has removed. A company
 * with other downloaded data or with user data stays.
 * @returns the ids of the withdrawn companies
 */
export function withdrawCompanies({ cache, yours }: Files, companyIds: readonly string[]): string[] {
  if (companyIds.length === 0) return [];
  const removed = removedIdentities(yours);
  if (removed.size === 0) return [];
  return companyIds.filter((companyId) =>
    transaction(cache, () => {
      const events = eventsOfCompany(cache, companyId);
      const isRemoved = events.every(
        ({ identity, isMerged, hasRaw }) => removed.has(identity) && isMerged && hasRaw,
      );
      if (events.length === 0 || !isRemoved || !isKnownOnlyFromEvents(cache, companyId)) return false;
      if (userDataNames(yours, [companyId]).size > 0) return false;
      restoreRawEvents(cache, companyId);
      removeLibraryRows(cache, companyId);
      return true;
    }),
  );
}

/**
 * Finds events whose companies were withdrawn and whose removal the user has since undone. Marks these events
 * as not merged, so the next merge adds their companies to the library again.
 * @returns whether there were any such events
 */
export function releaseWithdrawnEvents({ cache, yours }: Files): boolean {
  const removed = removedIdentities(yours);
  const released = withdrawnEvents(cache).filter(({ identity }) => !removed.has(identity));
  if (released.length === 0) return false;
  transaction(cache, () => released.forEach(({ signalKey }) => markUnmerged(cache, signalKey)));
  return true;
}
