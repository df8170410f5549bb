import { AppFailure } from '../../../shared/app-failure.ts';
import type { SecretPlace, SecretState } from '../../../shared/model/workspace.ts';
import { deleteInTurn, notStored } from '../keychain-answers.ts';
import type { SecretStore, SecretStores } from '../ports.ts';
import { digestOf, sameBytes } from '../same-secret.ts';

const presentAccount = (id: string): string => `${id}:webhook-key`;
const beforeAccount = (id: string): string => `${id}:webhook-key-before`;
/** Every name under which a workspace may have put a key of the webhook into the keychain. */
export const webhookAccounts = (id: string): readonly string[] => [presentAccount(id), beforeAccount(id)];

export interface WebhookPlace {
  readonly workspaceId: string;
  place(): SecretPlace | null;
  /** To be written down durably before a key is put there: else nobody would find it again. */
  setPlace(place: SecretPlace | null): void;
}

/**
 * The keys that a delivery may carry [§5 no. 6]: the present one and, during a change, the one before it. Of an open workspace
 * only their digests are held in memory.
 */
export interface WebhookKeys {
  /** Of the present key. */
  state(): SecretState;
  isRotating(): boolean;
  /** Which key this is; null: neither. Takes as long for any. */
  recognise(token: string): 'present' | 'before' | null;
  /**
   * Reads the keychain: at start, and after the seller unlocked it. `withBefore`: a change of keys is going on; else a key before
   * the present one that a keychain did not let go of is taken no more, and deleted.
   */
  load(withBefore: boolean): Promise<void>;
  /** `withBefore`: the present key is taken as well until `endRotation`. @throws AppFailure unsupported keychain, unauthorized key-locked */
  replace(key: string, place: SecretPlace, withBefore: boolean): Promise<void>;
  endRotation(): Promise<void>;
  /** @throws AppFailure unauthorized key-locked */
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
    // Two places would have to be remembered: what leaves one is gone from it.
    if (from !== null && from !== place) await removeFrom(storeAt(from), workspaceId);
    where.setPlace(place);
    if (withBefore && old?.state === 'ready') await put(store, beforeAccount(workspaceId), old.secret);
    await put(store, presentAccount(workspaceId), key);
    await load(withBefore);
  };
  return {
    ...{ load, endRotation, replace },
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

/** Both are compared, whatever the first comparison gave. */
function recognise(
  token: Buffer,
  present: Buffer | null,
  before: Buffer | null,
): 'present' | 'before' | null {
  const nobody = Buffer.alloc(token.length);
  const isPresent = sameBytes(token, present ?? nobody) && present !== null;
  const isBefore = sameBytes(token, before ?? nobody) && before !== null;
  return isPresent ? 'present' : isBefore ? 'before' : null;
}

async function put(store: SecretStore, account: string, secret: string): Promise<void> {
  const state = await store.set(account, secret);
  if (state !== 'ready') throw notStored(state);
}

async function removeFrom(store: SecretStore | null, workspaceId: string): Promise<void> {
  for (const account of webhookAccounts(workspaceId)) {
    const state = (await store?.delete(account)) ?? 'absent';
    if (state === 'locked' || state === 'timeout')
      throw new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
  }
}

/** Deletes the keys of a workspace that goes. A keychain that never had one is not asked: it may be locked, or missing. */
export async function forgetWebhookKeys(
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
