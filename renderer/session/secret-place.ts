import type { SecretPlace, SecretState } from '../../shared/model/workspace.ts';

/** Returns whether the keychain can store secrets. If it cannot, the user chooses another place for them. */
export const keychainWorks = (state: SecretState): boolean => state === 'ready' || state === 'absent';

/**
 * Returns where a new key is stored unless the user chooses: in the keychain, or in memory for this session if
 * the machine has no keychain that works. Assumes that it works until the app knows its state.
 */
export const placeForKey = (keychain: { readonly state: SecretState } | null): SecretPlace =>
  keychain === null || keychainWorks(keychain.state) ? 'keychain' : 'session';
