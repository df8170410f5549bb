import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MUTATIONS } from './all.ts';
import type { Verdict } from './judge.ts';
import type { Mutation } from './mutation.ts';
import { runMutations } from './run-mutations.ts';

/*
 * `npm run mutations [-- NAME… --figure ID]`: prints a line for each mutation, then the verdict. A NAME
 * selects the mutations whose names contain it. `--figure ID` selects the mutations whose `figure` is ID;
 * `--without-figures` skips all mutations that have a `figure`. `--baseline-elsewhere` skips the test runs
 * without mutations, except for mutations that set environment variables. If the environment variable
 * ROUNDWATCH_REPORT contains a path, the verdicts are also written to that file as test results.
 */

/** After an error, at most this many characters from the end of the test processes' output are printed. */
const OUTPUT_MAX = 4_000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const startedMs = performance.now();
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    figure: { type: 'string', multiple: true, default: [] },
    'without-figures': { type: 'boolean', default: false },
    'baseline-elsewhere': { type: 'boolean', default: false },
  },
});
const isNamed = ({ name }: Mutation, part: string): boolean =>
  name.toLowerCase().includes(part.toLowerCase());
const chosen = MUTATIONS.filter(
  (mutation) =>
    (names.length === 0 || names.some((part) => isNamed(mutation, part))) &&
    (values.figure.length === 0 || values.figure.includes(mutation.figure ?? '')) &&
    !(values['without-figures'] && mutation.figure !== undefined),
);
const unknown = names.filter((part) => !chosen.some((mutation) => isNamed(mutation, part)));
for (const part of unknown) print(`ERROR   there is no mutation "${part}"`);
let output = '';
const verdicts = await runMutations(chosen, {
  baselineElsewhere: values['baseline-elsewhere'],
  onOutput: (text) => (output = (output + text).slice(-OUTPUT_MAX)),
});
for (const verdict of verdicts) print(lineOf(verdict));

const count = (state: Verdict['state']): number =>
  verdicts.filter((verdict) => verdict.state === state).length;
// Prints the output of the test processes. If a process ended early, only its output gives the reason.
if (count('error') > 0) process.stderr.write(`${output.trim()}\n`);
const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
print(`mutations: ${count('caught')}/${verdicts.length} caught${skipped} (${seconds} s)`);

const report = process.env['ROUNDWATCH_REPORT'];
if (report !== undefined && report !== '')
  writeFileSync(report, JSON.stringify({ tests: verdicts.map(asTest) }));
const isGood = unknown.length === 0 && count('caught') + count('skipped') === verdicts.length;
// Exits only after all output is written, because the reader of a pipe may be slow.
process.stdout.write('', () => process.exit(isGood ? 0 : 1));

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
