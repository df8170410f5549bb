import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import * as morning from '../e2e/today/week-away.ts';
import {
  type LaunchedElectron,
  launchElectron,
  launchWithoutWindow,
  mainProcessId,
  newElectronPlace,
  request,
  runUntilExit,
} from '../support/electron/electron-app.ts';
import { deliver, eventOf, freePort, type Answer } from '../support/webhook/webhook-receiver.ts';

/*
 * The app keeps running without a visible window: with a tray, and minimised on a desktop without one. Events
 * arrive in the meantime.
 */
test.describe.configure({ mode: 'serial', timeout: 120_000 });

interface TrayShown {
  readonly icons: readonly { readonly tip: string; readonly menu: { items: MenuItem[] } | null }[];
  readonly registered: readonly string[];
  readonly isHostReady: boolean;
}
interface MenuItem {
  readonly label: string;
  readonly submenu?: { readonly items: MenuItem[] } | null;
  click(): void;
}

const preload = [resolve('test/support/electron/tray-host.cjs')];
const KEY = 'whk_background-test';
const place = newElectronPlace();
let running: LaunchedElectron;
let address = { port: 0, path: '' };

/** Returns the tooltips and menus of the tray icons. */
async function trayIcons(): Promise<{ tip: string; menu: string[] }[]> {
  const icons = await running.app.evaluate(() => {
    const shown = Reflect.get(globalThis, 'trayShown') as TrayShown;
    return shown.icons.map(({ tip, menu }) => ({ tip, menu: (menu?.items ?? []).map(({ label }) => label) }));
  });
  // While the app is starting, `evaluate` may return undefined instead of the result (`limitEvaluate`).
  return (icons as typeof icons | undefined) ?? [];
}
const chooseInTray = (label: string): Promise<void> =>
  running.app.evaluate((_electron, wanted) => {
    const { icons } = Reflect.get(globalThis, 'trayShown') as TrayShown;
    const items = icons[0]?.menu?.items.flatMap((item) => [item, ...(item.submenu?.items ?? [])]);
    items?.find((item) => item.label === wanted)?.click();
  }, label);
/** Returns the labels in the menu bar. */
const systemMenus = (): Promise<string[]> =>
  running.app.evaluate(({ Menu }) => (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label));
const windowCount = (): Promise<number> =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const closeWindow = (): Promise<void> =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const send = (roundId: string): Promise<Answer> =>
  deliver(eventOf({ roundId, companyId: `cmp_${roundId}` }), { ...address, authorization: `Bearer ${KEY}` });

async function openFromTray(): Promise<LaunchedElectron['page']> {
  const opened = running.app.waitForEvent('window');
  await chooseInTray('Open Roundwatch');
  const page = await opened;
  await page.waitForLoadState('load');
  return page;
}

