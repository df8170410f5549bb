import { expect, test, type Locator, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { results } from '../support/locators.ts';

/* The user's market in the first run and in Settings, and the fit of companies. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const saved = (page: Page): Locator => page.getByRole('region', { name: 'Saved searches' });
const settings = (page: Page): Locator =>
  page.getByRole('region', { name: 'Market and buyer roles', exact: true });
const weight = (page: Page, part: string): Locator =>
  settings(page).getByRole('textbox', { name: part, exact: true });
const calls = async (page: Page): Promise<number> => {
  const reply: unknown = await callCore(page, 'demo.transcript', { offset: 0, limit: 1 });
  return Number(Reflect.get(Object(Reflect.get(Object(reply), 'value')), 'total'));
};
/** Returns the fit of each of the first 14 rows in order, or `–` for a row without a fit. */
const fits = async (page: Page): Promise<string[]> => {
  const heads = await results(page).getByRole('columnheader').allInnerTexts();
  const at = heads.findIndex((text) => text.trim() === 'Fit');
  const rows = await results(page).getByRole('row').all();
  const cellTexts = await Promise.all(
    rows.slice(1, 15).map((row) => row.getByRole('gridcell').nth(at).innerText()),
  );
  return cellTexts.map((text) => text.trim().split('\n')[0] ?? '');
};
const names = async (page: Page): Promise<string[]> => {
  // After a visit to another screen, the list needs a moment to draw its rows.
  await expect(results(page).getByRole('row').nth(14)).toBeVisible();
  const rows = await results(page).getByRole('row').all();
  return Promise.all(rows.slice(1, 15).map(async (row) => (await row.innerText()).split('\n')[1] ?? ''));
};

test('the first run asks for the market and counts its matches for one record', async () => {
  const { page } = app;
  // The test needs a demo without a market. If no demo existed, the button would create one with a market, so
  // the test creates an empty demo first.
  await journey.openEmptyDemo(page);
  await callCore(page, 'workspaces.leave');
  await page.getByRole('button', { name: 'Explore the demo' }).click();
  await expect(page.getByRole('heading', { name: 'Your market' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save and open Search' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(page.getByRole('button', { name: /^Load industries/ })).toContainText('1 record');
  // Fills in a country, two stages and an amount with a currency symbol, without the mouse.
  await page.getByRole('combobox', { name: 'Countries' }).focus();
  await page.keyboard.type('united st');
  // Enter is pressed immediately, while the list may still show the options for a shorter input. The chosen
  // option must match the complete input.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove United States', exact: true })).toBeVisible();
  for (const stage of ['Seed', 'Series A']) {
    await page.getByRole('button', { name: stage, exact: true }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: stage, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  }
  await page.getByLabel('Max. amount').fill('1,5M');
  await expect(page.getByText('Enter an amount such as 2.5M, 500K or 2500000.')).toBeVisible();
  await page.getByLabel('Max. amount').fill('$20M');
  const count = page.getByRole('button', { name: /^Count matches/ });
  await expect(count).toContainText(/1 (record|page turn)/);
  const before = await calls(page);
  await count.click();
  await expect(page.getByText(/\d+ rounds in the last 7 days\./)).toBeVisible();
  await expect(page.getByText(/would use about [\d,]+ of your 3,000 monthly records/)).toBeVisible();
  expect(await calls(page)).toBe(before + 1);
  await journey.expectBothThemesAccessible(page, 'first-run-market');
});

test('the market becomes the first saved search, which sends no request', async () => {
  const { page } = app;
  const before = await calls(page);
  await page.getByRole('button', { name: 'Save and open Search' }).click();
  await expect(saved(page).getByRole('listitem')).toHaveText([/Your market.*not run yet/s]);
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Max. amount', exact: true })).toHaveValue('20M');
  expect(await calls(page)).toBe(before);
});

test('results show their fit and sort by it', async () => {
  const { page } = app;
  await page.getByText('30 days', { exact: true }).click();
  for (const stage of ['Seed', 'Series A'])
    await page.getByRole('button', { name: `Remove ${stage}` }).click();
  await page.getByRole('textbox', { name: 'Max. amount', exact: true }).fill('');
  await page.getByRole('button', { name: /^Run search/ }).click();
  await expect(results(page).getByRole('row').nth(10)).toBeVisible();
  const head = results(page).getByRole('columnheader', { name: 'Fit' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const sorted = (await fits(page)).map(Number);
  expect(sorted.every((fit) => fit >= 0 && fit <= 100)).toBe(true);
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));
});

test('a company shows the parts of its fit', async () => {
  const { page } = app;
  await results(page).getByRole('row').nth(1).click();
  const chip = page.getByRole('button', { name: /^Fit \d+$/ });
  await expect(chip).toBeVisible();
  // The open company leaves less space. The controls after the title must shrink, but the title must not. If
  // the title were even a fraction of a pixel narrower than its text, the text would be truncated.
  const missing = await page.getByRole('heading', { name: 'United States, 30 days' }).evaluate((title) => {
    const text = document.createRange();
    text.selectNodeContents(title);
    return text.getBoundingClientRect().width - title.getBoundingClientRect().width;
  });
  expect(missing).toBeLessThan(0.02);
  await chip.focus();
  await page.keyboard.press('Enter');
  const parts = page.getByRole('dialog', { name: 'Fit' });
  await expect(parts).toContainText('United States is in your market.');
  await expect(parts).toContainText(/USD [\d.]+M is (within|outside) your range\./);
  await expect(parts).toContainText('20 of 20');
  await expect(parts).toContainText('Unknown facts don’t count.');
  await expect(parts).toContainText('not counted');
  await journey.expectBothThemesAccessible(page, 'fit-parts');
  // The button opens Settings, scrolls the weights into view and moves focus there.
  await parts.getByRole('button', { name: 'Change weights' }).click();
  const weights = page.getByRole('heading', { name: 'Fit weights' });
  await expect(weights).toBeFocused();
  await expect(weights).toBeInViewport();
  await expect(weight(page, 'Stage')).toBeInViewport();
  await journey.goTo(page, 'Search');
});

test('new weights change the order, are previewed while typing, and can be undone', async () => {
  const { page } = app;
  const before = await names(page);
  await journey.goTo(page, 'Settings');
  await expect(weight(page, 'Stage')).toHaveValue('25');
  const example = settings(page).getByText(/’s fit with these weights/);
  await expect(example).toBeVisible();
  await weight(page, 'Stage').fill('101');
  await expect(settings(page).getByText('Enter a whole number from 0 to 100.')).toBeVisible();
  await weight(page, 'Stage').fill('0');
  for (const part of ['Country', 'Industry', 'Technology', 'Hiring']) await weight(page, part).fill('0');
  await weight(page, 'Amount').fill('100');
  await expect(settings(page).getByText('not counted').first()).toBeVisible();
  await settings(page).getByRole('button', { name: 'Save weights' }).click();
  await expect(page.getByText('Fit weights saved')).toBeVisible();
  await journey.goTo(page, 'Search');
  await expect.poll(async () => (await names(page)).join()).not.toBe(before.join());
  expect(new Set(await fits(page))).not.toContain('60');
  await page.keyboard.press('z');
  await expect.poll(() => names(page)).toEqual(before);
});

test('Settings change and clear the market, and undo restores it', async () => {
  const { page } = app;
  await journey.goTo(page, 'Settings');
  await expect(settings(page).getByRole('button', { name: 'Seed', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await settings(page).getByRole('button', { name: 'Clear market' }).click();
  await expect(
    settings(page).getByText(
      'No market yet. Describe who you sell to, and Roundwatch shows how well each company fits, from 0 to 100.',
    ),
  ).toBeVisible();
  await journey.goTo(page, 'Search');
  // Without a market, no company has a fit, so the column is hidden.
  await expect(results(page).getByRole('columnheader', { name: 'Fit' })).toHaveCount(0);
  await page.keyboard.press('z');
  await expect.poll(async () => (await fits(page))[0]).toMatch(/^\d+$/);
  await journey.goTo(page, 'Library');
  const librarySearch = page.getByRole('searchbox', { name: 'Search the library' });
  await librarySearch.fill('no company is called this');
  await journey.goTo(page, 'Settings');
  await settings(page).getByRole('button', { name: 'Series B', exact: true }).click();
  await settings(page).getByRole('switch', { name: 'Also save as a search' }).click();
  await settings(page).getByRole('button', { name: 'Save market' }).click();
  await expect(
    page.getByText(/^Market and search saved\. Fit recalculated for \d+ companies$/).first(),
  ).toBeVisible();
  await settings(page).getByRole('button', { name: 'Show in Library, best fit first' }).click();
  await expect(librarySearch).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Sort: Fit' })).toBeVisible();
  await journey.goTo(page, 'Search');
  await expect(saved(page).locator('bdi.name')).toHaveText(['Your market', 'Your market (2)']);
  await page.keyboard.press('z');
  await expect(saved(page).locator('bdi.name')).toHaveText(['Your market']);
});

test('after a change of the market, one click updates the saved search, and undo restores both', async () => {
  const { page } = app;
  await journey.goTo(page, 'Settings');
  const seriesB = settings(page).getByRole('button', { name: 'Series B', exact: true });
  await seriesB.click();
  await settings(page).getByRole('button', { name: 'Save market' }).click();
  const offer = settings(page).getByText('The saved search “Your market” still uses your previous market.');
  await expect(offer).toBeVisible();
  // The offer stays until it is answered.
  await journey.goTo(page, 'Search');
  await journey.goTo(page, 'Settings');
  await expect(offer).toBeVisible();
  const before = await calls(page);
  await settings(page).getByRole('button', { name: 'Update search' }).click();
  await expect(page.getByText('Search “Your market” updated')).toBeVisible();
  await expect(offer).toHaveCount(0);
  expect(await calls(page)).toBe(before);
  await page.keyboard.press('z');
  await expect(page.getByText('Undone: Search “Your market” updated')).toBeVisible();
  await expect(seriesB).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('z');
  await expect(seriesB).toHaveAttribute('aria-pressed', 'false');
});

test('the fields without filter options offer to load them, at the price of one request', async () => {
  const { page } = app;
  await journey.goTo(page, 'Settings');
  const offers = settings(page).getByRole('button', { name: /^Load (industries|technologies)/ });
  await expect(offers).toHaveCount(2);
  await expect(offers.first()).toContainText('1 record');
  const before = await calls(page);
  await offers.first().click();
  await expect(offers).toHaveCount(0);
  expect(await calls(page)).toBe(before + 1);
  await settings(page).getByRole('combobox', { name: 'Industries' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
});
