import { expect, test, type Page } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import {
  expectScreen,
  press,
  pressShortcut,
  runCommand,
  stopsOf,
  tabTo,
  watchPointer,
} from '../support/keyboard.ts';
import { holdCode } from '../support/hold-code.ts';
import * as journey from '../support/journey.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { go } from '../states/screen-state.ts';
import { region, results } from '../support/locators.ts';
import { toasts } from '../support/toasts.ts';

/*
 * The whole app can be used by keyboard. With text at double size in a small window, no content is cut off
 * and all controls are reachable (WCAG 1.4.4).
 */

// The tests share one demo, which the first test opens.
test.describe.configure({ mode: 'serial', timeout: 100_000 });

let host: ScreenHost;
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

/**
 * Presses Tab through the page. Returns a fault for each tab stop without a name or visible focus, and a
 * fault if there are fewer than `least` tab stops.
 */
async function tabStopFaults(page: Page, where: string, least: number): Promise<string[]> {
  const stops = await stopsOf(page);
  return [
    ...(stops.length < least ? [`${where}: only ${stops.length} stops`] : []),
    ...stops
      .filter(({ name, isFocusVisible }) => name === '' || !isFocusVisible)
      .map(
        ({ tag, role, name, isFocusVisible }) =>
          `${where}: ${tag} ${role ?? ''} “${name.slice(0, 60)}” ${isFocusVisible ? 'has no name' : 'has no visible focus'}`,
      ),
  ];
}

test('the whole journey works by keyboard: first run, search, save, note, library, quota, settings', async () => {
  const { page } = host;
  await expect(page.getByRole('button', { name: 'Explore the demo' })).toBeVisible();
  expect(await tabStopFaults(page, 'first run', 5)).toEqual([]);
  const pointerEvents = await watchPointer(page);
  await tabTo(page, /^Explore the demo$/);
  await press(page, 'Enter');
  await expectScreen(page, 'Today');

  await pressShortcut(page, 'g', 's');
  await expectScreen(page, 'Search');
  await tabTo(page, /^Countries$/);
  await page.keyboard.type('united st');
  await expect(page.getByRole('option', { name: /^United States/ }).first()).toBeVisible();
  await press(page, 'Enter Escape');
  await expect(page.getByRole('button', { name: /^Run search/ })).toContainText(/\d (record|page turn)/);
  await press(page, 'Control+Enter');
  await expect(results(page).getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'true');
  await press(page, 'j Enter');
  const pane = page.getByRole('article');
  await expect(pane.getByRole('heading', { level: 2 }).first()).toBeVisible();
  const company = (await pane.getByRole('heading', { level: 2 }).first().innerText()).trim();

  await press(page, 's');
  const list = page.getByPlaceholder('New list');
  await expect(list).toBeVisible();
  for (
    let step = 0;
    step < 20 && !(await list.evaluate((each) => each === document.activeElement));
    step += 1
  )
    await press(page, 'Tab');
  await page.keyboard.type(journey.LIST);
  await press(page, 'Enter');
  await expect(toasts(page).filter({ hasText: `saved to ${journey.LIST}` })).toBeVisible();
  await expect(list).toHaveCount(0);
  await press(page, 'n');
  await expect(page.getByRole('textbox', { name: /^Note on/ })).toBeFocused();
  await page.keyboard.type(journey.NOTE);
  await expect(region(page, 'Notes').getByText(/^Saved/)).toBeVisible();
  await press(page, 'Escape');

  await pressShortcut(page, 'g', 'l');
  await expectScreen(page, 'Library');
  const librarySearch = page.getByRole('searchbox', { name: 'Search the library' });
  await expect(librarySearch).toBeVisible();
  await press(page, '/');
  await expect(librarySearch).toBeFocused();
  await page.keyboard.type(company);
  // Checks the first row. A check of the whole list would prove nothing, because the list without a search
  // also contains the company.
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText(company);
  await press(page, 'ArrowDown Enter');
  await expect(region(page, 'Notes')).toContainText(journey.NOTE);
  await press(page, 'Escape');
  await pressShortcut(page, 'g', 'q');
  await expectScreen(page, 'Quota');
  await press(page, 'Control+,');
  await expectScreen(page, 'Settings');
  await runCommand(page, 'go to today', 'Go to Today');
  await expectScreen(page, 'Today');
  expect(await pointerEvents()).toBe(0);
});

test('every tab stop has a name and a visible focus, on every screen', async () => {
  const { page } = host;
  const faults: string[] = [];
  const look = async (where: string, least: number): Promise<void> =>
    void faults.push(...(await tabStopFaults(page, where, least)));
  await go(page, 'Search');
  await expect(results(page).getByRole('row').nth(10)).toBeVisible();
  await look('Search', 15);
  await results(page).getByRole('row').nth(1).click();
  await expect(region(page, 'Timeline')).toBeAttached();
  await look('a company', 20);
  for (const screen of ['Today', 'Library', 'Signals', 'Quota', 'Settings'] as const) {
    await go(page, screen);
    await look(screen, 8);
  }
  expect(faults).toEqual([]);
});

test('a closed dialog or menu returns the focus', async () => {
  const { page } = host;
  await go(page, 'Search');
  await expect(results(page).getByRole('row').nth(10)).toBeVisible();
  await results(page).focus();
  await press(page, 'j Enter');
  await expect(page.getByRole('article')).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(results(page)).toBeFocused();
  for (const [opener, dialog] of [
    ['Control+k', 'Commands'],
    ['?', 'All keyboard shortcuts'],
  ] as const) {
    await press(page, opener);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await press(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(results(page)).toBeFocused();
  }
});

test('keys typed right after the palette’s shortcut go to the palette alone', async () => {
  const { page } = host;
  await go(page, 'Library');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first()
    .focus();
  // Sends the shortcut and the text before the palette's field exists. This can also happen on a slow laptop.
  await page.evaluate(() => {
    const press = (key: string, ctrlKey = false): void =>
      void document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
      );
    press('k', true);
    for (const letter of 'qu') press(letter);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'o\n');
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  const field = page.getByRole('combobox', { name: 'Commands' });
  await expect(field).toBeFocused();
  await page.keyboard.type('ta');
  await expect(field).toHaveValue('quota');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
});

test('a menu button opens the menu once its code has loaded', async () => {
  const { page } = host;
  const trigger = page.getByRole('button', { name: /^Workspace Demo/ });
  const item = page.getByRole('menuitem', { name: 'Manage workspaces' });
  const code = await holdCode(page, 'MenuList');
  await page.reload();
  await trigger.waitFor();
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect.poll(code.requestCount).toBe(1);
  await expect(item).toBeHidden();
  code.release();
  await expect(item).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(item).toBeHidden();
  await expect(trigger).toBeFocused();
});

test('everything is reachable at 200 % text size in the small window', async () => {
  const { page } = host;
  await host.core().handlers.settings.setAppearance({ textSize: 200 });
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect
    .poll(() => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize)))
    .toBeGreaterThanOrEqual(26);
  // Checks repeatedly, because an element that is still moving, such as a toast, may be cut off for a moment.
  const look = (where: string): Promise<void> => expect.poll(() => layoutFaults(page), where).toEqual([]);
  for (const screen of ['Today', 'Search', 'Library', 'Signals', 'Quota', 'Settings'] as const) {
    await go(page, screen);
    await look(screen);
  }
  await go(page, 'Library');
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await expect(region(page, 'Overview')).toBeVisible();
  await look('company');
  await journey.expectAccessible(page);
});
