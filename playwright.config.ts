import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments, findChromium } from './scripts/common/environment.mjs';

const executablePath = findChromium();

/**
 * Chromium takes one list of features, so this one replaces Playwright's and repeats what matters here. The address bar's pages are
 * off because each browser context would start a renderer for them, a tenth of the suite's work.
 */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled'],
  ...[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'PaintHolding',
  ],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
  ],
  ...['LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PreconnectToSearch'],
];

/** The loopback shell in the installed Chromium. */
const browser = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
  timezoneId: 'UTC',
  screenshot: 'only-on-failure' as const,
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumArguments, `--disable-features=${DISABLED_FEATURES.join(',')}`],
  },
};

/**
 * The browser suites: `electron` and `chromium` run in `npm test`, the others in commands of their own. Nothing is retried.
 * The Electron projects launch what ROUNDWATCH_ELECTRON names and use one worker, because windows compete for the focus.
 */
export default defineConfig({
  timeout: 60_000,
  // A loaded machine is slow.
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  workers: 3,
  reporter: 'line',
  // `npm run screenshots -- --kept` takes these pictures; a missing one is a difference.
  snapshotPathTemplate: 'test/e2e/__screens__/{arg}{ext}',
  updateSnapshots: 'none',
  projects: [
    { name: 'electron', testDir: 'test/electron', outputDir: 'test-results/electron', workers: 1 },
    {
      name: 'chromium',
      testDir: 'test/e2e',
      outputDir: 'test-results/e2e',
      fullyParallel: true,
      use: browser,
    },
    {
      name: 'screens-electron',
      testDir: 'test/screens',
      outputDir: 'test-results/screens-electron',
      timeout: 120_000,
      workers: 1,
    },
    {
      name: 'soak',
      testDir: 'test/soak',
      outputDir: 'test-results/soak',
      timeout: 3_600_000,
      expect: { timeout: 20_000 },
      workers: 1,
      // Otherwise a button that never appears blocks the test for the whole hour.
      use: { ...browser, actionTimeout: 60_000 },
    },
  ],
});
