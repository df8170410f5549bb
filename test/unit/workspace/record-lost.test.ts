import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';

/*
 * Tests a workspace whose record was damaged while the app was closed. The tests use the core only through
 * its contract.
 */

let service: Simulator;
beforeAll(async () => {
  service = await startSimulator({ seed: 7, companies: 3_000, makeWorld: sharedWorld });
});
afterAll(() => service.dispose());

let folder: ReturnType<typeof tempDir>;
let installation: { dataDir: string; keychain: ReturnType<typeof createFakeKeychain> };
let settings = createMapSettings();
let app: TestApp | null = null;
beforeEach(() => {
  folder = tempDir();
  installation = { dataDir: folder.path, keychain: createFakeKeychain() };
  settings = createMapSettings();
});
afterEach(async () => {
  await app?.dispose();
  app = null;
  folder.remove();
});

const NOTE = 'Call on Monday.';
const PASSPHRASE = 'correct horse battery';
const start = async (options: { demo?: boolean } = {}): Promise<TestApp> => {
  app = await startTestApp({ ...installation, settings, ...options });
  return app;
};
const fileIn = (id: string, name: string): string => join(folder.path, 'workspaces', id, name);
const damage = (id: string, ...names: string[]): void => {
  for (const name of names) truncateSync(fileIn(id, name), 40);
};
const BOTH = ['workspace.json', 'workspace.copy.json'];

async function connectAccount(running: TestApp): Promise<string> {
  const { workspace } = await running.api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    screen: 'first-run',
    people: { mode: 'passphrase', passphrase: PASSPHRASE },
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  });
  return workspace.id;
}
async function saveNote(running: TestApp): Promise<void> {
  await running.api.notes.save({ companyId: 'cmp_1', body: NOTE, baseRevision: 0 });
}
/** Creates an account with a note, closes the app and returns the workspace id. */
async function createAccountWithNote(): Promise<string> {
  const running = await start();
  const id = await connectAccount(running);
  await saveNote(running);
  await running.dispose();
  return id;
}

it('an account whose record is truncated opens with the same id, user data and passphrase', async () => {
  const id = await createAccountWithNote();
  const before = readFileSync(fileIn(id, 'workspace.json'), 'utf8');
  damage(id, 'workspace.json');
  const { api } = await start();
  expect(await api.workspaces.list({})).toMatchObject({ activeId: id, workspaces: [{ id }], lost: [] });
  expect((await api.notes.get({ companyId: 'cmp_1' })).body).toBe(NOTE);
  expect((await api.keys.unlockPeople({ passphrase: PASSPHRASE })).people.state).toBe('open');
  expect(readFileSync(fileIn(id, 'workspace.json'), 'utf8')).toBe(before);
  const setAside = readdirSync(fileIn(id, '.')).filter((name) => name.startsWith('workspace.damaged-'));
  expect(setAside.map((name) => readFileSync(fileIn(id, name), 'utf8'))).toEqual([before.slice(0, 40)]);
});

it('a new key removes the old key’s parameters from the copy and from files set aside', async () => {
  const id = await createAccountWithNote();
  // Cuts off only the last byte of the record, so the damaged file still contains the salt of the old key.
  const file = fileIn(id, 'workspace.json');
  const salt = /"saltBase64": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'none';
  truncateSync(file, readFileSync(file).length - 1);
  const { api } = await start();
  const withSalt = (): string[] =>
    readdirSync(fileIn(id, '.')).filter(
      (name) => name.startsWith('workspace') && readFileSync(fileIn(id, name)).includes(salt),
    );
  expect(withSalt()).toHaveLength(3);
  await api.keys.unlockPeople({ passphrase: PASSPHRASE });
  await api.privacy.changeKey({ how: { mode: 'passphrase', passphrase: 'another horse battery' } });
  expect(withSalt()).toEqual([]);
  expect(readFileSync(fileIn(id, 'workspace.copy.json'))).toEqual(readFileSync(file));
});

it('a damaged record and copy are reported, nothing is deleted, and a restored file opens the workspace', async () => {
  const id = await createAccountWithNote();
  const record = readFileSync(fileIn(id, 'workspace.json'));
  damage(id, ...BOTH);
  const before = readdirSync(fileIn(id, '.')).sort();
  const { api } = await start();
  const lost = [{ id, folder: join(folder.path, 'workspaces', id) }];
  expect(await api.workspaces.list({})).toMatchObject({ workspaces: [], activeId: null, lost });
  await expect(api.workspaces.open({ id })).rejects.toMatchObject({ appError: { kind: 'not-found' } });
  expect(readdirSync(fileIn(id, '.')).sort()).toEqual(before);
  expect(installation.keychain.entries.size).toBeGreaterThan(0);
  writeFileSync(fileIn(id, 'workspace.json'), record);
  expect(await api.workspaces.list({})).toMatchObject({ workspaces: [{ id }], lost: [] });
  await api.workspaces.open({ id });
  expect((await api.notes.get({ companyId: 'cmp_1' })).body).toBe(NOTE);
});

