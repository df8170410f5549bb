import { createFakeKeychain, type FakeKeychain } from '../app/fake-keychain.ts';
import { clock, contact, log, memoryCache, memoryYours, random } from '../app/library-fixtures.ts';
import { CHEAP_PASSPHRASE } from '../app/test-app.ts';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import {
  canStoreContacts,
  type ContactKeyState,
} from '../../../electron/core/contacts/contact-encryption.ts';
import { decryptContacts } from '../../../electron/core/contacts/decrypt-contacts.ts';
import { storeContacts } from '../../../electron/core/library/store-responses.ts';
import type { RandomSource, SecretStore } from '../../../electron/core/ports.ts';
import { mergeErasureRecords } from '../../../electron/core/privacy/erasure-records.ts';
import { createSuppressions } from '../../../electron/core/contacts/suppression-list.ts';
import { changeKey, finishKeyChange } from '../../../electron/core/workspace/change-contact-key.ts';
import { createKeyVault, type KeyVault } from '../../../electron/core/workspace/key-vault.ts';
import type { ContactKeyChoice } from '../../../electron/core/workspace/contact-key.ts';
import type { WorkspaceRecord } from '../../../electron/core/workspace/workspace-store.ts';
import { noProgress } from '../app/no-progress.ts';

/** Enough companies that re-encrypting their contacts takes more than one batch. */
const COMPANIES = 13;
const CONTACTS_PER_COMPANY = 4;
export const PEOPLE = COMPANIES * CONTACTS_PER_COMPANY;

/** Thrown to simulate the end of the process. */
export class Crash extends Error {}

/**
 * Steps at which the simulated process can end. `lasting`: just before or just after a durable write.
 * `sealing`: within a transaction, when a column is encrypted.
 */
export type StepKind = 'lasting' | 'sealing';

export interface KeyWorld {
  /** The state that survives the end of the process. */
  readonly durable: { record: WorkspaceRecord; readonly entries: ReadonlyMap<string, string> };
  readonly cache: WriteDb;
  readonly keychain: FakeKeychain;
  /** Starts a process on the durable state. The process ends at step number `crashAt`. */
  start(crashAt?: number): {
    vault: KeyVault;
    change(how: ContactKeyChoice): Promise<void>;
    finish(): Promise<void>;
    steps(): number;
  };
  /** Returns the number of contacts that this key can decrypt. */
  readable(state: ContactKeyState): number;
  /** Returns the identity hash of a fixed string. The hash must not change when the contact key changes. */
  identity(state: ContactKeyState): string;
  /** The result of `identity` before any key change. */
  readonly firstIdentity: string;
}

const record: WorkspaceRecord = {
  version: 1,
  id: 'a'.repeat(24),
  kind: 'account',
  name: 'Keys',
  baseUrl: 'http://127.0.0.1:1/api/v1',
  loopback: true,
  keyType: 'live',
  createdAtMs: 1,
  apiKeyPlace: null,
  people: { mode: 'none' },
};

/**
 * Creates a world with contacts that are encrypted with an initial key. `how` determines where this key is
 * stored. Only steps of the kinds in `counts` are numbered, and a crash can be simulated only at a numbered
 * step.
 */
export async function createKeyWorld(how: ContactKeyChoice, counts: readonly StepKind[]): Promise<KeyWorld> {
  const cache = memoryCache();
  const yours = memoryYours();
  mergeErasureRecords({ cache, yours }, random);
  const keychain = createFakeKeychain();
  const durable = { record, entries: keychain.entries };
  const start: KeyWorld['start'] = (crashAt) => {
    const guard = createGuard(crashAt, counts);
    const stores = { keychain: guarded(keychain, guard), session: createMemorySecrets() };
    const counting: RandomSource = {
      bytes: (count) => {
        guard('sealing');
        return random.bytes(count);
      },
    };
    const vault = createKeyVault(
      () => durable.record,
      stores,
      { random: counting, passphraseCost: CHEAP_PASSPHRASE },
      null,
      (seal) => createSuppressions(yours, seal),
    );
    const changing = {
      vault,
      cache,
      log,
      progress: noProgress,
      update: (change: Pick<WorkspaceRecord, 'people'>): void => {
        guard('lasting');
        durable.record = JSON.parse(JSON.stringify({ ...durable.record, ...change })) as WorkspaceRecord;
        guard('lasting');
      },
    };
    return {
      vault,
      change: (next) => changeKey(changing, next),
      finish: () => finishKeyChange(changing),
      steps: guard.count,
    };
  };
  const first = await begin(start, durable, how, cache);
  const identity = (state: ContactKeyState): string =>
    canStoreContacts(state) ? state.seal.identity('who').toString('hex') : 'locked';
  return {
    durable,
    cache,
    keychain,
    start,
    readable: (state) => (canStoreContacts(state) ? countReadable(cache, state) : 0),
    identity,
    firstIdentity: identity(first),
  };
}

async function begin(
  start: KeyWorld['start'],
  durable: { record: WorkspaceRecord },
  how: ContactKeyChoice,
  cache: WriteDb,
): Promise<ContactKeyState> {
  const { vault, change } = start();
  await vault.createSealKey();
  durable.record = { ...durable.record, people: { mode: 'keychain' } };
  for (let index = 0; index < COMPANIES; index += 1) {
    const contacts = Array.from({ length: CONTACTS_PER_COMPANY }, (_, nth) =>
      contact({ name: `Person ${index} ${nth}`, email: `person${index}.${nth}@example.com` }),
    );
    const response = { companyId: `c${index}`, contacts, rawPersonal: { data: contacts } };
    storeContacts(cache, vault.seal(), response, clock.nowMs());
  }
  if (how.mode === 'passphrase') await change(how);
  return vault.seal();
}

const countReadable = (cache: WriteDb, { seal }: Extract<ContactKeyState, { mode: 'open' }>): number =>
  Array.from(
    { length: COMPANIES },
    (_, index) => decryptContacts(cache, seal, `c${index}`).people.length,
  ).reduce((sum, count) => sum + count, 0);

type Guard = ((kind: StepKind) => void) & { count: () => number };

function createGuard(crashAt: number | undefined, counts: readonly StepKind[]): Guard {
  let step = 0;
  const guard = (kind: StepKind): void => {
    if (crashAt !== undefined && step >= crashAt) throw new Crash();
    if (!counts.includes(kind)) return;
    step += 1;
    if (step === crashAt) throw new Crash();
  };
  return Object.assign(guard, { count: () => step });
}

const guarded = (store: SecretStore, guard: Guard): SecretStore => ({
  ...store,
  get: (account) => store.get(account),
  set: async (account, secret) => {
    guard('lasting');
    const state = await store.set(account, secret);
    guard('lasting');
    return state;
  },
  delete: async (account) => {
    guard('lasting');
    const state = await store.delete(account);
    guard('lasting');
    return state;
  },
});

/**
 * Tries to unlock the contacts with the keychain's key. If this fails, tries each passphrase. Returns how
 * many of the tried keys and passphrases unlocked the contacts.
 */
export async function openAny(
  started: ReturnType<KeyWorld['start']>,
  ways: readonly ContactKeyChoice[],
): Promise<number> {
  await started.vault.loadContactKey();
  if (started.vault.seal().mode === 'open') return 1;
  let opened = 0;
  for (const way of ways)
    if (way.mode === 'passphrase' && (await started.vault.unlock(way.passphrase))) opened += 1;
  return opened;
}
