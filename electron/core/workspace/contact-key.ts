import { AppFailure } from '../../../shared/app-failure.ts';
import type { KeyState, SecretState } from '../../../shared/model/workspace.ts';
import { deleteInTurn, secretNotStored } from '../foundation/keychain-errors.ts';
import { createPassphraseRecord, deriveFromPassphrase } from '../contacts/passphrase.ts';
import {
  createContactEncryption,
  identityKeyOf,
  KEY_BYTES,
  type ContactEncryption,
  type ContactKeyState,
  type Suppressions,
} from '../contacts/contact-encryption.ts';
import type { KeyMaking, RandomSource, SecretStores } from '../ports.ts';
import { createRetiredKeys, type Keys } from './retired-keys.ts';
import type { WorkspaceRecord } from './workspace-store.ts';

/**
 * The demo's contacts are invented, so this key need not be secret. The contacts are encrypted only so that
 * they are stored in the same format as real ones.
 */
const DEMO_SEAL_KEY = Buffer.from('roundwatch demo: invented people', 'utf8');

type PeopleRecord = WorkspaceRecord['people'];
export type LockedWhy = NonNullable<KeyState['people']['why']>;
/** How a contact key is protected: stored in the keychain, or derived from a passphrase. */
export type ContactKeyChoice =
  | { readonly mode: 'keychain' }
  | { readonly mode: 'passphrase'; readonly passphrase: string };

/** A new contact key that is not yet in use. */
interface NextKey {
  /** The `people` part of the record for the new key. Must be saved before `adopt` is called. */
  readonly people: PeopleRecord;
  /** Makes the new key the current one. */
  adopt(): void;
}

/**
 * The key that encrypts contacts. Replacing the key takes three steps, and a crash between them loses
 * nothing:
 * 1. The new key is stored in the keychain slot that the old key does not use, or derived from a passphrase.
 * 2. The workspace record is saved. It refers to the new key and contains the old one, encrypted.
 * 3. Every row is re-encrypted. Then the old key is deleted.
 */
export interface ContactKey {
  seal(): ContactKeyState;
  /** Returns why contacts are locked; null if they are not. */
  why(): LockedWhy | null;
  /** Creates the contact key of a new workspace in the keychain. */
  createSealKey(): Promise<SecretState>;
  /**
   * Reads the key from the keychain and unlocks contacts. Called at startup and after the keychain is
   * unlocked.
   */
  loadContactKey(): Promise<void>;
  /** Unlocks contacts with a passphrase. Returns false if the passphrase is wrong. */
  unlock(passphrase: string): Promise<boolean>;
  /**
   * Drops the key from memory until the user enters the passphrase. Returns false and does nothing if there
   * is no passphrase, because the app could then read the key again without asking the user.
   */
  lock(): boolean;
  /**
   * Drops the key from memory because the user has left the computer. A key in the keychain is not read again
   * before `endAutoLock` is called. Returns false if there is nothing to lock.
   */
  lockAutomatically(): boolean;
  /** Lets `loadContactKey` read the keychain again. Does not unlock contacts itself. */
  endAutoLock(): void;
  /**
   * Runs `work`, which requests contacts. Even if contacts are locked during the request, `seal` still
   * returns the key, because contacts that were paid for must be stored. `seal` must not be used for anything
   * else.
   */
  whileFetching<T>(work: (seal: () => ContactKeyState) => Promise<T>): Promise<T>;
  /**
   * Creates a new key and stores it. Contacts must be unlocked.
   * @throws AppFailure `unsupported` (`keychain`), `unauthorized` (`key-locked`); the current key is then
   * unchanged
   */
  nextKey(how: ContactKeyChoice): Promise<NextKey>;
  /** Returns whether some rows may still be encrypted under the previous key. */
  isChanging(): boolean;
  /**
   * Deletes the previous key. Must be called once no row is encrypted under that key. If it throws, it must
   * be called again later.
   * @returns the `people` part of the record without the previous key
   * @throws AppFailure `unsupported` (`keychain`), `unauthorized` (`key-locked`)
   */
  endChange(): Promise<PeopleRecord>;
  deleteContactKey(): Promise<SecretState>;
  /**
   * Drops the key from memory, so no more contacts are stored. The workspace record without the key must be
   * saved first.
   */
  giveUp(): void;
}

const SLOTS = ['first', 'second'] as const;
type Slot = (typeof SLOTS)[number];
const accountOf = (id: string, slot: Slot): string =>
  slot === 'first' ? `${id}:people-key` : `${id}:people-key-2`;
export const contactKeyAccounts = (id: string): readonly string[] => SLOTS.map((slot) => accountOf(id, slot));

