import { AppFailure } from '../../../shared/app-failure.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import { deleteContactRef, privacyRow, putErasedCompany } from '../database/queries/privacy-state.ts';
import {
  areRawsRedacted,
  insertSuppression,
  insertSuppressionKey,
  liftSuppression,
  markRawsRedacted,
  suppressionById,
  type StoredSuppression,
} from '../database/queries/suppressions.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { decryptContacts } from '../contacts/decrypt-contacts.ts';
import { emailKey, linkedinKey, type ContactFacts } from '../contacts/merge-contacts.ts';
import {
  canStoreContacts,
  type Identifiable,
  type ContactEncryption,
  type ContactKeyState,
} from '../contacts/contact-encryption.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { RandomSource } from '../ports.ts';
import { companyHash, mergeErasureRecords } from './erasure-records.ts';
import { keysOf } from '../contacts/suppression-keys.ts';
import {
  companiesOf,
  removeContacts,
  redactRawRows,
  type IsUnwantedAt,
  type RemovedContacts,
} from '../contacts/remove-contacts.ts';
import { createSuppressions } from '../contacts/suppression-list.ts';
import { removeCompanyRows } from './remove-company.ts';

/*
 * Blocks and erases contacts, and erases companies. Each erasure is one transaction on `cache.db`, which also
 * stores the erasure record. Then the record is copied to `yours.db`. If the app crashes before that,
 * `mergeErasureRecords` copies the record when the files are opened. Finally, both WALs are checkpointed,
 * which removes the erased data from them too.
 */

export interface ErasureTarget {
  readonly files: { readonly cache: WriteDb; readonly yours: WriteDb };
  readonly random: RandomSource;
  /** Called between batches of rows, so the app stays responsive. */
  readonly pause: () => Promise<void>;
  readonly nowMs: number;
}

export interface Erased extends Omit<RemovedContacts, 'targets'> {
  /**
   * Whether the WALs of both files were emptied. False if another connection was reading a WAL; a later
   * checkpoint then empties it.
   */
  readonly logsEmptied: boolean;
}

export interface Suppressed extends Erased {
  readonly suppressionId: string;
}

export interface TypedIdentifier {
  readonly email: string | null;
  readonly linkedinUrl: string | null;
}

/**
 * Blocks a contact: deletes the contact from every company and prevents later responses from storing it
 * again.
 * @throws AppFailure `conflict` (`people-locked`), `not-found` (`person`)
 */
export async function suppressContact(
  where: ErasureTarget,
  state: ContactKeyState,
  { companyId, personId }: { companyId: string; personId: string },
): Promise<Suppressed> {
  const seal = requireUnlocked(state);
  const person = personAt(where, seal, companyId, personId);
  return suppress(where, seal, { companyId, person, origin: 'person' });
}

/**
 * Blocks a contact by email or LinkedIn URL. The contact need not be stored.
 * @throws AppFailure `conflict` (`people-locked`)
 */
export async function suppressByIdentifier(
  where: ErasureTarget,
  state: ContactKeyState,
  typed: TypedIdentifier,
): Promise<Suppressed> {
  const person = { ...typed, serviceId: null, name: null };
  return suppress(where, requireUnlocked(state), { companyId: null, person, origin: 'typed' });
}

async function suppress(
  where: ErasureTarget,
  seal: ContactEncryption,
  who: { companyId: string | null; person: Identifiable; origin: StoredSuppression['origin'] },
): Promise<Suppressed> {
  const { cache } = where.files;
  const { companyId, person, origin } = who;
  const suppressionId = where.random.bytes(12).toString('hex');
  const removed = transaction(cache, () => {
    insertSuppression(cache, { suppressionId, sinceMs: where.nowMs, origin, liftedAtMs: null });
    // The company id is needed only for names and contact ids, which are unique only within a company. A
    // contact that was blocked by a typed identifier has neither, and therefore needs no company id.
    for (const key of keysOf(seal, companyId ?? '', person)) insertSuppressionKey(cache, suppressionId, key);
    const suppressions = createSuppressions(cache, seal);
    return removeEverywhere(where, seal, companyId, person, suppressions.withholds);
  });
  recordInUserData(where, removed);
  const rawRows = removed.rawRows + (await redactSuppressed(where, seal));
  return { suppressionId, ...finish(where, { ...removed, rawRows }) };
}

/**
 * Removes blocked contacts from every raw row. Does nothing if this has been done since the last contact was
 * blocked. Must also be called when contacts are unlocked, to finish work that a crash interrupted.
 */
export async function redactSuppressed(
  { files: { cache, yours }, pause }: Pick<ErasureTarget, 'files' | 'pause'>,
  seal: ContactEncryption,
): Promise<number> {
  if (areRawsRedacted(yours)) return 0;
  const suppressions = createSuppressions(yours, seal);
  const changed = suppressions.any() ? await redactRawRows(cache, seal, suppressions.withholds, pause) : 0;
  markRawsRedacted(yours);
  return changed;
}

/**
 * Unblocks a contact. Deleted data is not restored.
 * @throws AppFailure `not-found` (`person`) if the suppression does not exist
 */
