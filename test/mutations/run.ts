import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MUTATIONS } from './all.ts';
import type { Verdict } from './judge.ts';
import type { Mutation } from './mutation.ts';
import { runMutations } from './run-mutations.ts';

/**
 * `npm run mutations [-- NAME… --figure ID]`: one line per mutation, then the verdict. NAME is part of a mutation's name;
 * ID is the figure that a mutation belongs to. With `ROUNDWATCH_REPORT` the verdicts are also written there as tests.
 */

/** Number of output characters of the test processes to keep. */
const OUTPUT_MAX = 4_000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const startedMs = performance.now();
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { figure: { type: 'string', multiple: true, default: [] } },
});
const isNamed = ({ name }: Mutation, part: string): boolean =>
  name.toLowerCase().includes(part.toLowerCase());
const chosen = MUTATIONS.filter(
  (mutation) =>
    (names.length === 0 || names.some((part) => isNamed(mutation, part))) &&
    (values.figure.length === 0 || values.figure.includes(mutation.figure ?? '')),
);
const unknown = names.filter((part) => !chosen.some((mutation) => isNamed(mutation, part)));
for (const part of unknown) print(`ERROR   there is no mutation "${part}"`);
let output = '';
const verdicts = await runMutations(chosen, {
  onOutput: (text) => (output = (output + text).slice(-OUTPUT_MAX)),
});
for (const verdict of verdicts) print(lineOf(verdict));

const count = (state: Verdict['state']): number =>
  verdicts.filter((verdict) => verdict.state === state).length;
// A process that ended early says why only there.
if (count('error') > 0) process.stderr.write(`${output.trim()}\n`);
const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
print(`mutations: ${count('caught')}/${verdicts.length} caught${skipped} (${seconds} s)`);

const report = process.env['ROUNDWATCH_REPORT'];
if (report !== undefined && report !== '')
  writeFileSync(report, JSON.stringify({ tests: verdicts.map(asTest) }));
const isGood = unknown.length === 0 && count('caught') + count('skipped') === verdicts.length;
process.exit(isGood ? 0 : 1);

function lineOf({ mutation: { name }, state, detail, durationMs }: Verdict): string {
  if (state === 'caught') return `caught  ${name}  by ${detail} (${Math.round(durationMs)} ms)`;
  return `${state.toUpperCase().padEnd(7)} ${name}  ${detail}`;
}

function asTest({ mutation: { name, figure, test }, state, detail, durationMs }: Verdict) {
  const states = { caught: 'passed', missed: 'failed', stale: 'failed', error: 'failed', skipped: 'skipped' };
  return {
    name,
    figure,
    file: test.file,
    state: states[state],
    ms: durationMs,
    ...(state === 'skipped'
      ? { reason: detail }
      : state === 'caught'
        ? {}
        : { message: `${state}: ${detail}` }),
  };
}
