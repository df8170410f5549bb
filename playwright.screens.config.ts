import { defineConfig } from '@playwright/test';

/** Pictures of the Electron shell, for `npm run screenshots`. One worker: windows compete for the focus. */
export default defineConfig({
  testDir: 'test/screens',
  outputDir: 'test-results/screens-electron',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  workers: 1,
  reporter: 'line',
});