export function createContactKey(
  record: () => WorkspaceRecord,
  stores: SecretStores,
  making: KeyMaking,
  suppressionsOf: (seal: ContactEncryption) => Suppressions,
): ContactKey {
  const { random } = making;
  const { id } = record();
  const holder = createHolder(record, random, suppressionsOf);
  return {
    seal: holder.state,
    why: holder.why,
    ...createKeyChange(record, stores, making, holder),
    createSealKey: async () => {
      const key = random.bytes(KEY_BYTES);
      const stored = await putKey(stores, accountOf(id, 'first'), key);
      if (stored === 'ready') holder.openWith(key);
      return stored;
    },
    loadContactKey: async () => {
      const { people } = record();
      if (people.mode === 'demo') holder.openWith(DEMO_SEAL_KEY);
      const isHeld = holder.why() === 'auto-locked';
      if (people.mode !== 'keychain' || holder.state().mode === 'open' || isHeld) return;
      const answer = await stores.keychain?.get(accountOf(id, slotOf(people)));
      // A missing or damaged key is not replaced with a new one, because the original key may become
      // available again.
      const key = answer?.state === 'ready' ? Buffer.from(answer.secret, 'base64') : null;
      if (key?.length === KEY_BYTES) holder.openWith(key);
      else holder.stayLocked(whyFrom(answer?.state ?? 'unavailable'));
    },
    unlock: async (passphrase) => {
      const { people } = record();
      if (people.mode !== 'passphrase') return holder.state().mode === 'open';
      const key = await deriveFromPassphrase(passphrase, people.passphrase);
      return key !== null && holder.openWith(key);
    },
    lock: () => {
      if (record().people.mode !== 'passphrase') return false;
      holder.lock('passphrase');
      return true;
    },
    lockAutomatically: () => {
      const { mode } = record().people;
      if (holder.state().mode !== 'open' || (mode !== 'passphrase' && mode !== 'keychain')) return false;
      holder.lock(mode === 'passphrase' ? 'passphrase' : 'auto-locked');
      return true;
    },
    endAutoLock: () => {
      if (holder.why() === 'auto-locked') holder.stayLocked('keychain-locked');
    },
    whileFetching: holder.whileFetching,
    giveUp: holder.giveUp,
    deleteContactKey: () => deleteContactKey(record().people, contactKeyAccounts(id), stores),
  };
}

/** Holds the keys in memory while contacts are unlocked. */
interface Holder {
  state(): ContactKeyState;
  why(): LockedWhy | null;
  keys(): Keys | null;
  use(keys: Keys): void;
  /**
   * Unlocks contacts with the current key. Returns false if the current key cannot decrypt the older keys in
   * the workspace record.
   */
  openWith(current: Buffer): boolean;
  stayLocked(why: LockedWhy): void;
  lock(why: 'passphrase' | 'auto-locked'): void;
  giveUp(): void;
  whileFetching: ContactKey['whileFetching'];
}

function createHolder(
  record: () => WorkspaceRecord,
  random: RandomSource,
  suppressionsOf: (seal: ContactEncryption) => Suppressions,
): Holder {
  const { mode } = record().people;
  let state: ContactKeyState = mode === 'none' ? { mode: 'not-kept' } : { mode: 'locked' };
  let why: LockedWhy | null = mode === 'passphrase' ? 'passphrase' : null;
  let keys: Keys | null = null;
  const spent = createRetiredKeys();
  const use = (next: Keys): void => {
    const seal = createContactEncryption(next.current, random, {
      identityKey: next.identity,
      previousKey: next.previous,
    });
    keys = next;
    state = { mode: 'open', seal, suppressions: suppressionsOf(seal) };
    why = null;
  };
  return {
    state: () => state,
    why: () => why,
    keys: () => keys,
    use,
    stayLocked: (because) => {
      why = because;
    },
    lock: (because) => {
      if (state.mode !== 'open' || keys === null) return;
      spent.add(state, keys);
      [state, why, keys] = [{ mode: 'locked' }, because, null];
    },
    giveUp: () => {
      [state, why, keys] = [{ mode: 'not-kept' }, null, null];
    },
    // `seal` still returns the key if contacts are locked while `work` runs, but not after `giveUp`.
    whileFetching: (work) =>
      spent.whileNeeded(() => work(() => (state.mode === 'locked' ? (spent.last() ?? state) : state))),
    openWith: (current) => {
      try {
        use(wrappedIn(record(), current, random));
        return true;
      } catch (error) {
        if (!(error instanceof AppFailure)) throw error;
        why = 'key-damaged';
        return false;
      }
    },
  };
}

