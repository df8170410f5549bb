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
import type { ContactFacts } from '../contacts/merge-contacts.ts';
import {
  canStoreContacts,
  type Identifiable,
  type ContactEncryption,
  type ContactKeyState,
} from '../contacts/contact-encryption.ts';
import type { RandomSource } from '../ports.ts';
import { companyHash, joinErased } from './erasure-records.ts';
import { keysOf } from '../contacts/suppression-keys.ts';
import {
  companiesOf,
  removeContacts,
  redactRawRows,
  type IsUnwantedAt,
  type RemovedContacts,
} from '../contacts/remove-contacts.ts';
import { isSameContact } from '../contacts/same-contact.ts';
import { createSuppressions } from '../contacts/suppression-list.ts';
import { removeCompanyRows } from './remove-company.ts';

/*
 * Each erasure is one transaction on `cache.db`, which also holds the second copy of the erasure record;
 * `yours.db` is updated afterwards. After a crash the two are reconciled on open (erasure-records.ts), and no
 * page or WAL keeps erased data.
 */

export interface ErasureTarget {
  readonly files: { readonly cache: WriteDb; readonly yours: WriteDb };
  readonly random: RandomSource;
  /** Runs between two batches of rows to keep the app responsive. */
  readonly pause: () => Promise<void>;
  /** Server time, ms. */
  readonly nowMs: number;
}

export interface Erased extends Omit<RemovedContacts, 'targets'> {
  /**
   * True if the WAL of both files was emptied. Otherwise a reader blocked it and the next checkpoint empties it.
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
 * Blocks a contact: deletes it in every company and withholds it from later responses.
 * @throws AppFailure conflict people-locked, not-found person
 */
export async function suppressContact(
  where: ErasureTarget,
  state: ContactKeyState,
  { companyId, personId }: { companyId: string; personId: string },
): Promise<Suppressed> {
  const seal = requireSeal(state);
  const person = personAt(where, seal, companyId, personId);
  return suppress(where, seal, { companyId, person, asked: 'person' });
}

/**
 * Blocks a contact by email or LinkedIn URL; the contact need not be stored.
 * @throws AppFailure conflict people-locked
 */
export async function suppressByIdentifier(
  where: ErasureTarget,
  state: ContactKeyState,
  typed: TypedIdentifier,
): Promise<Suppressed> {
  const person = { ...typed, serviceId: null, name: null };
  return suppress(where, requireSeal(state), { companyId: null, person, asked: 'typed' });
}

async function suppress(
  where: ErasureTarget,
  seal: ContactEncryption,
  who: { companyId: string | null; person: Identifiable; asked: StoredSuppression['asked'] },
): Promise<Suppressed> {
  const { cache } = where.files;
  const { companyId, person, asked } = who;
  const suppressionId = where.random.bytes(12).toString('hex');
  const removed = transaction(cache, () => {
    insertSuppression(cache, { suppressionId, sinceMs: where.nowMs, asked, liftedAtMs: null });
    // Without a company, the name and contact id are omitted because they identify a contact only within one
    // company.
    for (const key of keysOf(seal, companyId ?? '', person)) insertSuppressionKey(cache, suppressionId, key);
    const suppressions = createSuppressions(cache, seal);
    return removeEverywhere(where, seal, companyId, person, suppressions.withholds);
  });
  teach(where, removed);
  const rawRows = removed.rawRows + (await redactSuppressed(where, seal));
  return { suppressionId, ...finish(where, { ...removed, rawRows }) };
}

/**
 * Removes suppressed contacts from every raw row, unless that was done since the newest key was added. Also
 * runs when the contacts are unlocked, to finish after a crash.
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
 * Lifts a suppression; deleted contacts are not restored.
 * @throws AppFailure not-found person if the suppression does not exist
 */
export function unsuppress(where: ErasureTarget, suppressionId: string): void {
  const { cache } = where.files;
  if (suppressionById(cache, suppressionId) === null) throw contactNotFound();
  transaction(cache, () => liftSuppression(cache, suppressionId, where.nowMs));
  teach(where, null);
  finish(where, null);
}

/**
 * Erases a contact in every company with the same profile or address; a later response may store it again.
 * `onGone` runs in the same turn, so responses in flight do not restore the contact.
 * @throws AppFailure conflict people-locked, not-found person
 */
export async function eraseContact(
  where: ErasureTarget,
  state: ContactKeyState,
  { companyId, personId }: { companyId: string; personId: string },
  onGone: (isSame: IsUnwantedAt) => void,
): Promise<Erased> {
  const seal = requireSeal(state);
  const person = personAt(where, seal, companyId, personId);
  const isSame = isSameContact(companyId, person);
  const removed = transaction(where.files.cache, () =>
    removeEverywhere(where, seal, companyId, person, isSame),
  );
  onGone(isSame);
  teach(where, removed);
  const further = await redactRawRows(where.files.cache, seal, isSame, where.pause);
  return finish(where, { ...removed, rawRows: removed.rawRows + further });
}

/**
 * Erases all downloaded data of a company and removes its name from the user data, which stays. Needs no
 * contact key and also works for companies that exist only in the user data.
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
  teach(where, null);
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

/** Update `yours.db` immediately, because the following steps may take long. */
function teach({ files, random }: ErasureTarget, removed: RemovedContacts | null): void {
  const { yours } = files;
  joinErased(files, random);
  const targets = removed?.targets ?? [];
  if (targets.length > 0) transaction(yours, () => targets.forEach((ref) => deleteContactRef(yours, ref)));
}

/** Nothing of it is left in the logs. */
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

/** @throws AppFailure conflict people-locked, because contacts cannot be matched without the key */
function requireSeal(state: ContactKeyState): ContactEncryption {
  if (!canStoreContacts(state)) throw new AppFailure({ kind: 'conflict', reason: 'people-locked' });
  return state.seal;
}
