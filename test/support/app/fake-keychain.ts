import type { SecretAnswer, SecretStore } from '../../../electron/core/ports.ts';
import type { SecretState } from '../../../shared/model/workspace.ts';

/** A keychain in memory. The test decides whether it is locked. Locking it does not remove its entries. */
export interface FakeKeychain extends SecretStore {
  become(state: Exclude<SecretState, 'absent'>): void;
  readonly entries: ReadonlyMap<string, string>;
}

export function createFakeKeychain(): FakeKeychain {
  const entries = new Map<string, string>();
  let state: Exclude<SecretState, 'absent'> = 'ready';
  const answer = (account: string): SecretAnswer => {
    if (state !== 'ready') return { state, secret: null };
    const secret = entries.get(account);
    return secret === undefined ? { state: 'absent', secret: null } : { state: 'ready', secret };
  };
  return {
    place: 'keychain',
    name: 'the test keychain',
    entries,
    become: (next) => {
      state = next;
    },
    get: (account) => Promise.resolve(answer(account)),
    set: (account, secret) => {
      if (state === 'ready') entries.set(account, secret);
      return Promise.resolve(state);
    },
    delete: (account) => {
      if (state === 'ready') entries.delete(account);
      return Promise.resolve(state === 'ready' ? 'absent' : state);
    },
    probe: () => Promise.resolve(state),
  };
}
