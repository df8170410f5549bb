import { AppFailure } from '../../../shared/app-failure.ts';
import { parseJson } from '../service-api/decoders/json.ts';
import { contactsByIdentity as identitiesIn } from '../database/queries/cache/contact-identities.ts';
import { contactsByIdentity, putEncryptedRaw, encryptedRawsOf } from '../database/queries/cache/deletion.ts';
import {
  deleteUndocumentedOf,
  putUndocumented,
  RAW_TABLES,
  undocumentedAfter,
  type RawTable,
} from '../database/queries/cache/encrypted-columns.ts';
import { encryptedRaws } from '../database/queries/cache/raw-rows.ts';
import { deleteContact } from '../database/queries/cache/contacts.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { decryptContacts } from './decrypt-contacts.ts';
import { encryptedRawPlace, type Identifiable, type ContactEncryption } from './contact-encryption.ts';
import { emailHash, linkedinHash } from './suppression-keys.ts';
import { redactContacts } from './redact.ts';
import { decryptUndocumented, mentions } from './undocumented-fields.ts';

export interface RemovedContacts {
  readonly people: number;
  /** Number of raw rows that were re-encrypted without the removed contacts. */
  readonly rawRows: number;
  readonly companyIds: readonly string[];
  /** The removed contacts to which user data refers (`person_ref`), each identified by a keyed hash. */
  readonly targets: readonly { readonly companyId: string; readonly identity: Buffer }[];
}

export type IsUnwantedAt = (companyId: string, person: Identifiable) => boolean;

/** Returns the companies that have a contact with one of these addresses. */
export function companiesOf(
  cache: ReadDb,
  seal: ContactEncryption,
  { email, linkedinUrl }: Pick<Identifiable, 'email' | 'linkedinUrl'>,
): string[] {
  const identities = {
    linkedin: linkedinUrl === null ? null : linkedinHash(seal, linkedinUrl),
    email: email === null ? null : emailHash(seal, email),
  };
  return [...new Set(contactsByIdentity(cache, identities).map(({ companyId }) => companyId))];
}

/**
 * Removes the unwanted contacts of these companies from the contact rows and the raw rows. Deletes all
 * undocumented fields of the companies, because any of them may describe the contacts. Call inside a
 * transaction.
 */
export function removeContacts(
  cache: WriteDb,
  seal: ContactEncryption,
  companyIds: readonly string[],
  isUnwanted: IsUnwantedAt,
): RemovedContacts {
  let [people, rawRows] = [0, 0];
  const targets: { companyId: string; identity: Buffer }[] = [];
  for (const companyId of companyIds) {
    const identities = [...identitiesIn(cache, companyId)];
    for (const person of decryptContacts(cache, seal, companyId).people) {
      if (person.contactId === null || !isUnwanted(companyId, person)) continue;
      deleteContact(cache, person.contactId);
      for (const [identity, contactId] of identities)
        if (contactId === person.contactId)
          targets.push({ companyId, identity: Buffer.from(identity, 'hex') });
      people += 1;
    }
    for (const raw of encryptedRawsOf(cache, companyId)) {
      if (scrubRow(cache, seal, { companyId, ...raw }, isUnwanted)) rawRows += 1;
    }
    rawRows += deleteUndocumentedOf(cache, companyId);
  }
  return { people, rawRows, companyIds, targets };
}

/** Number of rows per transaction. It is small, so other writers wait only briefly. */
const BATCH_ROWS = 50;

/**
 * Removes unwanted contacts from the raw rows of all companies, because a response may contain contacts that
 * the decoders did not read. Also deletes a row's undocumented fields if they mention an unwanted contact.
 * @returns the number of changed rows
 */
export async function redactRawRows(
  cache: WriteDb,
  seal: ContactEncryption,
  isUnwanted: IsUnwantedAt,
  pause: () => Promise<void>,
): Promise<number> {
  let changed = 0;
  let after: Parameters<typeof encryptedRaws>[1] = { companyId: '', source: '' };
  for (;;) {
    const batch = encryptedRaws(cache, after, BATCH_ROWS);
    const last = batch.at(-1);
    if (last === undefined) break;
    transaction(cache, () => {
      for (const { companyId, stamp, personal } of batch)
        if (scrubRow(cache, seal, { companyId, source: stamp.source, personal }, isUnwanted)) changed += 1;
    });
    after = { companyId: last.companyId, source: last.stamp.source };
    await pause();
  }
  for (const table of RAW_TABLES)
    changed += await redactUndocumented(cache, seal, { table, isUnwanted, pause });
  return changed;
}

/**
 * Deletes the undocumented fields that mention an unwanted contact or cannot be decrypted.
 * @returns the number of changed rows
 */
async function redactUndocumented(
  cache: WriteDb,
  seal: ContactEncryption,
  { table, isUnwanted, pause }: { table: RawTable; isUnwanted: IsUnwantedAt; pause: () => Promise<void> },
): Promise<number> {
  let changed = 0;
  for (let rowId = 0; ;) {
    const batch = undocumentedAfter(cache, { table, rowId }, BATCH_ROWS);
    const last = batch.at(-1);
    if (last === undefined) return changed;
    transaction(cache, () => {
      for (const row of batch) {
        const fields = decryptUndocumented(seal, row, row.undocumented);
        if (fields !== null && !mentions(fields, (person) => isUnwanted(row.companyId ?? '', person)))
          continue;
        putUndocumented(cache, row, null);
        changed += 1;
      }
    });
    rowId = last.rowId;
    await pause();
  }
}

/** Removes unwanted contacts from one raw row. Returns true if the row changed. */
function scrubRow(
  cache: WriteDb,
  seal: ContactEncryption,
  { companyId, source, personal }: { companyId: string; source: string; personal: Buffer },
  isUnwanted: IsUnwantedAt,
): boolean {
  const place = encryptedRawPlace(companyId, source);
  const json = opened(() => seal.open(personal, place));
  const scrubbed = scrubbedRaw(json, (person) => isUnwanted(companyId, person));
  if (scrubbed === 'as-it-was') return false;
  putEncryptedRaw(cache, {
    companyId,
    source,
    personal: scrubbed === null ? null : seal.seal(scrubbed, place),
  });
  return true;
}

/**
 * Removes the unwanted contacts from the decrypted personal part of a raw row and returns the rest, or
 * `as-it-was` if there were no unwanted contacts. Returns null if the personal part could not be decrypted
 * (`json` is null); the caller must then delete it.
 */
function scrubbedRaw(
  json: string | null,
  isUnwanted: (person: Identifiable) => boolean,
): string | null | 'as-it-was' {
  if (json === null) return null;
  const raw = parseJson(json);
  const redacted = JSON.stringify(redactContacts(raw, isUnwanted));
  return redacted === JSON.stringify(raw) ? 'as-it-was' : redacted;
}

function opened(open: () => string): string | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof AppFailure) return null;
    throw error;
  }
}
