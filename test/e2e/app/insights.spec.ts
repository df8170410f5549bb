import { expect, test } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { region, results } from '../support/locators.ts';
import { pressShortcut } from '../support/keyboard.ts';

/*
 * Tests Insights and Outcomes in the filled demo: the charts, the funnel, and the companies that a click on a
 * mark opens.
 */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.getByRole('button', { name: 'Explore the demo' }).click();
  await app.page.getByRole('navigation', { name: 'Main' }).waitFor();
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial' });

test('Insights draws the stored rounds, counts them for a record, and opens the companies of a mark', async () => {
  const { page } = app;
  await pressShortcut(page, 'g', 'n');
  const weeks = region(page, 'Rounds per week by stage');
  await expect(weeks.getByText('All stages', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/Insights/);

  const coverage = page.getByRole('note', { name: 'Coverage' });
  await expect(coverage).toContainText(/^\s*\d+ rounds/);
  await coverage.getByRole('button', { name: /^Count matching/ }).click();
  await expect(coverage).toContainText(/^\s*\d+ of \d+ rounds/);
  // The service's total for the longer period has not been fetched, so only the stored rounds are counted.
  await page.getByText('12 months', { exact: true }).click();
  await expect(coverage).toContainText(/^\s*\d+ rounds/);

  await weeks.getByRole('button', { name: 'Rounds per week by stage, as a table' }).click();
  await expect(weeks.getByRole('columnheader', { name: 'All stages' })).toBeVisible();
  await page.keyboard.press('Escape');

  // The first mark is reached with the Tab key; the others with the arrow keys.
  const countries = region(page, 'Countries');
  const [first] = await countries.getByRole('button', { name: /rounds/ }).all();
  await first?.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: /Nov|Dec|20\d\d/ }).first()).toBeChecked();
  // While filters hide some companies, the library shows the number of matching companies and the total.
  const shown = page.getByRole('status').filter({ hasText: /^\d+ of \d+$/ });
  await expect(shown).toBeVisible();
  await page.getByRole('button', { name: /^Clear \d+ filters$/ }).click();
  await expect(shown).toBeHidden();
});

test('a count of a saved search opens its companies in the Library, which names the search', async () => {
  const { page } = app;
  await page.getByRole('link', { name: 'Insights' }).click();
  await page.getByRole('radio', { name: 'Outcomes' }).locator('..').click();
  const compare = page.getByRole('region', { name: 'Comparison' });
  await expect(compare.getByText('A company counts only for the search that found it first.')).toBeVisible();
  await expectAccessible(page, { colours: true, bestPractice: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page, { coloursOnly: true });

  const mark = compare.getByRole('button', { name: /^Europe, any stage, Found: / });
  const count = await mark.innerText();
  await mark.click();
  const outcome = page
    .getByRole('region', { name: 'Filters' })
    .getByRole('region', { name: 'Outcome', exact: true });
  const source = outcome.getByRole('checkbox', { name: `Found by Europe, any stage, ${count}` });
  await expect(source).toBeChecked();
  await expect(results(page)).toHaveAttribute('aria-rowcount', String(Number(count) + 1));
  await source.click();
  await expect(source).toHaveCount(0);
  await expect(results(page)).not.toHaveAttribute('aria-rowcount', String(Number(count) + 1));
});
