import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments, findChromium } from './scripts/environment.mjs';

const executablePath = findChromium();

/** The bulk of the browser tests: the loopback shell in the installed Chromium. Nothing is tried twice here: `npm test` does, and says so. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  // Pictures that are compared are those that `npm run screenshots -- --kept` took; a missing one is a difference.
  snapshotPathTemplate: 'test/e2e/__screens__/{arg}{ext}',
  updateSnapshots: 'none',
  timeout: 60_000,
  // A loaded machine takes its time; what never comes fails all the same.
  expect: { timeout: 10_000 },
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumArguments },
  },
});
