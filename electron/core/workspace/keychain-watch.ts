import type { SecretState } from '../../../shared/model/workspace.ts';
import type { Clock, SecretStore } from '../ports.ts';

/** A keychain that is wrapped by `watchKeychain`. */
interface KeychainWatch {
  /** Null if this system has no keychain. */
  readonly keychain: SecretStore | null;
  /**
   * If the keychain was locked, checks whether it is still locked. Does nothing if it was not locked, or if
   * the user recently declined to unlock it.
   */
  check(): Promise<unknown>;
}

/**
 * How long, in ms, the app waits after the user has declined to unlock the keychain before it checks the
 * keychain again. Each further refusal doubles the time, up to `PATIENCE_MAX_MS`.
 */
const PATIENCE_MS = 30_000;
const PATIENCE_MAX_MS = 600_000;

interface KeychainAnswer {
  /** `timeout` if the prompt to unlock the keychain is still open; null if the keychain is not locked. */
  readonly locked: 'locked' | 'timeout' | null;
  readonly notBeforeMs: number;
  readonly patienceMs: number;
}

const UNLOCKED: KeychainAnswer = { locked: null, notBeforeMs: 0, patienceMs: PATIENCE_MS };

/**
 * Wraps a keychain to detect when it is unlocked.
 * @param onUnlocked called at the first successful access after the keychain was locked
 */
export function watchKeychain(
  store: SecretStore | null,
  clock: Clock,
  onUnlocked: () => void,
): KeychainWatch {
  if (store === null) return { keychain: null, check: () => Promise.resolve() };
  let found = UNLOCKED;
  let checking: Promise<null> | null = null;
  let lastState: SecretState | null = null;
  const record = (state: SecretState): void => {
    lastState = state;
    const before = found;
    if (state === 'ready' || state === 'absent') {
      found = UNLOCKED;
      if (before.locked !== null) onUnlocked();
    } else if (state === 'timeout') found = { ...before, locked: 'timeout' };
    else if (state === 'locked')
      found = { ...before, locked: 'locked', notBeforeMs: clock.monotonicMs() + before.patienceMs };
  };
  const recorded = async <T>(answer: Promise<T>, stateOf: (response: T) => SecretState): Promise<T> => {
    const response = await answer;
    record(stateOf(response));
    return response;
  };
  const itself = (state: SecretState): SecretState => state;
  const keychain: SecretStore = {
    place: store.place,
    name: store.name,
    get: (account) => recorded(store.get(account), ({ state }) => state),
    set: (account, secret) => recorded(store.set(account, secret), itself),
    delete: (account) => recorded(store.delete(account), itself),
    probe: () => recorded(store.probe(), itself),
    lastState: () => lastState,
  };
  return {
    keychain,
    check: async () => {
      if (found.locked === null || clock.monotonicMs() < found.notBeforeMs) return;
      if (checking !== null) return checking;
      // The check may prompt the user. The pause before the next check is doubled now, so a user who declines
      // is not prompted again soon.
      found = { ...found, patienceMs: Math.min(PATIENCE_MAX_MS, 2 * found.patienceMs) };
      checking = keychain.probe().then(() => (checking = null));
      await checking;
    },
  };
}
