import type { Candidate } from '../decide-plan.ts';
import { amountOf } from './exact-month.ts';
import { roomOn, type MonthOutlook } from './month-limits.ts';

/** A set of requests, each with the day on which it is sent. On no day do the requests exceed a limit. */
export interface Schedule<C> {
  /**
   * Adds a request on the first day that has room for it.
   * @returns false if no day up to the request's last day has room
   */
  add(candidate: C): boolean;
  remove(candidate: C): void;
  has(candidate: C): boolean;
  value(): number;
  days(): C[][];
  /** Returns the current state, for `restore`. */
  save(): ReadonlyMap<C, number>;
  restore(saved: ReadonlyMap<C, number>): void;
}

export function createSchedule<C extends Candidate>({ days, limits }: MonthOutlook): Schedule<C> {
  let dayOf = new Map<C, number>();
  let loads = limits.map(() => new Float64Array(days));
  let value = 0;

  const load = (candidate: C, day: number, sign: 1 | -1): void => {
    for (const [index, limit] of limits.entries()) {
      const row = loads[index];
      if (row !== undefined) row[day] = (row[day] ?? 0) + sign * amountOf(limit, candidate);
    }
  };
  /**
   * Returns whether usage stays within the limit on day `first` and on all later days. Usage on one day may
   * leave too little for requests that are approved for later days.
   */
  const holdsFrom = (first: number, index: number): boolean => {
    const limit = limits[index];
    const row = loads[index];
    if (limit === undefined || row === undefined) return true;
    let before = 0;
    for (let day = 0; day < days; day += 1) {
      const used = row[day] ?? 0;
      const isUsed = used > 0 || (limit.approved[day] ?? 0) > 0;
      if (day >= first && isUsed && used > roomOn(limit, day, before)) return false;
      before += used;
    }
    return true;
  };
  const fits = (candidate: C, day: number): boolean => {
    load(candidate, day, 1);
    const isFit = limits.every((limit, index) => amountOf(limit, candidate) === 0 || holdsFrom(day, index));
    load(candidate, day, -1);
    return isFit;
  };
  const put = (candidate: C, day: number): void => {
    load(candidate, day, 1);
    dayOf.set(candidate, day);
    value += candidate.value;
  };
  return {
    add: (candidate) => {
      if (dayOf.has(candidate)) return false;
      for (let day = 0; day <= Math.min(candidate.lastDay, days - 1); day += 1)
        if (fits(candidate, day)) {
          put(candidate, day);
          return true;
        }
      return false;
    },
    remove: (candidate) => {
      const day = dayOf.get(candidate);
      if (day === undefined) return;
      load(candidate, day, -1);
      dayOf.delete(candidate);
      value -= candidate.value;
    },
    has: (candidate) => dayOf.has(candidate),
    value: () => value,
    days: () => {
      const plan = Array.from({ length: days }, (): C[] => []);
      for (const [candidate, day] of dayOf) plan[day]?.push(candidate);
      return plan;
    },
    save: () => new Map(dayOf),
    restore: (saved) => {
      dayOf = new Map();
      loads = limits.map(() => new Float64Array(days));
      value = 0;
      for (const [candidate, day] of saved) put(candidate, day);
    },
  };
}
