import { AppFailure } from '../../../shared/app-failure.ts';
import type { SecretPlace, SecretState } from '../../../shared/model/workspace.ts';
import { deleteInTurn, secretNotStored } from '../foundation/keychain-errors.ts';
import type { SecretStore, SecretStores } from '../ports.ts';
import { digestOf, sameBytes } from '../foundation/constant-time-equal.ts';

const presentAccount = (id: string): string => `${id}:webhook-key`;
const beforeAccount = (id: string): string => `${id}:webhook-key-before`;
/** Returns every keychain account that a workspace may have used for a webhook key. */
export const webhookAccounts = (id: string): readonly string[] => [presentAccount(id), beforeAccount(id)];

export interface WebhookPlace {
  readonly workspaceId: string;
  place(): SecretPlace | null;
  /**
   * Saves where the webhook key will be stored. Must be called before the key is stored: in the reverse
   * order, a crash between the two steps would leave a key whose place is unknown.
   */
  setPlace(place: SecretPlace | null): void;
}

/**
 * The keys that a delivery may contain (spec §5): the current key and, during a key rotation, the previous
 * one. Only their digests are held in memory.
 */
export interface WebhookKeys {
  state(): SecretState;
  isRotating(): boolean;
  /** Returns which of the two keys matches the token; null if neither does. Runs in constant time. */
  recognise(token: string): 'present' | 'before' | null;
  /**
   * Reads the keys at startup and after the user unlocks the keychain.
   * @param withBefore whether a rotation is in progress; if not, a stored previous key is deleted
   */
  load(withBefore: boolean): Promise<void>;
  /**
   * Replaces the current key. If `withBefore` is true, the old key remains valid until `endRotation`.
   * @throws AppFailure `unsupported` (`keychain`), `unauthorized` (`key-locked`)
   */
  replace(key: string, place: SecretPlace, withBefore: boolean): Promise<void>;
  endRotation(): Promise<void>;
  /** Reads the current key from its store; null if the key cannot be read. */
  read(): Promise<string | null>;
  /** @throws AppFailure `unauthorized` (`key-locked`) */
  clear(): Promise<void>;
}

export function createWebhookKeys(stores: SecretStores, where: WebhookPlace): WebhookKeys {
  const { workspaceId } = where;
  const storeAt = (place: SecretPlace | null): SecretStore | null =>
    place === 'keychain' ? stores.keychain : place === 'session' ? stores.session : null;
  let state: SecretState = 'absent';
  let present: Buffer | null = null;
  let before: Buffer | null = null;
  const load = async (withBefore: boolean): Promise<void> => {
    const store = storeAt(where.place());
    const answer = (await store?.get(presentAccount(workspaceId))) ?? null;
    const older = answer?.state === 'ready' ? await store?.get(beforeAccount(workspaceId)) : undefined;
    if (!withBefore && older?.state === 'ready') await store?.delete(beforeAccount(workspaceId));
    state = answer?.state ?? (where.place() === null ? 'absent' : 'unavailable');
    present = answer?.state === 'ready' ? digestOf(answer.secret) : null;
    before = withBefore && older?.state === 'ready' ? digestOf(older.secret) : null;
  };
  const endRotation = async (): Promise<void> => {
    before = null;
    await storeAt(where.place())?.delete(beforeAccount(workspaceId));
  };
  const replace = async (key: string, place: SecretPlace, withBefore: boolean): Promise<void> => {
    const store = storeAt(place);
    if (store === null) throw new AppFailure({ kind: 'unsupported', capability: 'keychain' });
    const from = where.place();
    const old = await storeAt(from)?.get(presentAccount(workspaceId));
    // The workspace record can name only one place for the key. The key must therefore be removed from its
    // earlier place before the new place is recorded.
    if (from !== null && from !== place) await removeFrom(storeAt(from), workspaceId);
    where.setPlace(place);
    if (withBefore && old?.state === 'ready') await put(store, beforeAccount(workspaceId), old.secret);
    await put(store, presentAccount(workspaceId), key);
    await load(withBefore);
  };
  return {
    load,
    endRotation,
    replace,
    read: async () => {
      const answer = await storeAt(where.place())?.get(presentAccount(workspaceId));
      return answer?.state === 'ready' ? answer.secret : null;
    },
    state: () => state,
    isRotating: () => before !== null,
    recognise: (token) => recognise(digestOf(token), present, before),
    clear: async () => {
      await removeFrom(storeAt(where.place()), workspaceId);
      where.setPlace(null);
      await load(false);
    },
  };
}

/** Always compares both keys, so the time taken does not depend on the token. */
function recognise(
  token: Buffer,
  present: Buffer | null,
  before: Buffer | null,
): 'present' | 'before' | null {
  const placeholderToken = Buffer.alloc(token.length);
  const isPresent = sameBytes(token, present ?? placeholderToken) && present !== null;
  const isBefore = sameBytes(token, before ?? placeholderToken) && before !== null;
  return isPresent ? 'present' : isBefore ? 'before' : null;
}

async function put(store: SecretStore, account: string, secret: string): Promise<void> {
  const state = await store.set(account, secret);
  if (state !== 'ready') throw secretNotStored(state);
}

async function removeFrom(store: SecretStore | null, workspaceId: string): Promise<void> {
  for (const account of webhookAccounts(workspaceId)) {
    const state = (await store?.delete(account)) ?? 'absent';
    if (state === 'locked' || state === 'timeout')
      throw new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
  }
}

/**
 * Deletes the webhook keys of a workspace that is being removed. The keychain, which may be locked, is only
 * accessed if the workspace stored its key there.
 */
export async function clearWebhookKeys(
  stores: SecretStores,
  workspaceId: string,
  place: SecretPlace | null,
): Promise<SecretState> {
  const accounts = webhookAccounts(workspaceId);
  for (const account of accounts) await stores.session.delete(account);
  const { keychain } = stores;
  if (place !== 'keychain' || keychain === null) return 'absent';
  return deleteInTurn(accounts.map((account) => () => keychain.delete(account)));
}
