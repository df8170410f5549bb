import { AppFailure } from '../../../shared/app-failure.ts';
import type { KeyState, SecretState } from '../../../shared/model/workspace.ts';
import { deleteInTurn, notStored } from '../keychain-answers.ts';
import { createPassphraseRecord, deriveFromPassphrase } from '../library/passphrase.ts';
import { createSeal, identityKeyOf, type Seal, type SealState, type Suppressions } from '../library/seal.ts';
import type { KeyMaking, RandomSource, SecretStores } from '../ports.ts';
import { createSpentKeys, type Keys } from './spent-keys.ts';
import type { WorkspaceRecord } from './workspace-store.ts';

const SEAL_KEY_BYTES = 32;

/** The demo invents its people, so their key need not be a secret; it only keeps one way of storing for all. */
const DEMO_SEAL_KEY = Buffer.from('roundwatch demo: invented people', 'utf8');

type PeopleRecord = WorkspaceRecord['people'];
export type LockedWhy = NonNullable<KeyState['people']['why']>;
/** How a key is kept from now on. */
export type KeepHow =
  | { readonly mode: 'keychain' }
  | { readonly mode: 'passphrase'; readonly passphrase: string };

/** A new key that is ready but not in force yet. */
export interface NextKey {
  /** To be written down durably first: it is what puts the new key in force, with the old one sealed under it. */
  readonly people: PeopleRecord;
  /** Uses it from now on. */
  adopt(): void;
}

/**
 * The key under which people are sealed. A change of it goes in three steps, and a crash between any two loses nothing:
 * the new key is put into a free place; one write of the workspace's record puts it in force and keeps the old one sealed
 * under it; once every row is sealed anew, the old key is deleted and the record forgets it.
 */
export interface PeopleKey {
  seal(): SealState;
  /** Why people are locked; null where they are not. */
  why(): LockedWhy | null;
  /** Makes a fresh seal key in the keychain, for a new workspace. */
  createSealKey(): Promise<SecretState>;
  /** Reads the seal key again: at start, and after the seller unlocked the keychain. */
  openSeal(): Promise<void>;
  /** Opens people sealed under a passphrase; false: it is another one. */
  unlock(passphrase: string): Promise<boolean>;
  /**
   * Forgets the open key until the passphrase is typed again. False, changing nothing, where no passphrase guards it: the
   * keychain would open it again without asking anybody.
   */
  lock(): boolean;
  /**
   * Runs a call whose answer brings people. Paid for, they have to be kept: locked meanwhile, the key goes once the call is
   * done. `seal` is for storing that answer and nothing else.
   */
  whileFetching<T>(work: (seal: () => SealState) => Promise<T>): Promise<T>;
  /** Null where the keychain does not take the new key; nothing changed then. Only with an open seal. */
  nextKey(how: KeepHow): Promise<NextKey>;
  /** Whether rows may be left under the key before this one. */
  isChanging(): boolean;
  /**
   * Once no row is left under it: deletes the old key. To be tried again where the keychain keeps it.
   * @throws AppFailure unsupported keychain, unauthorized key-locked
   */
  endChange(): Promise<PeopleRecord>;
  forgetSealKey(): Promise<SecretState>;
  /** From now on nobody is kept, and nothing opens what was sealed. To be called once the record says so. */
  giveUp(): void;
}

const SLOTS = ['first', 'second'] as const;
type Slot = (typeof SLOTS)[number];
const accountOf = (id: string, slot: Slot): string =>
  slot === 'first' ? `${id}:people-key` : `${id}:people-key-2`;
export const peopleAccounts = (id: string): readonly string[] => SLOTS.map((slot) => accountOf(id, slot));

export function createPeopleKey(
  record: () => WorkspaceRecord,
  stores: SecretStores,
  making: KeyMaking,
  suppressionsOf: (seal: Seal) => Suppressions,
): PeopleKey {
  const { random } = making;
  const { id } = record();
  const holder = createHolder(record, random, suppressionsOf);
  return {
    seal: holder.state,
    why: holder.why,
    ...createKeyChange(record, stores, making, holder),
    createSealKey: async () => {
      const key = random.bytes(SEAL_KEY_BYTES);
      const kept = await putKey(stores, accountOf(id, 'first'), key);
      if (kept === 'ready') holder.openWith(key);
      return kept;
    },
    openSeal: async () => {
      const { people } = record();
      if (people.mode === 'demo') holder.openWith(DEMO_SEAL_KEY);
      if (people.mode !== 'keychain' || holder.state().mode === 'open') return;
      const answer = await stores.keychain?.get(accountOf(id, slotOf(people)));
      // A missing or damaged key is never replaced here: what it sealed would be lost for good without a word.
      const key = answer?.state === 'ready' ? Buffer.from(answer.secret, 'base64') : null;
      if (key?.length === SEAL_KEY_BYTES) holder.openWith(key);
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
      holder.lock();
      return true;
    },
    whileFetching: holder.whileFetching,
    giveUp: holder.giveUp,
    forgetSealKey: () => forgetSealKey(record().people, peopleAccounts(id), stores),
  };
}

