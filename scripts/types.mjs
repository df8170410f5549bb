import './common/node-version.mjs';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  inRoot,
  installCache,
  node24,
  singleThreaded,
  root,
  scratch,
  testEnvironment,
  toolFile,
} from './common/environment.mjs';
import { pool, run } from './common/process.mjs';
import { runCommand, printMessage } from './common/messages.mjs';
import { filesBelow } from './common/files.mjs';

/**
 * Checks types with TypeScript 7. Runs tsc for each tsconfig, and svelte-check for the renderer. Then applies
 * type-aware lint rules to the modules that svelte-check generates from components. A self-test verifies that
 * svelte-check and these rules report errors. `--cached` reuses results for unchanged components. It also
 * skips the self-test, which `npm run check -- --sources` runs.
 */

const TIMEOUT_MS = 300_000;
const tool = (args, cwd = root) =>
  run(node24, args, { cwd, env: testEnvironment(singleThreaded), timeoutMs: TIMEOUT_MS });

async function tsc(part, folders) {
  if (!folders.some((folder) => filesBelow(folder).some((file) => file.endsWith('.ts')))) return null;
  const cache = join(installCache, `${part}.tsbuildinfo`);
  return tool([
    toolFile('@typescript/native', 'tsc'),
    '-p',
    `tsconfig.${part}.json`,
    '--incremental',
    '--tsBuildInfoFile',
    cache,
    '--checkers',
    '1',
  ]);
}

/** The folder to which svelte-check writes the module that it generates for each component. */
const GENERATED_FOLDER = '.svelte-check';

const modulesBelow = (folder) =>
  readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.d)\.svelte\.ts$/.test(file));

const isCached = process.argv.includes('--cached');

/**
 * Whether svelte-check's cache is newer than the installed packages and the settings. svelte-check itself
 * would not notice a change of these: it compares only the times and sizes of components.
 */
function isCacheCurrent(workspace) {
  const manifest = join(workspace, GENERATED_FOLDER, 'manifest.json');
  if (!existsSync(manifest)) return false;
  const { mtimeMs } = statSync(manifest);
  const installed = inRoot('node_modules', '.package-lock.json');
  const settings = ['tsconfig.base.json', 'tsconfig.renderer.json', 'svelte.config.js'].map((name) =>
    inRoot(name),
  );
  return [installed, ...settings].every((file) => existsSync(file) && statSync(file).mtimeMs < mtimeMs);
}

async function components(workspace, tsconfig) {
  const isReusable = isCached && isCacheCurrent(workspace);
  // Without its cache, svelte-check would check every module in this folder, including the modules of deleted
  // components.
  if (!isReusable) rmSync(join(workspace, GENERATED_FOLDER), { recursive: true, force: true });
  const types = await tool([
    toolFile('svelte-check'),
    '--tsgo',
    ...(isCached ? ['--incremental'] : []),
    '--workspace',
    workspace,
    '--tsconfig',
    tsconfig,
    '--output',
    'human',
    '--fail-on-warnings',
    '--no-color',
  ]);
  const promises = await tool(
    [
      toolFile('oxlint'),
      '--type-aware',
      '--deny-warnings',
      '--tsconfig',
      'tsconfig.json',
      // The modules are listed one by one at the end, because Git ignores their folder and oxlint would skip
      // it.
      '--config',
      inRoot('scripts', 'lint', 'typed-rules.json'),
      ...modulesBelow(join(workspace, GENERATED_FOLDER)),
    ],
    join(workspace, GENERATED_FOLDER),
  );
  return {
    code: types.code || promises.code,
    timedOut: types.timedOut || promises.timedOut,
    output: types.output + (promises.code === 0 ? '' : promises.output),
  };
}

async function renderer() {
  if (filesBelow('renderer').length === 0) return null;
  return components(root, 'tsconfig.renderer.json');
}

const FAULTY_COMPONENT = `<script lang="ts">
  const planted: number = 'text';
  async function later(): Promise<void> {
    throw await Promise.resolve('text');
  }
</script>

<button type="button" onclick={() => { later(); }}>{planted}</button>
<img src="picture.png">
`;
const EXPECTED_ERRORS = [
  "'string' is not assignable to type 'number'",
  'typescript(only-throw-error)',
  // A lint rule. The error that it reports is in the component's markup.
  'typescript(no-floating-promises)',
  // A warning of Svelte's compiler. Only svelte-check reports such warnings, because ESLint does not compile
  // the components.
  'a11y_missing_attribute',
];

/**
 * Verifies that svelte-check and the lint rules report the errors in a faulty component outside the source
 * tree.
 */
async function planted() {
  const folder = join(scratch, 'planted');
  mkdirSync(folder, { recursive: true });
  const extended = inRoot('tsconfig.renderer.json');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: extended, include: ['*.svelte'] }));
  writeFileSync(join(folder, 'Planted.svelte'), FAULTY_COMPONENT);
  const { output } = await components(folder, join(folder, 'tsconfig.json'));
  const missed = EXPECTED_ERRORS.filter((words) => !output.includes(words));
  if (missed.length === 0) return { code: 0, output };
  return { code: 1, output: `planted faults were not reported: ${missed.join(', ')}\n${output}` };
}

const steps = {
  renderer,
  node: () => tsc('node', ['electron', 'test', 'bench']),
  ...(isCached ? {} : { planted }),
  core: () => tsc('core', ['electron/core', 'electron/simulator']),
  shared: () => tsc('shared', ['shared']),
};

await runCommand(async () => {
  const results = await pool(
    2,
    Object.entries(steps).map(([name, work]) => async () => ({ name, result: await work() })),
  );
  const failed = results.filter(({ result }) => result && result.code !== 0);
  for (const { name, result } of failed) {
    printMessage(`types of ${name}: ${result.timedOut ? `stopped after ${TIMEOUT_MS / 1000} s` : 'failed'}`);
    process.stdout.write(result.output);
  }
  return failed.length > 0 ? 1 : 0;
});
