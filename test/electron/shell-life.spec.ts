import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  crashPage,
  launchElectron,
  newElectronPlace,
  request,
  runUntilExit,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';

/* Starting, exiting and restarting the app. */

const readSettings = (dataDir: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as Record<string, unknown>;

test('window position and settings survive a restart, and the lock is released on exit', async () => {
  const place = newElectronPlace();
  const first = await launchElectron(place);
  expect(existsSync(join(place.dataDir, 'roundwatch.lock'))).toBe(true);
  expect(await request(first.page, 'settings.setAppearance', { theme: 'dark' })).toMatchObject({ ok: true });
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
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(bounds).toMatchObject({ width: 960, height: 640 });
  expect(await request(second.page, 'settings.appearance')).toMatchObject({
    ok: true,
    value: { theme: 'dark' },
  });
  await second.app.close();
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
    // The main process runs this script, because Playwright cannot use a page that was reloaded after a
    // crash.
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

test('the app opens without an unlocked keyring and never treats it as ready', async () => {
  const place = newElectronPlace();
  const { app, page } = await launchElectron(place, { keyring: false });
  // If dbus-launch is installed, a session bus with a locked keyring may start nevertheless.
  const state = expect.stringMatching(/^(unavailable|locked|timeout)$/);
  expect(await request(page, 'keys.keychain')).toMatchObject({ value: { state } });
  await app.close();
  place.remove();
});

test('--demo reaches the simulated service through Electron’s network session and exits cleanly', async () => {
  const place = newElectronPlace();
  const { app, page, log } = await launchElectron(place, { args: ['--demo'] });
  expect(await request(page, 'workspaces.list')).toMatchObject({ value: { workspaces: [{ kind: 'demo' }] } });
  const price = await request(page, 'quota.price', { call: { endpoint: 'stats' } });
  const { value } = price as { value: { cost: object } };
  expect(await request(page, 'quota.confirm', { accepted: value.cost, screen: 'quota' })).toMatchObject({
    ok: true,
  });
  expect(await request(page, 'connection.status')).toMatchObject({ value: { state: 'online' } });
  await app.close();
  expect(log()).not.toMatch(/"internal"|dispose-timeout|unhandled|uncaught/);
  expect(existsSync(join(place.dataDir, 'roundwatch.lock'))).toBe(false);
  place.remove();
});
