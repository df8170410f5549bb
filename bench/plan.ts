import { parseArgs } from 'node:util';
import { reportGoals, type Goal } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';
import { measureEvaluations, type EvaluationFigures } from './planner/evaluation.ts';
import { recordsEach, ROLE_SELLERS, runMatchingMonths, type MatchingMonth } from './planner/matching.ts';
import {
  END_STRATEGIES,
  runMonthsWith,
  totalOf,
  valuePerRecord,
  type EndFigures,
  type EndRun,
  type EndStrategy,
} from './planner/month-end.ts';
import { causesByMonth, printCauses, printEarlier, sumOfCauses } from './planner/month-end-report.ts';
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
import {
  baselinePolicy,
  createMatchingMonth,
  matchingPolicy,
  optimalMatching,
  simulateMatching,
  type SmallMatching,
} from './planner/small-matching.ts';

/*
 * `npm run bench -- plan` compares three ways to fetch contacts: by hand, with a greedy strategy and with the
 * planner. For each way, it counts the records spent and the companies whose contacts are fetched before
 * their contact windows close. In months with few companies, it also computes the exact optimum.
 *
 * Two parts compare the planner with the frozen planner in `planner/baseline`. The first part measures the
 * records spent for each contact with a wanted title. The second part covers the last days of a month, and
 * measures the records that expire and the value for each spent record. The benchmark exits with 1 if a goal
 * is missed.
 */

const SMALL = 200;
const SMALL_SIZE = 10;
const OPTIMUM_TOLERANCE = 0.05;
const FOLLOWED = 620;
/** Maximum time in ms for computing the plan. A shorter delay after a click is not noticeable. */
const EVALUATION_GOAL_MS = 30;
/**
 * Maximum number of records spent for each matching contact, relative to the number that the frozen planner
 * spends.
 */
const MATCHING_GOAL = 0.6;
const END_MONTHS = 30;
/**
 * The records that expire may be at most this fraction of the records that expire with the frozen planner.
 */
const EXPIRED_GOAL = 0.5;
const STRATEGIES: readonly Strategy[] = ['manual', 'greedy', 'planner'];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    /** Runs only the month-end part of the benchmark. */
    'month-end': { type: 'boolean', default: false },
    /** With `--month-end`: prints for each month why records expire. */
    why: { type: 'boolean', default: false },
  },
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

/**
 * Runs small months for a seller who wants only matching contacts. Returns each strategy's total over all
 * months.
 */
function runSmallMatching(count: number): Record<'baseline' | 'planner' | 'optimum', SmallMatching> {
  const months = Array.from({ length: count }, (_, index) => createMatchingMonth(index + 1, SMALL_SIZE));
  const total = (figures: readonly SmallMatching[]): SmallMatching => ({
    records: figures.reduce((sum, { records }) => sum + records, 0),
    matching: figures.reduce((sum, { matching }) => sum + matching, 0),
  });
  return {
    baseline: total(months.map((month) => simulateMatching(month, baselinePolicy))),
    planner: total(months.map((month) => simulateMatching(month, matchingPolicy))),
    optimum: total(months.map(optimalMatching)),
  };
}

const eachText = (figures: SmallMatching): string =>
  `${recordsEach(figures).toFixed(2)} records for each of ${figures.matching} matching contacts`;

const shareOfBaseline = ({ baseline, planner: current }: Omit<MatchingMonth, 'seller'>): number =>
  recordsEach(current) / recordsEach(baseline);

function printMatching(
  small: Record<'baseline' | 'planner' | 'optimum', SmallMatching>,
  months: readonly MatchingMonth[],
): void {
  print('small months of a seller who wants matching contacts only, solved exactly:');
  for (const strategy of ['baseline', 'planner', 'optimum'] as const)
    print(`  ${strategy.padEnd(12)} ${eachText(small[strategy])}`);
  print('30 days against the simulator, matching contacts only:');
  for (const month of months) {
    print(`  ${month.seller}: ${percent(shareOfBaseline(month))} of the baseline’s records for each`);
    for (const strategy of ['baseline', 'planner'] as const)
      print(`    ${strategy.padEnd(10)} ${eachText(month[strategy])}, ${month[strategy].records} records`);
  }
}

const printEvaluation = (title: string, evaluation: EvaluationFigures): void =>
  print(
    `evaluating the plan of ${evaluation.companies} followed companies${title} (${evaluation.proposed} calls proposed): ${evaluation.medianMs.toFixed(1)} ms, the longest of ${evaluation.evaluations} ${evaluation.longestMs.toFixed(1)} ms`,
  );

