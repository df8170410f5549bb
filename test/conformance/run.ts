import { CONFORMANCE_MUTATIONS } from '../mutations/areas/conformance.mutations.ts';
import type { Verdict } from '../mutations/judge.ts';
import { runMutations } from '../mutations/run-mutations.ts';
import { EXPECTED_IDS } from './expected-ids.ts';
import type { Outcome } from './kit/bench.ts';
import { gapsOf, ROWS } from './rows.ts';
import { runRows } from './run-rows.ts';

/* `npm run conformance`: prints a line for every row, then the planted defects, then the verdict. */

const WIDTH = 3;
const TITLE_WIDTH = 72;
const print = (line = ''): void => void process.stdout.write(`${line}\n`);

function printRow({ row, error, ms }: Outcome): void {
  const title = row.title.length > TITLE_WIDTH ? `${row.title.slice(0, TITLE_WIDTH - 1)}…` : row.title;
  const state = error === null ? 'pass' : 'FAIL';
  print(
    `${row.id.padEnd(10)} ${title.padEnd(TITLE_WIDTH)} ${row.part.padEnd(4)} ${state} ${Math.round(ms)} ms`,
  );
}

function printFailures(outcomes: readonly Outcome[]): void {
  for (const { row, error } of outcomes) {
    if (error === null) continue;
    print(`\nFAIL ${row.id}: ${row.title}`);
    print(`  ${(error.stack ?? error.message).trim().split('\n').slice(0, 14).join('\n  ')}`);
  }
}

function printMutations(verdicts: readonly Verdict[]): void {
  print('\nPlanted defects:');
  for (const { mutation, state, detail } of verdicts)
    print(`${state === 'caught' ? state : state.toUpperCase()} ${mutation.name.padEnd(36)} ${detail}`);
}

const startedMs = performance.now();
const outcomes = await runRows(ROWS, WIDTH);
outcomes.forEach(printRow);
printFailures(outcomes);
const { missing, twice, unknown } = gapsOf(ROWS);
for (const id of missing) print(`${id.padEnd(10)} MISSING`);
for (const id of [...twice, ...unknown])
  print(`${id.padEnd(10)} ${twice.includes(id) ? 'TWICE' : 'UNKNOWN'}`);
const verdicts = await runMutations(CONFORMANCE_MUTATIONS);
printMutations(verdicts);

const passed = new Set(outcomes.flatMap(({ row, error }) => (error === null ? [row.id] : [])));
const passedCount = EXPECTED_IDS.filter((id) => passed.has(id)).length;
const caught = verdicts.filter(({ state }) => state === 'caught').length;
const isComplete = [missing, twice, unknown].every(({ length }) => length === 0);
const areAllMet =
  isComplete &&
  passedCount === EXPECTED_IDS.length &&
  passed.size === ROWS.length &&
  caught === verdicts.length;
print(
  `\nconformance: ${passedCount}/${EXPECTED_IDS.length} rows pass; ${caught}/${verdicts.length} planted defects caught ` +
    `(${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`,
);
process.exit(areAllMet ? 0 : 1);