test('the receiver is set up, and listening without a window is offered', async () => {
  running = await launchElectron(place, { preload });
  const { page, app } = running;
  const isHostReady = () =>
    app.evaluate(() => (Reflect.get(globalThis, 'trayShown') as TrayShown).isHostReady);
  test.skip(
    (await app.evaluate(() => process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')) === '',
    'no session bus for the tray of a desktop',
  );
  await expect.poll(isHostReady).toBe(true);
  await journey.exploreDemo(page, 'Today');
  const callCore: morning.CoreRequest = (channel, input) => request(page, channel, input);
  const port = await freePort();
  await morning.callForResult(callCore, 'signals.setAddress', { port, tunnelHost: null });
  await morning.callForResult(callCore, 'signals.setKey', { key: KEY, place: 'keychain' });
  const { path } = await morning.callForResult<{ path: string }>(callCore, 'signals.setEnabled', {
    enabled: true,
  });
  address = { port, path };
  expect((await send('setup')).status).toBe(202);

  await journey.goTo(page, 'Signals');
  await page.getByRole('button', { name: 'Show setup and deliveries' }).click();
  await expect(page.getByText('Roundwatch stays in the system tray.')).toContainText(
    'Only the open workspace (Demo) receives events.',
  );
  expect(await trayIcons()).toEqual([]);
  await page.getByRole('button', { name: 'Keep listening', exact: true }).click();
  await expect(page.getByText('Roundwatch keeps listening when the window is closed.')).toBeVisible();
  await expect
    .poll(async () => (await trayIcons()).map(({ tip }) => tip))
    .toEqual([expect.stringMatching(/^Roundwatch · Receiver listening · \d+ new in Signals$/)]);
  const registered = () => app.evaluate(() => (Reflect.get(globalThis, 'trayShown') as TrayShown).registered);
  await expect.poll(async () => (await registered()).length).toBe(1);
});

test('an event that arrives without a window is stored, counted in the tray, and shown when it opens', async () => {
  const newInTray = async () => Number(/(\d+) new/.exec((await trayIcons())[0]?.tip ?? '')?.[1] ?? 0);
  const before = await newInTray();
  await closeWindow();
  await expect.poll(windowCount).toBe(0);
  expect((await send('windowless')).status).toBe(202);
  await expect.poll(newInTray).toBe(before + 1);

  const page = await openFromTray();
  await journey.goTo(page, 'Signals');
  await expect(page.getByRole('grid', { name: 'List of signals' })).toContainText('Company cmp_windowless');
  expect(await windowCount()).toBe(1);
});

test('the library answers again after its index was released', async () => {
  const search = () =>
    request(running.app.windows()[0] ?? running.page, 'library.open', { text: 'Company cmp_windowless' });
  await closeWindow();
  await expect.poll(windowCount).toBe(0);
  await openFromTray();
  expect(await search()).toMatchObject({ ok: true, value: { total: 1 } });
});

test('the tray pauses and resumes the receiver', async () => {
  await closeWindow();
  await expect.poll(windowCount).toBe(0);
  await chooseInTray('For 1 hour');
  await expect
    .poll(async () => (await trayIcons())[0]?.menu.slice(0, 2))
    .toEqual([
      expect.stringMatching(/^Receiver paused until .*\d\d:\d\d$/),
      'Events may be missed until then',
    ]);
  expect((await send('paused')).status).toBe(0);
  await chooseInTray('Resume now');
  await expect.poll(async () => (await trayIcons())[0]?.menu).toContain('Pause receiver');
  expect((await send('resumed')).status).toBe(202);
});

test('a second start, and a start at login, meet the running app', async () => {
  const options = { preload };
  expect(await runUntilExit(place, { ...options, args: ['--hidden'] })).toBe(0);
  expect(await windowCount()).toBe(0);
  expect(await runUntilExit(place, options)).toBe(0);
  await expect.poll(windowCount).toBe(1);
});

test('SIGKILL right after acknowledged events loses none, and the start at login needs no window', async () => {
  await closeWindow();
  await expect.poll(windowCount).toBe(0);
  const rounds = Array.from({ length: 20 }, (_, at) => `killed-${at}`);
  const answers = await Promise.all(rounds.map(send));
  expect(answers.map(({ status }) => status)).toEqual(rounds.map(() => 202));
  const pid = await mainProcessId(running.app);
  const ended = once(running.app.process(), 'exit');
  process.kill(pid, 'SIGKILL');
  await ended;

  const hidden = await launchWithoutWindow(place, { preload, args: ['--hidden'] });
  running = { ...hidden, page: running.page };
  await expect.poll(async () => (await trayIcons())[0]?.tip).toMatch(/^Roundwatch · Receiver listening/);
  expect(await windowCount()).toBe(0);
  // No page has offered commands, so the menu bar has only the menus that need none.
  await expect.poll(systemMenus).toEqual(['File', 'Edit', 'View', 'Window']);
  expect((await send('after-login')).status).toBe(202);
  const page = await openFromTray();
  const { total } = await morning.callForResult<{ total: number }>(
    (channel, input) => request(page, channel, input),
    'signals.open',
    { filters: { text: 'cmp_killed' } },
  );
  expect(total).toBe(rounds.length);
});

test('the autostart file is written and removed, and starts this data folder', async () => {
  const page = running.app.windows()[0] ?? running.page;
  const file = join(place.home, '.config', 'autostart', 'app.roundwatch.desktop');
  expect(existsSync(file)).toBe(false);
  await request(page, 'settings.setBackground', { startAtLogin: true });
  expect(readFileSync(file, 'utf8')).toMatch(
    new RegExp(`^Exec=.*"--data-dir=${place.dataDir}" "--hidden"$`, 'm'),
  );
  expect(await request(page, 'settings.background')).toMatchObject({ value: { startsAtLogin: true } });
  await request(page, 'settings.setBackground', { startAtLogin: false });
  expect(existsSync(file)).toBe(false);
});

test('a shutdown of the computer quits the app, and Quit in the tray does so without a window', async () => {
  await closeWindow();
  await expect.poll(windowCount).toBe(0);
  const quit = once(running.app.process(), 'exit');
  await chooseInTray('Quit and stop listening');
  await quit;
  expect(existsSync(join(place.dataDir, 'roundwatch.lock'))).toBe(false);

  running = await launchElectron(place, { preload });
  await expect.poll(async () => (await trayIcons()).length).toBe(1);
  const shutDown = once(running.app.process(), 'exit');
  await running.app.evaluate(
    ({ powerMonitor }) => void powerMonitor.emit('shutdown', { preventDefault: () => undefined }),
  );
  await shutDown;
  const logs = readdirSync(place.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.db-wal'),
  );
  expect(logs.filter((name) => statSync(join(place.dataDir, name)).size > 0)).toEqual([]);
  expect(running.log()).not.toMatch(/dispose-timeout|"internal"/);
});

test('without a tray, the window is minimised and a second start brings it back', async () => {
  running = await launchElectron(place, { preload, env: { ROUNDWATCH_TRAY: 'none' } });
  const { app, page, log } = running;
  const backgroundPlace = () => request(page, 'settings.background');
  expect(await backgroundPlace()).toMatchObject({ value: { keepListening: true, place: 'minimised' } });
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return;
    // The event `minimize` is not emitted on a display without a window manager.
    const minimize = window.minimize.bind(window);
    window.minimize = () => {
      Reflect.set(globalThis, 'wasMinimised', true);
      minimize();
    };
  });
  await closeWindow();
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'wasMinimised') as unknown)).toBe(true);
  expect([await windowCount(), await trayIcons()]).toEqual([1, []]);
  expect((await send('minimised')).status).toBe(202);
  expect(await runUntilExit(place, { preload })).toBe(0);
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized()))
    .toBe(false);
  await app.close();
  expect(log()).not.toMatch(/"internal"|uncaught/);
  place.remove();
});
