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

/** Maximum number of keys per suppression. A contact has only a few addresses. */
const KEYS_MAX = 20;

/** Empty suppression list for use without workspace files. */
export const noSuppressions: Suppressions = { any: () => false, withholds: () => false };

/**
 * Returns the suppressions stored in a workspace. A match by LinkedIn profile adds the contact's other
 * addresses and names to the suppression, so that the contact is also withheld when a response lacks the
 * profile.
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
 * Returns the first suppression that matches one of the keys. A name match does not count if both the contact
 * and the suppression have a LinkedIn profile.
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
    // The contact is withheld anyway, and a paid response must not be lost because the disk is full.
    if (!isStorage(error)) throw error;
  }
}