const createKeyChange = (
  record: () => WorkspaceRecord,
  stores: SecretStores,
  making: KeyMaking,
  holder: Holder,
): Pick<ContactKey, 'nextKey' | 'isChanging' | 'endChange'> => ({
  nextKey: async (how) => {
    const keys = holder.keys();
    if (keys === null) throw new Error('no key to change from');
    const { id, people: before } = record();
    const made = await makeKey(how, { id, before, stores, making });
    const next: Keys = { current: made.key, identity: keys.identity, previous: keys.current };
    const previousSlot = before.mode === 'keychain' ? { previousSlot: slotOf(before) } : {};
    const people = { ...wrapped(made.people, next, id, making.random), ...previousSlot };
    return { people, adopt: () => holder.use(next) };
  },
  isChanging: () => 'previous' in record().people,
  endChange: async () => {
    const { id, people } = record();
    const slot = 'previousSlot' in people ? people.previousSlot : undefined;
    const isThere = slot !== undefined && stores.keychain !== null;
    const state = isThere ? await stores.keychain.delete(accountOf(id, slot)) : 'absent';
    if (state !== 'absent') throw secretNotStored(state);
    const keys = holder.keys();
    if (keys !== null) holder.use({ ...keys, previous: null });
    return withoutPrevious(people);
  },
});

const slotOf = (people: PeopleRecord): Slot =>
  people.mode === 'keychain' && people.slot === 'second' ? 'second' : 'first';

function whyFrom(state: SecretState): LockedWhy {
  if (state === 'absent') return 'key-missing';
  // The keychain has an entry, but it is not a valid key.
  if (state === 'ready') return 'key-damaged';
  return state === 'unavailable' ? 'no-keychain' : 'keychain-locked';
}

const putKey = async (stores: SecretStores, account: string, key: Buffer): Promise<SecretState> =>
  (await stores.keychain?.set(account, key.toString('base64'))) ?? 'unavailable';

/**
 * Creates a contact key. It is either derived from the passphrase, or stored in the keychain slot that the
 * current key does not use.
 */
async function makeKey(
  how: ContactKeyChoice,
  {
    id,
    before,
    stores,
    making,
  }: { id: string; before: PeopleRecord; stores: SecretStores; making: KeyMaking },
): Promise<{ key: Buffer; people: PeopleRecord }> {
  if (how.mode === 'passphrase') {
    const passphrase = await createPassphraseRecord(how.passphrase, making);
    const key = await deriveFromPassphrase(how.passphrase, passphrase);
    if (key === null) throw new Error('a passphrase does not open its own record');
    return { key, people: { mode: 'passphrase', passphrase } };
  }
  const slot: Slot = before.mode === 'keychain' && slotOf(before) === 'first' ? 'second' : 'first';
  const key = making.random.bytes(KEY_BYTES);
  const state = await putKey(stores, accountOf(id, slot), key);
  if (state !== 'ready') throw secretNotStored(state);
  return { key, people: { mode: 'keychain', slot } };
}

type WrappedKeyKind = 'identity' | 'previous';
const wrapPlace = (id: string, column: WrappedKeyKind) => ({ table: 'workspace', row: id, column });

function wrapped(people: PeopleRecord, keys: Keys, id: string, random: RandomSource): PeopleRecord {
  if (people.mode !== 'keychain' && people.mode !== 'passphrase') return people;
  const seal = createContactEncryption(keys.current, random);
  const wrap = (key: Buffer, column: WrappedKeyKind): string =>
    seal.seal(key.toString('base64'), wrapPlace(id, column)).toString('base64');
  return {
    ...people,
    identity: wrap(keys.identity, 'identity'),
    ...(keys.previous === null ? {} : { previous: wrap(keys.previous, 'previous') }),
  };
}

/** Decrypts the other keys in the record, which are encrypted under the current key. */
function wrappedIn({ id, people }: WorkspaceRecord, current: Buffer, random: RandomSource): Keys {
  const seal = createContactEncryption(current, random);
  const unwrap = (column: WrappedKeyKind): Buffer | null => {
    const sealed = people.mode === 'keychain' || people.mode === 'passphrase' ? people[column] : undefined;
    if (sealed === undefined) return null;
    return Buffer.from(seal.open(Buffer.from(sealed, 'base64'), wrapPlace(id, column)), 'base64');
  };
  return { current, identity: unwrap('identity') ?? identityKeyOf(current), previous: unwrap('previous') };
}

function withoutPrevious(people: PeopleRecord): PeopleRecord {
  if (people.mode !== 'keychain' && people.mode !== 'passphrase') return people;
  const { previous: _key, previousSlot: _slot, ...rest } = people;
  return rest;
}

async function deleteContactKey(
  people: PeopleRecord,
  accounts: readonly string[],
  { keychain }: SecretStores,
): Promise<SecretState> {
  // Accesses the keychain only if a key may be stored there, because the keychain may be locked.
  const mayBeThere = people.mode === 'keychain' || 'previous' in people;
  if (!mayBeThere || keychain === null) return 'absent';
  // The keychain may become locked after some of the keys are deleted. Contacts then stay readable, because
  // the current key is deleted last.
  const inForce = accounts[SLOTS.indexOf(slotOf(people))];
  const ordered = [
    ...accounts.filter((account) => account !== inForce),
    ...(inForce === undefined ? [] : [inForce]),
  ];
  return deleteInTurn(ordered.map((account) => () => keychain.delete(account)));
}
