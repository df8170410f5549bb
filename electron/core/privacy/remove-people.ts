import { AppFailure } from '../../../shared/app-failure.ts';
import { parseJson } from '../api/decode-json.ts';
import { contactsByIdentity as identitiesIn } from '../db/queries/contact-identities.ts';
import { contactsByIdentity, putSealedRaw, sealedRawsOf } from '../db/queries/forgetting.ts';
import { sealedRaws } from '../db/queries/raw-rows.ts';
import { deleteContact } from '../db/queries/people.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import { openPeople } from '../library/sealed-people.ts';
import type { Identifiable, Seal } from '../library/seal.ts';
import { sealedRawPlace } from '../library/store-parts.ts';
import { emailHash, linkedinHash } from './person-keys.ts';
import { scrubPeople } from './scrub.ts';

/** What went. */
export interface Removed {
  readonly people: number;
  /** Raw rows that were sealed anew without them. */
  readonly rawRows: number;
  readonly companyIds: readonly string[];
  /** By what the seller's own entries meant them (`person_ref`), keyed. */
  readonly meant: readonly { readonly companyId: string; readonly identity: Buffer }[];
}

export type IsUnwantedAt = (companyId: string, person: Identifiable) => boolean;

/** The companies in which somebody bears one of these addresses. */
export function companiesOf(
  cache: ReadDb,
  seal: Seal,
  { email, linkedinUrl }: Pick<Identifiable, 'email' | 'linkedinUrl'>,
): string[] {
  const identities = {
    linkedin: linkedinUrl === null ? null : linkedinHash(seal, linkedinUrl),
    email: email === null ? null : emailHash(seal, email),
  };
  return [...new Set(contactsByIdentity(cache, identities).map(({ companyId }) => companyId))];
}

/** Takes everybody who is unwanted out of these companies: their rows, and their part of the raw rows. In a transaction. */
export function removePeople(
  cache: WriteDb,
  seal: Seal,
  companyIds: readonly string[],
  isUnwanted: IsUnwantedAt,
  /** Leaves the raw rows as they are. Tests only. */
  isRawKept = false,
): Removed {
  let [people, rawRows] = [0, 0];
  const meant: { companyId: string; identity: Buffer }[] = [];
  for (const companyId of companyIds) {
    const identities = [...identitiesIn(cache, companyId)];
    for (const person of openPeople(cache, seal, companyId).people) {
      if (person.contactId === null || !isUnwanted(companyId, person)) continue;
      deleteContact(cache, person.contactId);
      for (const [identity, contactId] of identities)
        if (contactId === person.contactId) meant.push({ companyId, identity: Buffer.from(identity, 'hex') });
      people += 1;
    }
    for (const raw of isRawKept ? [] : sealedRawsOf(cache, companyId)) {
      if (scrubRow(cache, seal, { companyId, ...raw }, isUnwanted)) rawRows += 1;
    }
  }
  return { people, rawRows, companyIds, meant };
}

/** Rows in one transaction: nobody waits longer than a moment for the file. */
const BATCH_ROWS = 50;

/**
 * Takes everybody who is unwanted out of every raw row: an answer may have told of them where no contact was read. Gives the
 * number of rows changed.
 */
export async function scrubRaws(
  cache: WriteDb,
  seal: Seal,
  isUnwanted: IsUnwantedAt,
  pause: () => Promise<void>,
): Promise<number> {
  let changed = 0;
  let after: Parameters<typeof sealedRaws>[1] = { companyId: '', source: '' };
  for (;;) {
    const batch = sealedRaws(cache, after, BATCH_ROWS);
    const last = batch.at(-1);
    if (last === undefined) return changed;
    transaction(cache, () => {
      for (const { companyId, stamp, personal } of batch)
        if (scrubRow(cache, seal, { companyId, source: stamp.source, personal }, isUnwanted)) changed += 1;
    });
    after = { companyId: last.companyId, source: last.stamp.source };
    await pause();
  }
}

/** Whether the row changed. */
function scrubRow(
  cache: WriteDb,
  seal: Seal,
  { companyId, source, personal }: { companyId: string; source: string; personal: Buffer },
  isUnwanted: IsUnwantedAt,
): boolean {
  const place = sealedRawPlace(companyId, source);
  const json = opened(() => seal.open(personal, place));
  const scrubbed = scrubbedRaw(json, (person) => isUnwanted(companyId, person));
  if (scrubbed === 'as-it-was') return false;
  putSealedRaw(cache, { companyId, source, personal: scrubbed === null ? null : seal.seal(scrubbed, place) });
  return true;
}

/** Null for a row that does not open: whoever stands in it cannot be taken out, so nobody stays. */
function scrubbedRaw(
  json: string | null,
  isUnwanted: (person: Identifiable) => boolean,
): string | null | 'as-it-was' {
  if (json === null) return null;
  const raw = parseJson(json);
  const kept = JSON.stringify(scrubPeople(raw, isUnwanted));
  return kept === JSON.stringify(raw) ? 'as-it-was' : kept;
}

function opened(open: () => string): string | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof AppFailure) return null;
    throw error;
  }
}
