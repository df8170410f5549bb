import { randomUUID } from 'node:crypto';
import type { SecretState } from '../../shared/model/workspace.ts';
import type { SecretAnswer, SecretStore } from '../core/ports.ts';

/** What is used of keytar. Each call holds a thread of Node's pool for as long as the system asks its user. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

type LoadKeytar = () => Promise<Keytar | { readonly default: Keytar }>;

export interface KeytarSecretsOptions {
  readonly service: string;
  /** Loads the native module when it is first needed; where it cannot be loaded, the store is `unavailable`. */
  readonly load?: LoadKeytar;
  /** Each operation answers within this time, ms. */
  readonly timeoutMs?: number;
  readonly platform?: NodeJS.Platform;
}

const loadKeytar: LoadKeytar = () => import('keytar');

/**
 * Written and removed to learn whether anything could be written. Holds nothing. Each store has its own: where two apps
 * share a keychain, one would remove what the other is just writing, and take the failure for a keychain that is gone.
 */
const probeAccount = (): string => `roundwatch:probe:${randomUUID()}`;

const LOCKED = /lock|dismiss|cancel|interaction is not allowed/i;
const UNAVAILABLE =
  /d-?bus|not provided by any|service ?unknown|could not connect|connection (is )?(closed|refused)|no such|does not exist|logon session|bad data|unknown address type/i;

/** A surprise counts as locked: the seller is asked to unlock and to try again, and nothing is taken for absent. */
const stateOfFailure = (error: unknown): 'locked' | 'unavailable' => {
  const message = error instanceof Error ? error.message : String(error);
  if (LOCKED.test(message)) return 'locked';
  return UNAVAILABLE.test(message) ? 'unavailable' : 'locked';
};

const answer = (state: Exclude<SecretState, 'ready'>): SecretAnswer => ({ state, secret: null });
const found = (secret: string): SecretAnswer => ({ state: 'ready', secret });

/** What a person calls the place on this system. */
export function keychainName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'the macOS Keychain';
  return platform === 'win32' ? 'Windows Credential Manager' : "this system's keyring";
}

/** Turns false once the caller was told `timeout`: what was not begun is then not begun any more. */
type Wanted = () => boolean;
interface Place {
  readonly service: string;
  readonly probe: string;
}
type Operation = (keytar: Keytar, wanted: Wanted) => Promise<SecretAnswer>;

/**
 * The system's keychain. keytar answers null both for "locked" and for "absent", so that a null is followed by a write:
 * where a probe can be written, and the secret is still not found after it, it is absent.
 */
export function createKeytarSecrets(options: KeytarSecretsOptions): SecretStore {
  const { service, load = loadKeytar, timeoutMs = 10_000, platform = process.platform } = options;
  const enqueue = createQueue(load, timeoutMs);
  const place: Place = { service, probe: probeAccount() };

  return {
    place: 'keychain',
    name: keychainName(platform),
    get: (account) => enqueue((keytar, wanted) => read(keytar, place, account, wanted)),
    set: async (account, secret) =>
      (await enqueue((keytar, wanted) => write(keytar, place, account, secret, wanted))).state,
    delete: async (account) =>
      (await enqueue((keytar, wanted) => remove(keytar, place, account, wanted))).state,
    probe: async () => (await enqueue((keytar) => probe(keytar, place))).state,
  };
}

async function probe(keytar: Keytar, { service, probe: account }: Place): Promise<SecretAnswer> {
  await keytar.setPassword(service, account, 'probe');
  await keytar.deletePassword(service, account);
  return found('');
}

async function read(keytar: Keytar, place: Place, account: string, wanted: Wanted): Promise<SecretAnswer> {
  const first = await keytar.getPassword(place.service, account);
  if (first !== null) return found(first);
  if (!wanted()) return answer('timeout');
  await probe(keytar, place);
  // The probe may have made its user unlock the keychain: only what is missing after it is absent.
  const second = await keytar.getPassword(place.service, account);
  return second === null ? answer('absent') : found(second);
}

async function write(
  keytar: Keytar,
  place: Place,
  account: string,
  secret: string,
  wanted: Wanted,
): Promise<SecretAnswer> {
  const { service } = place;
  // What is there now: looking for it makes the system ask its user before anything is written over.
  const before = await read(keytar, place, account, wanted);
  if (!wanted()) return answer('timeout');
  await keytar.setPassword(service, account, secret);
  // Keychains cut a secret at a NUL and cannot keep every string: what does not read back was not stored.
  const kept = (await keytar.getPassword(service, account)) === secret;
  // A caller that was told `timeout` believes that nothing changed; so nothing may have.
  if (kept && wanted()) return found(secret);
  if (before.secret === null) await keytar.deletePassword(service, account);
  else await keytar.setPassword(service, account, before.secret);
  return answer(kept ? 'timeout' : 'unavailable');
}

async function remove(keytar: Keytar, place: Place, account: string, wanted: Wanted): Promise<SecretAnswer> {
  if (await keytar.deletePassword(place.service, account)) return answer('absent');
  if (!wanted()) return answer('timeout');
  // False says "nothing there" as well as "locked"; after a probe it can only mean the first.
  await probe(keytar, place);
  // Its user may have answered long after the caller was told that nothing is removed.
  if (!wanted()) return answer('timeout');
  await keytar.deletePassword(place.service, account);
  return answer('absent');
}

/**
 * One call at a time: every pending one holds one of the four threads that the files and the name resolver of this
 * process share, and a keychain that waits for its user can hold it for minutes.
 */
function createQueue(load: LoadKeytar, timeoutMs: number) {
  let tail: Promise<unknown> = Promise.resolve();
  return (operation: Operation): Promise<SecretAnswer> => {
    let late = false;
    const wanted: Wanted = () => !late;
    const outcome = tail.then(() => (late ? answer('timeout') : attempt(load, operation, wanted)));
    tail = outcome;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        late = true;
        resolve(answer('timeout'));
      }, timeoutMs);
      void outcome.then((settled) => {
        clearTimeout(timer);
        resolve(settled);
      });
    });
  };
}

/** Never rejects. */
async function attempt(load: LoadKeytar, operation: Operation, wanted: Wanted): Promise<SecretAnswer> {
  const keytar = await load().then(
    (loaded) => ('default' in loaded ? loaded.default : loaded),
    () => null,
  );
  if (keytar === null) return answer('unavailable');
  try {
    return await operation(keytar, wanted);
  } catch (error) {
    return answer(stateOfFailure(error));
  }
}
