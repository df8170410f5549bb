import { randomUUID } from 'node:crypto';
import type { SecretState } from '../../shared/model/workspace.ts';
import type { SecretAnswer, SecretStore } from '../core/ports.ts';

/**
 * The part of keytar that the app uses. Each call runs in a thread of Node's thread pool, which it blocks
 * while the system prompts the user.
 */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

type LoadKeytar = () => Promise<Keytar | { readonly default: Keytar }>;

interface KeytarSecretsOptions {
  readonly service: string;
  /** Loads the native module on first use. If loading fails, the store is `unavailable`. */
  readonly load?: LoadKeytar;
  /** Timeout of each operation, in milliseconds. */
  readonly timeoutMs?: number;
  readonly platform?: NodeJS.Platform;
}

const loadKeytar: LoadKeytar = () => import('keytar');

/**
 * Returns a random account name for the probe, a test secret that shows whether the keychain is unlocked. If
 * the name were fixed, two processes would delete each other's probe.
 */
const probeAccount = (): string => `roundwatch:probe:${randomUUID()}`;

const LOCKED = /lock|dismiss|cancel|interaction is not allowed/i;
const UNAVAILABLE =
  /d-?bus|not provided by any|service ?unknown|could not connect|connection (is )?(closed|refused)|no such|does not exist|logon session|bad data|unknown address type/i;

/** Classifies an error. Unknown errors are classified as `locked`, so the user can try again. */
const stateOfFailure = (error: unknown): 'locked' | 'unavailable' => {
  const message = error instanceof Error ? error.message : String(error);
  if (LOCKED.test(message)) return 'locked';
  return UNAVAILABLE.test(message) ? 'unavailable' : 'locked';
};

const withoutSecret = (state: Exclude<SecretState, 'ready'>): SecretAnswer => ({ state, secret: null });
const withSecret = (secret: string): SecretAnswer => ({ state: 'ready', secret });

/** Returns the keychain's name as users of this system know it. */
export function keychainName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'the macOS Keychain';
  return platform === 'win32' ? 'Windows Credential Manager' : "this system's keyring";
}

/** Returns false once the operation has timed out; its remaining steps must then be skipped. */
type IsPending = () => boolean;
interface Place {
  readonly service: string;
  readonly probe: string;
}
type Operation = (keytar: Keytar, isPending: IsPending) => Promise<SecretAnswer>;

/**
 * Stores secrets in the system's keychain. keytar returns null both for a missing secret and for a locked
 * keychain. After a null result, a test value is therefore written: the write succeeds only if the keychain
 * is unlocked.
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
  // Reads the secret again, because the probe may have shown a prompt in which the user unlocked the
  // keychain.
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
  // Reads the old secret before writing anything, because the system may then prompt the user. If the user
  // answers only after the timeout, nothing has been overwritten.
  const previous = await read(keytar, place, account, isPending);
  if (!isPending()) return withoutSecret('timeout');
  await keytar.setPassword(service, account, secret);
  // Verifies the secret by reading it back, because some keychains truncate a string, for example at a NUL
  // character.
  const isStored = (await keytar.getPassword(service, account)) === secret;
  // If the secret was not stored correctly, or if the caller has already received a timeout, the old secret
  // is restored.
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
  // `deletePassword` also returns false if the keychain is locked. In that case, the probe throws.
  await probe(keytar, place);
  // The user may have answered the prompt only after the timeout. The caller has then already received an
  // error, so the secret is not deleted.
  if (!isPending()) return withoutSecret('timeout');
  await keytar.deletePassword(place.service, account);
  return withoutSecret('absent');
}

/**
 * Creates a queue that runs one operation at a time. An operation may wait several minutes for the user, and
 * it occupies one of the four threads in Node's pool during this time. Without the queue, operations could
 * occupy all four threads, which would stall file access and DNS lookups.
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

/** Runs an operation on the keychain. If it throws an error, returns the state that describes the error. */
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
