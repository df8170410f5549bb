import type { Cost } from '../../../../shared/model/budget.ts';
import type { LaneUse } from '../../database/queries/ledger/daily-use.ts';
import type { UsualUse } from '../../service-api/month-limits.ts';
import { isBackground } from './allowances.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { FREE } from '../../../../shared/add-costs.ts';

/**
 * The number of past days to average, and the minimum number required. The forecast on the Quota screen uses
 * the same numbers (`forecastOf`).
 */
const LOOKBACK_DAYS = 7;
const MIN_DAYS_OF_USE = 3;

/** Start of the first day that `usualUseOf` needs. */
export const usualSinceMs = (nowMs: number): number => dayStartMs(nowMs) - LOOKBACK_DAYS * DAY_MS;

/**
 * Returns the average daily use over the last whole UTC days, counted from the first day of use; null if
 * there are too few days. Companies are not stored by day, so their number is 0. Pure.
 */
export function usualUseOf(uses: readonly LaneUse[], nowMs: number): UsualUse | null {
  const todayMs = dayStartMs(nowMs);
  const past = uses.filter(
    ({ dayMs, requests }) => dayMs >= usualSinceMs(nowMs) && dayMs < todayMs && requests > 0,
  );
  const firstMs = Math.min(...past.map(({ dayMs }) => dayMs));
  const days = Math.round((todayMs - firstMs) / DAY_MS);
  if (past.length === 0 || days < MIN_DAYS_OF_USE) return null;
  const average = (isCounted: (use: LaneUse) => boolean): Cost => {
    const counted = past.filter(isCounted);
    const of = (unit: 'requests' | 'records' | 'pageTurns'): number =>
      counted.reduce((sum, use) => sum + use[unit], 0) / days;
    return { ...FREE, requests: of('requests'), records: of('records'), pageTurns: of('pageTurns') };
  };
  const isPlanned = ({ lane }: LaneUse): boolean => lane !== 'others' && isBackground(lane);
  return { all: average(() => true), own: average((use) => !isPlanned(use)) };
}

const dayStartMs = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;
