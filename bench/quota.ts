import { parseArgs } from 'node:util';
import { reportGoals } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';
import { median } from './lib/figures.ts';
import { clairvoyant, clairvoyantWithoutRows } from './seller/bound.ts';
import { differenceOf, largestReasons } from './seller/difference.ts';
import { createOracle } from './seller/oracle.ts';
import { runEndless, runPlainClient } from './seller/plain-client.ts';
import { DAY_MS } from '../shared/durations.ts';
import { FRESH_MS } from '../renderer/features/company/panels/freshness.ts';
import { runProduct, type Habits } from './seller/product-client.ts';
import type { FeedPolicy } from './seller/product-search.ts';
import { writeScript } from './seller/script.ts';
import { lateRounds, usefulItems } from './seller/useful.ts';
import { goalsOf, ratiosOf, tableOf, type Month } from './seller/verdict.ts';

/*
 * `npm run bench -- quota`: runs a user's month against the simulator, with the same actions for every
 * client. The benchmark prints medians over several users, and exits with 1 if a goal is missed. README.md
 * lists the assumptions.
 */

const SEEDS = 5;
/** The age at which the company screen shows the age of a profile as a warning. */
const PROFILE_DAYS = FRESH_MS.profile / DAY_MS;
const POLICIES: readonly FeedPolicy[] = ['each-session', 'mornings', 'never'];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seeds: { type: 'string' },
    first: { type: 'string', default: '1' },
    policy: { type: 'string', default: 'each-session' },
    'profile-days': { type: 'string', default: String(PROFILE_DAYS) },
  },
});

async function simulate(seed: number, habits: Habits): Promise<Month> {
  const oracle = createOracle(seed);
  const script = writeScript(seed, oracle);
  const product = await runProduct(seed, script, habits);
  return {
    seed,
    items: usefulItems(script).size,
    late: lateRounds(script).size,
    naive: runPlainClient('naive', script, oracle),
    naiveEndless: runEndless('naive', script, oracle),
    sameUrl: runPlainClient('same-url', script, oracle),
    sameUrlEndless: runEndless('same-url', script, oracle),
    product,
    difference: differenceOf(product.calls, script, oracle),
    bound: clairvoyant(script, oracle),
    floor: clairvoyantWithoutRows(script, oracle),
  };
}

const print = (text: string): void => void process.stdout.write(text);

function report(months: readonly Month[], policy: FeedPolicy): void {
  const medianOf = (of: (month: Month) => number): number => median(months.map(of));
  const ratios = ratiosOf(months);
  print(`\n${tableOf(months)}\n`);
  print(
    `medians of ${months.length} months (seeds ${months.map(({ seed }) => seed).join(', ')}): ${medianOf((month) => month.items)} useful items, `,
  );
  print(`${medianOf((month) => month.late)} rounds that came late; policy ${policy}\n`);
  print(`this product: ${ratios.timesBound} × the bound (${ratios.timesFloor} × the harsher one), `);
  print(`${ratios.shareOfNaive} of naive, ${ratios.shareOfSameUrl} of the exact-URL cache, `);
  print(
    `${ratios.shareOfNaiveWithItsLimits} of naive as long as its account lasts (all per useful item but the first)\n`,
  );
  const spent = Object.keys(months[0]?.product.spentFor ?? {}).sort();
  print(
    `its records: ${spent.map((key) => `${key} ${medianOf(({ product }) => product.spentFor[key] ?? 0)}`).join(', ')}\n`,
  );
  const reasons = largestReasons(
    months.map(({ difference }) => difference),
    3,
  );
  print('the largest parts of the difference to the bound, in records a month: ');
  print(`${reasons.map(([reason, records]) => `${reason} ${records}`).join(', ')}\n`);
  print(`if looking for late rounds were free: ${ratios.timesBoundWithoutLate} × the bound, `);
  print(`${ratios.timesBoundWithoutLatePerItem} × per useful item\n`);
  for (const { seed, product } of months)
    for (const { budget, ledger, service } of product.counters)
      if (ledger !== service)
        print(`seed ${seed}: ${budget} is ${ledger} in the ledger, ${service} at the service\n`);
}

async function main(): Promise<number> {
  const policy = POLICIES.find((name) => name === values.policy);
  if (policy === undefined) throw new Error(`--policy is one of ${POLICIES.join(', ')}`);
  const count = Number(values.seeds ?? (values.quick ? 1 : SEEDS));
  const first = Number(values.first);
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(first))
    throw new Error('--seeds and --first are whole numbers');
  const startedMs = Date.now();
  const profileDays = Number(values['profile-days']);
  if (!(profileDays >= 0)) throw new Error('--profile-days is a number of days');
  const months: Month[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const month = await simulate(seed, { policy, profileAgeMs: profileDays * DAY_MS });
    months.push(month);
    print(`seed ${seed}: product ${month.product.records} records, bound ${month.bound.records}, `);
    print(`naive would take ${month.naiveEndless.records}\n`);
  }
  report(months, policy);
  const isMet = reportGoals('quota', goalsOf(months), startedMs);
  // Only full runs with the default habits are recorded.
  if (count >= SEEDS && first === 1 && policy === 'each-session' && profileDays === PROFILE_DAYS)
    saveMonths(months, isMet);
  return isMet ? 0 : 1;
}

function saveMonths(months: readonly Month[], isMet: boolean): void {
  const line = ({
    seed,
    items,
    late,
    naiveEndless,
    sameUrlEndless,
    product,
    difference,
    bound,
    floor,
  }: Month) => ({
    seed,
    items,
    late,
    floor,
    naive: naiveEndless.records,
    sameUrl: sameUrlEndless.records,
    bound: bound.records,
    product: product.records,
    lateMissed: product.lateMissed,
    seen: product.items,
    spentFor: product.spentFor,
    difference,
  });
  saveResults('quota', { isMet, ...ratiosOf(months) }, { goals: goalsOf(months), months: months.map(line) });
}

process.exitCode = await main();
