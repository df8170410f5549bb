import { countText, percentText, shareText } from '../../lib/format.ts';
import type { TableContent } from './chart-marks.ts';
import { chartStrings as strings } from './strings.ts';

/* The tables behind the charts. Each table contains exactly the values that its chart draws. */

interface Named {
  readonly name: string;
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns a row for each week and one for the total, with a column for each series. */
export function weekTable(
  weeks: readonly string[],
  series: readonly (Named & { readonly values: readonly number[] })[],
): TableContent {
  return {
    columns: [strings.week, ...series.map(({ name }) => name)],
    rows: [
      ...weeks.map((week, at) => [week, ...series.map(({ values }) => countText(values[at] ?? 0))]),
      [strings.all, ...series.map(({ values }) => countText(sum(values)))],
    ],
  };
}

export interface ShareRow extends Named {
  readonly count: number;
  readonly share: number;
  readonly change: number | null;
}

/**
 * Returns a table with a row for each bar or, if a bar has parts, a row for each part. If no bar has a
 * change, the column for changes is omitted.
 */
export function shareTable(
  bars: readonly (ShareRow & { readonly parts?: readonly ShareRow[] | undefined })[],
): TableContent {
  const listed = bars.flatMap((bar) =>
    bar.parts === undefined || bar.parts.length === 0 ? [bar] : bar.parts,
  );
  const hasChange = bars.some(({ change }) => change !== null);
  return {
    columns: [strings.name, strings.count, strings.share, ...(hasChange ? [strings.change] : [])],
    rows: listed.map(({ name, count, share, change }) => [
      name,
      countText(count),
      shareText(share),
      ...(hasChange ? [change === null ? '' : strings.points(change)] : []),
    ]),
  };
}

export type Quartiles = readonly [lower: number, median: number, upper: number];

/** Returns a row for each strip, with its count, quartiles and median. */
export function stripTable(
  heads: readonly [group: string, count: string],
  strips: readonly (Named & { readonly count: number; readonly quartiles: Quartiles | null })[],
  format: (value: number) => string,
): TableContent {
  return {
    columns: [...heads, strings.lowerQuarter, strings.median, strings.upperQuarter],
    rows: strips.map(({ name, count, quartiles }) => [
      name,
      countText(count),
      ...(quartiles?.map(format) ?? [strings.noMedian, strings.noMedian, strings.noMedian]),
    ]),
  };
}

/**
 * Returns a step's count as a share of the previous step's count, from 0 to 1. Null for the first step, or
 * if the previous step's count is below `enough`.
 */
export function shareOfStepBefore(
  steps: readonly { readonly count: number }[],
  at: number,
  enough: number,
): number | null {
  const before = steps[at - 1]?.count ?? 0;
  const count = steps[at]?.count;
  return before < enough || before === 0 || count === undefined ? null : count / before;
}

/** Returns a row for each step. The column for the details is omitted if `detailName` is undefined. */
export function funnelTable(
  steps: readonly (Named & { readonly count: number; readonly detail?: string | null })[],
  enough: number,
  detailName?: string,
): TableContent {
  const details = detailName === undefined ? [] : [detailName];
  return {
    columns: [strings.step, strings.count, strings.ofStepBefore, ...details],
    rows: steps.map(({ name, count, detail }, at) => {
      const share = shareOfStepBefore(steps, at, enough);
      const cells = [name, countText(count), share === null ? '' : percentText(share * 100)];
      return [...cells, ...details.map(() => detail ?? '')];
    }),
  };
}
