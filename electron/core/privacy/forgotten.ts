import { createHmac } from 'node:crypto';
import {
  companiesNamed,
  erasedCompanies,
  hasTable,
  privacyRow,
  putErasedCompany,
  putPrivacyRow,
  unnameCompany,
  type PrivacyRow,
} from '../db/queries/privacy.ts';
import {
  everySuppression,
  everySuppressionKey,
  insertSuppression,
  insertSuppressionKey,
  liftSuppression,
} from '../db/queries/suppressions.ts';
import { companiesSearched, forgetRowsOf } from '../db/queries/saved-searches.ts';
import { companiesSeenInSignals, forgetSignalsSeenOf } from '../db/queries/signals-yours.ts';
import { missingCompanies } from '../db/queries/library.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import type { RandomSource } from '../ports.ts';

/*
 * What was suppressed and erased stands in `yours.db` and, as a second copy, in `cache.db`. The cache may be wiped and
 * `yours.db` may be put back to an older state; whichever of the two knows more tells the other, so that neither brings
 * anybody back.
 */

/** Months after which people go who were not told of again, until the seller says otherwise [register no. 40]. */
const RETENTION_MONTHS = 12;
const KEY_BYTES = 32;

/** Brings both files to what either of them knows; to be called when they are opened. */
export function joinForgotten(files: { yours: WriteDb; cache: WriteDb }, random: RandomSource): void {
  const { yours, cache } = files;
  transaction(yours, () => {
    if (privacyRow(yours) === null && privacyRow(cache) === null)
      putPrivacyRow(yours, {
        companyKey: random.bytes(KEY_BYTES),
        retentionMonths: RETENTION_MONTHS,
        changedAtMs: 0,
      });
    learnFrom(yours, cache);
    unnameErased(yours, (ids) => missingCompanies(cache, ids));
  });
  transaction(cache, () => learnFrom(cache, yours));
}

/**
 * To be called in a transaction on a `yours.db` that was put back from a backup. `before` is the file that it replaces, where
 * that can be read: what was suppressed, lifted or erased since the backup holds on. What only the cache still knows is
 * brought in when both are opened.
 */
export function afterRestore(restored: WriteDb, before: ReadDb | null): void {
  if (before !== null && hasTable(before, 'erased_company')) learnFrom(restored, before);
  unnameErased(restored, (ids) => ids);
}

/** Everything that `other` knows, into `db`. Call inside a transaction on `db`. */
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

/** The newer setting holds. Hashes under two keys would not know each other: the key of who tells is the key of both. */
function learnSettings(db: WriteDb, told: PrivacyRow | null): void {
  if (told === null) return;
  const known = privacyRow(db);
  if (known === null) return putPrivacyRow(db, told);
  const newer = told.changedAtMs > known.changedAtMs ? told : known;
  const isSame = known.companyKey.equals(told.companyKey) && newer === known;
  if (!isSame) putPrivacyRow(db, { ...newer, companyKey: told.companyKey });
}

/** Keyed, so that an id that is tried cannot be told from the file of another workspace. */
export const companyHash = (companyKey: Buffer, companyId: string): Buffer =>
  createHmac('sha256', companyKey).update(`company\0${companyId}`, 'utf8').digest();

/** Tells who was ever erased, also of who was fetched again since; null where nobody was. */
export function readErased(yours: ReadDb): ((companyId: string) => boolean) | null {
  const erased = new Set(erasedCompanies(yours).map(({ hash }) => hash.toString('hex')));
  const settings = privacyRow(yours);
  if (erased.size === 0 || settings === null) return null;
  return (id) => erased.has(companyHash(settings.companyKey, id).toString('hex'));
}

/** Takes the names of erased companies off what the seller wrote. `gone` leaves out who was fetched again since. */
export function unnameErased(yours: WriteDb, gone: (ids: readonly string[]) => readonly string[]): number {
  const isErased = readErased(yours);
  if (isErased === null) return 0;
  const searched = forgetSearched(yours, (ids) => gone(ids.filter(isErased)));
  const named = companiesNamed(yours).filter(isErased);
  return gone(named).reduce((changed, id) => changed + unnameCompany(yours, id), searched);
}

/**
 * Takes companies out of what came for saved searches and was seen in them, and out of the marks on signals.
 * @returns how many companies, counted for each
 */
export function forgetSearched(yours: WriteDb, which: (ids: readonly string[]) => readonly string[]): number {
  // A file of an older version, such as a backup, knows no saved searches, or no signals.
  const searched = hasTable(yours, 'search_fetched') ? which(companiesSearched(yours)) : [];
  for (const id of searched) forgetRowsOf(yours, id);
  const marked = hasTable(yours, 'signal_seen') ? which(companiesSeenInSignals(yours)) : [];
  for (const id of marked) forgetSignalsSeenOf(yours, id);
  return searched.length + marked.length;
}
