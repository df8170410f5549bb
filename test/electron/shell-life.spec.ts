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
  const facts = await second.app.evaluate(({ BrowserWindow, nativeTheme }) => ({
    bounds: BrowserWindow.getAllWindows()[0]?.getBounds(),
    dark: nativeTheme.shouldUseDarkColors,
    ground: BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
  }));
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
