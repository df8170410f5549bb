import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** A virtual month: one test that takes minutes. */
export default defineConfig({
  ...base,
  testDir: 'test/soak',
  outputDir: 'test-results/soak',
  timeout: 3_600_000,
  expect: { timeout: 20_000 },
  // Otherwise a button that never comes holds the month up for the whole hour.
  use: { ...base.use, actionTimeout: 60_000 },
  workers: 1,
});
