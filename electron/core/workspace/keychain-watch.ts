import type { SecretState } from '../../../shared/model/workspace.ts';
import type { Clock, SecretStore } from '../ports.ts';

/** The keychain as everybody is given it: it is noticed when it turns out to be unlocked again, whoever asked it. */
export interface KeychainWatch {
  /** Null where this system has none. */
  readonly keychain: SecretStore | null;
  /** Asks the keychain again, where it was found locked and nobody said no a moment ago: a locked one may ask its user. */
  look(): Promise<unknown>;
}

/** After its user said no, the keychain is not asked by itself for this long, twice as long each time, ms. */
const PATIENCE_MS = 30_000;
const PATIENCE_MAX_MS = 600_000;

interface Found {
  /** `timeout`: its user is being asked still, or did not answer. */
  readonly locked: 'locked' | 'timeout' | null;
  readonly notBeforeMs: number;
  readonly patienceMs: number;
}

const UNLOCKED: Found = { locked: null, notBeforeMs: 0, patienceMs: PATIENCE_MS };

/** `onUnlocked` is called in the turn in which it answers again, after having been found locked. */
export function watchKeychain(
  store: SecretStore | null,
  clock: Clock,
  onUnlocked: () => void,
): KeychainWatch {
  if (store === null) return { keychain: null, look: () => Promise.resolve() };
  let found = UNLOCKED;
  let looking: Promise<null> | null = null;
  const hear = (state: SecretState): void => {
    const before = found;
    if (state === 'ready' || state === 'absent') {
      found = UNLOCKED;
      if (before.locked !== null) onUnlocked();
    } else if (state === 'timeout') found = { ...before, locked: 'timeout' };
    else if (state === 'locked')
      found = { ...before, locked: 'locked', notBeforeMs: clock.monotonicMs() + before.patienceMs };
  };
  const heard = async <T>(answer: Promise<T>, stateOf: (told: T) => SecretState): Promise<T> => {
    const told = await answer;
    hear(stateOf(told));
    return told;
  };
  const itself = (state: SecretState): SecretState => state;
  const keychain: SecretStore = {
    place: store.place,
    name: store.name,
    get: (account) => heard(store.get(account), ({ state }) => state),
    set: (account, secret) => heard(store.set(account, secret), itself),
    delete: (account) => heard(store.delete(account), itself),
    probe: () => heard(store.probe(), itself),
  };
  return {
    keychain,
    look: async () => {
      if (found.locked === null || clock.monotonicMs() < found.notBeforeMs) return;
      if (looking !== null) return looking;
      // Who says no to this one is asked later the next time.
      found = { ...found, patienceMs: Math.min(PATIENCE_MAX_MS, 2 * found.patienceMs) };
      looking = keychain.probe().then(() => (looking = null));
      await looking;
    },
  };
}
