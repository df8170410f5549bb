import type { Held } from './decision-audit.ts';
import { farMonthOf, monthOf, runMonth, type MonthFigures } from './simulated-months.ts';

/** The values of `MonthFigures` that must be zero in every month. */
const FAULTS = [
  'own429s',
  'shortfalls',
  'unplaced',
  'driftAfterStats',
  'behind',
  'wrongRows',
  'delayed',
  'refused',
  'premature',
] as const satisfies ReadonlyArray<keyof MonthFigures>;
const COUNTS = [...FAULTS, 'calls', 'decisions', 'misledStarts', 'misled429s', 'corrections'] as const;

export interface Figures extends MonthFigures {
  months: number;
  /** The first few months with a fault, each with descriptions of its faults. */
  readonly failed: Array<{
    readonly seed: number;
    readonly number: number;
    readonly traces: readonly string[];
  }>;
}

export const emptyFigures = (): Figures => ({
  months: 0,
  calls: 0,
  decisions: 0,
  own429s: 0,
  shortfalls: 0,
  unplaced: 0,
  driftAfterStats: 0,
  behind: 0,
  wrongRows: 0,
  delayed: 0,
  refused: 0,
  premature: 0,
  misledStarts: 0,
  misled429s: 0,
  corrections: 0,
  deaths: {},
  held: {},
  traces: [],
  failed: [],
});

/** The maximum number of failed months that are recorded. More are not needed for a diagnosis. */
const FAILED_MAX = 20;

/** Faults that do not count if the laptop's date is wrong by days. */
const FAR_CLOCK_FAULTS: readonly string[] = ['unplaced', 'behind'];

export const isFaulty = (month: MonthFigures, far = false): boolean =>
  FAULTS.some((fault) => month[fault] > 0 && !(far && FAR_CLOCK_FAULTS.includes(fault)));

export function add(sum: Figures, more: MonthFigures): void {
  for (const name of COUNTS) sum[name] += more[name];
  for (const [step, times] of Object.entries(more.deaths)) sum.deaths[step] = (sum.deaths[step] ?? 0) + times;
  for (const [budget, held] of Object.entries(more.held)) addHeld(sum.held, budget, held);
}

function addHeld(sums: Record<string, Held>, budget: string, { held, granted, by }: Held): void {
  const sum = (sums[budget] ??= {
    held: 0,
    granted: 0,
    by: { reservations: 0, unknown: 0, guard: 0, rest: 0 },
  });
  sum.held += held;
  sum.granted += granted;
  for (const part of ['reservations', 'unknown', 'guard', 'rest'] as const) sum.by[part] += by[part];
}

export function addAll(sum: Figures, more: Figures): void {
  add(sum, more);
  sum.months += more.months;
  sum.failed.push(...more.failed.slice(0, FAILED_MAX - sum.failed.length));
}

export interface Span {
  readonly seed: number;
  readonly from: number;
  readonly months: number;
  /** Whether the simulated laptop's clock is wrong by days instead of hours. */
  readonly far?: boolean;
}

/** Runs the months one after the other and calls `onProgress` after each month. */
export async function runMonths(
  { seed, from, months, far = false }: Span,
  onProgress: (sum: Figures) => void,
): Promise<Figures> {
  const sum = emptyFigures();
  for (let number = from; number < from + months; number += 1) {
    const month = await runMonth((far ? farMonthOf : monthOf)(seed, number));
    add(sum, month);
    sum.months += 1;
    if (isFaulty(month, far) && sum.failed.length < FAILED_MAX)
      sum.failed.push({ seed, number, traces: month.traces });
    onProgress(sum);
  }
  return sum;
}

/**
 * Returns how often each harmful fault occurred in a month. The fault `premature` does no harm, so it is
 * omitted.
 */
export async function harmIn(seed: number, number: number): Promise<Record<string, number>> {
  const month = await runMonth(monthOf(seed, number));
  return Object.fromEntries(
    FAULTS.filter((fault) => fault !== 'premature' && month[fault] > 0).map((fault) => [fault, month[fault]]),
  );
}

/** Describes the figures as lines of text. */
export function worded(sum: Figures): string[] {
  const number = (value: number): string => value.toLocaleString('en-US');
  const share = (part: number, whole: number): string =>
    `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const deaths = Object.values(sum.deaths).reduce((total, times) => total + times, 0);
  return [
    `Q1 ${number(sum.months)} simulated months, ${number(sum.calls)} calls: ${sum.own429s} own-caused 429s, ` +
      `${sum.shortfalls} times below the service, ${sum.driftAfterStats} counters off after /stats, ${sum.wrongRows} wrong rows; ` +
      `${number(deaths)} crashes at ${Object.keys(sum.deaths).length} kinds of steps`,
    `Q1 laptop clock set forward while closed before ${number(sum.misledStarts)} starts: ${sum.misled429s} 429s before the first response, ` +
      `and ${sum.corrections} to /stats requests that checked one of them`,
    `Q2 oracle, ${number(sum.decisions)} interactive decisions: ${sum.delayed} delayed and ${sum.refused} refused that the oracle would have sent, ` +
      `${sum.premature} sent too early`,
    ...Object.entries(sum.held).map(
      ([budget, { held, granted, by }]) =>
        `Q2 held back by ${budget}: ${number(held)} calls, of which the service would have granted ${number(granted)} ` +
        `(${share(granted, held)}): reservations ${number(by.reservations)}, unknown ${number(by.unknown)}, ` +
        `guard band ${number(by.guard)}, the rest ${number(by.rest)}`,
    ),
    ...sum.failed.map(
      ({ seed, number: month, traces }) => `FAILED seed ${seed} month ${month}: ${traces.join('; ')}`,
    ),
  ];
}