/** The keys in memory while the seal is open. */
interface Holder {
  state(): SealState;
  why(): LockedWhy | null;
  keys(): Keys | null;
  use(keys: Keys): void;
  /** False: it is not the key under which the record keeps the others. */
  openWith(current: Buffer): boolean;
  stayLocked(why: LockedWhy): void;
  lock(): void;
  giveUp(): void;
  whileFetching: PeopleKey['whileFetching'];
}

function createHolder(
  record: () => WorkspaceRecord,
  random: RandomSource,
  suppressionsOf: (seal: Seal) => Suppressions,
): Holder {
  const { mode } = record().people;
  let state: SealState = mode === 'none' ? { mode: 'not-kept' } : { mode: 'locked' };
  let why: LockedWhy | null = mode === 'passphrase' ? 'passphrase' : null;
  let keys: Keys | null = null;
  const spent = createSpentKeys();
  const use = (next: Keys): void => {
    const seal = createSeal(next.current, random, { identityKey: next.identity, previousKey: next.previous });
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
    lock: () => {
      if (state.mode !== 'open' || keys === null) return;
      spent.add(state, keys);
      [state, why, keys] = [{ mode: 'locked' }, 'passphrase', null];
    },
    giveUp: () => {
      [state, why, keys] = [{ mode: 'not-kept' }, null, null];
    },
    // A key that was given up while an answer was under way seals nobody any more: nothing would ever open them.
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
): Pick<PeopleKey, 'nextKey' | 'isChanging' | 'endChange'> => ({
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
    if (state !== 'absent') throw notStored(state);
    const keys = holder.keys();
    if (keys !== null) holder.use({ ...keys, previous: null });
    return withoutPrevious(people);
  },
});

const slotOf = (people: PeopleRecord): Slot =>
  people.mode === 'keychain' && people.slot === 'second' ? 'second' : 'first';

function whyFrom(state: SecretState): LockedWhy {
  if (state === 'absent') return 'key-missing';
  // It answered, but with something that is no key.
  if (state === 'ready') return 'key-damaged';
  return state === 'unavailable' ? 'no-keychain' : 'keychain-locked';
}

const putKey = async (stores: SecretStores, account: string, key: Buffer): Promise<SecretState> =>
  (await stores.keychain?.set(account, key.toString('base64'))) ?? 'unavailable';

/** A place of its own for the new key: the one in force stays where it is until no row needs it. */
async function makeKey(
  how: KeepHow,
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
  const key = making.random.bytes(SEAL_KEY_BYTES);
  const state = await putKey(stores, accountOf(id, slot), key);
  if (state !== 'ready') throw notStored(state);
  return { key, people: { mode: 'keychain', slot } };
}

type Wrapped = 'identity' | 'previous';
const wrapPlace = (id: string, column: Wrapped) => ({ table: 'workspace', row: id, column });

function wrapped(people: PeopleRecord, keys: Keys, id: string, random: RandomSource): PeopleRecord {
  if (people.mode !== 'keychain' && people.mode !== 'passphrase') return people;
  const seal = createSeal(keys.current, random);
  const wrap = (key: Buffer, column: Wrapped): string =>
    seal.seal(key.toString('base64'), wrapPlace(id, column)).toString('base64');
  return {
    ...people,
    identity: wrap(keys.identity, 'identity'),
    ...(keys.previous === null ? {} : { previous: wrap(keys.previous, 'previous') }),
  };
}

/** The keys that the record holds sealed under the one in force. */
function wrappedIn({ id, people }: WorkspaceRecord, current: Buffer, random: RandomSource): Keys {
  const seal = createSeal(current, random);
  const unwrap = (column: Wrapped): Buffer | null => {
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

async function forgetSealKey(
  people: PeopleRecord,
  accounts: readonly string[],
  { keychain }: SecretStores,
): Promise<SecretState> {
  // Where no key was ever in the keychain, the keychain is not asked: it may be locked, or missing.
  const mayBeThere = people.mode === 'keychain' || 'previous' in people;
  if (!mayBeThere || keychain === null) return 'absent';
  // The one in force last: where the keychain locks itself meanwhile, everybody can be read still.
  const inForce = accounts[SLOTS.indexOf(slotOf(people))];
  const ordered = [
    ...accounts.filter((account) => account !== inForce),
    ...(inForce === undefined ? [] : [inForce]),
  ];
  return deleteInTurn(ordered.map((account) => () => keychain.delete(account)));
}
