import { expect, test } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import { region } from '../e2e/support/locators.ts';
import {
  launchElectron,
  newElectronPlace,
  request,
  runUntilExit,
  type ElectronPlace,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';

/* Deep links into the app and external links, in the Electron shell. */
test.describe.configure({ timeout: 120_000 });

/** Records every URL that the app opens with the system's default program. */
async function recordOpened({ app }: LaunchedElectron): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedLinks', opened);
    shell.openExternal = (url) => {
      opened.push(url);
      return Promise.resolve();
    };
  });
  return () => app.evaluate(() => [...(Reflect.get(globalThis, 'openedLinks') as string[])]);
}
interface NamedCompany {
  readonly id: string;
  readonly name: string;
}
const idsOf = async (launched: LaunchedElectron): Promise<NamedCompany[]> => {
  const opened = await request(launched.page, 'library.open', {});
  const queryId: unknown = Reflect.get(Object(Reflect.get(Object(opened), 'value')), 'queryId');
  const rows = await request(launched.page, 'library.rows', { queryId, offset: 0, limit: 3 });
  const value = Reflect.get(Object(Reflect.get(Object(rows), 'value')), 'rows') as {
    companyId: string;
    name: string;
  }[];
  return value.map(({ companyId: id, name }) => ({ id, name }));
};
const callsSoFar = async (launched: LaunchedElectron): Promise<unknown> => {
  const transcript = await request(launched.page, 'demo.transcript', { offset: 0, limit: 1 });
  return Reflect.get(Object(Reflect.get(Object(transcript), 'value')), 'total');
};
const windowCount = ({ app }: LaunchedElectron): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const link = (id: string): string => `roundwatch://company/${encodeURIComponent(id)}`;

test('an e-mail is copied, and addresses and mail links are opened by the system, not in a window', async () => {
  const place = newElectronPlace();
  const launched = await launchElectron(place);
  const { app, page } = launched;
  await journey.exploreDemo(page);
  await journey.search30DaysUs(page);
  await journey.fetchContacts(page);
  const copied = await journey.copyFirstEmail(page);
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(copied);
  const opened = await recordOpened(launched);
  const website = region(page, 'Overview').getByRole('button', { name: 'Open the website' });
  await website.click();
  await expect.poll(opened).toEqual([expect.stringMatching(/^https:\/\/[a-z0-9.-]+\.example\//)]);
  await region(page, 'Contacts')
    .getByRole('button', { name: /^Write to/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Message to / });
  await dialog.getByLabel('Subject').fill('Hello & welcome');
  await dialog.getByLabel('Message').fill('One\nTwo');
  await dialog.getByRole('button', { name: 'Open in mail program' }).click();
  await expect
    .poll(async () => (await opened()).at(-1))
    .toMatch(/^mailto:[^?]+\.example\?subject=Hello%20%26%20welcome&body=One%0D%0ATwo$/);
  await expect(region(page, 'Timeline')).toContainText('Website opened');
  expect(await windowCount(launched)).toBe(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await openCompanyWindow(launched);
  await app.close();
  place.remove();
});

/**
 * Opens the selected company in a separate window and then closes the window. Expects the window to have the
 * main window's privileges and to show every change.
 */
async function openCompanyWindow(launched: LaunchedElectron): Promise<void> {
  const { app, page } = launched;
  const selected = page.getByRole('grid').getByRole('row', { selected: true });
  const opened = app.waitForEvent('window');
  await selected.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Open in new window/ }).click();
  const second = await opened;
  const heading = second.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const name = await heading.innerText();
  await expect(selected).toContainText(name);
  await expect(second).toHaveTitle(`${name} · Demo · Roundwatch`);
  const address = second.url();
  expect(address).toMatch(/^app:\/\/roundwatch\/#company=/);
  const seen = await second.evaluate(() => {
    const bridge = Object.keys(Object(Reflect.get(window, 'roundwatch'))).sort();
    return { bridge, hasNode: Reflect.has(window, 'require') || Reflect.has(window, 'process') };
  });
  expect(seen).toEqual({ bridge: ['request', 'subscribe'], hasNode: false });
  for (const [from, theme] of [
    [page, 'dark'],
    [second, 'light'],
  ] as const) {
    expect(await request(from, 'settings.setAppearance', { theme })).toMatchObject({ ok: true });
    for (const each of [page, second])
      await expect(each.locator('html')).toHaveAttribute('data-theme', theme);
  }
  expect(launched.pageErrors).toEqual([]);
  // The app prevents this navigation, but Playwright's locators would wait for it. This check must therefore
  // come last.
  const stayed = await second.evaluate(async () => {
    window.open('app://roundwatch/');
    window.location.href = 'app://roundwatch/index.html';
    await new Promise((resolve) => setTimeout(resolve, 300));
    return window.location.href;
  });
  expect([stayed, await windowCount(launched)]).toEqual([address, 2]);
  await second.close();
  await expect.poll(() => windowCount(launched)).toBe(1);
  expect(await request(page, 'app.info')).toMatchObject({ ok: true });
}

/**
 * Closes the main window. A company window stays open, as if that window had unsaved text. Expects that a
 * followed link reopens the main window and shows the link's company there.
 */
async function reopenMainWindow(
  launched: LaunchedElectron,
  place: ElectronPlace,
  [shown, linked]: readonly [NamedCompany, NamedCompany],
): Promise<void> {
  const { app, page } = launched;
  const companyOpened = app.waitForEvent('window');
  await request(page, 'companies.openWindow', { id: shown.id });
  const second = await companyOpened;
  await second.getByRole('heading', { level: 1, name: shown.name }).click();
  await second.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBoxSync = () => 0;
  });
  await page.close();
  await expect.poll(() => windowCount(launched)).toBe(1);
  const mainOpened = app.waitForEvent('window');
  expect(await runUntilExit(place, { args: [link(linked.id)] })).toBe(0);
  const main = await mainOpened;
  await expect(main.getByRole('heading', { level: 1, name: linked.name })).toBeVisible();
  await expect(second.getByRole('heading', { level: 1, name: shown.name })).toBeVisible();
  expect(await windowCount(launched)).toBe(2);
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBoxSync = () => 1;
  });
}

