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
  type RawCompany,
  type EncryptedRaw,
} from '../database/queries/cache/raw-rows.ts';
import {
  normalisedVersion,
  putNormalisedVersion,
  type NormalisedPart,
} from '../database/queries/cache/service-state.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { storeReceivedContacts } from '../contacts/store-contacts.ts';
import { mergeKeptCompany, mergeKeptRole, mergeKeptRound } from './merge-raw-rows.ts';
import {
  canStoreContacts,
  encryptedRawPlace,
  type ContactEncryption,
  type ContactKeyState,
} from '../contacts/contact-encryption.ts';

/*
 * Re-parses all stored raw rows without any request. Each row merges under its original time and source, so
 * repeating it, even after a crash, changes nothing.
 */

/** Increase this with every change of a decoder or merge that extracts more from a row. */
export const NORMALISER_VERSION = 2;

/** Rows per transaction; small, so other writers wait only briefly. */
const BATCH_ROWS = 100;

export interface Renormalising {
  /** Runs between two batches to keep the app responsive. */
  readonly pause: () => Promise<void>;
}

const isBehind = (db: WriteDb, part: NormalisedPart): boolean =>
  normalisedVersion(db, part) < NORMALISER_VERSION;

/**
 * Re-parses all unencrypted rows if an older version parsed them last, and returns whether it did.
 * @throws AppFailure storage; finished batches stay, and the next run starts over
 */
export async function reparseRows(db: WriteDb, { pause }: Renormalising): Promise<boolean> {
  if (!isBehind(db, 'rows')) return false;
  await inBatches(
    db,
    pause,
    (last: RawCompany | null) =>
      rawCompanies(db, { companyId: last?.companyId ?? '', source: last?.stamp.source ?? '' }, BATCH_ROWS),
    (row) => mergeKeptCompany(db, row),
  );
  await inBatches(
    db,
    pause,
    (last: ReturnType<typeof rawRounds>[number] | null) =>
      rawRounds(
        db,
        {
          companyId: last?.companyId ?? '',
          roundId: last?.roundId ?? '',
          source: last?.stamp.source ?? '',
        },
        BATCH_ROWS,
      ),
    (row) => mergeKeptRound(db, row),
  );
  await inBatches(
    db,
    pause,
    (last: ReturnType<typeof rawRoles>[number] | null) =>
      rawRoles(db, { companyId: last?.companyId ?? '', roleId: last?.roleId ?? '' }, BATCH_ROWS),
    (row) => mergeKeptRole(db, row),
  );
  transaction(db, () => putNormalisedVersion(db, 'rows', NORMALISER_VERSION));
  return true;
}

/** Same for encrypted rows, once contacts are unlocked. Does nothing while they are locked or not stored. */
export async function reparseContacts(
  db: WriteDb,
  seal: ContactKeyState,
  { pause }: Renormalising,
): Promise<boolean> {
  if (!canStoreContacts(seal) || !isBehind(db, 'people')) return false;
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
  // No row could be decrypted, so the key is a different one.
  if (opened === 0 && unreadable > 0) return false;
  transaction(db, () => putNormalisedVersion(db, 'people', NORMALISER_VERSION));
  return true;
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

/** Returns null if the row contains no contacts, undefined if it cannot be decrypted. */
function openContacts(
  seal: ContactEncryption,
  { companyId, stamp, personal }: { companyId: string; stamp: Stamp; personal: Buffer },
): readonly DecodedContact[] | null | undefined {
  try {
    const parsed = parseJson(seal.open(personal, encryptedRawPlace(companyId, stamp.source)));
    return contactsIn(companyId, stamp.source, parsed);
  } catch (error) {
    // One undecryptable row must not hide the others.
    if (error instanceof AppFailure) return undefined;
    throw error;
  }
}

function contactsIn(companyId: string, source: Source, parsed: unknown): readonly DecodedContact[] | null {
  if (source === 'contacts') return decodeContacts(companyId, parsed)?.value.contacts ?? null;
  return decodeContactList(parsed);
}
