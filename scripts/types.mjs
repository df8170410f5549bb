import './node-version.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, installCache, node24, root, scratch, testEnvironment, toolFile } from './environment.mjs';
import { pool, run } from './process.mjs';
import { command, say } from './say.mjs';
import { filesBelow } from './files.mjs';

/**
 * Type checks: one tsc per tsconfig (TypeScript 7, which svelte-check and ESLint cannot use yet), svelte-check for the renderer, and a proof that svelte-check reports anything at all;
 * `--cached` leaves that proof to `npm test`.
 */

const tool = (...args) => run(node24, args, { cwd: root, env: testEnvironment(), timeoutMs: 150_000 });

async function tsc(part, folders) {
  if (!folders.some((folder) => filesBelow(folder).some((file) => file.endsWith('.ts')))) return null;
  const cache = join(installCache, `${part}.tsbuildinfo`);
  return tool(
    toolFile('@typescript/native', 'tsc'),
    '-p',
    `tsconfig.${part}.json`,
    '--incremental',
    '--tsBuildInfoFile',
    cache,
  );
}

const svelteCheck = (workspace, tsconfig) =>
  tool(
    toolFile('svelte-check'),
    ...['--workspace', workspace, '--tsconfig', tsconfig],
    ...['--output', 'human', '--fail-on-warnings', '--no-color'],
  );

async function renderer() {
  if (filesBelow('renderer').length === 0) return null;
  return svelteCheck('.', 'tsconfig.renderer.json');
}

/** A component with a type error, outside the source tree. A svelte-check that finds nothing there checks nothing. */
async function planted() {
  const folder = join(scratch, 'planted');
  mkdirSync(folder, { recursive: true });
  const extended = inRoot('tsconfig.renderer.json');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: extended, include: ['*.svelte'] }));
  writeFileSync(
    join(folder, 'Planted.svelte'),
    '<script lang="ts">\n  const planted: number = \'text\';\n</script>\n\n{planted}\n',
  );
  const { output } = await svelteCheck(folder, join(folder, 'tsconfig.json'));
  const isReported =
    output.includes('Planted.svelte') && output.includes("'string' is not assignable to type 'number'");
  if (isReported) return { code: 0, output };
  return { code: 1, output: `svelte-check did not report a planted type error:\n${output}` };
}

const steps = {
  renderer,
  node: () => tsc('node', ['electron', 'test', 'bench']),
  ...(process.argv.includes('--cached') ? {} : { planted }),
  core: () => tsc('core', ['electron/core', 'electron/simulator']),
  shared: () => tsc('shared', ['shared']),
};

await command(async () => {
  const results = await pool(
    2,
    Object.entries(steps).map(([name, work]) => async () => ({ name, result: await work() })),
  );
  const failed = results.filter(({ result }) => result && result.code !== 0);
  for (const { name, result } of failed) {
    say(`types of ${name}: ${result.timedOut ? 'stopped after 150 s' : 'failed'}`);
    process.stdout.write(result.output);
  }
  return failed.length > 0 ? 1 : 0;
});
