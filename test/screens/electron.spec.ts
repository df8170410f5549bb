import { join } from 'node:path';
import { test, type Page } from '@playwright/test';
import { go } from '../e2e/states/screen-state.ts';
import * as journey from '../e2e/support/journey.ts';
import { launchElectron, newElectronPlace, request } from '../support/electron/electron-app.ts';

/* Takes screenshots of the main screens in the Electron app. */

async function photograph(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await request(page, 'settings.setAppearance', { theme });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    const path = join('test-results', 'screens', theme, `electron-${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }
}

test('the main screens in Electron', async () => {
  const place = newElectronPlace();
  const { app, page } = await launchElectron(place);
  await photograph(page, 'first-run');
  await journey.exploreDemo(page);
  await journey.search30DaysUs(page);
  await photograph(page, 'search');
  await journey.fetchContacts(page);
  await photograph(page, 'search-company');
  for (const screen of ['Today', 'Library', 'Signals', 'Quota', 'Settings'] as const) {
    await go(page, screen);
    await photograph(page, screen.toLowerCase());
  }
  await app.close();
  place.remove();
});
