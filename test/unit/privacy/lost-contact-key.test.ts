import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { encryptedRaws } from '../../../electron/core/database/queries/cache/raw-rows.ts';
import { encryptedContactsAfter } from '../../../electron/core/database/queries/cache/encrypted-columns.ts';
import { close } from '../../../electron/core/database/sql.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { createFakeKeychain, type FakeKeychain } from '../../support/app/fake-keychain.ts';
import { createKeyWorld, openAny } from '../../support/privacy/key-change-world.ts';
import { clock, log } from '../../support/app/library-fixtures.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';

/* Tests what happens to contacts when their key is lost. The account is on the simulated service. */

let service: Simulator;
let folder: ReturnType<typeof tempDir>;
let keychain: FakeKeychain;
let settings: ReturnType<typeof createMapSettings>;
let app: TestApp;
let id: string;
const passphrase = 'correct horse battery';
const restart = async (whileClosed: () => unknown = () => undefined): Promise<void> => {
  await app.dispose();
  await whileClosed();
  app = await startTestApp({ dataDir: folder.path, keychain, settings });
};
const price = async (call: PricedCall) => {
  const { cost } = await app.api.quota.price({ call });
  return { accepted: cost, screen: 'company' as const };
};
const fetchPeople = async (): Promise<void> => {
  const paid = await price({ endpoint: 'contacts', companyId: id });
  await app.api.companies.fetchPeople({ id, ...paid });
};
const people = async () => (await app.api.companies.people({ id })).people;
const keyState = async () => (await app.api.keys.state({})).people;
const peopleKey = (): string =>
  [...keychain.entries.keys()].find((name) => name.includes('people-key')) ?? '';
const refusal = (kind: string, reason: string) => ({ appError: { kind, reason } });

/**
 * Connects, fetches the contacts of the first company that has several contacts, and returns the company's
 * id.
 */
async function work(): Promise<string> {
  await app.api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    screen: 'first-run',
    people: { mode: 'keychain' },
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  });
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const query = {
    fundingDateStart: day(service.nowMs() - 6 * 86_400_000),
    fundingDateEnd: day(service.nowMs()),
    limit: 10,
    offset: 0,
    validatedContacts: true,
    hasOpenRoles: false,
    countries: [],
    stages: [],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    hiringDepartments: [],
    hiringSeniority: [],
  };
  const { set } = await app.api.search.run({
    question: { list: 'fundings', query },
    ...(await price({ endpoint: 'fundings', query })),
  });
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 10 });
  for (const { companyId } of rows) {
    id = companyId;
    const outcome = await fetchPeople().catch(() => 'none');
    if (outcome !== 'none' && (await people()).length > 1) return companyId;
  }
  throw new Error('no company with contacts');
}

