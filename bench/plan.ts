import { parseArgs } from 'node:util';
import { judge } from './lib/goals.ts';
import { keepResults } from './lib/results.ts';
import { measureLooks } from './planner/look.ts';
import { CAP, runMonth, type MonthFigures, type Way } from './planner/month.ts';
import { greedy, nobody, optimum, planner, play, smallMonth, type Policy } from './planner/small.ts';

/*
 * `npm run bench -- plan`: whose contacts are fetched before their windows close, and for how many records,
 * without a planner, with a greedy one and with this one. Small months are also solved exactly. Exits 1 if a
 * goal is missed.
 */

const SMALL = 200;
const SMALL_SIZE = 10;
const WITHIN = 0.05;
const FOLLOWED = 620;
/** Users do not notice a click delayed by less than this, ms. */
const LOOK_MS = 30;
const WAYS: readonly Way[] = ['nobody', 'greedy', 'planner'];

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Small {
  readonly ofOptimum: number;
  readonly captured: number;
  readonly overShare: number;
}

/** The share of the attainable value that a policy reaches, over many small months. */
function small(months: number, policyOf: (seed: number) => Policy): Small {
  let best = 0;
  let value = 0;
  let captured = 0;
  let companies = 0;
  let overShare = 0;
  for (let seed = 1; seed <= months; seed += 1) {
    const month = smallMonth(seed, SMALL_SIZE);
    const outcome = play(month, policyOf(seed));
    best += optimum(month);
    value += outcome.value;
    captured += outcome.captured;
    companies += month.companies.length;
    overShare += outcome.isOver ? 1 : 0;
  }
  return { ofOptimum: value / best, captured: captured / companies, overShare };
}

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

function tellSmall(name: string, { ofOptimum, captured }: Small): void {
  say(`  ${name.padEnd(12)} ${percent(ofOptimum).padStart(8)} of the optimum, ${percent(captured)} captured`);
}
function tellMonth({ way, saved, captured, contacts, records, busiestDay }: MonthFigures): void {
  const each = contacts === 0 ? '–' : (records / contacts).toFixed(2);
  say(
    `  ${way.padEnd(12)} ${percent(captured / saved).padStart(8)} of ${saved} saved, ${contacts} contacts, ${each} records each, at most ${busiestDay} a day`,
  );
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const count = values.quick ? 40 : SMALL;
  const smalls = {
    nobody: small(count, nobody),
    greedy: small(count, () => greedy),
    planner: small(count, () => planner),
  };
  say(`${count} small months of ${SMALL_SIZE} companies, solved exactly (worth by list and fit):`);
  for (const way of WAYS) tellSmall(way, smalls[way]);
  const months: MonthFigures[] = [];
  for (const way of WAYS) months.push(await runMonth(Number(values.seed), way));
  say(`30 days against the simulator, ${CAP} records a day for contacts:`);
  for (const month of months) tellMonth(month);
  const look = await measureLooks(FOLLOWED);
  say(
    `a look at the plan of ${look.companies} followed companies (${look.proposed} calls proposed): ${look.medianMs.toFixed(1)} ms, the longest of ${look.looks} ${look.mostMs.toFixed(1)} ms`,
  );
  const [none, cheapest, own] = months;
  if (none === undefined || cheapest === undefined || own === undefined)
    throw new Error('a month is missing');
  const goals = [
    {
      words: `worth of small months within ${percent(WITHIN)} of the optimum`,
      figure: `${percent(smalls.planner.ofOptimum)} of it`,
      isMet: smalls.planner.ofOptimum >= 1 - WITHIN,
    },
    {
      words: 'worth no less than greedy',
      figure: `${percent(smalls.planner.ofOptimum)}, greedy ${percent(smalls.greedy.ofOptimum)}`,
      isMet: smalls.planner.ofOptimum >= smalls.greedy.ofOptimum,
    },
    {
      words: 'months over the pace',
      figure: `${smalls.planner.overShare}, goal 0`,
      isMet: smalls.planner.overShare === 0,
    },
    {
      words: 'records on the busiest day, within the allowance',
      figure: `${own.busiestDay}, goal ${CAP}; refused ${own.refused}`,
      isMet: own.busiestDay <= CAP && own.refused === 0,
    },
    {
      words: 'captured, no less than greedy and than nobody',
      figure: `${own.captured}, greedy ${cheapest.captured}, nobody ${none.captured}`,
      isMet: own.captured >= cheapest.captured && own.captured >= none.captured,
    },
    {
      words: `a look at the plan of ${look.companies} companies`,
      figure: `${look.medianMs.toFixed(1)} ms, goal ${LOOK_MS}`,
      isMet: look.medianMs <= LOOK_MS,
    },
  ];
  const isMet = judge('plan', goals, startedMs);
  if (!values.quick)
    keepResults(
      'plan',
      { isMet, ofOptimum: smalls.planner.ofOptimum },
      { goals, small: smalls, months, look },
    );
  return isMet ? 0 : 1;
}

process.exitCode = await main();