it('a folder without record and copy is reported, and another account can be connected', async () => {
  const id = await createAccountWithNote();
  for (const name of BOTH) rmSync(fileIn(id, name));
  const running = await start();
  expect((await running.api.workspaces.list({})).lost.map((each) => each.id)).toEqual([id]);
  const other = await connectAccount(running);
  expect(await running.api.workspaces.list({})).toMatchObject({
    activeId: other,
    workspaces: [{ id: other }],
    lost: [{ id }],
  });
  expect(running.logged.join('\n')).toContain('workspace-record-lost');
});

it.each([{ names: BOTH }, { names: ['workspace.json'] }])(
  'the demo is restored with its notes, without $names',
  async ({ names }) => {
    const running = await start({ demo: true });
    const id = (await running.api.workspaces.list({})).activeId ?? '';
    await saveNote(running);
    await running.dispose();
    for (const name of names) rmSync(fileIn(id, name));
    const { api } = await start();
    expect(await api.workspaces.list({})).toMatchObject({
      activeId: id,
      workspaces: [{ kind: 'demo' }],
      lost: [],
    });
    expect((await api.notes.get({ companyId: 'cmp_1' })).body).toBe(NOTE);
  },
);

// `/dev/full` simulates a full disk: every write to it fails.
it.skipIf(!existsSync('/dev/full'))(
  'a full disk is reported when saving the record, and the previous settings stay',
  async () => {
    const { api } = await start({ demo: true });
    const id = (await api.workspaces.list({})).activeId ?? '';
    symlinkSync('/dev/full', fileIn(id, 'workspace.copy.json.new'));
    await expect(api.onboarding.setHidden({ hidden: true })).rejects.toMatchObject({
      appError: { kind: 'storage', reason: 'full' },
    });
    expect((await api.onboarding.get({})).hidden).toBe(false);
    await api.onboarding.setHidden({ hidden: true });
    expect((await api.onboarding.get({})).hidden).toBe(true);
  },
);

it('wiping everything deletes the copy with the record', async () => {
  const running = await start();
  const id = await connectAccount(running);
  await running.api.privacy.wipeEverything({});
  expect(existsSync(fileIn(id, '.'))).toBe(false);
  expect(await running.api.workspaces.list({})).toMatchObject({ workspaces: [], activeId: null, lost: [] });
});

it('a folder with notes stays; one with a started removal, or without notes and record, is deleted', async () => {
  const ids: string[] = [];
  for (const words of [NOTE, 'Gone by tomorrow.', null]) {
    settings = createMapSettings();
    const running = await start();
    const id = await connectAccount(running);
    if (words !== null) await running.api.notes.save({ companyId: 'cmp_1', body: words, baseRevision: 0 });
    await running.dispose();
    ids.push(id);
    // Simulates a crash during the removal of the workspace: the record has been renamed, but its copy has
    // not.
    if (words?.startsWith('Gone')) renameSync(fileIn(id, 'workspace.json'), fileIn(id, 'removed'));
    else for (const name of BOTH) rmSync(fileIn(id, name));
  }
  settings = createMapSettings();
  const running = await start();
  expect(ids.map((id) => existsSync(fileIn(id, 'yours.db')))).toEqual([true, false, false]);
  expect((await running.api.workspaces.list({})).lost.map(({ id }) => id)).toEqual([ids[0]]);
});

it('a folder without notes stays if it contains paid data', async () => {
  const running = await start();
  const id = await connectAccount(running);
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const query = {
    fundingDateStart: day(service.nowMs() - 6 * 86_400_000),
    fundingDateEnd: day(service.nowMs()),
    limit: 10,
    offset: 0,
  };
  const { cost } = await running.api.quota.price({ call: { endpoint: 'fundings', query } });
  const question = { list: 'fundings', query } as const;
  const { set } = await running.api.search.run({ question, accepted: cost, screen: 'search' });
  const page = { setId: set.setId, offset: 0, limit: 1 };
  expect((await running.api.search.rows(page)).rows).toHaveLength(1);
  await running.dispose();
  for (const name of BOTH) rmSync(fileIn(id, name));
  rmSync(fileIn(id, 'backups'), { recursive: true, force: true });
  const reopened = await start();
  expect(existsSync(fileIn(id, 'cache.db'))).toBe(true);
  expect(installation.keychain.entries.size).toBeGreaterThan(0);
  expect((await reopened.api.workspaces.list({})).lost.map((each) => each.id)).toEqual([id]);
});
