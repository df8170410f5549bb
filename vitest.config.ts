import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { memoryTempEnvironment } from './scripts/common/environment.mjs';

/**
 * Returns the Vitest project for a suite in `scripts/testing/suites.mjs`. The project runs the test files in
 * `test/NAME`.
 */
const suite = (name: string, env: Record<string, string> = {}, include = [`test/${name}/**/*.test.ts`]) => ({
  extends: true as const,
  test: {
    name,
    include,
    env,
    // Only the components in `renderer` need Vite's transformations. The other suites load their modules with
    // Node alone, which is faster.
    experimental: { viteModuleRunner: name === 'renderer' },
  },
});

/**
 * Environment variables for a suite. They put its temporary files in memory, where database commits do not
 * wait for the disk.
 */
const memory = memoryTempEnvironment();

export default defineConfig({
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  test: {
    environment: 'node',
    // No test takes nearly this long, even on a busy machine. The timeout therefore ends only tests that
    // hang.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Test files share a process, so loading them takes a third less time. This is safe because the linter
    // forbids module-level state.
    isolate: false,
    maxWorkers: 2,
    projects: [
      suite('unit', memory),
      suite('contract', memory),
      suite('sql', memory),
      suite('renderer', memory),
      suite('conformance', memory),
      // For `npm run check`. The unit, contract and SQL suites form one project, so they share processes:
      // each process needs over a second to load the core.
      suite('fast', memory, ['test/{unit,contract,sql}/**/*.test.ts']),
      suite('keyring'),
      suite('security'),
      // This suite tests what survives a crash, so its files must be on disk.
      suite('reliability'),
    ],
  },
});
