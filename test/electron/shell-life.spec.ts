import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import {
  crashPage,
  type LaunchedElectron,
  launchElectron,
  mainProcessId,
  newElectronPlace,
  readFromMain,
  request,
  runUntilExit,
} from '../support/electron/electron-app.ts';

const readSettings = (dataDir: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as Record<string, unknown>;

test('window position and theme survive a restart from the first paint on, and the lock is released on exit', async () => {
  const place = newElectronPlace();
  const first = await launchElectron(place);
  expect(existsSync(join(place.dataDir, 'roundwatch.lock'))).toBe(true);
  const appearance = { theme: 'dark', textSize: 125 };
  expect(await request(first.page, 'settings.setAppearance', appearance)).toMatchObject({ ok: true });
  await expect
    .poll(() => first.app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors))
    .toBe(true);
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 960, height: 640 }),
  );
  await first.app.close();
  expect(existsSync(join(place.dataDir, 'roundwatch.lock'))).toBe(false);
  expect(readSettings(place.dataDir)['windows']).toMatchObject([
    { window: { width: 960, height: 640, maximized: false } },
  ]);
  expect(statSync(join(place.dataDir, 'settings.json')).mode & 0o777).toBe(0o600);

  const second = await launchElectron(place);
  const facts = await readFromMain(() =>
    second.app.evaluate(({ BrowserWindow, nativeTheme }) => ({
      bounds: BrowserWindow.getAllWindows()[0]?.getBounds(),
      dark: nativeTheme.shouldUseDarkColors,
      ground: BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    })),
  );
  expect(facts).toMatchObject({ bounds: { width: 960, height: 640 }, dark: true, ground: '#131316' });
  await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(second.page.locator('html')).toHaveAttribute('data-text', '125');
  expect(await request(second.page, 'settings.appearance')).toMatchObject({
    ok: true,
    value: { theme: 'dark' },
  });
  await second.app.close();
  place.remove();
});

/** Returns the WAL files that are not empty. These files were not checkpointed. */
const openLogs = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.db-wal') && statSync(join(dataDir, name)).size > 0,
  );

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test(`${signal} closes the databases and releases the lock`, async () => {
    const place = newElectronPlace();
    const { app, page, log } = await launchElectron(place);
    await journey.exploreDemo(page);
    expect(openLogs(place.dataDir)).not.toEqual([]);
    // The launcher around Electron does not forward signals, so the test sends the signal to Electron's main
    // process.
    const pid = await mainProcessId(app);
    const ended = once(app.process(), 'exit');
    process.kill(pid, signal);
    expect(await ended).toEqual([0, null]);
    expect(openLogs(place.dataDir)).toEqual([]);
    expect(existsSync(join(place.dataDir, 'roundwatch.lock'))).toBe(false);
    // The system may allow little time, so the first view is not saved.
    expect(existsSync(join(place.dataDir, 'first-view.json'))).toBe(false);
    expect(log()).toContain(`"cause":"${signal}"`);
    expect(log()).not.toMatch(/dispose-timeout|"internal"|uncaught/);
    place.remove();
  });

test('SIGTERM closes the databases even if a page does not let its window close', async () => {
  const place = newElectronPlace();
  const { app, page } = await launchElectron(place);
  await journey.exploreDemo(page);
  const pid = await mainProcessId(app);
  const ended = once(app.process(), 'exit');
  // Blocks the page forever, so its window does not close.
  void page
    .evaluate(() => {
      for (;;);
    })
    .catch(() => undefined);
  process.kill(pid, 'SIGTERM');
  await ended;
  expect(openLogs(place.dataDir)).toEqual([]);
  place.remove();
});

/** Changes the permissions of `folder` and of all folders and files below it. */
function setRights(folder: string, folders: number, files: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
  }
  chmodSync(folder, folders);
}

