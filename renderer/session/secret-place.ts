import type { SecretPlace, SecretState } from '../../shared/model/workspace.ts';

/** Returns whether the keychain can store secrets. If it cannot, the user must choose another place. */
export const keychainWorks = (state: SecretState): boolean => state === 'ready' || state === 'absent';

/**
 * Returns the default place for a new key. This is the keychain, if it works or its state is still unknown.
 * Otherwise, the key is held in memory for this session.
 */
export const placeForKey = (keychain: { readonly state: SecretState } | null): SecretPlace =>
  keychain === null || keychainWorks(keychain.state) ? 'keychain' : 'session';