export function unsuppress(where: ErasureTarget, suppressionId: string): void {
  const { cache } = where.files;
  if (suppressionById(cache, suppressionId) === null) throw contactNotFound();
  transaction(cache, () => liftSuppression(cache, suppressionId, where.nowMs));
  recordInUserData(where, null);
  finish(where, null);
}

/**
 * Erases a contact from every company that has a contact with the same LinkedIn profile or email address.
 * Calls `onErased` in the same event-loop turn as the deletion, which prevents requests in flight from
 * storing the contact again. A request sent later may store the contact.
 * @throws AppFailure `conflict` (`people-locked`), `not-found` (`person`)
 */
export async function eraseContact(
  where: ErasureTarget,
  state: ContactKeyState,
  { companyId, personId }: { companyId: string; personId: string },
  onErased: (isSame: IsUnwantedAt) => void,
): Promise<Erased> {
  const seal = requireUnlocked(state);
  const person = personAt(where, seal, companyId, personId);
  const isSame = createErasedContactMatch(companyId, person);
  const removed = transaction(where.files.cache, () =>
    removeEverywhere(where, seal, companyId, person, isSame),
  );
  onErased(isSame);
  recordInUserData(where, removed);
  const further = await redactRawRows(where.files.cache, seal, isSame, where.pause);
  return finish(where, { ...removed, rawRows: removed.rawRows + further });
}

/**
 * Erases the downloaded data of a company and removes its name from the user data. The rest of the user data
 * stays. Needs no contact key, and also works for a company that exists only in user data.
 */
export function eraseCompany(where: ErasureTarget, companyId: string): Erased & { companies: number } {
  const { cache } = where.files;
  const settings = privacyRow(cache);
  if (settings === null) throw new Error('the files were not joined');
  const companies = transaction(cache, () => {
    const hash = companyHash(settings.companyKey, companyId);
    putErasedCompany(cache, { hash, erasedAtMs: where.nowMs, everywhere: false });
    return removeCompanyRows(cache, companyId);
  });
  recordInUserData(where, null);
  return { companies, ...finish(where, null) };
}

function removeEverywhere(
  { files: { cache } }: ErasureTarget,
  seal: ContactEncryption,
  companyId: string | null,
  person: Identifiable,
  isUnwanted: (companyId: string, person: Identifiable) => boolean,
): RemovedContacts {
  const at = new Set([...(companyId === null ? [] : [companyId]), ...companiesOf(cache, seal, person)]);
  return removeContacts(cache, seal, [...at], isUnwanted);
}

/** Copies the erasure record to `yours.db` right away, because the following steps may take a long time. */
function recordInUserData({ files, random }: ErasureTarget, removed: RemovedContacts | null): void {
  const { yours } = files;
  mergeErasureRecords(files, random);
  const targets = removed?.targets ?? [];
  if (targets.length > 0) transaction(yours, () => targets.forEach((ref) => deleteContactRef(yours, ref)));
}

/** Checkpoints both files, so no erased data remains in their WALs. */
function finish({ files }: ErasureTarget, removed: RemovedContacts | null): Erased {
  const { people, rawRows, companyIds } = removed ?? { people: 0, rawRows: 0, companyIds: [] };
  const counts = { people, rawRows, companyIds };
  const emptied = [files.cache, files.yours].map(checkpointWal);
  return { ...counts, logsEmptied: emptied.every(Boolean) };
}

function personAt(
  where: ErasureTarget,
  seal: ContactEncryption,
  companyId: string,
  personId: string,
): ContactFacts {
  const { people } = decryptContacts(where.files.cache, seal, companyId);
  const person = people.find(({ contactId }) => String(contactId) === personId);
  if (person === undefined) throw contactNotFound();
  return person;
}

const contactNotFound = (): AppFailure => new AppFailure({ kind: 'not-found', what: 'person' });

/**
 * Returns the contact encryption.
 * @throws AppFailure `conflict` (`people-locked`), because contacts cannot be matched without the key
 */
function requireUnlocked(state: ContactKeyState): ContactEncryption {
  if (!canStoreContacts(state)) throw new AppFailure({ kind: 'conflict', reason: 'people-locked' });
  return state.seal;
}

/**
 * Returns a predicate that matches this contact by LinkedIn profile or email in any company, and by contact
 * id or name within the same company. Contacts with different LinkedIn profiles never match, even if they
 * share an email or name.
 */
function createErasedContactMatch(atCompanyId: string, person: Identifiable) {
  return (companyId: string, other: Identifiable): boolean => {
    if (person.linkedinUrl !== null && other.linkedinUrl !== null)
      return linkedinKey(person.linkedinUrl) === linkedinKey(other.linkedinUrl);
    if (person.email !== null && other.email !== null && emailKey(person.email) === emailKey(other.email))
      return true;
    if (companyId !== atCompanyId) return false;
    if (person.serviceId !== null && person.serviceId === other.serviceId) return true;
    return person.name !== null && other.name !== null && fold(person.name) === fold(other.name);
  };
}