const home = (): string => {
  const root = join(folder.path, 'workspaces');
  return join(root, readdirSync(root)[0] ?? '');
};
/** Returns every encrypted value in `cache.db`. */
function sealedBlobs(): Buffer[] {
  const db = openDatabase(join(home(), 'cache.db'), { clock, log });
  const contacts = encryptedContactsAfter(db, 0, 1_000).flatMap(({ columns }) => Object.values(columns));
  const raws = encryptedRaws(db, { companyId: '', source: '' }, 1_000).map(({ personal }) => personal);
  close(db);
  return [...contacts, ...raws].filter((blob) => blob !== null);
}
/** Returns how many of these values occur in any file of the workspace. */
function blobsInFiles(blobs: readonly Buffer[]): number {
  const files = readdirSync(home(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  // Searches for only a part of each value, because SQLite may split a long value across pages.
  const piece = (blob: Buffer): Buffer => blob.subarray(5, 45);
  return blobs.filter((blob) => files.some((file) => file.includes(piece(blob)))).length;
}
const record = (): string => readFileSync(join(home(), 'workspace.json'), 'utf8');

beforeEach(async () => {
  service = await startSimulator({ seed: 7, companies: 600, makeWorld: sharedWorld });
  folder = tempDir();
  keychain = createFakeKeychain();
  settings = createMapSettings();
  app = await startTestApp({ dataDir: folder.path, keychain, settings });
  id = await work();
});
afterEach(async () => {
  await app.dispose();
  await service.dispose();
  folder.remove();
});

const toPassphrase = () => app.api.privacy.changeKey({ how: { mode: 'passphrase', passphrase } });
/** Ways to lose the contact key, by the reason that the app reports. */
const lost = {
  'key-missing': () => restart(() => keychain.delete(peopleKey())),
  'key-damaged': () => restart(() => keychain.set(peopleKey(), 'c2hvcnQ=')),
  passphrase: async () => {
    await toPassphrase();
    await restart();
  },
} as const;
const ways = Object.keys(lost) as (keyof typeof lost)[];

describe('contacts whose key is lost', () => {
  it.each(ways)('are removed for good, and later ones are stored under a new key: %s', async (why) => {
    const { api } = app;
    await api.notes.save({ companyId: id, body: 'Call on Monday.', baseRevision: 0 });
    const list = await api.watchlists.create({ name: 'Warm' });
    await api.watchlists.add({ id: list.id, companyIds: [id], reason: 'They hire' });
    await api.tasks.add({ companyIds: [id], title: 'Write', dueOn: null });
    const before = await people();
    await lost[why]();
    expect(await keyState()).toMatchObject({ state: 'locked', why });
    const ledger = async () => (await app.api.quota.ledger({ offset: 0, limit: 50 })).total;
    const [calls, requested] = [await ledger(), service.transcript().length];
    const blobs = sealedBlobs();
    expect(blobsInFiles(blobs)).toBe(blobs.length);

    const gone = await app.api.privacy.removeUndecryptableContacts({});
    expect(gone).toMatchObject({ companies: 0, backupsAmended: 0, logsEmptied: true });
    expect(gone.people).toBeGreaterThanOrEqual(before.length);
    expect(gone.rawRows).toBeGreaterThan(0);
    expect(await keyState()).toEqual({ mode: 'none', state: 'not-kept' });
    expect([sealedBlobs().length, blobsInFiles(blobs)]).toEqual([0, 0]);
    expect(record()).not.toMatch(/passphrase|verifier|identity|previous/);
    expect(peopleKey()).toBe('');
    expect(await app.api.companies.people({ id })).toMatchObject({ state: 'not-kept', people: [] });

    await restart();
    expect(blobsInFiles(blobs)).toBe(0);
    expect(await keyState()).toEqual({ mode: 'none', state: 'not-kept' });
    expect((await app.api.notes.get({ companyId: id })).body).toBe('Call on Monday.');
    expect((await app.api.companies.get({ id })).row.name).not.toBe('');
    expect((await app.api.library.open({})).facets.watchlists).toMatchObject([{ name: 'Warm', count: 1 }]);
    expect([await ledger(), service.transcript().length]).toEqual([calls, requested]);

    const how =
      why === 'passphrase' ? { mode: 'keychain' as const } : { mode: 'passphrase' as const, passphrase };
    expect((await app.api.keys.keepPeople({ how })).people).toEqual({ mode: how.mode, state: 'open' });
    await fetchPeople();
    const namesOf = (all: typeof before) => all.map(({ name, email }) => ({ name, email }));
    expect(namesOf(await people())).toEqual(namesOf(before));
    await restart();
    if (how.mode === 'passphrase') await app.api.keys.unlockPeople({ passphrase });
    expect(namesOf(await people())).toEqual(namesOf(before));
  });

  it('leave suppressed contacts on the list, but unrecognizable until they are suppressed again', async () => {
    const [first] = await people();
    const person = { companyId: id, personId: first?.personId ?? '' };
    const { id: before } = await app.api.privacy.suppress(person);
    await lost['key-missing']();
    await app.api.privacy.removeUndecryptableContacts({});
    await app.api.keys.keepPeople({ how: { mode: 'keychain' } });
    const kept = async () => (await app.api.privacy.suppressions({ offset: 0, limit: 50 })).suppressions;
    expect(await kept()).toMatchObject([{ id: before, asked: 'person', knownBy: [] }]);
    await fetchPeople();
    const again = (await people()).find(({ name }) => name === first?.name);
    expect(again).toBeDefined();
    await app.api.privacy.suppress({ companyId: id, personId: again?.personId ?? '' });
    expect((await kept()).map(({ knownBy }) => knownBy.length > 0).sort()).toEqual([false, true]);
    await restart();
    await fetchPeople();
    expect((await people()).map(({ name }) => name)).not.toContain(first?.name);
    await app.api.privacy.unsuppress({ id: before });
    expect(await kept()).toHaveLength(1);
  });

  it('are not removed if the remains of an older key cannot be deleted', async () => {
    keychain.become('locked');
    await toPassphrase();
    await restart();
    expect(record()).toContain('previous');
    const [blobs, before] = [sealedBlobs(), record()];
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toMatchObject(
      refusal('unauthorized', 'key-locked'),
    );
    expect([sealedBlobs().length, record()]).toEqual([blobs.length, before]);
    keychain.become('ready');
    await app.api.privacy.removeUndecryptableContacts({});
    expect([peopleKey(), sealedBlobs().length]).toEqual(['', 0]);
  });

  it('are not removed if the workspace record cannot be saved, and can be removed later', async () => {
    await lost['key-missing']();
    const [blobs, before] = [sealedBlobs(), record()];
    // A folder in place of the temporary file makes every attempt to save the record fail.
    const obstacle = join(home(), 'workspace.copy.json.new');
    mkdirSync(obstacle);
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toThrow();
    expect([sealedBlobs().length, record()]).toEqual([blobs.length, before]);
    expect(await keyState()).toMatchObject({ state: 'locked', why: 'key-missing' });
    rmdirSync(obstacle);
    await app.api.privacy.removeUndecryptableContacts({});
    expect([sealedBlobs(), await keyState()]).toEqual([[], { mode: 'none', state: 'not-kept' }]);
  });

  it('are removed at the next start if the app ended before the removal was committed', async () => {
    await lost['key-missing']();
    const [cache, copy] = [join(home(), 'cache.db'), join(folder.path, 'cache.copy')];
    await restart(() => copyFileSync(cache, copy));
    await app.api.privacy.removeUndecryptableContacts({});
    await restart(() => {
      copyFileSync(copy, cache);
      expect(sealedBlobs()).not.toEqual([]);
    });
    expect([sealedBlobs(), await keyState()]).toEqual([[], { mode: 'none', state: 'not-kept' }]);
  });

  it('are not encrypted under a removed key when a response arrives after its removal', async () => {
    const world = await createKeyWorld({ mode: 'passphrase', passphrase }, []);
    const started = world.start();
    expect(await openAny(started, [{ mode: 'passphrase', passphrase }])).toBe(1);
    await started.vault.whileFetching((seal) => {
      started.vault.lock();
      expect(seal().mode).toBe('open');
      started.vault.giveUp();
      expect(seal().mode).toBe('not-kept');
      return Promise.resolve();
    });
  });
});

describe('contacts whose key is available or may be', () => {
  it.each(['locked', 'timeout', 'unavailable'] as const)('are not removed: keychain %s', async (state) => {
    const before = await people();
    await restart(() => keychain.become(state));
    const why = state === 'unavailable' ? 'no-keychain' : 'keychain-locked';
    expect(await keyState()).toMatchObject({ state: 'locked', why });
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toMatchObject(
      refusal('conflict', 'key-not-lost'),
    );
    await restart(() => keychain.become('ready'));
    expect(await people()).toEqual(before);
  });

  it('are not removed while unlocked, with a passphrase too, nor if contacts are not stored, nor in the demo', async () => {
    const before = await people();
    const open = refusal('conflict', 'people-open');
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toMatchObject(open);
    await toPassphrase();
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toMatchObject(open);
    expect(await people()).toEqual(before);
    await app.api.keys.lockContacts({});
    await app.api.privacy.removeUndecryptableContacts({});
    const none = refusal('conflict', 'key-not-lost');
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toMatchObject(none);
    await app.api.workspaces.exploreDemo({});
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toMatchObject({
      appError: { kind: 'unsupported', capability: 'demo' },
    });
  });

  it('keep their key in the demo, whose keys cannot be changed', async () => {
    await app.api.workspaces.exploreDemo({});
    await expect(app.api.privacy.changeKey({ how: { mode: 'keychain' } })).rejects.toMatchObject({
      appError: { kind: 'unsupported', capability: 'demo' },
    });
  });

  it('are unlocked if the keychain has the key again, and stay if it is locked by then', async () => {
    const before = await people();
    const account = peopleKey();
    const secret = keychain.entries.get(account) ?? '';
    await lost['key-missing']();
    keychain.become('locked');
    const locked = refusal('conflict', 'key-not-lost');
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toMatchObject(locked);
    expect(await keyState()).toMatchObject({ why: 'keychain-locked' });
    keychain.become('ready');
    await keychain.set(account, secret);
    await expect(app.api.privacy.removeUndecryptableContacts({})).rejects.toMatchObject(
      refusal('conflict', 'people-open'),
    );
    expect(await keyState()).toEqual({ mode: 'keychain', state: 'open' });
    expect(await people()).toEqual(before);
  });
});
