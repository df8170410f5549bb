import type { Candidate } from '../../../electron/core/day-plan/decide-plan.ts';
import { recordsBy, type Outlook } from '../../../electron/core/day-plan/available-budget.ts';

/* Small planning problems: trying every subset of the candidate calls finds the best plan. */

/** Returns a generator of numbers in [0, 1) that depend only on the seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface World {
  readonly candidates: readonly Candidate[];
  readonly outlook: Outlook;
}

export function worldOf(seed: number, size: number): World {
  const roll = dice(seed);
  const upTo = (most: number): number => Math.floor(roll() * most);
  const candidates = Array.from({ length: 1 + upTo(size) }, (_, index): Candidate => {
    const records = 1 + upTo(9);
    return {
      key: `call-${index}`,
      lane: 'window-closing',
      cost: { requests: 1, records, pageTurns: 0, companies: 1 },
      value: 1 + upTo(20),
      lastDay: upTo(6),
    };
  });
  return {
    candidates,
    outlook: {
      today: { requests: 1 + upTo(8), records: upTo(15), pageTurns: 5, companies: 1 + upTo(8) },
      lanes: new Map(),
      recordsADay: 9 + upTo(6),
      daysLeft: 1 + upTo(6),
      recordsADayAfter: 9 + upTo(6),
    },
  };
}

/** Returns the greatest total value of calls that can all be made in time with the available records. */
export function bestValue({ candidates, outlook }: World): number {
  let best = 0;
  for (let set = 0; set < 1 << candidates.length; set += 1) {
    const chosen = candidates.filter((_, index) => (set >> index) % 2 === 1);
    if (isInTime(chosen, outlook)) best = Math.max(best, valueOf(chosen));
  }
  return best;
}

export const valueOf = (chosen: readonly Candidate[]): number =>
  chosen.reduce((sum, { value }) => sum + value, 0);

export function isInTime(chosen: readonly Candidate[], outlook: Outlook): boolean {
  const soonest = [...chosen].sort((a, b) => a.lastDay - b.lastDay);
  let records = 0;
  return soonest.every(({ cost, lastDay }) => {
    records += cost.records;
    return records <= recordsBy(outlook, lastDay);
  });
}
