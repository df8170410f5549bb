import { AppFailure } from '../../../shared/app-failure.ts';
import type { Source, Stamp } from '../../../shared/model/company.ts';
import { decodeContactList, decodeContacts } from '../api/decode-contacts.ts';
import { parseJson } from '../api/decode-json.ts';
import type { DecodedContact } from '../api/decoded.ts';
import {
  rawCompanies,
  rawRoles,
  rawRounds,
  sealedRaws,
  type RawCompany,
  type SealedRaw,
} from '../db/queries/raw-rows.ts';
import { normalisedVersion, putNormalisedVersion, type NormalisedPart } from '../db/queries/service.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { keepPeople } from './contacts.ts';
import { mergeKeptCompany, mergeKeptRole, mergeKeptRound } from './merge-kept.ts';
import { keepsPeople, type Seal, type SealState } from './seal.ts';
import { sealedRawPlace } from './store-parts.ts';

/*
 * Reading again, without any call, every row that is kept as received. A row merges under the time and source it came
 * with, and claims decide as they did then: doing it twice, or again after a crash, changes nothing.
 */

/** Raise it with every change of a decoder or of a merge that reads more out of a row than before. */
export const NORMALISER_VERSION = 2;

/** Rows in one transaction: nobody waits longer than a moment for the file. */
const BATCH_ROWS = 100;

export interface Renormalising {
  /** Runs between two batches; the app stays responsive. */
  readonly pause: () => Promise<void>;
  /** For tests; else today's. */
  readonly version?: number;
}

const isBehind = (db: WriteDb, part: NormalisedPart, version: number): boolean =>
  normalisedVersion(db, part) < version;

/**
 * Reads all rows in the clear again where an older normaliser read them last; true where it did.
 * @throws AppFailure storage; what was read until then stays, and the next time begins anew
 */
export async function renormaliseRows(
  db: WriteDb,
  { pause, version = NORMALISER_VERSION }: Renormalising,
): Promise<boolean> {
  if (!isBehind(db, 'rows', version)) return false;
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
  transaction(db, () => putNormalisedVersion(db, 'rows', version));
  return true;
}

/** The same for sealed rows, once the seal is open; true where it did. Locked or not kept: nothing, until it is. */
export async function renormalisePeople(
  db: WriteDb,
  seal: SealState,
  { pause, version = NORMALISER_VERSION }: Renormalising,
): Promise<boolean> {
  if (!keepsPeople(seal) || !isBehind(db, 'people', version)) return false;
  let [opened, unreadable] = [0, 0];
  await inBatches(
    db,
    pause,
    (last: SealedRaw | null) =>
      sealedRaws(db, { companyId: last?.companyId ?? '', source: last?.stamp.source ?? '' }, BATCH_ROWS),
    (row) => {
      const contacts = openContacts(seal.seal, row);
      if (contacts === undefined) unreadable += 1;
      else opened += 1;
      if (contacts) keepPeople(db, seal, { companyId: row.companyId, contacts, stamp: row.stamp });
    },
  );
  // Nothing opened: it is another key than the one that these were sealed under.
  if (opened === 0 && unreadable > 0) return false;
  transaction(db, () => putNormalisedVersion(db, 'people', version));
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

/** Null: it tells of nobody; undefined: it does not open. */
function openContacts(
  seal: Seal,
  { companyId, stamp, personal }: { companyId: string; stamp: Stamp; personal: Buffer },
): readonly DecodedContact[] | null | undefined {
  try {
    const told = parseJson(seal.open(personal, sealedRawPlace(companyId, stamp.source)));
    return contactsIn(companyId, stamp.source, told);
  } catch (error) {
    // One row that does not open must not take the others with it.
    if (error instanceof AppFailure) return undefined;
    throw error;
  }
}

function contactsIn(companyId: string, source: Source, told: unknown): readonly DecodedContact[] | null {
  if (source === 'contacts') return decodeContacts(companyId, told)?.value.contacts ?? null;
  return decodeContactList(told);
}
