import {
  hasKeyOfKind,
  hasSuppressions,
  insertSuppressionKey,
  keyKindsOf,
  suppressionsWithKey,
  type SuppressionKey,
} from '../database/queries/suppressions.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Identifiable, ContactEncryption, Suppressions } from './contact-encryption.ts';
import { keysOf } from './suppression-keys.ts';
import { isStorage } from '../foundation/storage-errors.ts';

/** Maximum number of keys stored for one blocked contact. A contact has only a few addresses. */
const KEYS_MAX = 20;

/** An empty suppression list, for code that runs without a workspace's files. */
export const noSuppressions: Suppressions = { any: () => false, withholds: () => false };

/**
 * Returns the suppressions stored in a workspace. If a contact matches a suppression by its LinkedIn profile,
 * the contact's email, contact id and name are added to the suppression, so the suppression also matches
 * later responses without the profile.
 */
export function createSuppressions(yours: WriteDb, seal: ContactEncryption): Suppressions {
  return {
    any: () => hasSuppressions(yours),
    withholds: (companyId, contact) => {
      if (!hasSuppressions(yours)) return false;
      const keys = keysOf(seal, companyId, contact);
      const match = findSuppression(yours, keys, contact);
      if (match === null) return false;
      if (match.by === 'linkedin') addKeys(yours, match.suppressionId, keys);
      return true;
    },
  };
}

interface MatchedSuppression {
  readonly suppressionId: string;
  readonly by: SuppressionKey['kind'];
}

/**
 * Returns the first suppression that matches one of the keys. If both the contact and the suppression have a
 * LinkedIn profile, a match by name alone does not count, because the profiles must then be different.
 */
function findSuppression(
  yours: WriteDb,
  keys: readonly SuppressionKey[],
  contact: Identifiable,
): MatchedSuppression | null {
  for (const { kind, hash } of keys)
    for (const suppressionId of suppressionsWithKey(yours, hash)) {
      const apart =
        kind === 'name' && contact.linkedinUrl !== null && hasKeyOfKind(yours, suppressionId, 'linkedin');
      if (!apart) return { suppressionId, by: kind };
    }
  return null;
}

function addKeys(yours: WriteDb, suppressionId: string, keys: readonly SuppressionKey[]): void {
  const isNew = ({ hash }: SuppressionKey): boolean =>
    !suppressionsWithKey(yours, hash).includes(suppressionId);
  const fresh = keys.filter(isNew);
  const room = fresh.length === 0 ? 0 : KEYS_MAX - keyKindsOf(yours, suppressionId).length;
  try {
    for (const key of fresh.slice(0, Math.max(0, room))) insertSuppressionKey(yours, suppressionId, key);
  } catch (error) {
    // If the disk is full, the new keys are not saved, but the error is ignored: the contact is withheld
    // anyway, and a paid response must not be lost.
    if (!isStorage(error)) throw error;
  }
}