test('a link opens its company at the start, while running and from a second start, for free', async () => {
  const place = newElectronPlace();
  // An app that is started with a link ignores `--data-dir`. All launches in this test therefore use the
  // default data folder.
  const first = await launchElectron(place, { args: [link('nobody')] });
  await journey.exploreDemo(first.page, null);
  await expect(first.page.getByRole('heading', { name: 'This company isn’t in your library' })).toBeVisible();
  await expect(first.page.getByRole('button', { name: /^Fetch profile/ })).toContainText('1 record');
  expect(await callsSoFar(first)).toBe(0);
  await first.page.getByRole('button', { name: /^Fetch profile/ }).click();
  await expect(
    first.page.getByRole('heading', { name: 'The service doesn’t list this company' }),
  ).toBeVisible();
  expect(await callsSoFar(first)).toBe(1);
  await first.page.getByRole('button', { name: 'Close', exact: true }).click();
  await journey.goTo(first.page, 'Search');
  await journey.search30DaysUs(first.page);
  const [one, two] = await idsOf(first);
  if (one === undefined || two === undefined) throw new Error('no companies');
  const calls = await callsSoFar(first);

  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  expect(await runUntilExit(place, { args: [link(one.id)] })).toBe(0);
  await expect(first.page.getByRole('heading', { level: 1, name: one.name })).toBeVisible();
  const minimized = () =>
    first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
  await expect.poll(minimized).toBe(false);
  // On macOS, the app receives links through `open-url`. Only the first of these links is valid, and the
  // others must have no effect.
  for (const url of [link(two.id), 'roundwatch://company/../../quit', 'roundwatch://settings/x'])
    await first.app.evaluate(({ app }, transcript) => {
      app.emit('open-url', { preventDefault: () => undefined }, transcript);
    }, url);
  await expect(first.page.getByRole('heading', { level: 1, name: two.name })).toBeVisible();
  expect(await callsSoFar(first)).toBe(calls);
  await reopenMainWindow(first, place, [one, two]);
  await first.app.close();

  const again = await launchElectron(place, { args: [link(one.id)] });
  await expect(again.page.getByRole('heading', { level: 1, name: one.name })).toBeVisible();
  await again.page.keyboard.press('Escape');
  await expect(again.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(again.log()).not.toMatch(/"internal"|unhandled|uncaught/);
  await again.app.close();
  place.remove();
});
