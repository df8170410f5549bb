import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { budgetSchema } from '../../../shared/model/budget.ts';
import { saveLimitInForce } from '../../../electron/core/database/queries/ledger/account-state.ts';
import { close, exec } from '../../../electron/core/database/sql.ts';
import { LOCAL_FOLDERS } from '../../../electron/shells/common/local-folders.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { clock, log } from '../../support/app/library-fixtures.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { thirtyDays } from '../../contract/suite-kit.ts';
import { failureOf } from '../../support/common/failure.ts';

/*
 * Tests a workspace whose files were damaged while the app was closed. The tests use the core only through
 * its contract.
 */

let folder: ReturnType<typeof tempDir> = { path: '', remove: () => undefined };
const inFolder = () => ({
  dataDir: folder.path,
  keychain: createFakeKeychain(),
  settings: createMapSettings(),
});
let installation = inFolder();
let app: TestApp | null = null;
beforeEach(() => {
  folder = tempDir();
  installation = inFolder();
});
afterEach(async () => {
  await app?.dispose();
  app = null;
  folder.remove();
});

async function start(): Promise<TestApp> {
  app = await startTestApp(installation);
  return app;
}
/** Opens the demo, saves a note, makes a backup and closes the app. Returns the workspace folder. */
async function useAndClose(): Promise<string> {
  const { api, dispose } = await start();
  const { id } = await api.workspaces.exploreDemo({});
  const query = await thirtyDays(api, 5);
  const { cost } = await api.quota.price({ call: { endpoint: 'fundings', query } });
  await api.search.run({ question: { list: 'fundings', query }, accepted: cost, screen: 'search' });
  const note = await api.notes.get({ companyId: 'c' });
  await api.notes.save({ companyId: 'c', body: 'in the backup', baseRevision: note.revision });
  await api.backups.make({});
  await dispose();
  return join(folder.path, 'workspaces', id);
}
describe('workspace with a damaged file', () => {
  it('yours.db: stays closed, reports the damage, and opens with the newest good backup', async () => {
    const workspace = await useAndClose();
    writeFileSync(join(workspace, 'yours.db'), 'not a database');
    const { api } = await start();
    const { activeId, workspaces } = await api.workspaces.list({});
    expect([activeId, workspaces.length]).toEqual([null, 1]);
    const status = await api.backups.status({});
    expect(status).toMatchObject({ workspaceId: workspaces[0]?.id, isOpen: false });
    expect(status.files.map(({ file, state, remedy }) => [file, state, remedy])).toEqual([
      ['yours', 'damaged', 'restore'],
      ['ledger', 'ok', null],
      ['cache', 'ok', null],
    ]);
    expect(await failureOf(api.workspaces.open({ id: workspaces[0]?.id ?? '' }))).toEqual({
      kind: 'storage',
      reason: 'damaged',
      file: 'yours',
      remedy: 'restore',
    });
    const { safetyBackup: keptBackup, setAside } = await api.backups.restore({ id: status.newest?.id ?? '' });
    expect(keptBackup).toBeNull();
    expect(readFileSync(join(workspace, setAside ?? ''), 'utf8')).toBe('not a database');
    expect((await api.notes.get({ companyId: 'c' })).body).toBe('in the backup');
    expect((await api.backups.status({})).isOpen).toBe(true);
  });

  it('yours.db: opens with a backup from another folder if there is none of its own', async () => {
    const workspace = await useAndClose();
    writeFileSync(join(workspace, 'yours.db'), 'not a database');
    renameSync(join(workspace, 'backups'), join(folder.path, LOCAL_FOLDERS['find-backups']));
    const { api } = await start();
    const { workspaceId, newest } = await api.backups.status({});
    expect(newest).toBeNull();
    const found = await api.backups.find({ workspaceId: workspaceId ?? '' });
    expect(found.copied).toBeGreaterThan(0);
    const { newest: copy } = await api.backups.status({});
    await api.backups.restore({ id: copy?.id ?? '' });
    expect((await api.notes.get({ companyId: 'c' })).body).toBe('in the backup');
  });

  it('cache.db: opens with a new cache and reports the file that was set aside', async () => {
    const workspace = await useAndClose();
    writeFileSync(join(workspace, 'cache.db'), 'not a database');
    const { api } = await start();
    const { files, isOpen } = await api.backups.status({});
    expect(isOpen).toBe(true);
    const cache = files.find(({ file }) => file === 'cache');
    expect(cache).toMatchObject({ state: 'rebuilt', remedy: null });
    expect(readFileSync(join(workspace, cache?.setAside ?? ''), 'utf8')).toBe('not a database');
    expect((await api.notes.get({ companyId: 'c' })).body).toBe('in the backup');
  });

  it('ledger.db: is recreated only on request, and does not start from zero', async () => {
    const workspace = await useAndClose();
    writeFileSync(join(workspace, 'ledger.db'), 'not a database');
    const { api } = await start();
    expect((await api.backups.status({})).files[1]).toMatchObject({
      state: 'damaged',
      remedy: 'begin-ledger',
    });
    const { setAside } = await api.backups.recreateLedger({});
    expect(readFileSync(join(workspace, setAside ?? ''), 'utf8')).toBe('not a database');
    const { budgets } = await api.quota.status({});
    expect(budgets.filter(({ budget, left }) => budget !== 'minute' && left > 3)).toEqual([]);
    const query = { ...(await thirtyDays(api, 5)), stages: ['Seed'] };
    expect((await api.quota.price({ call: { endpoint: 'fundings', query } })).decision.kind).toBe('refuse');
    // A `/stats` request is still allowed.
    expect((await api.quota.price({ call: { endpoint: 'stats' } })).decision.kind).toBe('go');
    // Near the end of a day or month, the new ledger also counts the budgets of the next day or month as used
    // up, because the laptop's clock may be wrong. Fetching `/stats` on three consecutive days frees them.
    for (const days of [0, 1, 1]) {
      if (days > 0) await api.demo.travel({ days });
      const { cost } = await api.quota.price({ call: { endpoint: 'stats' } });
      await api.quota.confirm({ accepted: cost, screen: 'quota' });
    }
    const budgetLeft = async (name: string): Promise<number> =>
      (await api.quota.status({})).budgets.find(({ budget }) => budget === name)?.left ?? 0;
    expect(await budgetLeft('day')).toBeGreaterThan(100);
    expect(await budgetLeft('month-requests')).toBeGreaterThan(100);
  });

  it('ledger.db: uses the dashboard’s records of the month if the user enters them', async () => {
    const workspace = await useAndClose();
    writeFileSync(join(workspace, 'ledger.db'), '');
    writeFileSync(join(workspace, 'cache.db'), '');
    const { api } = await start();
    const { limitsAssumed } = await api.backups.recreateLedger({ recordsThisMonth: 1_200 });
    expect(limitsAssumed).toBe(true);
    const { budgets } = await api.quota.status({});
    expect(budgets.find(({ budget }) => budget === 'month-records')?.left).toBe(1_800);
    expect(statSync(join(workspace, 'ledger.db')).size).toBeGreaterThan(0);
  });

  it.each(['not a database', ''])(
    'ledger.db: counts the known limits as used up, not the documented ones (%j)',
    async (bytes) => {
      const workspace = await useAndClose();
      const ledger = openDatabase(join(workspace, 'ledger.db'), { clock, log });
      for (const [budget, value] of Object.entries({ day: 30, 'companies-day': 5, export: 10_000 }))
        saveLimitInForce(ledger, { budget: budgetSchema.parse(budget), value, source: 'stats' });
      close(ledger);
      const { api, dispose } = await start();
      await api.quota.setRecordLimit({ records: 20_000 });
      await dispose();
      writeFileSync(join(workspace, 'ledger.db'), bytes);
      const again = await start();
      const { limitsAssumed } = await again.api.backups.recreateLedger({});
      expect(limitsAssumed).toBe(false);
      const { budgets } = await again.api.quota.status({});
      const figures = Object.fromEntries(
        budgets.map(({ budget, limit, left }) => [budget, [limit, left]] as const),
      );
      expect(figures).toMatchObject({
        day: [30, 3],
        'companies-day': [5, 3],
        export: [10_000, 3],
        'month-records': [20_000, 3],
      });
    },
  );

  it('ledger.db: takes the entered record limit from a ledger that is only partly readable', async () => {
    const { api, dispose } = await start();
    const { id } = await api.workspaces.exploreDemo({});
    await dispose();
    const again = await start();
    await again.api.quota.setRecordLimit({ records: 20_000 });
    await again.dispose();
    const workspace = join(folder.path, 'workspaces', id);
    const db = openDatabase(join(workspace, 'ledger.db'), { clock, log });
    exec(db, 'DROP TABLE company_day');
    close(db);
    writeFileSync(join(workspace, 'cache.db'), '');
    const { api: opened } = await start();
    expect((await opened.backups.recreateLedger({})).limitsAssumed).toBe(false);
    const { budgets } = await opened.quota.status({});
    expect(budgets.find(({ budget }) => budget === 'month-records')).toMatchObject({
      limit: 20_000,
      limitSource: 'chosen',
      left: 3,
    });
  });

  it('reports a file that cannot be opened at all, and leaves the other files unchanged', async () => {
    const workspace = await useAndClose();
    const renamed = join(workspace, 'away');
    renameSync(join(workspace, 'yours.db'), renamed);
    mkdirSync(join(workspace, 'yours.db'));
    const { api } = await start();
    expect((await api.backups.status({})).files[0]).toMatchObject({
      state: 'unavailable',
      remedy: 'try-again',
    });
    expect(readdirSync(workspace).some((name) => name.includes('damaged') && name.startsWith('ledger'))).toBe(
      false,
    );
  });
});

