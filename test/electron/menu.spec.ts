import { expect, test, type Page } from '@playwright/test';
import { exploreDemo } from '../e2e/support/journey.ts';
import { launchElectron, newElectronPlace, request } from '../support/electron/electron-app.ts';

/* The system menu, sleep and other things that can only be tested in Electron. */

test('the menu offers the available commands with the user’s keys, without saving or printing', async () => {
  const place = newElectronPlace();
  const { app, page, pageErrors } = await launchElectron(place);
  await exploreDemo(page);
  const items = () =>
    app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap((menu) =>
        (menu.submenu?.items ?? []).map(({ label, accelerator }) => [menu.label, label, String(accelerator)]),
      ),
    );
  const press = (id: string) =>
    app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);

  await expect.poll(items).toContainEqual(['Go', 'Open commands', 'CommandOrControl+K']);
  expect(JSON.stringify(await items())).not.toMatch(/print|save page|save as/i);
  await press('go.quota');
  await expect(page).toHaveTitle(/^Quota ·/);
  await press('palette');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await page.keyboard.press('Escape');

  const changes = [{ id: 'palette', keys: 'Mod+J' }];
  expect(await request(page, 'settings.setShortcuts', { singleKeys: true, changes })).toMatchObject({
    ok: true,
  });
  await expect.poll(items).toContainEqual(['Go', 'Open commands', 'CommandOrControl+J']);
  // A menu item with a text that violates the contract is rejected.
  const hostile = { items: [{ id: 'go.library', words: 'Turned \u202e round', keys: null }] };
  expect(await request(page, 'menu.offer', hostile)).toMatchObject({ ok: false });
  expect(pageErrors).toEqual([]);
  await app.close();
  place.remove();
});

test('after sleep the window reads time and budgets again without a request', async () => {
  const place = newElectronPlace();
  const { app, page, log } = await launchElectron(place);
  await exploreDemo(page);
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
  expect(log()).toMatch(/"suspended"[^]*"resumed"/);
  expect(await calls()).toEqual(before);
  await app.close();
  place.remove();
});

test('the first paint and the system’s parts use the chosen theme', async () => {
  const place = newElectronPlace();
  const first = await launchElectron(place);
  await request(first.page, 'settings.setAppearance', { theme: 'dark', textSize: 125 });
  await expect
    .poll(() => first.app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors))
    .toBe(true);
  await first.app.close();
  const second = await launchElectron(place);
  const facts = await second.app.evaluate(({ BrowserWindow, nativeTheme }) => ({
    dark: nativeTheme.shouldUseDarkColors,
    ground: BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
  }));
  expect(facts).toEqual({ dark: true, ground: '#131316' });
  await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(second.page.locator('html')).toHaveAttribute('data-text', '125');
  await second.app.close();
  place.remove();
});

test('a second start’s link opens its company in the first window, in front, and spends nothing', async () => {
  const place = newElectronPlace();
  const { app, page } = await launchElectron(place, { args: ['--demo'] });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const { id, name } = await anyCompany(page);
  const calls = () => request(page, 'demo.transcript', { offset: 0, limit: 1 });
  const before = await calls();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  // Emits Electron's event directly, because a real second start with a link cannot select this data folder.
  await app.evaluate(
    ({ app: first }, link) =>
      first.emit('second-instance', {}, ['roundwatch', '--data-dir=/elsewhere', link]),
    `roundwatch://company/${encodeURIComponent(id)}`,
  );
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  const isMinimized = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
  await expect.poll(isMinimized).toBe(false);
  expect(await calls()).toEqual(before);
  await app.close();
  place.remove();
});

interface Answer {
  readonly value: Readonly<Record<string, unknown>>;
}
/** Runs a search and returns a company of its results. */
async function anyCompany(page: Page): Promise<{ id: string; name: string }> {
  // The type describes only the fields that this function reads.
  const callForValue = async (channel: string, input: object) =>
    ((await request(page, channel, input)) as Answer).value;
  const { serverNowMs } = await callForValue('quota.status', {});
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const now = Number(serverNowMs);
  const dates = { fundingDateStart: day(now - 7 * 86_400_000), fundingDateEnd: day(now) };
  const query = { ...dates, limit: 1, offset: 0 };
  const { cost } = await callForValue('quota.price', { call: { endpoint: 'fundings', query } });
  const question = { list: 'fundings', query };
  const { set } = await callForValue('search.run', { question, accepted: cost, screen: 'search' });
  const setId: unknown = Reflect.get(Object(set), 'setId');
  const { rows } = await callForValue('search.rows', { setId, offset: 0, limit: 1 });
  const row: unknown = Array.isArray(rows) ? rows[0] : null;
  return {
    id: String(Reflect.get(Object(row), 'companyId')),
    name: String(Reflect.get(Object(row), 'name')),
  };
}
