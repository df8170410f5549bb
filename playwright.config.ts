import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments, findTestBrowser } from './scripts/common/environment.mjs';

const executablePath = findTestBrowser();

/**
 * Chromium features to disable. Chromium accepts only one list of this kind, so this list replaces
 * Playwright's and repeats its relevant entries. The features in the first line show pages in the address
 * bar. For these pages, each browser context would start a renderer, which would account for a tenth of the
 * suite's work.
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

/** Options for tests of the loopback shell. */
const browser = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
  timezoneId: 'UTC',
  screenshot: 'only-on-failure' as const,
  // Animations are off, because they would account for a fifth of the suite's work. The Electron tests run
  // with animations.
  contextOptions: { reducedMotion: 'reduce' as const },
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...chromiumArguments,
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
      // Turns off V8's slowest compiler, because test pages close before its work would pay off.
      '--js-flags=--no-opt',
    ],
  },
};

/**
 * The suites that need a browser or Electron. `npm test` runs `electron` and `chromium`; the others have
 * their own commands. The Electron projects launch the executable in `ROUNDWATCH_ELECTRON`. They use one
 * worker, because only one window at a time can have focus.
 */
export default defineConfig({
  timeout: 60_000,
  // Long enough for a busy machine.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  workers: 3,
  reporter: 'line',
  // `npm run screenshots -- --kept` updates these screenshots. A test fails if its screenshot is missing.
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
      // Without `actionTimeout`, a missing button would block the test for an hour.
      use: { ...browser, actionTimeout: 60_000 },
    },
  ],
});
