import { join } from 'node:path';
import { inRoot, installCache, node24, oneChecker, root, testEnvironment, toolFile } from './environment.mjs';
import { run } from './process.mjs';

/**
 * The checks other than tests. Svelte files use Prettier (`markup`) and ESLint (`components`); all other files
 * use oxfmt (`format`) and oxlint (`lint`, including type-aware rules), which take a tenth of the time.
 * `unused` finds files, exports and packages without a user, then those of the product that only tests use
 * (entries with `!` in knip.json). `layers` checks imports and cycles of the core (scripts/lint/README.md).
 * `cached` reuses results for unchanged files.
 */
const commands = (cached) => ({
  format: [[toolFile('oxfmt'), '--check', '.']],
  markup: [[toolFile('prettier'), '--check', '**/*.svelte', ...cacheOf(cached, 'prettier')]],
  components: [[toolFile('eslint'), '--max-warnings', '0', '.', ...cacheOf(cached, 'eslint')]],
  lint: [[toolFile('oxlint'), '--type-aware', '--deny-warnings', '.']],
  unused: [unusedAmong(cached, 'knip'), [...unusedAmong(cached, 'knip-production'), '--production']],
  layers: [[inRoot('scripts', 'lint', 'check-layers.mjs')]],
  types: [[inRoot('scripts', 'types.mjs'), ...(cached ? ['--cached'] : [])]],
});

const unusedAmong = (cached, name) => [
  toolFile('knip'),
  '--no-progress',
  ...(cached ? ['--cache', '--cache-location', join(installCache, name)] : []),
];

const cacheOf = (cached, name) =>
  cached
    ? ['--cache', '--cache-strategy', 'content', '--cache-location', join(installCache, name, 'cache')]
    : [];

export const checkNames = ['types', 'lint', 'components', 'unused', 'layers', 'markup', 'format'];

/** A safety limit, not a goal: a busy machine may need this long. */
export const CHECK_TIMEOUT_MS = 480_000;

/**
 * Runs the steps of a check until one fails.
 * @returns `{ code, output, timedOut }`
 */
export async function runCheck(name, { cached, givesWay }) {
  const options = { cwd: root, env: testEnvironment(oneChecker), timeoutMs: CHECK_TIMEOUT_MS, givesWay };
  let result = { code: 0, output: '', timedOut: false };
  for (const argv of commands(cached)[name]) {
    if (result.code === 0) result = await run(node24, argv, options);
  }
  return result;
}
