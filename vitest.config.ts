import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { memoryTempEnvironment } from './scripts/common/environment.mjs';

/** A suite of `scripts/testing/suites.mjs`: the test files below `test/NAME`. */
const suite = (name: string, env: Record<string, string> = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`], env },
});

/** Temporary files in memory: a commit to a database there does not wait for the disk. */
const memory = memoryTempEnvironment();

export default defineConfig({
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  test: {
    environment: 'node',
    // A bound for what hangs; a loaded machine is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Test files share a process: no module keeps state of its own (lint sees to it), and loading takes a third less time.
    isolate: false,
    maxWorkers: 2,
    projects: [
      suite('unit', memory),
      suite('contract', memory),
      suite('sql', memory),
      suite('renderer', memory),
      suite('conformance', memory),
      suite('keyring'),
      suite('security'),
      // Proves what survives a crash, so it writes to a disk.
      suite('reliability'),
    ],
  },
});
