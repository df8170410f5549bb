import { parseArgs } from 'node:util';
import { reportGoals } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';
import { measureEvaluations } from './planner/evaluation.ts';
import { DAILY_CAP, runMonth, type MonthFigures, type Strategy } from './planner/month.ts';
import {
  greedy,
  manual,
  optimumOf,
  planner,
  simulate,
  createSmallMonth,
  type Policy,
} from './planner/small.ts';

/*
 * `npm run bench -- plan` compares three ways to fetch contacts: by hand, with a greedy strategy and with the
 * planner. For each way, it counts the records spent and the companies whose contacts are fetched in time,
 * before their contact windows close. In months with few companies, it also compares each way with the exact
 * optimum. The benchmark exits with 1 if a goal is missed.
 */

const SMALL = 200;
const SMALL_SIZE = 10;
const OPTIMUM_TOLERANCE = 0.05;
const FOLLOWED = 620;
/** Maximum time in ms for computing the plan. A shorter delay after a click is not noticeable. */
const EVALUATION_GOAL_MS = 30;
const STRATEGIES: readonly Strategy[] = ['manual', 'greedy', 'planner'];

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface SmallMonthsResult {
  readonly ofOptimum: number;
  readonly captured: number;
  readonly overShare: number;
}

/**
 * Runs a strategy in many small months, and compares the value that it reaches with the highest possible
 * value.
 */
function simulateSmallMonths(months: number, policyOf: (seed: number) => Policy): SmallMonthsResult {
  let best = 0;
  let value = 0;
  let captured = 0;
  let companies = 0;
  let overShare = 0;
  for (let seed = 1; seed <= months; seed += 1) {
    const month = createSmallMonth(seed, SMALL_SIZE);
    const outcome = simulate(month, policyOf(seed));
    best += optimumOf(month);
    value += outcome.value;
    captured += outcome.captured;
    companies += month.companies.length;
    overShare += outcome.exceedsShare ? 1 : 0;
  }
  return { ofOptimum: value / best, captured: captured / companies, overShare };
}

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

function printSmallMonths(name: string, { ofOptimum, captured }: SmallMonthsResult): void {
  print(
    `  ${name.padEnd(12)} ${percent(ofOptimum).padStart(8)} of the optimum, ${percent(captured)} captured`,
  );
}
function printMonth({ strategy, saved, captured, contacts, records, busiestDay }: MonthFigures): void {
  const each = contacts === 0 ? '–' : (records / contacts).toFixed(2);
  print(
    `  ${strategy.padEnd(12)} ${percent(captured / saved).padStart(8)} of ${saved} saved, ${contacts} contacts, ${each} records each, at most ${busiestDay} a day`,
  );
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const count = values.quick ? 40 : SMALL;
  const smallMonths = {
    manual: simulateSmallMonths(count, manual),
    greedy: simulateSmallMonths(count, () => greedy),
    planner: simulateSmallMonths(count, () => planner),
  };
  print(`${count} small months of ${SMALL_SIZE} companies, solved exactly (worth by list and fit):`);
  for (const strategy of STRATEGIES) printSmallMonths(strategy, smallMonths[strategy]);
  const months: MonthFigures[] = [];
  for (const strategy of STRATEGIES) months.push(await runMonth(Number(values.seed), strategy));
  print(`30 days against the simulator, ${DAILY_CAP} records a day for contacts:`);
  for (const month of months) printMonth(month);
  const evaluation = await measureEvaluations(FOLLOWED);
  print(
    `evaluating the plan of ${evaluation.companies} followed companies (${evaluation.proposed} calls proposed): ${evaluation.medianMs.toFixed(1)} ms, the longest of ${evaluation.evaluations} ${evaluation.longestMs.toFixed(1)} ms`,
  );
  const [manualMonth, greedyMonth, plannerMonth] = months;
  if (manualMonth === undefined || greedyMonth === undefined || plannerMonth === undefined)
    throw new Error('a month is missing');
  const goals = [
    {
      words: `worth of small months within ${percent(OPTIMUM_TOLERANCE)} of the optimum`,
      figure: `${percent(smallMonths.planner.ofOptimum)} of it`,
      isMet: smallMonths.planner.ofOptimum >= 1 - OPTIMUM_TOLERANCE,
    },
    {
      words: 'worth no less than greedy',
      figure: `${percent(smallMonths.planner.ofOptimum)}, greedy ${percent(smallMonths.greedy.ofOptimum)}`,
      isMet: smallMonths.planner.ofOptimum >= smallMonths.greedy.ofOptimum,
    },
    {
      words: 'months over the pace',
      figure: `${smallMonths.planner.overShare}, goal 0`,
      isMet: smallMonths.planner.overShare === 0,
    },
    {
      words: 'records on the busiest day, within the allowance',
      figure: `${plannerMonth.busiestDay}, goal ${DAILY_CAP}; refused ${plannerMonth.refused}`,
      isMet: plannerMonth.busiestDay <= DAILY_CAP && plannerMonth.refused === 0,
    },
    {
      words: 'captured, no less than greedy and manual',
      figure: `${plannerMonth.captured}, greedy ${greedyMonth.captured}, manual ${manualMonth.captured}`,
      isMet: plannerMonth.captured >= greedyMonth.captured && plannerMonth.captured >= manualMonth.captured,
    },
    {
      words: `evaluating the plan of ${evaluation.companies} companies`,
      figure: `${evaluation.medianMs.toFixed(1)} ms, goal ${EVALUATION_GOAL_MS}`,
      isMet: evaluation.medianMs <= EVALUATION_GOAL_MS,
    },
  ];
  const isMet = reportGoals('plan', goals, startedMs);
  if (!values.quick)
    saveResults(
      'plan',
      { isMet, ofOptimum: smallMonths.planner.ofOptimum },
      { goals, small: smallMonths, months, evaluation },
    );
  return isMet ? 0 : 1;
}

process.exitCode = await main();
