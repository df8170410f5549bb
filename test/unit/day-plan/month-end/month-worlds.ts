import type { Lane } from '../../../../shared/model/budget.ts';
import type { Candidate } from '../../../../electron/core/day-plan/decide-plan.ts';
import type { MonthLimit, MonthOutlook } from '../../../../electron/core/day-plan/month-end/month-limits.ts';
import { dice } from '../brute-force.ts';

/*
 * Random planning problems for the last days of a month. The functions here find the best plans and check
 * other plans, without using the planner's code.
 */

export interface MonthWorld {
  readonly candidates: readonly Candidate[];
  readonly outlook: MonthOutlook;
}

const LANES: readonly Lane[] = ['window-closing', 'watchlist', 'catch-up'];

/** Creates a random world. For each kind of limit, some seeds make the limit scarce. */
export function monthWorldOf(seed: number, size: number, days: number): MonthWorld {
  const roll = dice(seed * 7_919);
  const upTo = (most: number): number => Math.floor(roll() * most);
  const candidates = Array.from({ length: size }, (_, index): Candidate => {
    const isList = roll() < 0.3;
    return {
      key: `call-${String(index).padStart(3, '0')}`,
      lane: LANES[upTo(3)] ?? 'watchlist',
      cost: { requests: 1, records: 1 + upTo(9), pageTurns: isList ? 1 : 0, companies: isList ? 0 : 1 },
      value: 1 + upTo(20) + upTo(4) / 4,
      lastDay: roll() < 0.5 ? 30 : upTo(days + 1),
    };
  });
  const approved = roll() < 0.7 ? [] : [0, upTo(4), upTo(3)].slice(0, days);
  const some = (limit: MonthLimit): MonthLimit[] => (roll() < 0.5 ? [limit] : []);
  const each = (most: number): number[] => Array.from({ length: days }, () => 1 + upTo(most));
  const many = Math.max(1, size / 6);
  const paceOf = (usedToday: number, daysLeft: number): MonthLimit['paced'] => ({
    usedToday,
    daysLeft,
    aDayAfter: upTo(4),
  });
  return {
    candidates,
    outlook: {
      days,
      resetsAtMs: days * 86_400_000,
      limits: [
        {
          unit: 'records',
          lane: null,
          isShared: true,
          aDay: roll() < 0.5 ? [Infinity] : each(12 * many),
          total: upTo(30 * many),
          approved,
          paced: roll() < 0.5 ? null : paceOf(upTo(6), roll() < 0.2 ? 2 : days),
        },
        {
          unit: 'requests',
          lane: null,
          isShared: true,
          aDay: [2 + upTo(3 * many)],
          total: 1 + upTo(8 * many),
          approved: [],
          paced: null,
        },
        ...some({
          unit: 'companies',
          lane: null,
          isShared: true,
          aDay: each(4 * many),
          total: Infinity,
          approved: [],
          paced: null,
        }),
        ...some({
          unit: 'pageTurns',
          lane: null,
          isShared: true,
          aDay: [Infinity],
          total: upTo(3 * many),
          approved: [],
          paced: paceOf(0, days + upTo(9)),
        }),
        ...some({
          unit: 'records',
          lane: 'window-closing',
          isShared: false,
          aDay: [upTo(10 * many)],
          total: Infinity,
          approved: [],
          paced: null,
        }),
      ],
    },
  };
}

/**
 * Returns the first rule that a plan breaks; null if it breaks none. Does not use the planner's own counts.
 */
export function brokenRule(
  { outlook: { days, limits }, candidates }: MonthWorld,
  plan: readonly (readonly Candidate[])[],
): string | null {
  const all = plan.flat();
  if (plan.length > days) return 'a request after the reset';
  if (new Set(all.map(({ key }) => key)).size < all.length) return 'a request twice';
  if (all.some((each) => !candidates.includes(each))) return 'a request that was not a candidate';
  for (const [day, requests] of plan.entries())
    if (requests.some(({ lastDay }) => lastDay < day)) return 'a request after its last day';
  for (const { unit, lane, aDay, total, paced, approved } of limits) {
    let left = total;
    for (const [day, requests] of plan.entries()) {
      const counted = requests.filter((each) => lane === null || each.lane === lane);
      const added = counted.reduce((sum, { cost }) => sum + cost[unit], 0);
      const used = added + (approved[day] ?? 0);
      // Limits are checked only once the plan has added a request, because approved requests alone may exceed
      // a limit.
      const isAdded = plan.slice(0, day + 1).some((each) => each.length > 0);
      if (!isAdded || used === 0) {
        left -= used;
        continue;
      }
      if (used > (aDay[Math.min(day, aDay.length - 1)] ?? 0)) return `more ${unit} than a day allows`;
      if (used > left) return `more ${unit} than are left`;
      const already = day === 0 ? (paced?.usedToday ?? 0) : 0;
      const daysLeft = (paced?.daysLeft ?? 0) - day;
      if (
        paced !== null &&
        daysLeft > 0 &&
        used + already > Math.max(1, Math.floor((left + already) / daysLeft))
      )
        return `more ${unit} than the even share`;
      if (paced !== null && daysLeft < 1 && used > Math.max(1, paced.aDayAfter))
        return `more ${unit} than the share after the reset`;
      left -= used;
    }
  }
  return null;
}

/**
 * Returns the value of the best plan. Tries every assignment of the requests to days; a request may also get
 * no day.
 */
export function bestMonthValue(world: MonthWorld): number {
  const { candidates, outlook } = world;
  const plan = Array.from({ length: outlook.days }, (): Candidate[] => []);
  let best = 0;
  const place = (index: number, value: number): void => {
    const candidate = candidates[index];
    if (candidate === undefined) {
      if (value > best && brokenRule(world, plan) === null) best = value;
      return;
    }
    place(index + 1, value);
    for (const day of plan) {
      day.push(candidate);
      place(index + 1, value + candidate.value);
      day.pop();
    }
  };
  place(0, 0);
  return best;
}
