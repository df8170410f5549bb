import { createHmac } from 'node:crypto';
import {
  companiesNamed,
  erasedCompanies,
  hasTable,
  privacyRow,
  putErasedCompany,
  putPrivacyRow,
  clearCompanyName,
  type PrivacyRow,
} from '../database/queries/privacy-state.ts';
import {
  everySuppression,
  everySuppressionKey,
  insertSuppression,
  insertSuppressionKey,
  liftSuppression,
} from '../database/queries/suppressions.ts';
import { companiesOpened, deleteOpenedOf } from '../database/queries/yours/outcome-facts.ts';
import { companiesSearched, deleteSearchRowsOf } from '../database/queries/yours/saved-searches.ts';
import {
  companiesOfRemovedSignals,
  companiesSeenInSignals,
  deleteSignalsRemovedOf,
  deleteSignalsSeenOf,
} from '../database/queries/yours/receiver-and-seen-signals.ts';
import {
  companiesOfArchivedVersions,
  deleteArchivedVersionsOf,
} from '../database/queries/yours/archive/archived-versions.ts';
import { companiesOfDismissals, deleteDismissalsOf } from '../database/queries/yours/duplicate-dismissals.ts';
import {
  companiesOfAssistants,
  eraseFromAssistants,
  resetRestoredAssistants,
} from '../database/queries/yours/assistants/assistants.ts';
import { companiesMatched, deleteMatchesOf } from '../database/queries/yours/ours.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { RandomSource } from '../ports.ts';

/*
 * Suppressions and erasures are stored in both `yours.db` and `cache.db`, and the two copies are merged when
 * the files are opened. A contact therefore stays erased when the downloaded data is deleted or an older
 * `yours.db` is restored.
 */

/**
 * Default retention of contacts in months, counted from the last time that the service returned the contact.
 */
const RETENTION_MONTHS = 12;
const KEY_BYTES = 32;

/**
 * Copies to each file the erasure records that only the other file contains. For a new workspace, first
 * creates the privacy settings. Must be called when the files are opened.
 */
export function mergeErasureRecords(files: { yours: WriteDb; cache: WriteDb }, random: RandomSource): void {
  const { yours, cache } = files;
  transaction(yours, () => {
    if (privacyRow(yours) === null && privacyRow(cache) === null)
      putPrivacyRow(yours, {
        companyKey: random.bytes(KEY_BYTES),
        retentionMonths: RETENTION_MONTHS,
        changedAtMs: 0,
      });
    copyMissingRecords(yours, cache);
    clearErasedNames(yours, (ids) => missingCompanies(cache, ids));
  });
  transaction(cache, () => copyMissingRecords(cache, yours));
}

/**
 * After a restore, copies the suppressions and erasures from the replaced file (`before`) to the restored
 * `yours.db`, removes the names of erased companies, and revokes all assistants. `before` is null if the replaced file is unreadable.
 * Must be called within a transaction on `restored`.
 */
export function afterRestore(restored: WriteDb, before: ReadDb | null): void {
  if (before !== null && hasTable(before, 'erased_company')) copyMissingRecords(restored, before);
  resetRestoredAssistants(restored, before);
  clearErasedNames(restored, (ids) => ids);
}

/** Copies all erasure records of `other` to `db`. Must be called within a transaction on `db`. */
function copyMissingRecords(db: WriteDb, other: ReadDb): void {
  const erasedThere = erasedCompanies(other);
  copyNewerSettings(db, privacyRow(other), erasedThere.length === 0 && erasedCompanies(db).length > 0);
  for (const erased of erasedThere) putErasedCompany(db, erased);
  const suppressions = everySuppression(other);
  if (suppressions.length === 0) return;
  for (const suppression of suppressions) insertSuppression(db, suppression);
  const lifted = new Set<string>();
  for (const { suppressionId, liftedAtMs } of [...suppressions, ...everySuppression(db)]) {
    if (liftedAtMs === null || lifted.has(suppressionId)) continue;
    liftSuppression(db, suppressionId, liftedAtMs);
    lifted.add(suppressionId);
  }
  for (const { suppressionId, ...key } of everySuppressionKey(other))
    if (!lifted.has(suppressionId)) insertSuppressionKey(db, suppressionId, key);
}

