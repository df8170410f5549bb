import { expect, test, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { results } from '../support/locators.ts';

/* Tests saved views of the library: saving, using, changing and undoing, and views with a deleted list. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(app.page);
  await journey.search30DaysUs(app.page);
  await journey.goTo(app.page, 'Library');
  await expect(results(app.page).getByRole('row').nth(1)).toBeVisible();
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const facet = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Filters' }).getByRole('region', { name, exact: true });
const value = (page: Page, of: string, name: string): Locator =>
  facet(page, of).getByRole('checkbox', { name: new RegExp(`^${name}, \\d+$`) });
const saved = (page: Page): Locator => facet(page, 'Saved views');
const filter = (page: Page, name: string): Locator =>
  saved(page).getByRole('button', { name: new RegExp(`^${name}`) });
const order = (page: Page): Locator => page.getByRole('button', { name: /^Sort: / });
const rowCount = async (page: Page): Promise<number> =>
  Number(await results(page).getAttribute('aria-rowcount')) - 1;
const clear = (page: Page): Locator => page.getByRole('button', { name: /^Clear \d+ filters?$/ });
const listsSchema = z.object({ value: z.object({ watchlists: z.array(z.object({ id: z.string() })) }) });
async function choose(page: Page, name: string, what: string): Promise<void> {
  await saved(page).getByRole('listitem').filter({ hasText: name }).hover();
  await saved(page)
    .getByRole('button', { name: `Actions for the view ${name}` })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
}

test('words, filters and order are saved by name and applied in one click', async () => {
  const { page } = app;
  const all = await rowCount(page);
  await value(page, 'Stage', 'Seed').click();
  await value(page, 'Status', 'No status').click();
  await order(page).click();
  await page.getByRole('menuitem', { name: 'Name', exact: true }).click();
  await expect(order(page)).toHaveText('Name');
  await expect(value(page, 'Status', 'No status')).toBeChecked();
  await expect.poll(() => rowCount(page)).toBeLessThan(all);
  const found = await rowCount(page);
  await saved(page).getByRole('button', { name: 'Save view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(dialog.getByText('Enter a name for the view.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Seed, untouched');
  await journey.expectBothThemesAccessible(page, 'saved-filter-dialog');
  await dialog.getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(page.getByText('View “Seed, untouched” saved')).toBeVisible();
  await expect(filter(page, 'Seed, untouched')).toHaveAttribute('aria-pressed', 'true');

  await clear(page).click();
  await expect.poll(() => rowCount(page)).toBe(all);
  await expect(filter(page, 'Seed, untouched')).toHaveAttribute('aria-pressed', 'false');
  await filter(page, 'Seed, untouched').click();
  await expect.poll(() => rowCount(page)).toBe(found);
  await expect(value(page, 'Stage', 'Seed')).toBeChecked();
  await expect(value(page, 'Status', 'No status')).toBeChecked();
});

test('a saved view is renamed, replaced and removed, and undo reverts each change', async () => {
  const { page } = app;
  await choose(page, 'Seed, untouched', 'Rename…');
  const dialog = page.getByRole('dialog', { name: 'Rename view' });
  await dialog.getByLabel('Name').fill('Seed');
  await dialog.getByRole('button', { name: 'Rename view' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(filter(page, 'Seed, untouched')).toHaveCount(0);
  await expect(filter(page, 'Seed')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('z');
  await expect(filter(page, 'Seed, untouched')).toBeVisible();

  await value(page, 'Stage', 'Series A').click();
  await expect(filter(page, 'Seed, untouched')).toHaveAttribute('aria-pressed', 'false');
  await choose(page, 'Seed, untouched', 'Update with current filters');
  await expect(page.getByText('View “Seed, untouched” updated')).toBeVisible();
  await expect(filter(page, 'Seed, untouched')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('z');
  await expect(filter(page, 'Seed, untouched')).toHaveAttribute('aria-pressed', 'false');

  await choose(page, 'Seed, untouched', 'Delete view');
  await expect(page.getByText('View “Seed, untouched” deleted')).toBeVisible();
  await expect(filter(page, 'Seed, untouched')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(filter(page, 'Seed, untouched')).toBeVisible();
});

test('a duplicate name is rejected before a request is sent', async () => {
  const { page } = app;
  await saved(page).getByRole('button', { name: 'Save view', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('SEED, untouched');
  await expect(dialog.getByText('Another view has this name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the palette lists a saved view for keyboard use', async () => {
  const { page } = app;
  await clear(page).click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('untouched');
  await expect(page.getByRole('option', { name: /Open view Seed, untouched/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(filter(page, 'Seed, untouched')).toHaveAttribute('aria-pressed', 'true');
});

test('a saved view whose list is gone reports it, and one click applies it without the list', async () => {
  const { page } = app;
  await clear(page).click();
  await facet(page, 'Lists').getByRole('button', { name: 'New list' }).click();
  await page.getByRole('dialog', { name: 'New list' }).getByLabel('Name').fill('Short-lived');
  await page.getByRole('button', { name: 'Create list' }).click();
  await expect(value(page, 'Lists', 'Short-lived')).toBeVisible();
  const { watchlists } = listsSchema.parse(await callCore(page, 'watchlists.list')).value;
  const filters = { lists: watchlists.map(({ id }) => id) };
  const question = { text: '', filters, sort: 'name' };
  await callCore(page, 'savedFilters.create', { name: 'From the fair', question });
  await expect(filter(page, 'From the fair')).toBeVisible();
  await facet(page, 'Lists').getByRole('listitem').filter({ hasText: 'Short-lived' }).hover();
  await page.getByRole('button', { name: 'Actions for the list Short-lived' }).click();
  await page.getByRole('menuitem', { name: 'Delete list' }).click();

  await expect(filter(page, 'From the fair')).toHaveAccessibleName(/Uses a deleted list, status or tag/);
  await filter(page, 'From the fair').click();
  const warning = page.getByRole('status').filter({ hasText: 'The list “Short-lived” was deleted.' });
  await expect(warning).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'saved-filter-gone');
  await warning.getByRole('button', { name: 'Remove from filters' }).click();
  await expect(warning).toHaveCount(0);
  await expect(results(page).getByRole('row').nth(1)).toBeVisible();
});

test('the header of a company opened in full starts a task', async () => {
  const { page } = app;
  await results(page).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Open full page' }).click();
  await page.getByRole('button', { name: /^Task\b/ }).click();
  const tasks = page.getByRole('region', { name: 'Tasks', exact: true });
  await expect(tasks.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type('Write before it closes');
  await page.keyboard.press('Enter');
  await expect(tasks).toContainText('Write before it closes');
});