async function measureMatching(count: number): Promise<{ goals: Goal[]; results: object }> {
  const [seller] = ROLE_SELLERS;
  if (seller === undefined) throw new Error('no seller has buyer roles');
  const small = runSmallMatching(count);
  const months = await runMatchingMonths(Number(values.seed));
  printMatching(small, months);
  const evaluation = await measureEvaluations(FOLLOWED, seller.buyerRoles);
  printEvaluation(', with buyer roles and stored titles', evaluation);
  const [month] = months;
  if (month === undefined) throw new Error('a month is missing');
  const goals: Goal[] = [
    {
      words: `records for a matching contact (${month.seller}), at most ${percent(MATCHING_GOAL)} of the frozen planner’s`,
      figure: `${recordsEach(month.planner).toFixed(2)}, frozen ${recordsEach(month.baseline).toFixed(2)}: ${percent(shareOfBaseline(month))}`,
      isMet: shareOfBaseline(month) <= MATCHING_GOAL,
    },
    {
      words: 'matching contacts, no fewer than the frozen planner’s, within the allowance',
      figure: `${month.planner.matching}, frozen ${month.baseline.matching}; at most ${month.planner.busiestDay} records a day`,
      isMet: month.planner.matching >= month.baseline.matching && month.planner.busiestDay <= DAILY_CAP,
    },
    {
      words: `evaluating the plan of ${evaluation.companies} companies with buyer roles`,
      figure: `${evaluation.medianMs.toFixed(1)} ms, goal ${EVALUATION_GOAL_MS}`,
      isMet: evaluation.medianMs <= EVALUATION_GOAL_MS,
    },
  ];
  return { goals, results: { small, months, evaluation } };
}

const END_COLUMNS = [
  'expire',
  'own caps',
  'requests',
  'all fetched',
  'days full',
  'spent',
  'value each',
  'refused',
] as const;

/**
 * Prints how many records expire, and why. Because of the user's caps, no planner can spend the records in
 * the column `own caps`. The other records are counted by the reason why they expire: the month's requests
 * are used up (`requests`), everything worth fetching is fetched (`all fetched`), or the limits of the last
 * days are used up (`days full`).
 */
function printEndMonths(figures: Record<EndStrategy, EndFigures>): void {
  const row = (name: string, cells: readonly string[]): void =>
    print(`  ${name.padEnd(13)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  row('', END_COLUMNS);
  for (const strategy of END_STRATEGIES) {
    const { expired, capped, noRequests, nothingLeft, fullDays, planned, refused } = figures[strategy];
    const counts = [expired, capped, noRequests, nothingLeft, fullDays, planned].map(String);
    row(strategy, [...counts, valuePerRecord(figures[strategy]).toFixed(2), String(refused)]);
  }
}

function measureMonthEnd(): { goals: Goal[]; results: object } {
  const runs = Object.fromEntries(
    END_STRATEGIES.map((strategy) => [strategy, runMonthsWith(strategy, END_MONTHS)]),
  ) as Record<EndStrategy, EndRun[]>;
  const figures = Object.fromEntries(
    END_STRATEGIES.map((strategy) => [strategy, totalOf(runs[strategy].map((run) => run.figures))]),
  ) as Record<EndStrategy, EndFigures>;
  print(`${END_MONTHS} small months, with the plan for the rest of the month on the last seven days:`);
  printEndMonths(figures);
  const { frozen, 'month end': monthEnd } = figures;
  const months = causesByMonth(runs['month end']);
  const { floor } = sumOfCauses(months);
  if (values.why) {
    printCauses(print, months);
    printEarlier(print, END_MONTHS);
  }
  const goals: Goal[] = [
    {
      words: 'months: requests over a limit, a cap or the pace',
      figure: `${monthEnd.violations}, goal 0`,
      isMet: monthEnd.violations === 0,
    },
    {
      words: `records that expire, at most ${percent(EXPIRED_GOAL)} of the frozen planner’s`,
      figure: `${monthEnd.expired}, frozen ${frozen.expired}: ${percent(monthEnd.expired / frozen.expired)}; at least ${floor} with any plan of the last days`,
      isMet: monthEnd.expired <= EXPIRED_GOAL * frozen.expired,
    },
    {
      words: 'value for each record that plans spent, no lower than the frozen planner’s',
      figure: `${valuePerRecord(monthEnd).toFixed(2)}, frozen ${valuePerRecord(frozen).toFixed(2)}`,
      isMet: valuePerRecord(monthEnd) >= valuePerRecord(frozen),
    },
    {
      words: 'the user’s own requests refused, no more than with the frozen planner',
      figure: `${monthEnd.refused}, frozen ${frozen.refused}`,
      isMet: monthEnd.refused <= frozen.refused,
    },
  ];
  return { goals, results: figures };
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  if (values['month-end']) return reportGoals('plan', measureMonthEnd().goals, startedMs) ? 0 : 1;
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
  const evaluation = await measureEvaluations(FOLLOWED, null);
  printEvaluation('', evaluation);
  const matching = await measureMatching(count);
  const monthEnd = measureMonthEnd();
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
    ...matching.goals,
    ...monthEnd.goals,
  ];
  const isMet = reportGoals('plan', goals, startedMs);
  if (!values.quick)
    saveResults(
      'plan',
      { isMet, ofOptimum: smallMonths.planner.ofOptimum },
      {
        goals,
        small: smallMonths,
        months,
        evaluation,
        matching: matching.results,
        monthEnd: monthEnd.results,
      },
    );
  return isMet ? 0 : 1;
}

process.exitCode = await main();
