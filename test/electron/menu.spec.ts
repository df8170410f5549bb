import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  launchElectron,
  newElectronPlace,
  request,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';

/*
 * Tests the demo on a machine without an unlocked keyring: the network session, the system menu, sleep and
 * exit.
 */

test.describe.configure({ mode: 'serial' });
const place = newElectronPlace();
let running: LaunchedElectron;
test.beforeAll(async () => {
  running = await launchElectron(place, { args: ['--demo'], keyring: false });
});
test.afterAll(() => place.remove());

test('the app opens without an unlocked keyring and never treats it as ready', async () => {
  // The keychain's state depends on the machine. The test provides no session bus. If dbus-launch is
  // installed, however, a session bus with a locked keyring may still start.
  const state = expect.stringMatching(/^(unavailable|locked|timeout)$/);
  expect(await request(running.page, 'keys.keychain')).toMatchObject({ value: { state } });
});

test('the demo reaches the simulated service through Electron’s network session', async () => {
  const { page } = running;
  expect(await request(page, 'workspaces.list')).toMatchObject({ value: { workspaces: [{ kind: 'demo' }] } });
  const price = await request(page, 'quota.price', { call: { endpoint: 'stats' } });
  const { value } = price as { value: { cost: object } };
  expect(await request(page, 'quota.confirm', { accepted: value.cost, screen: 'quota' })).toMatchObject({
    ok: true,
  });
  expect(await request(page, 'connection.status')).toMatchObject({ value: { state: 'online' } });
});

test('the menu offers the available commands with the user’s keys, without saving or printing', async () => {
  const { app, page } = running;
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const items = () =>
    app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap((menu) =>
        (menu.submenu?.items ?? []).map(({ label, accelerator }) => [menu.label, label, String(accelerator)]),
      ),
    );
  const press = (id: string) =>
    app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);

  await expect.poll(items).toContainEqual(['Go', 'Open the command palette', 'CommandOrControl+K']);
  // `evaluate` may return undefined (see `limitEvaluate`). In that case, the text `print` fails the check,
  // and the poll tries again.
  await expect
    .poll(async () => JSON.stringify((await items()) ?? 'print'))
    .not.toMatch(/print|save page|save as/i);
  await press('go.quota');
  await expect(page).toHaveTitle(/^Quota ·/);
  await press('palette');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await page.keyboard.press('Escape');

  const changes = [{ id: 'palette', keys: 'Mod+J' }];
  expect(await request(page, 'settings.setShortcuts', { singleKeys: true, changes })).toMatchObject({
    ok: true,
  });
  await expect.poll(items).toContainEqual(['Go', 'Open the command palette', 'CommandOrControl+J']);
  // A menu item whose text violates the contract is rejected.
  const hostile = { items: [{ id: 'go.library', words: 'Turned \u202e round', keys: null }] };
  expect(await request(page, 'menu.offer', hostile)).toMatchObject({ ok: false });
});

test('after sleep the window reads time and budgets again without a request', async () => {
  const { app, page, log } = running;
  const calls = async () => await request(page, 'demo.transcript', { offset: 0, limit: 1 });
  const before = await calls();
  await page.evaluate(() => {
    const bridge: unknown = Reflect.get(window, 'roundwatch');
    const subscribe: unknown = Reflect.get(Object(bridge), 'subscribe');
    if (typeof subscribe === 'function')
      Reflect.apply(subscribe, bridge, [
        (channel: string) => {
          if (channel === 'app.onWoke') document.documentElement.dataset['woke'] = 'yes';
        },
      ]);
  });
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
  });
  await expect(page.locator('html')).toHaveAttribute('data-woke', 'yes');
  await expect.poll(log).toMatch(/"suspended"[^]*"resumed"/);
  expect(await calls()).toEqual(before);
});

test('the app exits cleanly', async () => {
  const { app, log, pageErrors } = running;
  expect(pageErrors).toEqual([]);
  await app.close();
  expect(log()).not.toMatch(/"internal"|dispose-timeout|unhandled|uncaught/);
  expect(existsSync(join(place.dataDir, 'roundwatch.lock'))).toBe(false);
});
