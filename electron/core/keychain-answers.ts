import { AppFailure } from '../../shared/app-failure.ts';
import type { SecretState } from '../../shared/model/workspace.ts';

const isLocked = (state: SecretState): boolean => state === 'locked' || state === 'timeout';

/** Why a key was not stored or deleted, in the seller's terms: a keychain that is locked, or asks, is not one that is missing. */
export const notStored = (state: SecretState): AppFailure =>
  isLocked(state)
    ? new AppFailure({ kind: 'unauthorized', reason: 'key-locked' })
    : new AppFailure({ kind: 'unsupported', capability: 'keychain' });

/**
 * Deletes one after the other. A keychain that is locked, or asks its user, ends it there: the seller is told that the keys
 * stay, and those that were not come to do. `absent`: all are gone.
 */
export async function deleteInTurn(each: readonly (() => Promise<SecretState>)[]): Promise<SecretState> {
  let worst: SecretState = 'absent';
  for (const remove of each) {
    const state = await remove();
    if (isLocked(state)) return state;
    if (state !== 'absent') worst = state;
  }
  return worst;
}
