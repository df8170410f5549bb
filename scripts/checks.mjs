import { join } from 'node:path';
import { inRoot, installCache, node24, oneChecker, root, testEnvironment, toolFile } from './environment.mjs';
import { run } from './process.mjs';

/**
 * The checks that are not test files. What is written in Svelte has its own: `markup` is Prettier, `components` ESLint; everything else
 * oxfmt (`format`) and oxlint (`lint`, rules that need types included) do in a tenth of the time. `unused` are files, exports and
 * packages that nobody uses, then those of the app, the commands and the benches that only tests use (in knip.json, what ends in
 * `!`). `cached` trusts what an earlier run found about unchanged files.
 */
const commands = (cached) => ({
  format: [[toolFile('oxfmt'), '--check', '.']],
  markup: [[toolFile('prettier'), '--check', '**/*.svelte', ...cacheOf(cached, 'prettier')]],
  components: [[toolFile('eslint'), '--max-warnings', '0', '.', ...cacheOf(cached, 'eslint')]],
  lint: [[toolFile('oxlint'), '--type-aware', '--deny-warnings', '.']],
  unused: [unusedAmong(cached, 'knip'), [...unusedAmong(cached, 'knip-production'), '--production']],
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

export const checkNames = ['types', 'lint', 'components', 'unused', 'markup', 'format'];

/** A bound, not a goal: a machine that does other things as well takes its time. */
export const CHECK_TIMEOUT_MS = 480_000;

/** Runs one check, up to what fails in it: `{ code, output, timedOut }`. */
export async function runCheck(name, { cached, givesWay }) {
  const options = { cwd: root, env: testEnvironment(oneChecker), timeoutMs: CHECK_TIMEOUT_MS, givesWay };
  let result = { code: 0, output: '', timedOut: false };
  for (const argv of commands(cached)[name]) {
    if (result.code === 0) result = await run(node24, argv, options);
  }
  return result;
}
