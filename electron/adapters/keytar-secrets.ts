import { randomUUID } from 'node:crypto';
import type { SecretState } from '../../shared/model/workspace.ts';
import type { SecretAnswer, SecretStore } from '../core/ports.ts';

/** The part of keytar that the app uses. Each call blocks a thread of Node's pool while the system prompts the user. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

type LoadKeytar = () => Promise<Keytar | { readonly default: Keytar }>;

export interface KeytarSecretsOptions {
  readonly service: string;
  /** Loads the native module on first use; if that fails, the store is `unavailable`. */
  readonly load?: LoadKeytar;
  /** Timeout of each operation, ms. */
  readonly timeoutMs?: number;
  readonly platform?: NodeJS.Platform;
}

const loadKeytar: LoadKeytar = () => import('keytar');

/**
 * An empty secret, written and deleted to find out whether the keychain is writable. Each store uses its own
 * account, because apps that share a keychain would delete each other's probe.
 */
const probeAccount = (): string => `roundwatch:probe:${randomUUID()}`;

const LOCKED = /lock|dismiss|cancel|interaction is not allowed/i;
const UNAVAILABLE =
  /d-?bus|not provided by any|service ?unknown|could not connect|connection (is )?(closed|refused)|no such|does not exist|logon session|bad data|unknown address type/i;

/** Reports a locked keychain for an unexpected error: the user can retry, and no stored secret is taken for missing. */
const stateOfFailure = (error: unknown): 'locked' | 'unavailable' => {
  const message = error instanceof Error ? error.message : String(error);
  if (LOCKED.test(message)) return 'locked';
  return UNAVAILABLE.test(message) ? 'unavailable' : 'locked';
};

const withoutSecret = (state: Exclude<SecretState, 'ready'>): SecretAnswer => ({ state, secret: null });
const withSecret = (secret: string): SecretAnswer => ({ state: 'ready', secret });

/** The name of the keychain that users of this system know. */
export function keychainName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'the macOS Keychain';
  return platform === 'win32' ? 'Windows Credential Manager' : "this system's keyring";
}

/** False after the caller got `timeout`: operations that have not begun are then skipped. */
type IsPending = () => boolean;
interface Place {
  readonly service: string;
  readonly probe: string;
}
type Operation = (keytar: Keytar, isPending: IsPending) => Promise<SecretAnswer>;

/**
 * The system's keychain. keytar returns null for both "locked" and "absent", so a null is followed by a probe
 * write: if that succeeds and the secret is still missing, it is absent.
 */
export function createKeytarSecrets(options: KeytarSecretsOptions): SecretStore {
  const { service, load = loadKeytar, timeoutMs = 10_000, platform = process.platform } = options;
  const enqueue = createQueue(load, timeoutMs);
  const place: Place = { service, probe: probeAccount() };

  return {
    place: 'keychain',
    name: keychainName(platform),
    get: (account) => enqueue((keytar, isPending) => read(keytar, place, account, isPending)),
    set: async (account, secret) =>
      (await enqueue((keytar, isPending) => write(keytar, place, account, secret, isPending))).state,
    delete: async (account) =>
      (await enqueue((keytar, isPending) => remove(keytar, place, account, isPending))).state,
    probe: async () => (await enqueue((keytar) => probe(keytar, place))).state,
  };
}

async function probe(keytar: Keytar, { service, probe: account }: Place): Promise<SecretAnswer> {
  await keytar.setPassword(service, account, 'probe');
  await keytar.deletePassword(service, account);
  return withSecret('');
}

async function read(
  keytar: Keytar,
  place: Place,
  account: string,
  isPending: IsPending,
): Promise<SecretAnswer> {
  const firstRead = await keytar.getPassword(place.service, account);
  if (firstRead !== null) return withSecret(firstRead);
  if (!isPending()) return withoutSecret('timeout');
  await probe(keytar, place);
  // The probe may have made the user unlock the keychain, so read again.
  const secondRead = await keytar.getPassword(place.service, account);
  return secondRead === null ? withoutSecret('absent') : withSecret(secondRead);
}

async function write(
  keytar: Keytar,
  place: Place,
  account: string,
  secret: string,
  isPending: IsPending,
): Promise<SecretAnswer> {
  const { service } = place;
  // Reads first, which makes the system prompt the user before anything is overwritten.
  const previous = await read(keytar, place, account, isPending);
  if (!isPending()) return withoutSecret('timeout');
  await keytar.setPassword(service, account, secret);
  // Keychains cut a secret at a NUL and cannot store every string: verify by reading it back.
  const isStored = (await keytar.getPassword(service, account)) === secret;
  // A caller that got `timeout` assumes that nothing changed, so revert the write.
  if (isStored && isPending()) return withSecret(secret);
  if (previous.secret === null) await keytar.deletePassword(service, account);
  else await keytar.setPassword(service, account, previous.secret);
  return withoutSecret(isStored ? 'timeout' : 'unavailable');
}

async function remove(
  keytar: Keytar,
  place: Place,
  account: string,
  isPending: IsPending,
): Promise<SecretAnswer> {
  if (await keytar.deletePassword(place.service, account)) return withoutSecret('absent');
  if (!isPending()) return withoutSecret('timeout');
  // False means "absent" or "locked"; after a successful probe only "absent".
  await probe(keytar, place);
  // The user may answer the prompt long after the caller got `timeout`.
  if (!isPending()) return withoutSecret('timeout');
  await keytar.deletePassword(place.service, account);
  return withoutSecret('absent');
}

/**
 * Runs one call at a time: each holds one of the four threads that this process also needs for files and name
 * resolution, for minutes if the keychain waits for the user.
 */
function createQueue(load: LoadKeytar, timeoutMs: number) {
  let tail: Promise<unknown> = Promise.resolve();
  return (operation: Operation): Promise<SecretAnswer> => {
    let late = false;
    const isPending: IsPending = () => !late;
    const outcome = tail.then(() => (late ? withoutSecret('timeout') : attempt(load, operation, isPending)));
    tail = outcome;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        late = true;
        resolve(withoutSecret('timeout'));
      }, timeoutMs);
      void outcome.then((settled) => {
        clearTimeout(timer);
        resolve(settled);
      });
    });
  };
}

/** Never rejects. */
async function attempt(load: LoadKeytar, operation: Operation, isPending: IsPending): Promise<SecretAnswer> {
  const keytar = await load().then(
    (loaded) => ('default' in loaded ? loaded.default : loaded),
    () => null,
  );
  if (keytar === null) return withoutSecret('unavailable');
  try {
    return await operation(keytar, isPending);
  } catch (error) {
    return withoutSecret(stateOfFailure(error));
  }
}
