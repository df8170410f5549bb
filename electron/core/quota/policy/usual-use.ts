import { usualDays } from '../../../../shared/usual-days.ts';
import type { Cost } from '../../../../shared/model/budget.ts';
import type { LaneUse } from '../../database/queries/ledger/daily-use.ts';
import type { UsualUse } from '../../service-api/month-limits.ts';
import { isBackground } from './allowances.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { FREE } from '../../../../shared/add-costs.ts';

/**
 * Returns the average daily usage on the days from which the usual pace is computed; null if it is unknown.
 * The user's own usage is averaged without today, because the plan need not leave room for records that are
 * already used. Companies are not stored by day, so their number is 0. Pure.
 *
 * @param uses the usage on all days that the Quota screen shows
 */
export function usualUseOf(uses: readonly LaneUse[], nowMs: number): UsualUse | null {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const usual = usualDays(
    uses.map(({ dayMs, records }) => ({ startMs: dayMs, records })),
    nowMs,
  );
  if (usual === null) return null;
  const { fromMs, days, includesToday } = usual;
  const average = (isCounted: (use: LaneUse) => boolean, over: number): Cost => {
    const counted = uses.filter((use) => use.dayMs >= fromMs && use.dayMs <= todayMs && isCounted(use));
    const of = (unit: 'requests' | 'records' | 'pageTurns'): number =>
      counted.reduce((sum, use) => sum + use[unit], 0) / over;
    return { ...FREE, requests: of('requests'), records: of('records'), pageTurns: of('pageTurns') };
  };
  const isPlanned = ({ lane }: LaneUse): boolean => lane !== 'others' && isBackground(lane);
  const wholeDays = days - (includesToday ? 1 : 0);
  const all = average(({ dayMs }) => includesToday || dayMs < todayMs, days);
  // If no requests were made on these days, there is no usual pace.
  if (all.requests === 0) return null;
  return {
    all,
    own: average((use) => use.dayMs < todayMs && !isPlanned(use), wholeDays),
  };
}
