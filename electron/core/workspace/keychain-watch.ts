import type { SecretState } from '../../../shared/model/workspace.ts';
import type { Clock, SecretStore } from '../ports.ts';

/** Wraps the keychain and detects when it is unlocked, whichever caller accessed it. */
export interface KeychainWatch {
  /** Null if this system has no keychain. */
  readonly keychain: SecretStore | null;
  /** Tries a locked keychain again, unless the user declined recently: a locked keychain may prompt the user. */
  look(): Promise<unknown>;
}

/** Time in ms without automatic access after the user declined a prompt; doubles each time. */
const PATIENCE_MS = 30_000;
const PATIENCE_MAX_MS = 600_000;

interface KeychainAnswer {
  /** `timeout`: the prompt is still open or was not answered. */
  readonly locked: 'locked' | 'timeout' | null;
  readonly notBeforeMs: number;
  readonly patienceMs: number;
}

const UNLOCKED: KeychainAnswer = { locked: null, notBeforeMs: 0, patienceMs: PATIENCE_MS };

/** `onUnlocked` is called synchronously when a locked keychain answers again. */
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
  const heard = async <T>(answer: Promise<T>, stateOf: (response: T) => SecretState): Promise<T> => {
    const response = await answer;
    hear(stateOf(response));
    return response;
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
      // Each declined prompt doubles the delay before the next one.
      found = { ...found, patienceMs: Math.min(PATIENCE_MAX_MS, 2 * found.patienceMs) };
      looking = keychain.probe().then(() => (looking = null));
      await looking;
    },
  };
}
