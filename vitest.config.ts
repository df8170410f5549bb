import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** One configuration for every Node-side suite; which folders run is named on the command line (`scripts/check.mjs`). */
export default defineConfig({
  // Components and modules with runes, as `electron.vite.config.ts` has them compiled; what came of a file is kept for the next run.
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/e2e/**', 'test/electron/**'],
    environment: 'node',
    // A bound for what hangs; on a machine that does other things as well a test takes its time.
    testTimeout: 60_000,
    pool: 'forks',
    // No module here keeps state of its own (lint sees to it), so files may share a process: a third of the time saved.
    isolate: false,
    maxWorkers: 2,
  },
});
