import { expect, test } from '@playwright/test';
import { openLoopback } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { region } from '../support/locators.ts';

test('Insights draws the stored rounds, counts them for a record, and opens the companies of a mark', async ({
  browser,
}) => {
  const app = await openLoopback(browser, tempDir().path);
  const { page } = app;
  await page.getByRole('button', { name: 'Explore the demo' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  const weeks = region(page, 'Rounds per week by stage');
  await expect(weeks.getByText('All stages')).toBeVisible();
  await expect(page).toHaveTitle(/Insights/);

  const coverage = page.getByRole('note', { name: 'Coverage' });
  await expect(coverage).toContainText(/^\s*\d+ rounds/);
  await coverage.getByRole('button', { name: /^Count all/ }).click();
  await expect(coverage).toContainText(/^\s*\d+ of \d+ rounds/);
  // The rounds of the longer period have not been counted.
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
  // While filters hide some companies, the library shows how many of them match.
  const shown = page.getByRole('status').filter({ hasText: /^\d+ of \d+$/ });
  await expect(shown).toBeVisible();
  await page.getByRole('button', { name: /^Clear \d+ filters$/ }).click();
  await expect(shown).toBeHidden();
  await app.close();
});
