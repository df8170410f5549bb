import type { SecretPlace, SecretState } from '../../shared/model/workspace.ts';

/** Returns whether the keychain can store secrets. If it cannot, the user must choose another place. */
export const keychainWorks = (state: SecretState): boolean => state === 'ready' || state === 'absent';

/**
 * Returns the default place for a new key: the keychain, or memory for this session if the keychain does not
 * work. While the keychain's state is unknown, assumes that the keychain works.
 */
export const placeForKey = (keychain: { readonly state: SecretState } | null): SecretPlace =>
  keychain === null || keychainWorks(keychain.state) ? 'keychain' : 'session';
