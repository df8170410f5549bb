import { AppFailure } from '../../../shared/app-failure.ts';
import type { KeyState, SecretPlace, SecretState } from '../../../shared/model/workspace.ts';
import { deriveFromPassphrase } from '../library/passphrase.ts';
import { createSeal, type SealState } from '../library/seal.ts';
import type { RandomSource, SecretAnswer, SecretStore, SecretStores } from '../ports.ts';
import type { WorkspaceRecord } from './workspace-store.ts';

const SEAL_KEY_BYTES = 32;

/** The demo invents its people, so their key need not be a secret; it only keeps one way of storing for all. */
const DEMO_SEAL_KEY = Buffer.from('roundwatch demo: invented people', 'utf8');

export interface KeyVault {
  /** @throws AppFailure unauthorized no-key | key-locked */
  apiKey(): Promise<string>;
  /** `ready` once stored; else nothing was stored and the state says why. */
  setApiKey(apiKey: string, place: SecretPlace): Promise<SecretState>;
  clearApiKey(): Promise<void>;
  /** Makes a fresh seal key in the keychain, for a new workspace. */
  createSealKey(): Promise<SecretState>;
  seal(): SealState;
  /** Reads the seal key again: at start, and after the seller unlocked the keychain. */
  openSeal(): Promise<void>;
  /** Opens people sealed under a passphrase; false: it is another one. */
  unlock(passphrase: string): Promise<boolean>;
  state(): Promise<KeyState>;
  /** Deletes every key of this workspace. */
  forget(): Promise<void>;
}

/** The keys of one workspace. `record` is asked each time, because replacing a key changes it. */
export function createKeyVault(
  record: () => WorkspaceRecord,
  stores: SecretStores,
  random: RandomSource,
  demoApiKey: string | null,
): KeyVault {
  const api = createApiKeyPlace(record, stores, demoApiKey);
  const people = createPeopleKey(record, stores, random);
  return {
    ...api,
    ...people,
    state: async () => {
      const { state } = await api.read();
      const seal = people.seal().mode;
      return {
        apiKey: { state, place: record().apiKeyPlace },
        people: { mode: record().people.mode, state: seal },
      };
    },
    forget: async () => {
      await Promise.all([api.clearApiKey(), people.forgetSealKey()]);
    },
  };
}

function createApiKeyPlace(record: () => WorkspaceRecord, stores: SecretStores, demoApiKey: string | null) {
  const account = `${record().id}:api-key`;
  const storeAt = (place: SecretPlace | null): SecretStore | null =>
    place === 'keychain' ? stores.keychain : place === 'session' ? stores.session : null;
  const read = async (): Promise<SecretAnswer> => {
    if (demoApiKey !== null) return { state: 'ready', secret: demoApiKey };
    const store = storeAt(record().apiKeyPlace);
    return store === null ? { state: 'absent', secret: null } : store.get(account);
  };
  return {
    read,
    apiKey: async (): Promise<string> => {
      const answer = await read();
      if (answer.state === 'ready') return answer.secret;
      const reason = answer.state === 'absent' ? 'no-key' : 'key-locked';
      throw new AppFailure({ kind: 'unauthorized', reason });
    },
    setApiKey: async (apiKey: string, place: SecretPlace): Promise<SecretState> => {
      const state = (await storeAt(place)?.set(account, apiKey)) ?? 'unavailable';
      // One place only: an older key elsewhere would come back to life one day.
      if (state === 'ready') await storeAt(place === 'keychain' ? 'session' : 'keychain')?.delete(account);
      return state;
    },
    clearApiKey: async (): Promise<void> => {
      await Promise.all([stores.keychain?.delete(account), stores.session.delete(account)]);
    },
  };
}

function createPeopleKey(record: () => WorkspaceRecord, stores: SecretStores, random: RandomSource) {
  const account = `${record().id}:people-key`;
  let seal: SealState = record().people.mode === 'none' ? { mode: 'not-kept' } : { mode: 'locked' };
  const openWith = (key: Buffer): void => {
    seal = { mode: 'open', seal: createSeal(key, random) };
  };
  return {
    seal: (): SealState => seal,
    createSealKey: async (): Promise<SecretState> => {
      const key = random.bytes(SEAL_KEY_BYTES);
      const state = (await stores.keychain?.set(account, key.toString('base64'))) ?? 'unavailable';
      if (state === 'ready') openWith(key);
      return state;
    },
    openSeal: async (): Promise<void> => {
      const { mode } = record().people;
      if (mode === 'demo') return openWith(DEMO_SEAL_KEY);
      if (mode !== 'keychain' || seal.mode === 'open') return;
      const answer = await stores.keychain?.get(account);
      // A missing key is never replaced here: what it sealed would be lost for good without a word.
      if (answer?.state === 'ready') openWith(Buffer.from(answer.secret, 'base64'));
    },
    unlock: async (passphrase: string): Promise<boolean> => {
      const { people } = record();
      if (people.mode !== 'passphrase') return seal.mode === 'open';
      const key = await deriveFromPassphrase(passphrase, people.passphrase);
      if (key !== null) openWith(key);
      return key !== null;
    },
    forgetSealKey: async (): Promise<void> => {
      await stores.keychain?.delete(account);
    },
  };
}
