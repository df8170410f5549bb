import { expect, test, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { pressShortcut, runCommand } from '../support/keyboard.ts';
import { filters, resultsPane } from './search-page.ts';
import { results } from '../support/locators.ts';

/* The columns and the order of the results. */

const data = tempDir();
let app: LoopbackApp;
test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.search30DaysUs(app.page);
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      return [
        element?.getAttribute('aria-label'),
        element?.textContent,
        ...labels.map((each) => each.textContent),
      ]
        .map((text) => text?.trim() ?? '')
        .find((text) => text !== '');
    });
    if (at !== undefined && name.test(at)) return;
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

test('columns are chosen by keyboard, apply immediately and are remembered', async () => {
  const { page } = app;
  await runCommand(page, 'choose col', /^Choose columns/);
  const chooser = page.getByRole('dialog', { name: 'Choose columns' });
  await expect(chooser).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'search-columns');
  await tabTo(page, /^Industry$/);
  await page.keyboard.press('Space');
  const head = results(page).getByRole('columnheader', { name: 'Industry' });
  await expect(head).toBeVisible();
  await tabTo(page, /^Library$/);
  await page.keyboard.press('Space');
  await expect(results(page).getByRole('columnheader', { name: 'Library' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(chooser).toHaveCount(0);
  expect(await callCore(page, 'settings.resultColumns')).toMatchObject({
    value: { columns: ['industry', 'stage', 'amount', 'announced', 'window', 'fit'] },
  });
  await page.reload();
  // The shortcuts work only once the workspace is open.
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await pressShortcut(page, 'g', 's');
  await expect(head).toBeVisible();
  await expect(results(page).getByRole('columnheader', { name: 'Library' })).toHaveCount(0);
  await callCore(page, 'settings.setResultColumns', {
    columns: ['stage', 'amount', 'announced', 'window', 'fit', 'known'],
  });
});

test('a narrow list hides columns, the amount last', async () => {
  const { page } = app;
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: width === 1024 ? 700 : 900 });
    await results(page).getByRole('row').nth(1).click();
    await expect(page.getByRole('article')).toBeVisible();
    await expect(results(page).getByRole('columnheader', { name: 'Amount' })).toBeVisible();
    await expect(results(page).getByRole('columnheader', { name: 'Library' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article')).toHaveCount(0);
  }
});

test('a narrow window hides the filters behind a button once there are results', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1024, height: 700 });
  const toggle = resultsPane(page).getByRole('button', { name: /^Filters, \d+ active$/ });
  await expect(filters(page)).toHaveCount(0);
  await expect(results(page).getByRole('columnheader', { name: 'Stage' })).toBeVisible();
  await toggle.click();
  await expect(filters(page)).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(toggle).toBeFocused();
  await toggle.click();
  await expect(filters(page)).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
});

test('rows are sorted locally, and without a market there is no fit to sort by', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(results(page).getByRole('columnheader', { name: 'Fit' })).toHaveCount(0);
  const window = results(page).getByRole('columnheader', { name: 'Window' });
  await window.getByRole('button').click();
  await expect(window).toHaveAttribute('aria-sort', 'ascending');
  await expect(resultsPane(page)).toBeVisible();
  // Sorting by amount adds a heading for each currency, so the first company is in the row below the heading.
  await results(page).getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(results(page).getByRole('row').nth(1)).toHaveText(/^\s*[A-Z]{3}\s*\d+\s*$/);
  const first = results(page).getByRole('row').nth(2);
  const name = await first.locator('.row-name-who').innerText();
  await first.click();
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toHaveText(name);
  await page.keyboard.press('Escape');
});
