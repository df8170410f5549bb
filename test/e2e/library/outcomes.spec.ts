import { expect, test } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { results } from '../support/locators.ts';

/*
 * Outcomes in the filled demo: the funnel, its groups, and opening the companies behind a count in the
 * Library.
 */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await callCore(app.page, 'workspaces.exploreDemo', { filled: true });
  await app.page.getByRole('navigation', { name: 'Main' }).waitFor();
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});

test('a count of a saved search opens its companies in the Library, which names the search', async () => {
  const { page } = app;
  await page.getByRole('link', { name: 'Insights' }).click();
  await page.getByRole('radio', { name: 'Outcomes' }).locator('..').click();
  const compare = page.getByRole('region', { name: 'Comparison' });
  await expect(compare.getByText('A company belongs to the search that found it first.')).toBeVisible();
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
