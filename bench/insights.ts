import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { limitYoungGeneration } from '../electron/shells/startup/young-generation.ts';
import { reportGoals, type Goal } from './lib/goals.ts';
import { quantile, rounded, textTable } from './lib/figures.ts';
import { saveResults } from './lib/results.ts';
import { STALL_GOAL_MS } from './lib/stalls.ts';

/*
 * `npm run bench -- insights` measures how long Insights takes in a library of 100,000 companies: when it is
 * opened, and after a filter is changed. For comparison, it computes the same figures in plain SQL. It also
 * measures Outcomes, with a year of work in the same library.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const COMPANIES = values.quick ? 10_000 : 100_000;
const OPENED = values.quick ? 8 : 40;
const CHANGED = values.quick ? 40 : 200;
const SQL_RUNS = values.quick ? 3 : 8;
/** Maximum p95 in ms for opening Insights and for changing a filter. */
const LIMITS = { openMs: 300, filterMs: 100 };

// V8's memory limit must be set before any other module is imported, as in the product's shells.
limitYoungGeneration();
const { measureInsights, NOW } = await import('./insights/insights-run.ts');
const { fillWork, measureOutcomes } = await import('./insights/outcomes-run.ts');

const print = (text: string): void => void process.stdout.write(text);
const goal = (words: string, ms: number, limit: number): Goal => ({
  words: `at ${COMPANIES}, ${words}`,
  figure: `${rounded(ms, 1)} ms, goal ${limit}`,
  isMet: ms <= limit,
});

const startedMs = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'roundwatch-insights-'));
try {
  const fill = fileURLToPath(new URL('./insights/fill-process.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [fill, folder, String(COMPANIES)]);
  const measured = await measureInsights(folder, { opened: OPENED, changed: CHANGED, sqlRuns: SQL_RUNS });
  fillWork(folder);
  const outcomes = await measureOutcomes(folder, { opened: OPENED, sqlRuns: SQL_RUNS }, NOW);
  const row = (name: string, ms: readonly number[]): string[] => [
    name,
    rounded(quantile(ms, 0.5), 1).toFixed(1),
    rounded(quantile(ms, 0.95), 1).toFixed(1),
    rounded(Math.max(...ms), 1).toFixed(1),
  ];
  const rows = [
    row('opened for the first time', measured.openedMs),
    row('a filter changed', measured.changedMs),
    row('the same in plain SQL', measured.sqlMs),
    row('Outcomes opened for the first time', outcomes.openedMs),
    row('Outcomes grouped by something else', outcomes.changedMs),
    row('its counts and records in plain SQL', outcomes.sqlMs),
  ];
  print(`\n${COMPANIES} companies, ${measured.rounds} rounds, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`);
  print(textTable([['ms', 'median', 'p95', 'longest'], ...rows]));
  print(`memory: ${rounded(measured.memoryMb, 1)} MB after the longest period was read\n`);
  const goals = [
    goal('all charts after Insights is opened, p95', quantile(measured.openedMs, 0.95), LIMITS.openMs),
    goal('all charts after a filter is changed, p95', quantile(measured.changedMs, 0.95), LIMITS.filterMs),
    goal('the process blocked', measured.stallMs, STALL_GOAL_MS),
    goal('Outcomes after it is opened, p95', quantile(outcomes.openedMs, 0.95), LIMITS.openMs),
    goal('Outcomes after the grouping is changed, p95', quantile(outcomes.changedMs, 0.95), LIMITS.filterMs),
    goal('the process blocked by Outcomes', outcomes.stallMs, STALL_GOAL_MS),
  ];
  if (!values.quick)
    saveResults(
      'insights',
      { isMet: goals.every(({ isMet }) => isMet), goals },
      { load: loadavg()[0], rows, memoryMb: rounded(measured.memoryMb, 1) },
    );
  process.exitCode = reportGoals('insights', goals, startedMs) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
