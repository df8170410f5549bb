import { expect, test } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { goTo, search30DaysUs } from '../support/journey.ts';
import { results } from '../support/locators.ts';
import { list } from './week-away.ts';

/* Tests repeated key presses. The tests start from a new demo, as a first run opens it. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await app.page.getByRole('button', { name: 'Explore the demo' }).click();
  await expect(list(app.page).getByRole('row').nth(8)).toBeVisible();
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const notice = (text: string | RegExp) =>
  app.page.getByRole('contentinfo').getByRole('status').filter({ hasText: text });

test('the first E makes the first row active, and a rhythm of E stops after the last company', async () => {
  const { page } = app;
  const names = list(page).locator('.row-name-who');
  const first = await names.first().innerText();
  await page.keyboard.press('e');
  await expect(notice(`Now on ${first}. Press E again for “Mark as done”.`)).toBeVisible();
  await expect(list(page).locator('[aria-selected="true"]')).toContainText(first);
  const end = page
    .getByRole('status')
    .filter({ hasText: 'All companies are handled. Press J to go to the 3 tasks.' });
  await expect(async () => {
    await page.keyboard.press('e');
    await expect(end.first()).toBeVisible({ timeout: 200 });
  }).toPass();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('e');
  await expect(notice('All companies are handled. Press J to go to the 3 tasks.')).toBeVisible();
  await expect(list(page).getByRole('checkbox')).toHaveCount(3);
  await expect(list(page).locator('[aria-selected="true"]')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(list(page).locator('[aria-selected="true"]').getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('e');
  await expect(list(page).getByRole('checkbox')).toHaveCount(2);
});

test('in the library, the first X selects the first row', async () => {
  const { page } = app;
  await goTo(page, 'Library');
  await expect(results(page).getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByRole('group', { name: 'Selection' })).toContainText('1 of');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('group', { name: 'Selection' })).toContainText('2 of');
});

test('in the signals and in search results, the first key makes the first row active', async () => {
  const { page } = app;
  const firstKeyActivates = async (): Promise<void> => {
    const grid = page.getByRole('main').getByRole('grid').first();
    await expect(grid.getByRole('row').nth(2)).toBeVisible();
    await expect(grid.locator('[aria-selected="true"]')).toHaveCount(0);
    await page.keyboard.press('h');
    await expect(notice(/^Now on .+\. Press H again for “Snooze”\.$/)).toBeVisible();
    await expect(grid.locator('[aria-selected="true"]')).toHaveCount(1);
    await page.keyboard.press('h');
    await expect(page.getByRole('dialog', { name: /^Snooze / })).toBeVisible();
    await page.keyboard.press('Escape');
  };
  await goTo(page, 'Signals');
  await firstKeyActivates();
  await search30DaysUs(page);
  await firstKeyActivates();
});
