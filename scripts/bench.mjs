import './node-version.mjs';
import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { inRoot, node24, root } from './environment.mjs';
import { attend } from './process.mjs';
import { command, Stop } from './say.mjs';
import { prepare } from './setup.mjs';

/** `npm run bench [-- NAME] [options]`: all benches one after the other, or one. Exits 1 where a goal is missed. */

const BENCHES = {
  contract: 'bench/contract-call.ts',
  governor: 'bench/governor.ts',
  ingest: 'bench/ingest.ts',
  plan: 'bench/plan.ts',
  quota: 'bench/quota.ts',
  scroll: 'bench/scroll.ts',
  search: 'bench/search.ts',
  ui: 'bench/ui.ts',
};

const runBench = (name, args) =>
  attend(spawn(node24, [inRoot(BENCHES[name]), ...args], { cwd: root, stdio: 'inherit' }));

await command(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const isNamed = first !== undefined && !first.startsWith('-');
  if (isNamed && !Object.hasOwn(BENCHES, first))
    throw new Stop(`there is no bench called ${first}; there are ${Object.keys(BENCHES).join(', ')}`);
  await prepare('check');
  if (isNamed) return runBench(first, rest);
  const missed = [];
  const names = Object.keys(BENCHES).filter((name) => existsSync(inRoot(BENCHES[name])));
  for (const name of names) {
    process.stdout.write(`\n--- ${name}\n`);
    if ((await runBench(name, process.argv.slice(2))) !== 0) missed.push(name);
  }
  process.stdout.write(
    `bench: ${missed.length === 0 ? 'every goal met' : `missed in ${missed.join(', ')}`} (${names.length} benches)\n`,
  );
  return missed.length === 0 ? 0 : 1;
});
