import { expect, test, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { results } from '../support/locators.ts';

/* Managing tags and lists: renaming, merging, deleting and removing. Undo reverts each change in one step. */
let app: LoopbackApp;
let ids: readonly string[] = [];
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(page);
  await journey.search30DaysUs(page);
  await journey.goTo(page, 'Library');
  await expect(row(page, 1)).toBeVisible();
  ids = await companies(page);
  expect(ids.length).toBeGreaterThan(20);
  await tag(page, 'fintehc', ids.slice(0, 5));
  await tag(page, 'fintech', ids.slice(3, 8));
  const { id } = madeSchema.parse(await callCore(page, 'watchlists.create', { name: 'Warm' })).value;
  await callCore(page, 'watchlists.add', { id, companyIds: ids.slice(0, 10) });
  await expect(value(page, 'Your tags', 'fintech')).toHaveAccessibleName('fintech, 5');
  await expect(value(page, 'Lists', 'Warm')).toHaveAccessibleName('Warm, 10');
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const row = (page: Page, at: number): Locator => results(page).getByRole('row').nth(at);
const facet = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Filters' }).getByRole('region', { name, exact: true });
const value = (page: Page, of: string, name: string): Locator =>
  facet(page, of).getByRole('checkbox', { name: new RegExp(`^${name}, \\d+$`) });
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Selection' });
const clear = (page: Page): Locator => page.getByRole('button', { name: /^Clear \d+ filters?$/ });
const rowCount = async (page: Page): Promise<number> =>
  Number(await results(page).getAttribute('aria-rowcount')) - 1;
const done = (page: Page, message: string): Locator => page.getByText(message, { exact: true });

const madeSchema = z.object({ value: z.object({ id: z.string() }) });
const openedSchema = z.object({ value: z.object({ queryId: z.string() }) });
const rowsSchema = z.object({ value: z.object({ rows: z.array(z.object({ companyId: z.string() })) }) });
async function companies(page: Page): Promise<string[]> {
  const { queryId } = openedSchema.parse(await callCore(page, 'library.find', { sort: 'relevance' })).value;
  const reply = await callCore(page, 'library.rows', { queryId, offset: 0, limit: 50 });
  return rowsSchema.parse(reply).value.rows.map(({ companyId }) => companyId);
}
async function tag(page: Page, name: string, companyIds: readonly string[]): Promise<string> {
  return madeSchema.parse(await callCore(page, 'marks.addTag', { companyIds, name })).value.id;
}
async function choose(page: Page, name: string, what: string): Promise<void> {
  await facet(page, 'Your tags').getByRole('listitem').filter({ hasText: name }).hover();
  await facet(page, 'Your tags')
    .getByRole('button', { name: `Actions for the tag ${name}` })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
}
async function takeOff(page: Page, what: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Remove from a list or remove a tag' }).click();
  await page.getByRole('menuitem', { name: what }).click();
}
async function select(page: Page, count: number): Promise<void> {
  await expect.poll(() => rowCount(page)).toBeGreaterThanOrEqual(count);
  await results(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  for (let at = 1; at < count; at += 1) await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText(`${count} of `);
}

test('a tag is renamed with a count of its companies, and one key undoes it', async () => {
  const { page } = app;
  await facet(page, 'Your tags').getByRole('listitem').filter({ hasText: 'fintehc' }).hover();
  await facet(page, 'Your tags').getByRole('button', { name: 'Actions for the tag fintehc' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Rename…', 'Merge into…', 'Delete tag']);
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename tag' });
  await expect(dialog.getByText('This tag is on 5 companies.')).toBeVisible();
  await dialog.getByLabel('Name').fill('FinTech');
  await expect(dialog.getByText('Another tag has this name. Merge the two tags instead.')).toBeVisible();
  await dialog.getByLabel('Name').fill('payments');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(done(page, 'Tag “fintehc” renamed to “payments” (5 companies)')).toBeVisible();
  await expect(value(page, 'Your tags', 'payments')).toHaveAccessibleName('payments, 5');
  await expect(value(page, 'Your tags', 'fintehc')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(value(page, 'Your tags', 'fintehc')).toHaveAccessibleName('fintehc, 5');
  await expect(value(page, 'Your tags', 'payments')).toHaveCount(0);
});

test('a tag merges into another along with its filter, and undo separates them', async () => {
  const { page } = app;
  const all = await rowCount(page);
  await value(page, 'Your tags', 'fintehc').click();
  await expect.poll(() => rowCount(page)).toBe(5);
  await choose(page, 'fintehc', 'Merge into…');
  const dialog = page.getByRole('dialog', { name: 'Merge the tag “fintehc”' });
  await expect(dialog).toContainText(
    '5 companies will get the tag you choose, and the tag “fintehc” will be deleted.',
  );
  // The dialog preselects no target.
  await expect(dialog.getByRole('button', { name: 'Merge tags' })).toBeDisabled();
  await dialog.getByLabel('Merge into').selectOption('fintech, 5 companies');
  await journey.expectBothThemesAccessible(page, 'own-tags-merge');
  await dialog.getByRole('button', { name: 'Merge tags' }).click();
  await expect(done(page, 'Tag “fintehc” merged into “fintech” (5 companies)')).toBeVisible();
  await expect(value(page, 'Your tags', 'fintech')).toHaveAccessibleName('fintech, 8');
  await expect(value(page, 'Your tags', 'fintech')).toBeChecked();
  await expect.poll(() => rowCount(page)).toBe(8);
  await expect(value(page, 'Your tags', 'fintehc')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(value(page, 'Your tags', 'fintehc')).toHaveAccessibleName('fintehc, 5');
  await expect(value(page, 'Your tags', 'fintech')).toHaveAccessibleName('fintech, 5');
  await clear(page).click();
  await expect.poll(() => rowCount(page)).toBe(all);
});

test('a removed tag leaves its companies and the filter, and undo restores both', async () => {
  const { page } = app;
  const all = await rowCount(page);
  await value(page, 'Your tags', 'fintehc').click();
  await expect.poll(() => rowCount(page)).toBe(5);
  await choose(page, 'fintehc', 'Delete tag');
  await expect(done(page, 'Tag “fintehc” deleted and removed from 5 companies')).toBeVisible();
  await expect(value(page, 'Your tags', 'fintehc')).toHaveCount(0);
  await expect.poll(() => rowCount(page)).toBe(all);
  await page.keyboard.press('z');
  await expect(value(page, 'Your tags', 'fintehc')).toHaveAccessibleName('fintehc, 5');
  await expect(row(page, 1).getByTitle('tagged fintehc')).toBeVisible();
});

test('a selection is removed from the shown list in one step', async () => {
  const { page } = app;
  await value(page, 'Lists', 'Warm').click();
  await expect.poll(() => rowCount(page)).toBe(10);
  await select(page, 3);
  await bar(page).getByRole('button', { name: 'Remove from a list or remove a tag' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Remove from Warm',
    'Remove from a list…',
    'Remove a tag…',
  ]);
  await page.getByRole('menuitem', { name: 'Remove from Warm' }).click();
  await expect(done(page, '3 companies removed from Warm')).toBeVisible();
  await expect.poll(() => rowCount(page)).toBe(7);
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('z');
  await expect.poll(() => rowCount(page)).toBe(10);
  await expect(value(page, 'Lists', 'Warm')).toHaveAccessibleName('Warm, 10');
  await clear(page).click();
});

test('a list can be removed from any selection, and only companies that had it count', async () => {
  const { page } = app;
  await select(page, 11);
  await takeOff(page, 'Remove from a list…');
  const lists = page.getByRole('dialog', { name: 'Remove from a list' });
  await lists.getByLabel('List').selectOption('Warm');
  await journey.expectBothThemesAccessible(page, 'own-tags-pick');
  await lists.getByRole('button', { name: 'Remove from list' }).click();
  await expect(done(page, '10 companies removed from Warm')).toBeVisible();
  await expect(value(page, 'Lists', 'Warm')).toHaveAccessibleName('Warm, 0');
  await page.keyboard.press('z');
  await expect(value(page, 'Lists', 'Warm')).toHaveAccessibleName('Warm, 10');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
});

test('a tag’s name finds its companies, and companies no longer found lose their selection', async () => {
  const { page } = app;
  const id = await tag(page, 'Snapdragon', ids.slice(10, 13));
  const all = await rowCount(page);
  const search = page.getByRole('searchbox', { name: 'Search the library' });
  await search.fill('snapd');
  await expect.poll(() => rowCount(page)).toBe(3);
  await expect(row(page, 1).getByRole('gridcell').filter({ hasText: 'match in your tags' })).toBeAttached();
  await select(page, 2);
  await takeOff(page, 'Remove a tag…');
  const tags = page.getByRole('dialog', { name: 'Remove a tag' });
  await tags.getByLabel('Tag').selectOption('Snapdragon, 3 companies');
  await tags.getByRole('button', { name: 'Remove tag' }).click();
  await expect.poll(() => rowCount(page)).toBe(1);
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('z');
  await expect.poll(() => rowCount(page)).toBe(3);
  await search.fill('');
  await expect.poll(() => rowCount(page)).toBe(all);
  await callCore(page, 'marks.removeTag', { id });
  await expect(value(page, 'Your tags', 'Snapdragon')).toHaveCount(0);
});

test('a list may have the name of another menu item', async () => {
  const { page } = app;
  const { id } = madeSchema.parse(await callCore(page, 'watchlists.create', { name: 'New list' })).value;
  await expect(value(page, 'Lists', 'New list')).toBeVisible();
  await select(page, 1);
  await bar(page).getByRole('button', { name: 'Save to a list' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'New list',
    'Warm',
    'New list',
    'Save with a reason…',
  ]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await callCore(page, 'watchlists.remove', { id });
  await expect(value(page, 'Lists', 'New list')).toHaveCount(0);
});

test('a narrow window keeps all selection commands reachable', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1024, height: 700 });
  await select(page, 2);
  for (const name of [
    'Save to a list',
    'Set status',
    'Add tag',
    'Add task',
    'Remove from a list or remove a tag',
    'Clear selection',
  ])
    await expect(bar(page).getByRole('button', { name, exact: false })).toBeInViewport({ ratio: 1 });
  await bar(page).getByRole('button', { name: 'Remove from a list or remove a tag' }).click();
  await expect(page.getByRole('menuitem', { name: 'Remove a tag…' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('with very many tags, a rare filtered tag shows its count and the others stay reachable', async () => {
  const { page } = app;
  const name = (at: number): string => `t${String(at).padStart(2, '0')}`;
  // Adds the tags to several companies, because one company can have only fifty tags. Opens another screen
  // first, because the Library screen would count the tags again after each change.
  await journey.goTo(page, 'Quota');
  for (let at = 0; at < 59; at += 1)
    await tag(page, name(at), at < 30 ? ids.slice(10, 12) : ids.slice(12, 14));
  const rarest = await tag(page, name(59), ids.slice(14, 15));
  const filters = { ownTags: [rarest] };
  await callCore(page, 'savedFilters.create', {
    name: 'Rare',
    question: { text: '', filters, sort: 'name' },
  });
  await journey.goTo(page, 'Library');
  await page.getByRole('button', { name: /^Rare/ }).click();
  await expect.poll(() => rowCount(page)).toBe(1);
  await expect(value(page, 'Your tags', 't59')).toBeChecked();
  await expect(value(page, 'Your tags', 't59')).toHaveAccessibleName('t59, 1');
  const tags = facet(page, 'Your tags');
  await tags.getByRole('button', { name: 'Show all 51' }).click();
  await expect(tags.getByText('11 less common values aren’t listed.')).toBeVisible();
  await tags.getByRole('button', { name: 'All tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'All tags' });
  await expect(dialog.getByRole('listitem')).toHaveCount(62);
  await dialog.getByRole('searchbox', { name: 'Find a tag' }).fill('t58');
  await dialog.getByRole('button', { name: 'Actions for the tag t58' }).click();
  await page.getByRole('menuitem', { name: 'Delete tag' }).click();
  await expect(done(page, 'Tag “t58” deleted and removed from 2 companies')).toBeVisible();
  await expect(dialog.getByText('No tags match.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tags.getByText('10 less common values aren’t listed.')).toBeVisible();
  await page.keyboard.press('z');
  await expect(tags.getByText('11 less common values aren’t listed.')).toBeVisible();
});
