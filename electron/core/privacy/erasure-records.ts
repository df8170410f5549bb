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
import { companiesSearched, deleteSearchRowsOf } from '../database/queries/yours/saved-searches.ts';
import {
  companiesSeenInSignals,
  deleteSignalsSeenOf,
} from '../database/queries/yours/receiver-and-seen-signals.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { RandomSource } from '../ports.ts';

/*
 * Suppressions and erasures are stored in `yours.db` and copied to `cache.db`. The two are reconciled on
 * open, so neither wiping the cache nor restoring an older `yours.db` brings erased contacts back.
 */

/** Default retention of contacts, in months since they were last returned. */
const RETENTION_MONTHS = 12;
const KEY_BYTES = 32;

/** Merges the erasure records of both files. Call when the files are opened. */
export function joinErased(files: { yours: WriteDb; cache: WriteDb }, random: RandomSource): void {
  const { yours, cache } = files;
  transaction(yours, () => {
    if (privacyRow(yours) === null && privacyRow(cache) === null)
      putPrivacyRow(yours, {
        companyKey: random.bytes(KEY_BYTES),
        retentionMonths: RETENTION_MONTHS,
        changedAtMs: 0,
      });
    learnFrom(yours, cache);
    clearErasedNames(yours, (ids) => missingCompanies(cache, ids));
  });
  transaction(cache, () => learnFrom(cache, yours));
}

/**
 * Call in a transaction on a restored `yours.db`. `before` is the file it replaces, if readable, whose
 * suppressions and erasures are carried over; records only in the cache are merged on open.
 */
export function afterRestore(restored: WriteDb, before: ReadDb | null): void {
  if (before !== null && hasTable(before, 'erased_company')) learnFrom(restored, before);
  clearErasedNames(restored, (ids) => ids);
}

/** Copies all erasure records of `other` into `db`. Call inside a transaction on `db`. */
function learnFrom(db: WriteDb, other: ReadDb): void {
  learnSettings(db, privacyRow(other));
  for (const erased of erasedCompanies(other)) putErasedCompany(db, erased);
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
 * The newer setting wins. `told.companyKey` always wins, because hashes under different keys cannot be compared.
 */
function learnSettings(db: WriteDb, told: PrivacyRow | null): void {
  if (told === null) return;
  const known = privacyRow(db);
  if (known === null) return putPrivacyRow(db, told);
  const newer = told.changedAtMs > known.changedAtMs ? told : known;
  const isSame = known.companyKey.equals(told.companyKey) && newer === known;
  if (!isSame) putPrivacyRow(db, { ...newer, companyKey: told.companyKey });
}

/** Keyed, so company ids cannot be guessed from another workspace's file. */
export const companyHash = (companyKey: Buffer, companyId: string): Buffer =>
  createHmac('sha256', companyKey).update(`company\0${companyId}`, 'utf8').digest();

/**
 * Returns a predicate for companies that were ever erased, including those fetched again since, or null if
 * there are none.
 */
export function readErased(yours: ReadDb): ((companyId: string) => boolean) | null {
  const erased = new Set(erasedCompanies(yours).map(({ hash }) => hash.toString('hex')));
  const settings = privacyRow(yours);
  if (erased.size === 0 || settings === null) return null;
  return (id) => erased.has(companyHash(settings.companyKey, id).toString('hex'));
}

/**
 * Removes the names of erased companies from the user data. `gone` filters out companies that were fetched again.
 */
export function clearErasedNames(
  yours: WriteDb,
  gone: (ids: readonly string[]) => readonly string[],
): number {
  const isErased = readErased(yours);
  if (isErased === null) return 0;
  const searched = eraseSearchRows(yours, (ids) => gone(ids.filter(isErased)));
  const named = companiesNamed(yours).filter(isErased);
  return gone(named).reduce((changed, id) => changed + clearCompanyName(yours, id), searched);
}

/**
 * Removes companies from the results and seen marks of saved searches, and from the seen marks of signals.
 * @returns the number of removed companies, counted once per table
 */
export function eraseSearchRows(
  yours: WriteDb,
  which: (ids: readonly string[]) => readonly string[],
): number {
  // Files of an older version, such as backups, may lack these tables.
  const searched = hasTable(yours, 'search_fetched') ? which(companiesSearched(yours)) : [];
  for (const id of searched) deleteSearchRowsOf(yours, id);
  const marked = hasTable(yours, 'signal_seen') ? which(companiesSeenInSignals(yours)) : [];
  for (const id of marked) deleteSignalsSeenOf(yours, id);
  return searched.length + marked.length;
}
