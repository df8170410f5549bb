import { expect, test, type Locator, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { openRow } from '../company/company-panels.ts';
import * as journey from '../support/journey.ts';

/* Tests the tips that show the titles of elements under the pointer. */

let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.searchHiring(app.page);
  await openRow(app.page, 1);
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial' });

const tip = (page: Page): Locator => page.locator('[popover="manual"]:popover-open');
const done = (page: Page): Locator =>
  page.getByRole('article').getByRole('button', { name: 'Done', exact: true });
const titleOf = (locator: Locator): Promise<string | null> => locator.getAttribute('title');

test('pointing at a button shows its title and its key, inside the window', async () => {
  const { page } = app;
  await done(page).hover();
  await expect(tip(page)).toHaveText('Mark as done (E)');
  // The browser would otherwise show its own tip as well.
  expect(await titleOf(done(page))).toBe('');
  const box = await tip(page).boundingBox();
  const button = await done(page).boundingBox();
  if (box === null || button === null) throw new Error('the tip or the button is not shown');
  expect(box.y).toBeGreaterThanOrEqual(button.y + button.height);
  expect(box.x + box.width).toBeLessThanOrEqual(1440);
});

test('the tip closes when the pointer leaves, and the title is kept', async () => {
  const { page } = app;
  await page.mouse.move(0, 0);
  await expect(tip(page)).toHaveCount(0);
  expect(await titleOf(done(page))).toBe('Mark as done (E)');
});

test('the tip opens again after the pointer has left the window', async () => {
  const { page } = app;
  await done(page).hover();
  await expect(tip(page)).toBeVisible();
  await done(page).dispatchEvent('pointerout', { relatedTarget: null });
  await expect(tip(page)).toHaveCount(0);
  await done(page).hover({ position: { x: 4, y: 4 } });
  await expect(tip(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tip(page)).toHaveCount(0);
});

test('a key closes the tip, and a press keeps it closed', async () => {
  const { page } = app;
  await done(page).hover();
  await expect(tip(page)).toBeVisible();
  await page.keyboard.press('Shift');
  await expect(tip(page)).toHaveCount(0);
  await page.mouse.move(0, 0);
  await done(page).hover();
  await page.mouse.down();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)));
  await expect(tip(page)).toHaveCount(0);
  // Releases the button elsewhere, so nothing is marked as done.
  await page.mouse.move(0, 0);
  await page.mouse.up();
});

test('a title that changes while its tip is shown changes the tip', async () => {
  const { page } = app;
  await done(page).hover();
  await expect(tip(page)).toHaveText('Mark as done (E)');
  await done(page).evaluate((button) => button.setAttribute('title', 'Another title'));
  await expect(tip(page)).toHaveText('Another title');
  await page.mouse.move(0, 0);
  await expect(tip(page)).toHaveCount(0);
  expect(await titleOf(done(page))).toBe('Another title');
  await done(page).evaluate((button) => button.setAttribute('title', 'Mark as done (E)'));
});
