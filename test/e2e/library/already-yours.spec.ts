import { expect, test, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { results } from '../support/locators.ts';

/*
 * Tests companies marked as "Already yours": pasting a list, deciding about matches, importing, badges, undo,
 * and the confirmation before a request for such a company.
 */
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

const run = async (page: Page, command: string): Promise<void> => {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill(command);
  await page.keyboard.press('Enter');
};

test('pasted companies are compared, decided, imported and badged, and undone in one step', async () => {
  const { page } = app;
  const names = (await results(page).locator('.row-name-who').allInnerTexts()).slice(0, 3);
  const [exact = '', possible = ''] = names;
  // Only the profile contains the website.
  await results(page).getByText(exact, { exact: true }).first().click();
  // Waits until the company is open and its price is known. Until then, the key `p` does nothing.
  await expect(page.getByRole('article').getByRole('button', { name: /^Fetch profile/ })).toBeVisible();
  await page.keyboard.press('p');
  const link = page.getByRole('article').locator('.site .link');
  const website = await link.innerText();
  await run(page, 'already yours');
  await expect(page.getByRole('heading', { name: 'Already yours', level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Companies' })).toBeFocused();
  const lines = [website, `${possible} GmbH`, 'unknown-company.example', 'n/a'];
  await page.getByRole('textbox', { name: 'Companies' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Compare with your library' }).click();
  await expect(page.getByText('4 lines read · nothing is saved yet')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'website', exact: true }).first()).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'already-yours');
  const importButton = page.getByRole('button', { name: /^Import \d/ });
  await expect(importButton).toHaveText('Import 2 companies');
  await page.getByText('Same', { exact: true }).first().click();
  await expect(importButton).toHaveText('Import 3 companies');
  await page.getByText('Do not contact', { exact: true }).click();
  await importButton.click();
  await expect(page.getByText('3 companies imported')).toBeVisible();
  await expect(page.getByText('3 lines, 2 in your library')).toBeVisible();

  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(results(page).locator('.ours-badge')).toHaveCount(2);
  await results(page).getByText(exact, { exact: true }).first().click();
  const pane = page.getByRole('article');
  await expect(pane.getByRole('button', { name: 'Change the mark “Do not contact”' })).toBeVisible();
  await pane.getByRole('button', { name: /^Refresh profile/ }).click();
  const question = page.getByRole('dialog', { name: 'Fetch data about this company?' });
  await expect(question).toContainText(`You marked ${exact} as “Do not contact”.`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('z');
  await expect(page.getByText('Undone: 3 companies imported')).toBeVisible();
  await expect(results(page).locator('.ours-badge')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+Z');
  await expect(results(page).locator('.ours-badge')).toHaveCount(2);
});
