import { expect, test, type Locator, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { results } from '../support/locators.ts';

/* Saved searches: relative dates, prices, counts of new results, and undo. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(app.page);
  await journey.search30DaysUs(app.page);
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const saved = (page: Page): Locator => page.getByRole('region', { name: 'Saved searches' });
const search = (page: Page, name: string): Locator =>
  saved(page).getByRole('listitem').filter({ hasText: name });
const opener = (page: Page, name: string): Locator => search(page, name).getByRole('button').first();
const head = (page: Page): Locator => page.getByRole('region', { name: 'Search results' }).locator('header');
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const calls = async (page: Page): Promise<number> => {
  const reply: unknown = await callCore(page, 'demo.transcript', { offset: 0, limit: 1 });
  return Number(Reflect.get(Object(Reflect.get(Object(reply), 'value')), 'total'));
};
async function travel(page: Page, days: number): Promise<void> {
  expect(await callCore(page, 'demo.travel', { days })).toMatchObject({ ok: true });
}
async function choose(page: Page, name: string, what: string | RegExp): Promise<void> {
  await search(page, name).hover();
  await saved(page)
    .getByRole('button', { name: `Actions for the search “${name}”`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
}

test('a search is saved by name, and its stored results count as seen', async () => {
  const { page } = app;
  await expect(saved(page)).toHaveCount(0);
  await head(page).getByRole('button', { name: 'Save this search' }).click();
  const saveDialog = dialog(page, 'Save search');
  await expect(saveDialog.getByText('Each run covers the last 30 days.')).toBeVisible();
  await expect(saveDialog.getByLabel('Name', { exact: true })).toHaveValue('United States, 30 days');
  await journey.expectBothThemesAccessible(page, 'saved-search-dialog');
  await saveDialog.getByLabel('Name', { exact: true }).fill('States');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Search “States” saved')).toBeVisible();
  await expect(opener(page, 'States')).toHaveAttribute('aria-current', 'true');
  await expect(search(page, 'States')).toContainText('nothing new');
  await expect(search(page, 'States')).toContainText(/Run again: up to \d+ records · last run just now/);
  // The filters are below the saved search. The filters must not move if the text of the search's age gets
  // longer.
  const height = async (): Promise<number> => (await search(page, 'States').boundingBox())?.height ?? 0;
  const usual = await height();
  await page.setViewportSize({ width: 1100, height: 900 });
  await opener(page, 'States')
    .locator('.about')
    .evaluate((about) => about.lastElementChild?.append(' and a much longer age than usual'));
  expect(await height()).toBe(usual);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(head(page).getByRole('heading')).toHaveText('States');
  await expect(head(page).getByRole('button', { name: 'Save this search' })).toHaveCount(0);
});

test('a week later a saved search covers the new days and marks new results by id', async () => {
  const { page } = app;
  await travel(page, 7);
  const before = await calls(page);
  await opener(page, 'States').click();
  // Opening a saved search sends no request. It shows the stored results and the price of a new run.
  await expect(results(page).getByRole('row').nth(5)).toBeVisible();
  expect(await calls(page)).toBe(before);
  await expect(search(page, 'States')).toContainText('not run for 7 days');
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();

  await opener(page, 'States').focus();
  await page.keyboard.press('r');
  await expect(search(page, 'States')).toContainText(/[1-9]\d* new/);
  expect(await calls(page)).toBe(before + 1);
  await expect(head(page)).toContainText(/Mark as seen · \d+ new/);
  // The number of rows marked as new must not exceed the number that the saved search shows.
  const newCount = Number((await search(page, 'States').innerText()).match(/(\d+) new/)?.[1]);
  await results(page).getByRole('columnheader', { name: 'Announced' }).getByRole('button').click();
  const marked = results(page).getByRole('row').filter({ hasText: 'new in this search' });
  await expect(marked.first()).toBeVisible();
  expect(await marked.count()).toBeLessThanOrEqual(newCount);
  await journey.expectBothThemesAccessible(page, 'saved-searches');
});

test('one key marks results as seen, and undo restores the number of new ones', async () => {
  const { page } = app;
  const fresh = (await search(page, 'States').innerText()).match(/(\d+) new/)?.[1] ?? '';
  await opener(page, 'States').focus();
  await page.keyboard.press('e');
  await expect(search(page, 'States')).toContainText('nothing new');
  await expect(page.getByText('“States” marked as seen')).toBeVisible();
  await expect(head(page)).not.toContainText('Mark as seen');
  await expect(results(page).getByText('new in this search')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(search(page, 'States')).toContainText(`${fresh} new`);
  await head(page)
    .getByRole('button', { name: /Mark as seen/ })
    .click();
  await expect(search(page, 'States')).toContainText('nothing new');
});

test('changed filters update the saved search or become another one', async () => {
  const { page } = app;
  await page.getByRole('combobox', { name: 'Stages' }).fill('seed');
  await page.getByRole('option', { name: 'Seed', exact: true }).click();
  await expect(head(page).getByRole('heading')).toHaveText('States');
  await expect(head(page).getByText('edited', { exact: true })).toBeVisible();
  await expect(head(page).getByRole('button', { name: 'Update search' })).toBeVisible();
  await head(page).getByRole('button', { name: 'Save as new' }).click();
  await dialog(page, 'Save search').getByLabel('Name', { exact: true }).fill('states');
  await expect(dialog(page, 'Save search').getByText('Another search has this name.')).toBeVisible();
  await dialog(page, 'Save search').getByLabel('Name', { exact: true }).fill('States, Seed');
  await page.keyboard.press('Enter');
  await expect(search(page, 'States, Seed')).toContainText('not run yet');
  await page.getByRole('switch', { name: 'Only companies with validated contacts' }).click();
  await head(page).getByRole('button', { name: 'Update search' }).click();
  await expect(page.getByText('Search “States, Seed” updated')).toBeVisible();
  await expect(head(page).getByRole('button', { name: 'Update search' })).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(head(page).getByRole('button', { name: 'Update search' })).toBeVisible();
  await opener(page, 'States, Seed').click();
  await expect(
    page.getByRole('switch', { name: 'Only companies with validated contacts' }),
  ).not.toBeChecked();
});

test('a saved search over companies opens as a search over companies', async () => {
  const { page } = app;
  await page.getByText('Companies', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Companies' })).toBeChecked();
  await head(page).getByRole('button', { name: 'Save as new' }).click();
  await dialog(page, 'Save search').getByLabel('Name', { exact: true }).fill('Firms');
  await page.keyboard.press('Enter');
  await expect(search(page, 'Firms')).toContainText('not run yet');
  await opener(page, 'States, Seed').click();
  await expect(page.getByRole('radio', { name: 'Rounds' })).toBeChecked();
  await choose(page, 'Firms', /^Run search/);
  await expect(page.getByRole('radio', { name: 'Companies' })).toBeChecked();
  await expect(search(page, 'Firms')).toContainText(/[1-9]\d* new/);
  await expect(head(page).getByRole('heading')).toHaveText('Firms');
});

test('a saved search is renamed, moved and removed, and undo restores it', async () => {
  const { page } = app;
  const names = (): Promise<string[]> => saved(page).locator('bdi.name').allInnerTexts();
  await choose(page, 'Firms', 'Rename…');
  await dialog(page, 'Rename search').getByLabel('Name', { exact: true }).fill('All firms');
  await page.keyboard.press('Enter');
  await expect(search(page, 'All firms')).toBeVisible();
  expect(await names()).toEqual(['States', 'States, Seed', 'All firms']);
  await choose(page, 'All firms', 'Move up');
  await expect.poll(names).toEqual(['States', 'All firms', 'States, Seed']);
  await choose(page, 'All firms', 'Delete search');
  await expect.poll(names).toEqual(['States', 'States, Seed']);
  await page.keyboard.press('z');
  await expect.poll(names).toEqual(['States', 'All firms', 'States, Seed']);
  await expect(search(page, 'All firms')).toContainText(/[1-9]\d* new/);
});

test('the palette opens a saved search for free and runs it at its price', async () => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('run states');
  await expect(page.getByRole('option', { name: /^Run States .*\d+ records/ }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Commands' }).fill('open states');
  const before = await calls(page);
  await page.getByRole('option', { name: 'Open States', exact: true }).click();
  await expect(head(page).getByRole('heading')).toHaveText('States');
  expect(await calls(page)).toBe(before);
});

test('a line typed in the palette becomes the filters of a new search', async () => {
  const { page } = app;
  const before = await calls(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Series A and Seed in Germany, last 30 days');
  const option = page.getByRole('option', { name: /^Germany, Series A and Seed, 30 days/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const filters = page.getByRole('form', { name: 'Filters' });
  for (const value of ['Germany', 'Series A', 'Seed'])
    await expect(filters.getByRole('button', { name: `Remove ${value}` })).toBeVisible();
  await expect(filters.getByRole('button', { name: /^Run search/ })).toBeEnabled();
  await filters.getByRole('button', { name: 'New search' }).click();
  await expect(filters.getByRole('combobox', { name: 'Countries' })).toBeFocused();
  expect(await calls(page)).toBe(before);
});

test('a value that the service no longer lists is flagged', async () => {
  const { page } = app;
  await page.getByRole('button', { name: /^Load industries/ }).click();
  await expect(page.getByRole('button', { name: /^Load industries/ })).toHaveCount(0);
  const search = {
    list: 'fundings',
    dates: { kind: 'last', days: 7 },
    query: { limit: 25, technologies: ['Gopherweave'], stages: ['Seed'] },
  };
  expect(await callCore(page, 'savedSearches.create', { name: 'Old tech', search })).toMatchObject({
    ok: true,
  });
  const flag = /The service doesn’t list “Gopherweave”/;
  await expect(opener(page, 'Old tech')).toHaveAccessibleName(flag);
  await expect(opener(page, 'States, Seed')).not.toHaveAccessibleName(/doesn’t list/);
  expect(app.pageErrors).toEqual([]);
});

test('a line describes a new search, whose filters it fills in', async () => {
  const { page } = app;
  const describe = page.getByRole('textbox', { name: 'Describe a search' });
  await describe.fill('something else');
  await describe.press('Enter');
  await expect(page.getByText(/^No filters found\./)).toBeVisible();
  await describe.fill('companies in the United States, mostly Berlin');
  await describe.press('Enter');
  await expect(
    page.getByText('Not understood: “mostly Berlin”. The rest was filled in as filters.'),
  ).toBeVisible();
  await describe.fill('startups funded in the United States in the last 30 days');
  await describe.press('Enter');
  await expect(describe).toHaveValue('');
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Remove United States' })).toBeVisible();
  // These filters are those of a saved search, which a typed line does not change.
  await expect(
    page.getByText('Fills in the filters for a new search. “States” stays as it is.'),
  ).toBeVisible();
  // A line that was not filled in is kept, and takes the place of the button that runs the filters.
  await describe.fill('Seed companies in Canada');
  const hint = page.getByText('Press Enter to fill in the filters (free). “States” stays as it is.');
  // A text for screen readers only would be 1 px high.
  expect((await hint.boundingBox())?.height).toBeGreaterThan(8);
  await journey.goTo(page, 'Quota');
  await journey.goTo(page, 'Search');
  await expect(describe).toHaveValue('Seed companies in Canada');
  const run = page.getByRole('button', { name: /^Run search/ });
  await expect(run).toHaveCount(0);
  await page.getByRole('button', { name: /^Fill in filters.*free$/ }).click();
  await expect(describe).toHaveValue('');
  await expect(describe).toBeFocused();
  await expect(page.getByRole('button', { name: 'Remove Canada' })).toBeVisible();
  await expect(run).toBeVisible();
});