test('starts again after SIGKILL under another host name, and in a folder that cannot be written', async () => {
  const place = newElectronPlace();
  // The test kills the process `app.process()`. Without the test keyring, this is Electron itself and not a
  // program that wraps Electron.
  const first = await launchElectron(place, { args: ['--demo'], keyring: false });
  const killed = once(first.app.process(), 'exit');
  first.app.process().kill('SIGKILL');
  await killed;
  const record = join(place.dataDir, 'roundwatch.lock');
  const held = JSON.parse(readFileSync(record, 'utf8')) as Record<string, unknown>;
  writeFileSync(record, JSON.stringify({ ...held, host: 'renamed-laptop' }));
  const chromiumLock = join(place.dataDir, 'SingletonLock');
  rmSync(chromiumLock, { force: true });
  symlinkSync(`renamed-laptop-${String(held['pid'])}`, chromiumLock);

  const second = await launchElectron(place, { args: ['--demo'] });
  expect(await request(second.page, 'backups.status')).toMatchObject({ ok: true, value: { readOnly: null } });
  await second.app.close();

  setRights(place.dataDir, 0o555, 0o444);
  const third = await launchElectron(place);
  const reply = await request(third.page, 'backups.status');
  // The app opens a read-only copy of the files in memory. If the test runtime's SQLite does not support
  // this, the workspace stays closed, and the reply contains the reason.
  expect(JSON.stringify(reply)).toMatch(/"readOnly":"read-only"|"state":"read-only"/);
  await third.app.close();
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('roundwatch.lock'))).toEqual([
    'roundwatch.lock.db',
  ]);
  setRights(place.dataDir, 0o755, 0o644);
  place.remove();
});

test('a native dialog explains why nothing can open', async () => {
  const place = newElectronPlace();
  const parent = join(place.home, '..');
  writeFileSync(join(parent, 'no-folder'), '');
  const dialogs = join(parent, 'dialogs');
  writeFileSync(dialogs, '');
  chmodSync(dialogs, 0o666);
  const dataDir = join(parent, 'no-folder', 'data');
  const recorder = resolve('test/support/electron/record-dialogs.cjs');
  const options = { preload: [recorder], env: { ROUNDWATCH_DIALOGS: dialogs } };
  expect(await runUntilExit({ ...place, dataDir }, options)).toBe(1);
  const [shown, ...others] = readFileSync(dialogs, 'utf8').trim().split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(shown ?? '')).toMatchObject({ type: 'error', message: 'Roundwatch can’t start.' });
  expect(shown).toContain(dataDir);
  place.remove();
});

test.describe('one start', () => {
  test.describe.configure({ mode: 'serial' });
  const place = newElectronPlace();
  let started: LaunchedElectron;
  test.beforeAll(async () => {
    started = await launchElectron(place, { keyring: true });
  });
  test.afterAll(() => place.remove());

  test('a small screen’s minimum, the menu and the title', async () => {
    const facts = () =>
      started.app.evaluate(({ BrowserWindow, Menu }) => ({
        minimum: BrowserWindow.getAllWindows()[0]?.getMinimumSize(),
        menu: Menu.getApplicationMenu()?.items.map(({ label }) => label),
        visible: BrowserWindow.getAllWindows()[0]?.isVisible(),
      }));
    // The window becomes visible once its page is painted.
    await expect.poll(facts).toEqual({
      minimum: [900, 600],
      menu: ['File', 'Edit', 'Go', 'View', 'Window', 'Help'],
      visible: true,
    });
  });

  test('the real keyring works inside Electron', async () => {
    expect(await request(started.page, 'keys.keychain')).toMatchObject({
      value: { state: 'ready', name: "this system's keyring" },
    });
  });

  test('a second start shows the first window and exits', async () => {
    const { app } = started;
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    expect(await runUntilExit(place)).toBe(0);
    const facts = () =>
      app.evaluate(({ BrowserWindow }) => ({
        count: BrowserWindow.getAllWindows().length,
        minimized: BrowserWindow.getAllWindows()[0]?.isMinimized(),
      }));
    await expect.poll(facts).toEqual({ count: 1, minimized: false });
  });

  test('a crashed page is reloaded', async () => {
    await crashPage(started);
  });

  test('the page stores nothing on disk', async () => {
    // Playwright cannot use a page that was reloaded after a crash. The main process therefore runs this
    // script in the page.
    await started.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        "localStorage.setItem('canary', 'canary-4711'); document.cookie = 'canary=canary-4711; max-age=9999';",
      ),
    );
    await started.app.close();
    const files = readdirSync(place.dataDir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => readFileSync(file).includes('canary-4711'))).toEqual([]);
  });
});
