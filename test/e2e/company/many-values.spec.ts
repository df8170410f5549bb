import { expect, test } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { startSimulatorHere, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import * as journey from '../support/journey.ts';
import { region, results } from '../support/locators.ts';

/* A company with more industries, tags and technologies than one reply contains. */
const data = tempDir();
let service: SimulatorProcess;
let app: LoopbackApp;
test.describe.configure({ timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorHere(['--seed', '11', '--profile', 'lenient']);
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  await service.stop();
  data.remove();
});

test('every value of the profile is shown after a click on the rest', async () => {
  const { page } = app;
  const { baseUrl, liveKey: apiKey } = service;
  await journey.connectAccount(page, { baseUrl, apiKey, passphrase: 'correct horse battery' });
  await page.getByText('30 days', { exact: true }).click();
  await page.getByRole('button', { name: /^Run search/ }).click();
  await results(page).getByRole('row').nth(1).click();
  const overview = region(page, 'Overview');
  await overview.getByRole('button', { name: /^Fetch profile/ }).click();
  await expect(overview).toContainText('Niche 1,');
  const rest = overview.getByRole('button', { name: /^\d+ more$/ });
  await expect(rest).toHaveText(['10 more', '30 more']);
  await expect(overview).not.toContainText(/Niche 58\b/);
  await rest.first().click();
  await expect(overview).toContainText(/Niche 58\b/);
  await expect(overview).not.toContainText(/Topic 72(?!\d)/);
  await rest.click();
  await expect(overview).toContainText(/Topic 72(?!\d)/);
  const tech = region(page, 'Tech stack');
  await tech.getByRole('button', { name: /^\d+ more$/ }).click();
  await expect(tech).toContainText('Area 70');
  await expect(tech.getByRole('button', { name: 'Show fewer' })).toBeVisible();
});
