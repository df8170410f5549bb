import { AppFailure } from '../../../shared/app-failure.ts';
import type { BuyerRoles, ContactMatchCounts, TitleMatch } from '../../../shared/model/buyer-roles.ts';
import { encryptedTitles, titleVersionsOf, type EncryptedTitle } from '../database/queries/cache/contacts.ts';
import type { ReadDb } from '../database/sql.ts';
import { matchTitle } from '../market/match-title.ts';
import { canStoreContacts, type ContactEncryption, type ContactKeyState } from './contact-encryption.ts';
import { placeOf } from './decrypt-contacts.ts';

/** Number of contacts stored for a company, in total and by how well their titles match. */
export type StoredMatches = Omit<ContactMatchCounts, 'listed'>;

/**
 * Returns, by company id, how many stored contacts match the buyer roles. Omits companies without stored
 * contacts. Returns null while contacts are locked or not stored.
 */
export type CountMatches = (
  companyIds: readonly string[],
  roles: BuyerRoles,
) => ReadonlyMap<string, StoredMatches> | null;

interface Known {
  readonly version: string;
  readonly counts: StoredMatches | null;
}

/**
 * Creates a function that counts matches for hundreds of companies at once, decrypting only the titles of
 * contacts. It stores the counts in memory and recounts only companies whose titles have changed. If the
 * contact key or the roles change, it recounts everything. The counts are never written to disk.
 */
export function createCountMatches(cache: ReadDb, contactKey: () => ContactKeyState): CountMatches {
  let from: { readonly seal: ContactEncryption; readonly roles: string } | null = null;
  let known = new Map<string, Known>();
  return (companyIds, roles) => {
    const state = contactKey();
    const json = JSON.stringify(roles);
    const isSame = canStoreContacts(state) && from?.seal === state.seal && from.roles === json;
    if (!isSame) known = new Map();
    from = canStoreContacts(state) ? { seal: state.seal, roles: json } : null;
    if (!canStoreContacts(state)) return null;
    const versions = titleVersionsOf(cache, companyIds);
    const changed = [...versions].filter(([id, version]) => known.get(id)?.version !== version);
    const counted = countNow(
      cache,
      state.seal,
      changed.map(([id]) => id),
      roles,
    );
    known = new Map(
      [...versions].map(([id, version]) => {
        const before = known.get(id);
        return [id, before?.version === version ? before : { version, counts: counted.get(id) ?? null }];
      }),
    );
    return new Map([...known].flatMap(([id, { counts }]) => (counts === null ? [] : [[id, counts]])));
  };
}

function countNow(
  cache: ReadDb,
  seal: ContactEncryption,
  companyIds: readonly string[],
  roles: BuyerRoles,
): Map<string, StoredMatches> {
  const counts = new Map<string, Record<TitleMatch | 'stored', number>>();
  if (companyIds.length === 0) return counts;
  // The match of each title. Caches the matches, because many contacts share a title, and a look-up in this
  // map is faster than classifying the title again.
  const matches = new Map<string | null, TitleMatch>();
  for (const contact of encryptedTitles(cache, companyIds)) {
    const title = decryptTitle(seal, contact);
    if (title === undefined) continue;
    const own = counts.get(contact.companyId) ?? { strong: 0, weak: 0, none: 0, unknown: 0, stored: 0 };
    const match = matches.get(title) ?? matchTitle(title, roles).match;
    matches.set(title, match);
    own[match] += 1;
    own.stored += 1;
    counts.set(contact.companyId, own);
  }
  return counts;
}

/** Returns the title; null if the contact has none, or undefined if this key cannot decrypt the title. */
export function decryptTitle(
  seal: ContactEncryption,
  { companyId, contactId, title }: EncryptedTitle,
): string | null | undefined {
  if (title === null) return null;
  try {
    return seal.open(title, placeOf(companyId, contactId, 'title'));
  } catch (error) {
    if (error instanceof AppFailure) return undefined;
    throw error;
  }
}
