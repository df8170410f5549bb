import { AppFailure } from '../../../shared/app-failure.ts';
import type { SecretState } from '../../../shared/model/workspace.ts';

const isLocked = (state: SecretState): boolean => state === 'locked' || state === 'timeout';

/**
 * Returns the error for a key that could not be stored or deleted: `unauthorized` (`key-locked`) if the
 * keychain is locked or did not answer in time, otherwise `unsupported` (`keychain`).
 */
export const secretNotStored = (state: SecretState): AppFailure =>
  isLocked(state)
    ? new AppFailure({ kind: 'unauthorized', reason: 'key-locked' })
    : new AppFailure({ kind: 'unsupported', capability: 'keychain' });

/**
 * Deletes secrets one after another. If the keychain is locked or does not answer in time, stops and does not
 * delete the remaining secrets.
 * @returns `absent` if all secrets are deleted, otherwise the state of a secret that could not be deleted
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
