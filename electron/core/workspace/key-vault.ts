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
  /** @throws AppFailure `unauthorized` (`no-key`), `unauthorized` (`key-locked`) */
  apiKey(): Promise<string>;
  /**
   * Replaces the API key. Returns `ready` if the new key was stored. Any other state is the reason why the
   * old key remains. `onStored` is called before `apiKey` returns the new key. `onOnlyOne` is called when the
   * other storage place no longer contains an older key.
   */
  setApiKey(apiKey: string, place: SecretPlace, callbacks?: KeyStoringResult): Promise<SecretState>;
  /**
   * Deletes the API key. Returns `absent` if it was deleted; any other state is the reason why it was not.
   */
  clearApiKey(): Promise<SecretState>;
  state(): Promise<KeyState>;
  /**
   * Deletes every key of this workspace, the contact key last. Returns `absent` if all are deleted. Stops
   * if the keychain is locked or is waiting for the user, and returns that state.
   */
  forget(): Promise<SecretState>;
}

interface KeyStoringResult {
  onStored?(): void;
  onOnlyOne?(): void;
}

const apiAccount = (id: string): string => `${id}:api-key`;
/** Returns every keychain account that a workspace may have used. */
export const accountsOf = (id: string): readonly string[] => [
  apiAccount(id),
  ...contactKeyAccounts(id),
  ...webhookAccounts(id),
];

/**
 * Creates the key vault of a workspace. Replacing a key changes the record, so each operation calls `record`,
 * which must return the current record.
 */
export function createKeyVault(
  record: () => WorkspaceRecord,
  stores: SecretStores,
  making: KeyMaking,
  demoApiKey: string | null,
  /** Reads the suppressions that this key can decrypt. Called when contacts are unlocked. */
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
      // Deletes the contact key last. Contacts therefore stay readable if another key cannot be deleted.
      return deleteInTurn([
        () => api.clearApiKey(),
        () => clearWebhookKeys(stores, record().id, record().webhookKeyPlace ?? null),
        () => people.deleteContactKey(),
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
      // If a replacement of the key began during the read, `answer` may contain the old key. The key is then
      // read again.
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
    // Deletes an older key that the other storage place may still contain.
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
    setApiKey: async (apiKey: string, place: SecretPlace, callbacks: KeyStoringResult = {}) => {
      const work = set(apiKey, place, callbacks);
      replacing = work.catch(() => undefined);
      try {
        return await work;
      } finally {
        replacing = null;
      }
    },
    clearApiKey: async (): Promise<SecretState> => {
      await stores.session.delete(account);
      // The keychain may be locked, so it is accessed only if a key may be stored there.
      if (record().apiKeyPlace !== 'keychain' && record().apiKeyLeft !== true) return 'absent';
      return (await stores.keychain?.delete(account)) ?? 'absent';
    },
  };
}
