import { AppFailure } from '../../../shared/app-failure.ts';
import type { KeyState, SecretPlace, SecretState } from '../../../shared/model/workspace.ts';
import type { Seal, Suppressions } from '../library/seal.ts';
import { deleteInTurn } from '../keychain-answers.ts';
import { forgetWebhookKeys, webhookAccounts } from '../signals/webhook-keys.ts';
import type { KeyMaking, SecretAnswer, SecretStore, SecretStores } from '../ports.ts';
import { createPeopleKey, peopleAccounts, type PeopleKey } from './people-key.ts';
import type { WorkspaceRecord } from './workspace-store.ts';

const NO_SECRET: SecretAnswer = { state: 'absent', secret: null };

export interface KeyVault extends PeopleKey {
  /** @throws AppFailure unauthorized no-key | key-locked */
  apiKey(): Promise<string>;
  /**
   * `ready` once stored; else what was stored before is still there, and the state says why. `onStored` runs before anybody
   * can read the new key, `onOnlyOne` once no older one is left elsewhere.
   */
  setApiKey(apiKey: string, place: SecretPlace, told?: StoringTold): Promise<SecretState>;
  /** `absent` once no key is stored anywhere; else it is still there and the state says why. */
  clearApiKey(): Promise<SecretState>;
  state(): Promise<KeyState>;
  /**
   * Deletes every key of this workspace, that of the people last. `absent`: all are gone; else some are still there. A
   * keychain that is locked, or asks, is not asked for the next one.
   */
  forget(): Promise<SecretState>;
}

export interface StoringTold {
  onStored?(): void;
  onOnlyOne?(): void;
}

const apiAccount = (id: string): string => `${id}:api-key`;
/** Every name under which a workspace may have put a secret into the keychain. */
export const accountsOf = (id: string): readonly string[] => [
  apiAccount(id),
  ...peopleAccounts(id),
  ...webhookAccounts(id),
];

/** The keys of one workspace. `record` is asked each time, because replacing a key changes it. */
export function createKeyVault(
  record: () => WorkspaceRecord,
  stores: SecretStores,
  making: KeyMaking,
  demoApiKey: string | null,
  /** Who must not be kept under this seal; asked once a seal is opened. */
  suppressionsOf: (seal: Seal) => Suppressions,
): KeyVault {
  const api = createApiKeyPlace(record, stores, demoApiKey);
  const people = createPeopleKey(record, stores, making, suppressionsOf);
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
      // Without the people key what was paid for cannot be read any more: it goes when everything else did.
      return deleteInTurn([
        () => api.clearApiKey(),
        () => forgetWebhookKeys(stores, record().id, record().webhookKeyPlace ?? null),
        () => people.forgetSealKey(),
      ]);
    },
  };
}

function createApiKeyPlace(record: () => WorkspaceRecord, stores: SecretStores, demoApiKey: string | null) {
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
      // A key that was read while it was replaced may be either; the next reading is the new one.
      if (replacing === null) return answer;
    }
  };
  const set = async (
    apiKey: string,
    place: SecretPlace,
    { onStored, onOnlyOne }: StoringTold,
  ): Promise<SecretState> => {
    const state = (await storeAt(place)?.set(account, apiKey)) ?? 'unavailable';
    if (state !== 'ready') return state;
    onStored?.();
    // One place only: an older key elsewhere would come back to life one day.
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
    setApiKey: async (apiKey: string, place: SecretPlace, told: StoringTold = {}) => {
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
      // Where the key never was in the keychain, the keychain is not asked: it may be locked, or missing.
      if (record().apiKeyPlace !== 'keychain' && record().apiKeyLeft !== true) return 'absent';
      return (await stores.keychain?.delete(account)) ?? 'absent';
    },
  };
}
