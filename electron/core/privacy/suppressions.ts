import {
  bearsKind,
  hasSuppressions,
  insertSuppressionKey,
  keyKindsOf,
  suppressionsBearing,
  type SuppressionKey,
} from '../db/queries/suppressions.ts';
import type { WriteDb } from '../db/sql.ts';
import type { Identifiable, Seal, Suppressions } from '../library/seal.ts';
import { keysOf } from './person-keys.ts';
import { isStorage } from '../is-storage.ts';

/** Keys that one suppression gathers at most: a person has few addresses. */
const KEYS_MAX = 20;

/** Nobody is suppressed: for what is opened without a workspace's files. */
export const nobodySuppressed: Suppressions = { any: () => false, withholds: () => false };

/**
 * Asks `yours.db` before anybody is kept. Who is met again under the suppressed LinkedIn profile brings the addresses and
 * names told with it under the same suppression: an answer that later tells only those must not bring the person back.
 */
export function createSuppressions(yours: WriteDb, seal: Seal): Suppressions {
  return {
    any: () => hasSuppressions(yours),
    withholds: (companyId, told) => {
      if (!hasSuppressions(yours)) return false;
      const keys = keysOf(seal, companyId, told);
      const met = meet(yours, keys, told);
      if (met === null) return false;
      if (met.by === 'linkedin') learn(yours, met.suppressionId, keys);
      return true;
    },
  };
}

interface Met {
  readonly suppressionId: string;
  readonly by: SuppressionKey['kind'];
}

/** By any key; by the name alone only where no two LinkedIn profiles tell the two apart. */
function meet(yours: WriteDb, keys: readonly SuppressionKey[], told: Identifiable): Met | null {
  for (const { kind, hash } of keys)
    for (const suppressionId of suppressionsBearing(yours, hash)) {
      const apart =
        kind === 'name' && told.linkedinUrl !== null && bearsKind(yours, suppressionId, 'linkedin');
      if (!apart) return { suppressionId, by: kind };
    }
  return null;
}

function learn(yours: WriteDb, suppressionId: string, keys: readonly SuppressionKey[]): void {
  const isNew = ({ hash }: SuppressionKey): boolean =>
    !suppressionsBearing(yours, hash).includes(suppressionId);
  const fresh = keys.filter(isNew);
  const room = fresh.length === 0 ? 0 : KEYS_MAX - keyKindsOf(yours, suppressionId).length;
  try {
    for (const key of fresh.slice(0, Math.max(0, room))) insertSuppressionKey(yours, suppressionId, key);
  } catch (error) {
    // Withheld all the same: a full disk must not cost the answer that was paid for.
    if (!isStorage(error)) throw error;
  }
}
