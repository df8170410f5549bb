import { expect, test } from '@playwright/test';
import { openScreenHost } from '../../support/browser/screen-host.ts';
import { expectScreen, press, stopsOf, tabTo, watchPointer } from '../support/keyboard.ts';
import * as journey from '../support/journey.ts';
import { connect, go } from '../states/screen-state.ts';
import { region, results } from '../support/locators.ts';

test.describe.configure({ timeout: 100_000 });

test('the whole journey works by keyboard: first run, search, save, note, library, quota, settings', async ({
  browser,
}) => {
  const host = await openScreenHost(browser);
  const { page } = host;
  const pointerEvents = await watchPointer(page);
  await tabTo(page, /^Explore the demo$/);
  await press(page, 'Enter');
  await expect(page.getByText('Your market')).toBeVisible();
  await tabTo(page, /^Skip$/);
  await press(page, 'Enter');
  await expectScreen(page, 'Today');

  await press(page, 'g s');
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
  await expect(page.getByText(`saved to ${journey.LIST}`)).toBeVisible();
  await expect(list).toHaveCount(0);
  await press(page, 'n');
  await expect(page.getByRole('textbox', { name: /^Note on/ })).toBeFocused();
  await page.keyboard.type(journey.NOTE);
  await expect(region(page, 'Notes').getByText(/^Saved/)).toBeVisible();
  await press(page, 'Escape');

  await press(page, 'g l');
  await expectScreen(page, 'Library');
  await press(page, '/');
  await page.keyboard.type(company);
  // Expects the first row, because the unfiltered list also contains the company somewhere.
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText(company);
  await press(page, 'ArrowDown Enter');
  await expect(region(page, 'Notes')).toContainText(journey.NOTE);
  await press(page, 'Escape g q');
  await expectScreen(page, 'Quota');
  await press(page, 'Control+,');
  await expectScreen(page, 'Settings');
  await press(page, 'Control+k');
  await page.keyboard.type('go to today');
  await press(page, 'Enter');
  await expectScreen(page, 'Today');
  expect(await pointerEvents()).toBe(0);
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

test('every tab stop has a name and a visible focus, on every screen', async ({ browser }) => {
  const host = await openScreenHost(browser);
  const { page } = host;
  const faults: string[] = [];
  const look = async (where: string, least: number): Promise<void> => {
    const stops = await stopsOf(page);
    if (stops.length < least) faults.push(`${where}: only ${stops.length} stops`);
    for (const { tag, role, name, isFocusVisible } of stops)
      if (name === '' || !isFocusVisible)
        faults.push(
          `${where}: ${tag} ${role ?? ''} “${name.slice(0, 60)}” ${isFocusVisible ? 'has no name' : 'has no visible focus'}`,
        );
  };
  await expect(page.getByRole('button', { name: 'Explore the demo' })).toBeVisible();
  await look('first run', 5);
  await connect(host);
  await journey.search30DaysUs(page);
  await look('Search', 15);
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  await expect(region(page, 'Timeline')).toBeAttached();
  await look('a company', 20);
  for (const screen of ['Today', 'Library', 'Signals', 'Quota', 'Settings'] as const) {
    await go(page, screen);
    await look(screen, 8);
  }
  expect(faults).toEqual([]);
  await host.close();
});

test('a closed dialog or menu returns the focus', async ({ browser }) => {
  const host = await openScreenHost(browser);
  const { page } = host;
  await connect(host);
  await journey.search30DaysUs(page);
  // Move to a row, open its company, and return to the list.
  await page.getByRole('grid', { name: 'Results' }).focus();
  await press(page, 'j Enter');
  await expect(page.getByRole('article')).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(results(page)).toBeFocused();
  for (const [opener, dialog] of [
    ['Control+k', 'Commands'],
    ['?', 'Shortcuts'],
  ] as const) {
    await press(page, opener);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await press(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(results(page)).toBeFocused();
  }
  await host.close();
});

test('keys typed right after the palette’s shortcut go to the palette alone', async ({ browser }) => {
  const host = await openScreenHost(browser);
  const { page } = host;
  await page.getByRole('button', { name: 'Explore the demo' }).click();
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expectScreen(page, 'Today');
  await press(page, 'g l');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first()
    .focus();
  // Dispatches all keys before the palette's field exists, as on a slow laptop.
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
  await host.close();
});
