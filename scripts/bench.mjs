import './common/node-version.mjs';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { compileCache, inRoot, node24, root } from './common/environment.mjs';
import { argumentsToPassOn } from './common/options.mjs';
import { waitForExit } from './common/process.mjs';
import { printMessage, runCommand, CommandError } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';
import { inElectron } from './launch/start-electron.mjs';
import { makeCodeCache } from './packaging/code-cache.mjs';
import { formatTable } from './common/table.mjs';

/**
 * `npm run bench [-- NAME] [options]`: runs one benchmark, or all benchmarks followed by a table of their
 * goals. Exits with 1 if a goal is missed.
 */

const BENCHES = {
  archive: 'bench/archive/archive.ts',
  contract: 'bench/contract-call.ts',
  governor: 'bench/governor.ts',
  ingest: 'bench/ingest/ingest.ts',
  insights: 'bench/insights.ts',
  plan: 'bench/plan.ts',
  ports: 'bench/ports.ts',
  quota: 'bench/quota.ts',
  scale: 'bench/scale.ts',
  scroll: 'bench/scroll.ts',
  search: 'bench/search.ts',
  shell: 'bench/shell.ts',
  titles: 'bench/titles.ts',
  ui: 'bench/ui.ts',
};
/** Benchmarks that need Electron and a display. */
const IN_ELECTRON = ['ports', 'shell'];
const print = (line) => process.stdout.write(`${line}\n`);

/** Runs a benchmark. Returns its exit code, or a string that explains why it cannot run on this machine. */
async function runBench(name, args, goals) {
  const env = {
    ...process.env,
    ...compileCache,
    ...(goals === undefined ? {} : { ROUNDWATCH_GOALS: goals }),
  };
  const argv = [node24, inRoot(BENCHES[name]), ...args];
  if (!IN_ELECTRON.includes(name)) return runAttached(argv, env);
  // Measures the start with a code cache, because the packaged app has one.
  const missing = name === 'shell' ? await makeCodeCache() : null;
  if (missing !== null) printMessage(`no code cache: ${missing}`);
  const { value, reason } = await inElectron(({ env: own, wrap }) =>
    runAttached(wrap(argv), { ...env, ...own }),
  );
  return reason ?? value;
}

const runAttached = ([file, ...args], env) =>
  waitForExit(spawn(file, args, { cwd: root, stdio: 'inherit', env }));

/** Reads the goals that the benchmarks have written, one JSON object per line. */
const readGoals = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

async function runAll(args) {
  const folder = mkdtempSync(join(tmpdir(), 'roundwatch-bench-'));
  const file = join(folder, 'goals.jsonl');
  const failed = [];
  const notRun = [];
  for (const name of Object.keys(BENCHES)) {
    print(`\n--- ${name}`);
    const ended = await runBench(name, args, file);
    if (typeof ended === 'string') notRun.push(`${name}: ${ended}`);
    else if (ended !== 0) failed.push(name);
  }
  const goals = readGoals(file);
  rmSync(folder, { recursive: true, force: true });
  const rows = goals.map(({ bench, words, figure, isMet }) => [
    bench,
    words,
    figure,
    isMet ? 'met' : 'MISSED',
  ]);
  print(formatTable(['bench', 'what', 'measured', ''], rows));
  const missed = goals.filter(({ isMet }) => !isMet);
  for (const { words, figure } of missed) print(`Missed: ${words}: ${figure}.`);
  // A benchmark that crashes may report no goal as missed. It must be listed as failed anyway.
  const crashed = failed.filter((name) => !missed.some(({ bench }) => bench === name));
  if (crashed.length > 0) print(`Failed without a missed goal: ${crashed.join(', ')}.`);
  for (const each of notRun) print(`Not run here: ${each}.`);
  const counts = [
    ...(missed.length === 0 ? [] : [`${missed.length} of ${goals.length} goals missed`]),
    ...(crashed.length === 0 ? [] : [`${crashed.length} failed`]),
    ...(notRun.length === 0 ? [] : [`${notRun.length} not run here`]),
  ];
  const verdict = counts.length === 0 ? 'every goal met' : counts.join(', ');
  print(`bench: ${verdict} (${Object.keys(BENCHES).length - notRun.length} benches)`);
  return failed.length === 0 ? 0 : 1;
}

await runCommand(async () => {
  const [first, ...rest] = argumentsToPassOn();
  const isNamed = first !== undefined && !first.startsWith('-');
  if (isNamed && !Object.hasOwn(BENCHES, first))
    throw new CommandError(`there is no bench called ${first}; there are ${Object.keys(BENCHES).join(', ')}`);
  await prepare('bench');
  if (!isNamed) return runAll(argumentsToPassOn());
  const ended = await runBench(first, rest);
  if (typeof ended === 'string') throw new CommandError(`${first} cannot be run here: ${ended}`);
  return ended;
});
