import { CAUSES, causesOf, type EndCauses } from './month-end-causes.ts';
import { runMonthsWith, totalOf, valuePerRecord, type EndRun } from './month-end.ts';
import { DAYS, MONTH_END_DAY } from './month-end-world.ts';

/* Prints why records expire in each simulated month (`npm run bench -- plan --month-end --why`). */

/** Column headings. `LEGEND` explains the causes and the last two columns. */
const HEADINGS: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  expired: 'expire',
  ownCaps: 'own caps',
  nothingToBuy: 'no supply',
  serviceLimits: 'limits',
  leftAlone: 'left alone',
  keptForUser: 'kept free',
  choices: 'plan',
  floor: 'floor',
  tooLate: 'too late',
};
const COLUMNS = ['expired', ...CAUSES, 'floor', 'tooLate'] as const;

const LEGEND = `  own caps    the user's spending caps for a day, for a list and for the month
  no supply   the service has nothing more for this user
  limits      the service's limits: requests, page turns and companies
  left alone  contacts without a match, news and open roles; there is no minimum value before the reset
  kept free   the fifth of each daily limit that the plan keeps for the user
  plan        the plan's decisions: by value, evenly, with a reserve, and at the highest prices
  floor       own caps + no supply + limits: nobody can spend these from the first day of the plan on
  too late    the part of the floor that could have been spent before the plan was offered
Every plan is offered and approved, so none expire for another reason.`;

/** Numbers of days before the reset at which the plan is also offered, for comparison. */
const EARLIER_DAYS = [10, 14, 20];

export const causesByMonth = (runs: readonly EndRun[]): EndCauses[] => runs.map(causesOf);

export const sumOfCauses = (months: readonly EndCauses[]): Record<(typeof COLUMNS)[number], number> =>
  Object.fromEntries(
    COLUMNS.map((column) => [column, months.reduce((sum, each) => sum + each[column], 0)]),
  ) as Record<(typeof COLUMNS)[number], number>;

export function printCauses(print: (text: string) => void, months: readonly EndCauses[]): void {
  const line = (name: string, cells: readonly (string | number)[]): void =>
    print(`  ${name.padEnd(6)}${cells.map((cell) => String(cell).padStart(11)).join('')}`);
  print('why records expire with the plan for the rest of the month:');
  line(
    'month',
    COLUMNS.map((column) => HEADINGS[column]),
  );
  for (const each of months)
    line(
      String(each.seed),
      COLUMNS.map((column) => each[column]),
    );
  const sum = sumOfCauses(months);
  line(
    'all',
    COLUMNS.map((column) => sum[column]),
  );
  print(LEGEND);
}

/** Prints how many records would expire if the plan were offered earlier than it is. */
export function printEarlier(print: (text: string) => void, count: number): void {
  for (const days of [DAYS - MONTH_END_DAY, ...EARLIER_DAYS]) {
    const figures = totalOf(runMonthsWith('month end', count, DAYS - days).map((run) => run.figures));
    print(
      `  offered ${days} days before the reset: ${figures.expired} expire, value each ${valuePerRecord(figures).toFixed(2)}, refused ${figures.refused}`,
    );
  }
}
