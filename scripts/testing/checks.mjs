import { join } from 'node:path';
import {
  inRoot,
  installCache,
  node24,
  singleThreaded,
  root,
  testEnvironment,
  toolFile,
} from '../common/environment.mjs';
import { run } from '../common/process.mjs';
import { runsFor } from './affected-files.mjs';

/**
 * The checks other than tests. Prettier (`markup`) and ESLint (`components`) check Svelte files. oxfmt
 * (`format`) and oxlint (`lint`, with type-aware rules) are ten times as fast and check all other files.
 * `unused` first finds unused files, exports and packages. Its second command finds product code that only
 * tests use; knip.json marks the entry points of the product with `!`. `layers` checks imports and cycles
 * (scripts/lint/README.md). If `cached` is set, results for unchanged files are reused. `affected` lists the
 * files that `lint` checks; null means all files.
 */
const commands = (cached, affected) => ({
  format: [[toolFile('oxfmt'), '--check', '.']],
  markup: [[toolFile('prettier'), '--check', '**/*.svelte', ...cacheOf(cached, 'prettier')]],
  components: [[toolFile('eslint'), '--max-warnings', '0', '.', ...cacheOf(cached, 'eslint')]],
  lint: runsFor(affected, isLinted, ['.']).map((files) => [
    toolFile('oxlint'),
    '--type-aware',
    '--deny-warnings',
    ...files,
  ]),
  unused: [unusedAmong(cached, 'knip'), [...unusedAmong(cached, 'knip-production'), '--production']],
  layers: [[inRoot('scripts', 'lint', 'check-layers.mjs')]],
  types: [[inRoot('scripts', 'types.mjs'), ...(cached ? ['--cached'] : [])]],
});

/** Whether oxlint checks the file. Components are checked by ESLint and Prettier instead. */
const isLinted = (file) => file.endsWith('.ts');

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

/**
 * A generous timeout that only guards against hanging. On a busy machine, a check may take almost this long.
 */
export const CHECK_TIMEOUT_MS = 480_000;

/** @returns `{ code, output, timedOut }` */
export const runCheck = (name, { cached, affected = null, isLowPriority }) =>
  runAll(commands(cached, affected)[name], { env: testEnvironment(singleThreaded), isLowPriority });

/**
 * Runs a check's commands until one of them fails.
 * @returns `{ code, output, timedOut }`
 */
export async function runAll(argvs, options) {
  let result = { code: 0, output: '', timedOut: false };
  for (const argv of argvs) {
    if (result.code === 0)
      result = await run(node24, argv, { cwd: root, timeoutMs: CHECK_TIMEOUT_MS, ...options });
  }
  return result;
}
