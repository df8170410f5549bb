import { defineConfig } from '@playwright/test';

/**
 * The Electron shell in a real Electron. `npm test` names what to launch in ROUNDWATCH_ELECTRON and the app folder in
 * ROUNDWATCH_STAGE, and provides a display. One worker: windows compete for the focus.
 */
export default defineConfig({
  testDir: 'test/electron',
  outputDir: 'test-results/electron',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  workers: 1,
  reporter: 'line',
});
