import { AppFailure } from '../../../shared/app-failure.ts';
import type { Source, Stamp } from '../../../shared/model/company.ts';
import { decodeContactList, decodeContacts } from '../service-api/decoders/contacts.ts';
import { parseJson } from '../service-api/decoders/json.ts';
import type { DecodedContact } from '../service-api/decoders/decoded-types.ts';
import {
  rawCompanies,
  rawRoles,
  rawRounds,
  encryptedRaws,
  rawEvents,
  type EncryptedRaw,
  type RawCompany,
  type RawEvent,
  type RawRole,
  type RawRound,
} from '../database/queries/cache/raw-rows.ts';
import {
  normalisedVersion,
  putNormalisedVersion,
  type NormalisedPart,
} from '../database/queries/cache/service-state.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { storeReceivedContacts } from '../contacts/store-contacts.ts';
import { mergeStoredCompany, mergeStoredRole, mergeStoredRound } from './merge-raw-rows.ts';
import { resplitCompany, resplitEvent, resplitRole, resplitRound } from './resplit-raw-rows.ts';
import {
  canStoreContacts,
  encryptedRawPlace,
  type ContactEncryption,
  type ContactKeyState,
} from '../contacts/contact-encryption.ts';

/*
 * Re-parses all stored raw rows after an app update, without sending requests. Each row is merged with its
 * original fetch time and source, so a repeated run, for example after a crash, changes nothing.
 */

/** Increase this version whenever a decoder or a merge function extracts more from a raw row. */
export const NORMALISER_VERSION = 4;

/** Number of rows per transaction. Small batches let other writers run in between. */
const BATCH_ROWS = 100;

interface Renormalising {
  /** Called between batches to keep the app responsive. */
  readonly pause: () => Promise<void>;
}

const isBehind = (db: WriteDb, part: NormalisedPart): boolean =>
  normalisedVersion(db, part) < NORMALISER_VERSION;

const companiesAfter =
  (db: WriteDb) =>
  (last: RawCompany | null): RawCompany[] =>
    rawCompanies(db, { companyId: last?.companyId ?? '', source: last?.stamp.source ?? '' }, BATCH_ROWS);
const roundsAfter =
  (db: WriteDb) =>
  (last: RawRound | null): RawRound[] => {
    const { companyId = '', roundId = '' } = last ?? {};
    return rawRounds(db, { companyId, roundId, source: last?.stamp.source ?? '' }, BATCH_ROWS);
  };
const rolesAfter =
  (db: WriteDb) =>
  (last: RawRole | null): RawRole[] =>
    rawRoles(db, { companyId: last?.companyId ?? '', roleId: last?.roleId ?? '' }, BATCH_ROWS);

/**
 * Re-parses all unencrypted raw rows, if they were last parsed with an older `NORMALISER_VERSION`.
 * @returns true if the rows were re-parsed
 * @throws AppFailure `storage`; committed batches remain, and the next run starts from the first row again
 */
export async function reparseRows(db: WriteDb, { pause }: Renormalising): Promise<boolean> {
  if (!isBehind(db, 'rows')) return false;
  await inBatches(db, pause, companiesAfter(db), (row) => mergeStoredCompany(db, row));
  await inBatches(db, pause, roundsAfter(db), (row) => mergeStoredRound(db, row));
  await inBatches(db, pause, rolesAfter(db), (row) => mergeStoredRole(db, row));
  transaction(db, () => putNormalisedVersion(db, 'rows', NORMALISER_VERSION));
  return true;
}

/**
 * Re-parses everything that needs the contact key: encrypted raw rows and undocumented fields. Undocumented
 * fields that are still in plain text are encrypted; if contacts are not stored, these fields are deleted.
 * Does nothing while contacts are locked, or if everything was last parsed by this `NORMALISER_VERSION`.
 */
export async function reparseContacts(
  db: WriteDb,
  seal: ContactKeyState,
  { pause }: Renormalising,
): Promise<boolean> {
  if (seal.mode === 'locked' || !isBehind(db, 'people')) return false;
  await resplitRows(db, seal, pause);
  const isComplete = !canStoreContacts(seal) || (await reparseEncrypted(db, seal, pause));
  if (isComplete) transaction(db, () => putNormalisedVersion(db, 'people', NORMALISER_VERSION));
  return isComplete;
}

async function resplitRows(db: WriteDb, state: ContactKeyState, pause: () => Promise<void>): Promise<void> {
  await inBatches(db, pause, companiesAfter(db), (row) => resplitCompany(db, state, row));
  await inBatches(db, pause, roundsAfter(db), (row) => resplitRound(db, state, row));
  await inBatches(db, pause, rolesAfter(db), (row) => resplitRole(db, state, row));
  await inBatches(
    db,
    pause,
    (last: RawEvent | null) => rawEvents(db, last?.signalKey ?? 0, BATCH_ROWS),
    (row) => resplitEvent(db, state, row),
  );
}

/**
 * Returns false if encrypted rows exist but none of them could be decrypted. In that case the key is wrong,
 * and a later run must try again.
 */
async function reparseEncrypted(
  db: WriteDb,
  seal: Extract<ContactKeyState, { mode: 'open' }>,
  pause: () => Promise<void>,
): Promise<boolean> {
  let [opened, unreadable] = [0, 0];
  await inBatches(
    db,
    pause,
    (last: EncryptedRaw | null) =>
      encryptedRaws(db, { companyId: last?.companyId ?? '', source: last?.stamp.source ?? '' }, BATCH_ROWS),
    (row) => {
      const contacts = openContacts(seal.seal, row);
      if (contacts === undefined) unreadable += 1;
      else opened += 1;
      if (contacts) storeReceivedContacts(db, seal, { companyId: row.companyId, contacts, stamp: row.stamp });
    },
  );
  return opened > 0 || unreadable === 0;
}

async function inBatches<Row>(
  db: WriteDb,
  pause: () => Promise<void>,
  read: (last: Row | null) => readonly Row[],
  merge: (row: Row) => void,
): Promise<void> {
  let rows = read(null);
  while (rows.length > 0) {
    const batch = rows;
    transaction(db, () => batch.forEach(merge));
    rows = read(batch.at(-1) ?? null);
    await pause();
  }
}

/**
 * Decrypts and decodes the contacts of a raw row. Returns null if the row has none, and undefined if
 * decryption fails.
 */
function openContacts(
  seal: ContactEncryption,
  { companyId, stamp, personal }: { companyId: string; stamp: Stamp; personal: Buffer },
): readonly DecodedContact[] | null | undefined {
  try {
    const parsed = parseJson(seal.open(personal, encryptedRawPlace(companyId, stamp.source)));
    return contactsIn(companyId, stamp.source, parsed);
  } catch (error) {
    // Skip this row, so the other rows are still re-parsed.
    if (error instanceof AppFailure) return undefined;
    throw error;
  }
}

function contactsIn(companyId: string, source: Source, parsed: unknown): readonly DecodedContact[] | null {
  if (source === 'contacts') return decodeContacts(companyId, parsed)?.value.contacts ?? null;
  return decodeContactList(parsed);
}
