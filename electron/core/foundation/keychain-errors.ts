import { AppFailure } from '../../../shared/app-failure.ts';
import type { SecretState } from '../../../shared/model/workspace.ts';

const isLocked = (state: SecretState): boolean => state === 'locked' || state === 'timeout';

/**
 * Error for a key that could not be stored or deleted. A locked or prompting keychain is reported differently
 * from a missing one.
 */
export const secretNotStored = (state: SecretState): AppFailure =>
  isLocked(state)
    ? new AppFailure({ kind: 'unauthorized', reason: 'key-locked' })
    : new AppFailure({ kind: 'unsupported', capability: 'keychain' });

/**
 * Deletes the secrets one after another and stops at a locked or prompting keychain, so the remaining keys
 * stay.
 * @returns `absent` if all are deleted
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
