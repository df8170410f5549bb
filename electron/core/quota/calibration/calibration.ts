import type { Endpoint } from '../../../../shared/model/budget.ts';
import type { LearnedRow, LearnedUnit } from '../../database/queries/ledger/daily-use.ts';
import type { StatsReading } from '../../service-api/decoders/decoded-types.ts';

/**
 * The six requests of a calibration, in order. The first two are `/stats` requests, whose reports show the
 * cost of `/stats` itself. The others are a `/health` request, another `/stats` request, a `/fundings`
 * request for one row and a final `/stats` request.
 */
export const CALIBRATION = ['stats', 'stats', 'health', 'stats', 'fundings', 'stats'] as const;

export interface Measured {
  /** The four `/stats` reports, in order. */
  readonly readings: readonly [StatsReading, StatsReading, StatsReading, StatsReading];
  /** Number of rows that `/fundings` returned: 0 or 1. */
  readonly rows: number;
  readonly atMs: number;
}

type MeasuredUnit = Exclude<LearnedUnit, 'companies'>;

/**
 * Total usage in a `/stats` report, or the difference between two reports. A counter that the service does
 * not report is null.
 */
type MeasuredUnits = Readonly<Record<MeasuredUnit, number | null>>;

const counted = ({ budgets }: StatsReading): MeasuredUnits => ({
  requests: budgets.monthly?.used ?? budgets.daily?.used ?? null,
  records: budgets.monthlyExport?.used ?? null,
  'page-turns': budgets.monthlyPagination?.used ?? null,
});

const between = (before: MeasuredUnits, after: MeasuredUnits): MeasuredUnits => {
  const of = (unit: MeasuredUnit): number | null => {
    const [from, to] = [before[unit], after[unit]];
    return from === null || to === null ? null : to - from;
  };
  return { requests: of('requests'), records: of('records'), 'page-turns': of('page-turns') };
};

/**
 * Derives the costs from the `/stats` reports. Returns null if the calibration requests alone cannot explain
 * the differences between the reports. Other possible causes are another active device and delayed reports.
 */
export function learnFromReadings({ readings, rows, atMs }: Measured): LearnedRow[] | null {
  const [first, second, third, fourth] = readings.map(counted);
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  const stats = between(first, second);
  const health = between(stats, between(second, third));
  const list = between(stats, between(third, fourth));
  // A list request always counts as one request (spec §8). If the reports show another number, they cannot be
  // used.
  const areRequestsPlain =
    isOneOf(stats.requests, 0, 1) && isOneOf(health.requests, 0, 1) && isOneOf(list.requests, 1);
  const arePagesPlain =
    isOneOf(stats['page-turns'], 0, null) &&
    isOneOf(health['page-turns'], 0, null) &&
    isOneOf(list['page-turns'], 0, 1, null);
  const areRecordsPlain =
    isOneOf(stats.records, 0, 1, null) &&
    isOneOf(health.records, 0, 1, null) &&
    isOneOf(list.records, 0, rows, null);
  if (!areRequestsPlain || !arePagesPlain || !areRecordsPlain) return null;
  // The cost in records is known only if `/fundings` returned its one row and `monthly_export` rose by one.
  const showsRecords = rows > 0 && list.records === rows;
  const row = (
    endpoint: Endpoint,
    unit: LearnedUnit,
    assumed: number,
    learned: number | null,
  ): LearnedRow[] => (learned === null ? [] : [{ endpoint, unit, assumed, learned, atMs }]);
  return [
    ...row('stats', 'requests', 1, stats.requests),
    ...row('health', 'requests', 1, health.requests),
    ...row('fundings', 'requests', 1, list.requests),
    ...row('fundings', 'page-turns', 1, list['page-turns']),
    ...(showsRecords
      ? [
          ...row('stats', 'records', 1, stats.records),
          ...row('health', 'records', 0, health.records),
          ...row('fundings', 'records', 1, list.records),
        ]
      : []),
  ];
}

const isOneOf = (value: number | null, ...allowed: readonly (number | null)[]): boolean =>
  allowed.includes(value);
