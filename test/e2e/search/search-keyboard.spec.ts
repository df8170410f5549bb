import { expect, test, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { resultsPane } from './search-page.ts';
import { results } from '../support/locators.ts';

/* By keyboard only: from a search to a saved company with a note, and the columns of the list. */

const data = tempDir();
let app: LoopbackApp;
test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.goTo(app.page, 'Search');
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});

/** Presses Tab until an element with this name has the focus. */
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

test('searching, saving and writing a note work by keyboard alone', async () => {
  const { page } = app;
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await tabTo(page, /^Countries$/);
  await page.keyboard.type('germ');
  await expect(page.getByRole('option', { name: /^Germany/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove Germany' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Run search/ })).toContainText(/\d (record|page turn)/);
  await page.keyboard.press('Control+Enter');
  await expect(results(page).getByRole('row').nth(3)).toBeVisible();
  // The focus moved to the list, where j and Enter work.
  await expect(results(page).getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('j');
  const second = results(page).getByRole('row').nth(2);
  await expect(second).toHaveAttribute('aria-selected', 'true');
  const name = (await second.locator('.row-name-who').innerText()).trim();
  await page.keyboard.press('Enter');
  const pane = page.getByRole('article');
  await expect(pane.getByRole('heading', { level: 2, name })).toBeVisible();

  await page.keyboard.press('s');
  await expect(page.getByPlaceholder('New list')).toBeVisible();
  await tabOrType(page, 'From search');
  await page.keyboard.press('Enter');
  await expect(page.getByText('saved to From search')).toBeVisible();
  await expect(page.getByPlaceholder('New list')).toHaveCount(0);

  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: /^Note on/ })).toBeFocused();
  await page.keyboard.type('Met at the fair.');
  await expect(pane.getByRole('region', { name: 'Notes' }).getByText(/^Saved/)).toBeVisible();
  await journey.expectAccessible(page);
});

/** Types into the field for a new list, after moving the focus there with Tab if necessary. */
async function tabOrType(page: Page, text: string): Promise<void> {
  const field = page.getByPlaceholder('New list');
  for (
    let step = 0;
    step < 20 && !(await field.evaluate((each) => each === document.activeElement));
    step += 1
  )
    await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type(text);
}

test('columns are chosen by keyboard, apply immediately and are remembered', async () => {
  const { page } = app;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('choose col');
  await page.keyboard.press('Enter');
  const chooser = page.getByRole('dialog', { name: 'Choose columns' });
  await expect(chooser).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'search-columns');
  await tabTo(page, /^Industry$/);
  await page.keyboard.press('Space');
  const head = results(page).getByRole('columnheader', { name: 'Industry' });
  await expect(head).toBeVisible();
  await tabTo(page, /^Known$/);
  await page.keyboard.press('Space');
  await expect(results(page).getByRole('columnheader', { name: 'Known' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(chooser).toHaveCount(0);
  expect(await callCore(page, 'settings.resultColumns')).toMatchObject({
    value: { columns: ['industry', 'stage', 'amount', 'announced', 'window', 'fit'] },
  });
  await page.reload();
  // The shortcuts work only once the workspace is open.
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(head).toBeVisible();
  await expect(results(page).getByRole('columnheader', { name: 'Known' })).toHaveCount(0);
  await callCore(page, 'settings.setResultColumns', {
    columns: ['stage', 'amount', 'announced', 'window', 'fit', 'known'],
  });
});

test('a narrow list hides columns, the amount last', async () => {
  const { page } = app;
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: width === 1024 ? 700 : 900 });
    await journey.expectBothThemesAccessible(page, `search-list-${width}`);
    await results(page).getByRole('row').nth(1).click();
    await expect(page.getByRole('article')).toBeVisible();
    await expect(results(page).getByRole('columnheader', { name: 'Amount' })).toBeVisible();
    await expect(results(page).getByRole('columnheader', { name: 'Known' })).toHaveCount(0);
    await journey.expectBothThemesAccessible(page, `search-beside-${width}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article')).toHaveCount(0);
  }
});

test('rows are sorted locally, unknown fit last', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  const fit = results(page).getByRole('columnheader', { name: 'Fit' });
  await fit.getByRole('button').click();
  await expect(fit).toHaveAttribute('aria-sort', 'descending');
  const window = results(page).getByRole('columnheader', { name: 'Window' });
  await window.getByRole('button').click();
  await expect(window).toHaveAttribute('aria-sort', 'ascending');
  await expect(resultsPane(page)).toBeVisible();
});
