import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { ask, openLoopback } from '../support/loopback-app.ts';
import { tempDir } from '../support/temp-dir.ts';
import * as journey from './journey.ts';
import { fetchPanel, PANELS } from './panels.ts';

/*
 * Every screen in both themes and two sizes: axe finds nothing, and a picture is taken to be looked at. With
 * ROUNDWATCH_SCREENS=1 the pictures replace those in `__screens__`; their differences are read at every change. They are
 * not compared by the machine: the demo's today is the real one.
 */
const folder =
  process.env['ROUNDWATCH_SCREENS'] === '1'
    ? join('test', 'e2e', '__screens__')
    : join('test-results', 'screens');
const SIZES = [
  { name: '', width: 1440, height: 900 },
  { name: '-1024', width: 1024, height: 700 },
] as const;

test.describe.configure({ timeout: 240_000 });

async function look(page: Page, screen: string): Promise<void> {
  await page.mouse.move(0, 0);
  for (const theme of ['light', 'dark'] as const) {
    await ask(page, 'settings.setAppearance', { theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const { name, width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${screen}-${theme}${name}.png`), animations: 'disabled' });
    }
    await journey.expectAccessible(page);
  }
}

test('every screen, light and dark', async ({ browser }) => {
  mkdirSync(folder, { recursive: true });
  const data = tempDir();
  const { page, complaints, close } = await openLoopback(browser, data.path);
  await look(page, 'first-run');
  await journey.exploreDemo(page);
  await look(page, 'search-empty');
  await page.setViewportSize({ width: 1440, height: 900 });
  await journey.search30DaysUs(page);
  await look(page, 'search');
  await page.setViewportSize({ width: 1440, height: 900 });
  await journey.searchHiring(page);
  await journey.fetchContacts(page);
  await journey.saveToList(page, journey.LIST);
  await journey.writeNote(page, journey.NOTE);
  for (const { name } of PANELS) await fetchPanel(page, name);
  await page
    .getByRole('article')
    .getByRole('heading', { name: 'Rounds' })
    .evaluate((title) => title.scrollIntoView());
  // A toast under the pointer stays.
  await page.mouse.move(0, 0);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 });
  expect(
    await page.evaluate(() => document.scrollingElement?.scrollTop),
    'the frame stays in its place',
  ).toBe(0);
  await look(page, 'search-company');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Open in full' }).click();
  await look(page, 'company');
  await page.keyboard.press('Escape');
  for (const screen of ['Library', 'Quota', 'Settings'] as const) {
    await journey.goTo(page, screen);
    await look(page, screen.toLowerCase());
  }
  await journey.goTo(page, 'Library');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'palette');
  await page.keyboard.press('Escape');
  await ask(page, 'demo.setService', { running: false });
  await look(page, 'service-stopped');
  expect(complaints).toEqual([]);
  await close();
  data.remove();
});
