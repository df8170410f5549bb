import type { Goal } from '../lib/goals.ts';
import { median, rounded, textTable } from '../lib/figures.ts';
import { LATE_ROUNDS, type Difference } from './difference.ts';
import type { Figures } from './figures.ts';
import { isConsistent } from './ledger-check.ts';
import type { ProductFigures } from './product-client.ts';

/** The results of one simulated user's month. */
export interface Month {
  readonly seed: number;
  /** Number of useful items. `late` is the number of late rounds among them. */
  readonly items: number;
  readonly late: number;
  readonly naive: Figures;
  readonly naiveEndless: Figures;
  readonly sameUrl: Figures;
  readonly sameUrlEndless: Figures;
  readonly product: ProductFigures;
  readonly bound: Figures;
  readonly difference: Difference;
  /** The lower of the two bounds on the records, from `clairvoyantWithoutRows`. */
  readonly floor: number;
}

const GOALS = { timesBound: 1.25, shareOfNaive: 1 / 6 } as const;

const perItem = ({ records, items }: Figures): number => (items === 0 ? NaN : records / items);

const withoutLate = ({ product, difference }: Month): Figures => ({
  ...product,
  records: product.records - (difference[LATE_ROUNDS] ?? 0),
});

/** Returns the ratios between clients. Each ratio is the median of the ratios in the individual months. */
export function ratiosOf(months: readonly Month[]) {
  const medianRatio = (of: (month: Month) => number): number => rounded(median(months.map(of)), 3);
  return {
    timesBound: medianRatio(({ product, bound }) => product.records / bound.records),
    timesBoundPerItem: medianRatio(({ product, bound }) => perItem(product) / perItem(bound)),
    timesFloor: medianRatio(({ product, floor }) => product.records / floor),
    // The ratios without the cost of looking for late rounds. A cheaper way to look for late rounds could not
    // lower the ratios below these values.
    timesBoundWithoutLate: medianRatio((month) => withoutLate(month).records / month.bound.records),
    timesBoundWithoutLatePerItem: medianRatio((month) => perItem(withoutLate(month)) / perItem(month.bound)),
    shareOfNaive: medianRatio(({ product, naiveEndless }) => perItem(product) / perItem(naiveEndless)),
    shareOfSameUrl: medianRatio(({ product, sameUrlEndless }) => perItem(product) / perItem(sameUrlEndless)),
    shareOfNaiveWithItsLimits: medianRatio(({ product, naive }) => perItem(product) / perItem(naive)),
  };
}

export function goalsOf(months: readonly Month[]): readonly Goal[] {
  const { timesBound, timesBoundPerItem, shareOfNaive } = ratiosOf(months);
  const worstBound = Math.max(timesBound, timesBoundPerItem);
  const products = months.map(({ product }) => product);
  const out = products.filter(
    ({ refusedOnDay, outOnDay }) => refusedOnDay !== null || outOnDay !== null,
  ).length;
  const refusals = products.reduce((sum, product) => sum + product.refusals, 0);
  const unequal = products.filter(({ counters }) => !counters.every(isConsistent)).length;
  const unexpectedErrors = products.filter(
    (product) => Object.keys(product.unexpectedErrors).length > 0,
  ).length;
  const of = `of ${months.length} months`;
  return [
    {
      words: `records at most ${GOALS.timesBound} times the bound, in all and per useful item`,
      figure: `${timesBound.toFixed(2)} and ${timesBoundPerItem.toFixed(2)} times`,
      isMet: worstBound <= GOALS.timesBound,
    },
    {
      words: 'records per useful item at most 1/6 of naive',
      figure: `1/${(1 / shareOfNaive).toFixed(1)}`,
      isMet: shareOfNaive <= rounded(GOALS.shareOfNaive, 3),
    },
    { words: 'never out of any budget', figure: `out in ${out} ${of}`, isMet: out === 0 },
    { words: 'no 429 of its own', figure: `${refusals}`, isMet: refusals === 0 },
    {
      words: 'the ledger equals every counter that the service reports',
      figure: `differs in ${unequal} ${of}`,
      isMet: unequal === 0,
    },
    {
      words: 'no unexpected error',
      figure: `some in ${unexpectedErrors} ${of}`,
      isMet: unexpectedErrors === 0,
    },
  ];
}

type Line = readonly [words: string, of: (month: Month) => Figures, isEndless: boolean];
const LINES: readonly Line[] = [
  ['naive', (month) => month.naive, false],
  ['naive, endless account', (month) => month.naiveEndless, true],
  ['exact-URL cache, same day', (month) => month.sameUrl, false],
  ['exact-URL cache, endless account', (month) => month.sameUrlEndless, true],
  ['this product', (month) => month.product, false],
  ['clairvoyant bound', (month) => month.bound, true],
];

export function tableOf(months: readonly Month[]): string {
  const head = ['client', 'requests', 'records', 'page turns', 'useful items', 'records/item', 'out on day'];
  const medianOf = (of: (month: Month) => number): number => median(months.map(of));
  const rows = LINES.map(([name, of, isEndless]) => [
    name,
    ...(['requests', 'records', 'pageTurns'] as const).map((key) =>
      String(medianOf((month) => of(month)[key])),
    ),
    `${medianOf((month) => Math.round((100 * of(month).items) / month.items))} %`,
    medianOf((month) => perItem(of(month))).toFixed(2),
    isEndless ? '–' : daysText(months.map((month) => dayOut(of(month)))),
    String(medianOf((month) => of(month).lateMissed)),
    String(medianOf((month) => of(month).refusals)),
  ]);
  return textTable([[...head, 'late missed', '429s'], ...rows]);
}

const dayOut = (figures: Figures): number | null =>
  figures.outOnDay ?? ('refusedOnDay' in figures ? (figures as ProductFigures).refusedOnDay : null);

/**
 * Returns `never` or the median day on which a client's budget ran out. If the budget ran out in only some of
 * the months, the text adds their number.
 */
function daysText(days: readonly (number | null)[]): string {
  const out = days.filter((day) => day !== null);
  if (out.length === 0) return 'never';
  return out.length === days.length
    ? String(median(out))
    : `${median(out)} (${out.length} of ${days.length})`;
}