describe('backup of the demo', () => {
  it('is dated by the demo’s clock, as is the backup before a restore', async () => {
    const { api } = await start();
    await api.workspaces.exploreDemo({});
    await api.demo.travel({ days: 7 });
    const note = await api.notes.get({ companyId: 'c' });
    await api.notes.save({ companyId: 'c', body: 'a week later', baseRevision: note.revision });
    const { nowMs } = await api.demo.status({});
    const { backup } = await api.backups.make({});
    const { revision } = await api.notes.get({ companyId: 'c' });
    await api.notes.save({ companyId: 'c', body: 'later still', baseRevision: revision });
    const { safetyBackup } = await api.backups.restore({ id: backup.id });
    for (const madeAtMs of [backup.madeAtMs, safetyBackup?.madeAtMs ?? 0])
      expect(Math.abs(madeAtMs - nowMs)).toBeLessThan(3_600_000);
  });
});

describe('showing the backups in the file manager', () => {
  it('shows the newest backup, or the workspace before there is one, and limits how often', async () => {
    const paths: string[] = [];
    app = await startTestApp({ ...installation, ports: { showInFolder: (path) => paths.push(path) } });
    const { api } = app;
    const { id } = await api.workspaces.exploreDemo({});
    const workspace = join(folder.path, 'workspaces', id);
    expect(await api.backups.place({})).toEqual({
      folder: join(workspace, 'backups'),
      dataFolder: workspace,
      canShow: true,
    });
    await api.backups.showInFolder({});
    const note = await api.notes.get({ companyId: 'c' });
    await api.notes.save({ companyId: 'c', body: 'mine', baseRevision: note.revision });
    const { backup } = await api.backups.make({});
    for (let shown = 1; shown < 10; shown += 1) await api.backups.showInFolder({});
    expect(paths[0]).toBe(workspace);
    expect(new Set(paths.slice(1))).toEqual(new Set([join(workspace, 'backups', `${backup.id}.db`)]));
    expect((await failureOf(api.backups.showInFolder({}))).kind).toBe('rate-limited');
    expect(paths).toHaveLength(10);
  });
});
