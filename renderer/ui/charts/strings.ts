import { countText, plural } from '../../lib/format.ts';
import type { Least } from './chart-marks.ts';

export const chartStrings = {
  asTable: 'Table',
  asChart: 'Chart',
  asTableOf: (title: string) => `${title}, as a table`,
  asChartOf: (title: string) => `${title}, as a chart`,
  kind: 'chart',
  /** Read aloud after the description of a chart. */
  keys: 'Use the arrow keys to move between values.',
  keysAndEnter: 'Use the arrow keys to move between values and Enter to open one.',
  tooFew: ({ have, need, unit: [one, many], hint }: Least) =>
    [
      `This chart needs at least ${plural(need, one, many)}, ${thereAre(have)}`,
      ...(hint === undefined ? [] : [hint]),
    ].join(' '),
  all: 'Total',
  soFar: 'so far',
  week: 'Week',
  name: 'Name',
  count: 'Count',
  share: 'Share',
  change: 'Change (points)',
  same: 'unchanged',
  /** A signed number of percentage points, with a real minus sign. */
  points: (change: number) =>
    change === 0 ? chartStrings.same : `${change > 0 ? '+' : '−'}${Math.abs(change)}`,
  spokenPoints: (change: number) =>
    change === 0 ? 'unchanged' : `${change > 0 ? 'up' : 'down'} ${plural(Math.abs(change), 'point')}`,
  median: 'Median',
  lowerQuarter: 'Lower quartile',
  upperQuarter: 'Upper quartile',
  noMedian: '–',
  date: 'Date',
  step: 'Step',
  ofStepBefore: 'Share of previous step',
  shareOf: (share: string) => `${share} of the previous step`,
  today: 'today',
  sum: 'Total',
  weekSum: 'Week total',
  weekOf: (monday: string) => `Week of ${monday}`,
  inWeek: (count: number) => `week total: ${countText(count)}`,
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  none: '·',
} as const;

function thereAre(have: number): string {
  if (have === 0) return 'but there are none.';
  return have === 1 ? 'but there is only 1.' : `but there are only ${have}.`;
}
