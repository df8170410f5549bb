import { join } from 'node:path';
import { inRoot, installCache, node24, root, testEnvironment, toolFile } from './environment.mjs';
import { run } from './process.mjs';

/** The checks that are not test files; `promises` are lint's rules that need types, `unused` are files, exports and packages that nobody uses. `cached` trusts what an earlier run found about unchanged files. */
const commands = (cached) => ({
  format: [toolFile('prettier'), '--check', '.', ...cacheOf(cached, 'prettier')],
  lint: [toolFile('eslint'), '--max-warnings', '0', '.', ...cacheOf(cached, 'eslint')],
  promises: [toolFile('oxlint'), '--type-aware', '--deny-warnings', '.'],
  unused: [
    toolFile('knip'),
    '--no-progress',
    ...(cached ? ['--cache', '--cache-location', join(installCache, 'knip')] : []),
  ],
  types: [inRoot('scripts', 'types.mjs'), ...(cached ? ['--cached'] : [])],
});

const cacheOf = (cached, name) =>
  cached
    ? ['--cache', '--cache-strategy', 'content', '--cache-location', join(installCache, name, 'cache')]
    : [];

export const checkNames = ['lint', 'types', 'promises', 'format', 'unused'];

/** The parser's own way to let TypeScript read a component as what it is linted as: without it every component is read twice. */
const lintEnvironment = { SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK: '1' };

export const CHECK_TIMEOUT_MS = 240_000;

/** Runs one check: `{ code, output, timedOut }`. */
export const runCheck = (name, { cached }) =>
  run(node24, commands(cached)[name], {
    cwd: root,
    env: { ...testEnvironment(), ...(name === 'lint' ? lintEnvironment : {}) },
    timeoutMs: CHECK_TIMEOUT_MS,
  });
