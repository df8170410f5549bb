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

/** A workspace whose record was damaged while the app was closed, observed only through the API contract. */

let service: Simulator;
beforeAll(async () => {
  service = await startSimulator({ seed: 7, companies: 3_000, makeWorld: sharedWorld });
});
afterAll(() => service.dispose());

let folder: ReturnType<typeof tempDir>;
let kept: { dataDir: string; keychain: ReturnType<typeof createFakeKeychain> };
let settings = createMapSettings();
let app: TestApp | null = null;
beforeEach(() => {
  folder = tempDir();
  kept = { dataDir: folder.path, keychain: createFakeKeychain() };
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
  app = await startTestApp({ ...kept, settings, ...options });
  return app;
};
const within = (id: string, name: string): string => join(folder.path, 'workspaces', id, name);
const damage = (id: string, ...names: string[]): void => {
  for (const name of names) truncateSync(within(id, name), 40);
};
const BOTH = ['workspace.json', 'workspace.copy.json'];

async function connected(running: TestApp): Promise<string> {
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
async function noted(running: TestApp): Promise<void> {
  await running.api.notes.save({ companyId: 'cmp_1', body: NOTE, baseRevision: 0 });
}
/** Creates an account with a note and closes the app. @returns its workspace id */
async function usedAccount(): Promise<string> {
  const running = await start();
  const id = await connected(running);
  await noted(running);
  await running.dispose();
  return id;
}

it('an account opens as ever though its record was cut off: same id, same words, same passphrase', async () => {
  const id = await usedAccount();
  const before = readFileSync(within(id, 'workspace.json'), 'utf8');
  damage(id, 'workspace.json');
  const { api } = await start();
  expect(await api.workspaces.list({})).toMatchObject({ activeId: id, workspaces: [{ id }], lost: [] });
  expect((await api.notes.get({ companyId: 'cmp_1' })).body).toBe(NOTE);
  expect((await api.keys.unlockPeople({ passphrase: PASSPHRASE })).people.state).toBe('open');
  expect(readFileSync(within(id, 'workspace.json'), 'utf8')).toBe(before);
  const aside = readdirSync(within(id, '.')).filter((name) => name.startsWith('workspace.damaged-'));
  expect(aside.map((name) => readFileSync(within(id, name), 'utf8'))).toEqual([before.slice(0, 40)]);
});

it('a new key leaves nothing of the record before, in the copy or in what was set aside', async () => {
  const id = await usedAccount();
  // The damage is behind the part that describes how to derive the old key.
  const file = within(id, 'workspace.json');
  const salt = /"saltBase64": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'none';
  truncateSync(file, readFileSync(file).length - 1);
  const { api } = await start();
  const withSalt = (): string[] =>
    readdirSync(within(id, '.')).filter(
      (name) => name.startsWith('workspace') && readFileSync(within(id, name)).includes(salt),
    );
  expect(withSalt()).toHaveLength(3);
  await api.keys.unlockPeople({ passphrase: PASSPHRASE });
  await api.privacy.changeKey({ how: { mode: 'passphrase', passphrase: 'another horse battery' } });
  expect(withSalt()).toEqual([]);
  expect(readFileSync(within(id, 'workspace.copy.json'))).toEqual(readFileSync(file));
});

it('with the copy damaged too, nothing is deleted, the folder is told, and the file put back opens it again', async () => {
  const id = await usedAccount();
  const record = readFileSync(within(id, 'workspace.json'));
  damage(id, ...BOTH);
  const before = readdirSync(within(id, '.')).sort();
  const { api } = await start();
  const lost = [{ id, folder: join(folder.path, 'workspaces', id) }];
  expect(await api.workspaces.list({})).toEqual({ workspaces: [], activeId: null, lost });
  await expect(api.workspaces.open({ id })).rejects.toMatchObject({ appError: { kind: 'not-found' } });
  expect(readdirSync(within(id, '.')).sort()).toEqual(before);
  expect(kept.keychain.entries.size).toBeGreaterThan(0);
  writeFileSync(within(id, 'workspace.json'), record);
  expect(await api.workspaces.list({})).toMatchObject({ workspaces: [{ id }], lost: [] });
  await api.workspaces.open({ id });
  expect((await api.notes.get({ companyId: 'cmp_1' })).body).toBe(NOTE);
});

it('with neither there, words and backups are told of; another account is connected beside them', async () => {
  const id = await usedAccount();
  for (const name of BOTH) rmSync(within(id, name));
  const running = await start();
  expect((await running.api.workspaces.list({})).lost.map((each) => each.id)).toEqual([id]);
  const other = await connected(running);
  expect(await running.api.workspaces.list({})).toMatchObject({
    activeId: other,
    workspaces: [{ id: other }],
    lost: [{ id }],
  });
  expect(running.logged.join('\n')).toContain('workspace-record-lost');
});

it.each([{ names: BOTH }, { names: ['workspace.json'] }])(
  'the demo comes back with its words, without $names',
  async ({ names }) => {
    const running = await start({ demo: true });
    const id = (await running.api.workspaces.list({})).activeId ?? '';
    await noted(running);
    await running.dispose();
    for (const name of names) rmSync(within(id, name));
    const { api } = await start();
    expect(await api.workspaces.list({})).toMatchObject({
      activeId: id,
      workspaces: [{ kind: 'demo' }],
      lost: [],
    });
    expect((await api.notes.get({ companyId: 'cmp_1' })).body).toBe(NOTE);
  },
);

// A device that fails every write as a full disk does.
it.skipIf(!existsSync('/dev/full'))(
  'a record that a full disk does not take is told as a full disk, and what holds is as before',
  async () => {
    const { api } = await start({ demo: true });
    const id = (await api.workspaces.list({})).activeId ?? '';
    symlinkSync('/dev/full', within(id, 'workspace.copy.json.new'));
    await expect(api.onboarding.setHidden({ hidden: true })).rejects.toMatchObject({
      appError: { kind: 'storage', reason: 'full' },
    });
    expect((await api.onboarding.get({})).hidden).toBe(false);
    await api.onboarding.setHidden({ hidden: true });
    expect((await api.onboarding.get({})).hidden).toBe(true);
  },
);

it('everything wiped, the copy goes with the record', async () => {
  const running = await start();
  const id = await connected(running);
  await running.api.privacy.wipeEverything({});
  expect(existsSync(within(id, '.'))).toBe(false);
  expect(await running.api.workspaces.list({})).toEqual({ workspaces: [], activeId: null, lost: [] });
});

it('a folder with words stays; one whose removal was begun, or without words and record, goes', async () => {
  const ids: string[] = [];
  for (const words of [NOTE, 'Gone by tomorrow.', null]) {
    settings = createMapSettings();
    const running = await start();
    const id = await connected(running);
    if (words !== null) await running.api.notes.save({ companyId: 'cmp_1', body: words, baseRevision: 0 });
    await running.dispose();
    ids.push(id);
    // The copy of the record remains, as after a crash.
    if (words?.startsWith('Gone')) renameSync(within(id, 'workspace.json'), within(id, 'removed'));
    else for (const name of BOTH) rmSync(within(id, name));
  }
  settings = createMapSettings();
  const running = await start();
  expect(ids.map((id) => existsSync(within(id, 'yours.db')))).toEqual([true, false, false]);
  expect((await running.api.workspaces.list({})).lost.map(({ id }) => id)).toEqual([ids[0]]);
});

it('a folder without a word in it stays where companies were paid for', async () => {
  const running = await start();
  const id = await connected(running);
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
  const asked = { setId: set.setId, offset: 0, limit: 1 };
  expect((await running.api.search.rows(asked)).rows).toHaveLength(1);
  await running.dispose();
  for (const name of BOTH) rmSync(within(id, name));
  rmSync(within(id, 'backups'), { recursive: true, force: true });
  const again = await start();
  expect(existsSync(within(id, 'cache.db'))).toBe(true);
  expect(kept.keychain.entries.size).toBeGreaterThan(0);
  expect((await again.api.workspaces.list({})).lost.map((each) => each.id)).toEqual([id]);
});
