import { AppFailure } from '../../../shared/app-failure.ts';
import type { KeyState, SecretPlace, SecretState } from '../../../shared/model/workspace.ts';
import type { ContactEncryption, Suppressions } from '../contacts/contact-encryption.ts';
import { deleteInTurn } from '../foundation/keychain-errors.ts';
import { clearWebhookKeys, webhookAccounts } from '../webhook/webhook-keys.ts';
import type { KeyMaking, SecretAnswer, SecretStore, SecretStores } from '../ports.ts';
import { createContactKey, contactKeyAccounts, type ContactKey } from './contact-key.ts';
import type { WorkspaceRecord } from './workspace-store.ts';

const NO_SECRET: SecretAnswer = { state: 'absent', secret: null };

export interface KeyVault extends ContactKey {
  /** @throws AppFailure unauthorized no-key | key-locked */
  apiKey(): Promise<string>;
  /**
   * Returns `ready` once stored; otherwise the old key is retained and the state says why. `onStored` runs
   * before the new key is readable, `onOnlyOne` once no older key remains elsewhere.
   */
  setApiKey(apiKey: string, place: SecretPlace, told?: KeyStoringResult): Promise<SecretState>;
  /** Returns `absent` once no key is stored anywhere; otherwise the key remains and the state says why. */
  clearApiKey(): Promise<SecretState>;
  state(): Promise<KeyState>;
  /**
   * Deletes every key of this workspace, the contact key last. Returns `absent` once all are deleted; a
   * keychain that is locked or prompts the user is not asked for the next key.
   */
  forget(): Promise<SecretState>;
}

export interface KeyStoringResult {
  onStored?(): void;
  onOnlyOne?(): void;
}

const apiAccount = (id: string): string => `${id}:api-key`;
/** Every keychain account that a workspace may have used. */
export const accountsOf = (id: string): readonly string[] => [
  apiAccount(id),
  ...contactKeyAccounts(id),
  ...webhookAccounts(id),
];

/** The keys of one workspace. Calls `record` each time, because replacing a key changes it. */
export function createKeyVault(
  record: () => WorkspaceRecord,
  stores: SecretStores,
  making: KeyMaking,
  demoApiKey: string | null,
  /** The suppressions readable with this key; read when contacts are unlocked. */
  suppressionsOf: (seal: ContactEncryption) => Suppressions,
): KeyVault {
  const api = createApiKeyStorage(record, stores, demoApiKey);
  const people = createContactKey(record, stores, making, suppressionsOf);
  return {
    ...api,
    ...people,
    state: async () => {
      const { state } = await api.read();
      const seal = people.seal().mode;
      const why = people.why();
      return {
        apiKey: { state, place: record().apiKeyPlace },
        people: { mode: record().people.mode, state: seal, ...(why === null ? {} : { why }) },
      };
    },
    forget: async () => {
      // Deleted last: without the contact key, paid-for contacts are unreadable.
      return deleteInTurn([
        () => api.clearApiKey(),
        () => clearWebhookKeys(stores, record().id, record().webhookKeyPlace ?? null),
        () => people.forgetSealKey(),
      ]);
    },
  };
}

function createApiKeyStorage(record: () => WorkspaceRecord, stores: SecretStores, demoApiKey: string | null) {
  const account = apiAccount(record().id);
  const storeAt = (place: SecretPlace | null): SecretStore | null =>
    place === 'keychain' ? stores.keychain : place === 'session' ? stores.session : null;
  let replacing: Promise<unknown> | null = null;
  const read = async (): Promise<SecretAnswer> => {
    if (demoApiKey !== null) return { state: 'ready', secret: demoApiKey };
    for (;;) {
      await replacing;
      const store = storeAt(record().apiKeyPlace);
      const answer: SecretAnswer = store === null ? NO_SECRET : await store.get(account);
      // A key read during its replacement may be either one; read again afterwards.
      if (replacing === null) return answer;
    }
  };
  const set = async (
    apiKey: string,
    place: SecretPlace,
    { onStored, onOnlyOne }: KeyStoringResult,
  ): Promise<SecretState> => {
    const state = (await storeAt(place)?.set(account, apiKey)) ?? 'unavailable';
    if (state !== 'ready') return state;
    onStored?.();
    // Keep one place only: an older key elsewhere could be read again later.
    const other = await storeAt(place === 'keychain' ? 'session' : 'keychain')?.delete(account);
    if (other === 'absent') onOnlyOne?.();
    return state;
  };
  return {
    read,
    apiKey: async (): Promise<string> => {
      const answer = await read();
      if (answer.state === 'ready') return answer.secret;
      const reason = answer.state === 'absent' ? 'no-key' : 'key-locked';
      throw new AppFailure({ kind: 'unauthorized', reason });
    },
    setApiKey: async (apiKey: string, place: SecretPlace, told: KeyStoringResult = {}) => {
      const work = set(apiKey, place, told);
      replacing = work.catch(() => undefined);
      try {
        return await work;
      } finally {
        replacing = null;
      }
    },
    clearApiKey: async (): Promise<SecretState> => {
      await stores.session.delete(account);
      // If the key was never in the keychain, don't access it: it may be locked or missing.
      if (record().apiKeyPlace !== 'keychain' && record().apiKeyLeft !== true) return 'absent';
      return (await stores.keychain?.delete(account)) ?? 'absent';
    },
  };
}