/**
 * Stores the newer settings if both files have settings. Stores the received `companyKey`, because hashes in
 * the two files can be compared only if both files have the same key. If `keepsKey` is true, only the
 * existing data contains hashes, so the existing key is kept instead.
 */
function copyNewerSettings(db: WriteDb, received: PrivacyRow | null, keepsKey: boolean): void {
  if (received === null) return;
  const known = privacyRow(db);
  if (known === null) return putPrivacyRow(db, received);
  const newer = received.changedAtMs > known.changedAtMs ? received : known;
  const { companyKey } = keepsKey ? known : received;
  const isSame = known.companyKey.equals(companyKey) && newer === known;
  if (!isSame) putPrivacyRow(db, { ...newer, companyKey });
}

/**
 * Returns the hash that identifies an erased company. The hash is keyed: without the key, hashing known ids
 * does not reveal which companies were erased.
 */
export const companyHash = (companyKey: Buffer, companyId: string): Buffer =>
  createHmac('sha256', companyKey).update(`company\0${companyId}`, 'utf8').digest();

/**
 * Returns a predicate that is true for every company that was ever erased, even if it has been fetched again.
 * Returns null if no company was erased.
 */
export function readErased(yours: ReadDb): ((companyId: string) => boolean) | null {
  const erased = new Set(erasedCompanies(yours).map(({ hash }) => hash.toString('hex')));
  const settings = privacyRow(yours);
  if (erased.size === 0 || settings === null) return null;
  return (id) => erased.has(companyHash(settings.companyKey, id).toString('hex'));
}

/**
 * Removes the names of erased companies from the user data. `missing` receives company ids and returns the
 * ids of companies that were not fetched again. Only their names are removed.
 * @returns the number of removed names and saved-search results
 */
function clearErasedNames(yours: WriteDb, missing: (ids: readonly string[]) => readonly string[]): number {
  const isErased = readErased(yours);
  if (isErased === null) return 0;
  const searched = eraseSearchRows(yours, (ids) => missing(ids.filter(isErased)));
  const named = companiesNamed(yours).filter(isErased);
  return missing(named).reduce((changed, id) => changed + clearCompanyName(yours, id), searched);
}

/**
 * Removes companies from the results of saved searches, from the records of seen and removed signals, from
 * the dismissed duplicates, from the matches with "Already yours" imports, from the record of opened company
 * pages, from the versions exchanged with archives, and from the record of what assistants received.
 * @returns the number of removed companies, counted once per table
 */
export function eraseSearchRows(
  yours: WriteDb,
  which: (ids: readonly string[]) => readonly string[],
): number {
  // Backups made by an older version of the app may lack these tables.
  const searched = hasTable(yours, 'search_fetched') ? which(companiesSearched(yours)) : [];
  for (const id of searched) deleteSearchRowsOf(yours, id);
  const marked = hasTable(yours, 'signal_seen') ? which(companiesSeenInSignals(yours)) : [];
  for (const id of marked) deleteSignalsSeenOf(yours, id);
  const removed = hasTable(yours, 'signal_removed') ? which(companiesOfRemovedSignals(yours)) : [];
  for (const id of removed) deleteSignalsRemovedOf(yours, id);
  const dismissed = hasTable(yours, 'dismissed_duplicate') ? which(companiesOfDismissals(yours)) : [];
  for (const id of dismissed) deleteDismissalsOf(yours, id);
  const matched = hasTable(yours, 'ours_match') ? which(companiesMatched(yours)) : [];
  for (const id of matched) deleteMatchesOf(yours, id);
  const opened = hasTable(yours, 'company_opened') ? which(companiesOpened(yours)) : [];
  for (const id of opened) deleteOpenedOf(yours, id);
  const archived = hasTable(yours, 'archived_version') ? which(companiesOfArchivedVersions(yours)) : [];
  for (const id of archived) deleteArchivedVersionsOf(yours, id);
  const assisted = hasTable(yours, 'assistant_call') ? which(companiesOfAssistants(yours)) : [];
  for (const id of assisted) eraseFromAssistants(yours, id);
  const found = [searched, opened, marked, removed, dismissed, matched, archived, assisted];
  return found.reduce((sum, ids) => sum + ids.length, 0);
}
