import { describe, expect, it } from 'vitest';
import { decidePlan, type Candidate } from '../../../electron/core/day-plan/decide-plan.ts';
import type { Outlook } from '../../../electron/core/day-plan/available-budget.ts';
import { bestValue, isInTime, valueOf, worldOf, type World } from './brute-force.ts';

const WORLDS = 400;

/** Returns the first rule that a world's plan violates; null if it violates none. */
function wrongIn(world: World): string | null {
  const { candidates, outlook } = world;
  const { go, left } = decidePlan(candidates, outlook);
  const today = go.flatMap((key) => candidates.filter((each) => each.key === key));
  const sum = (unit: 'requests' | 'records' | 'companies'): number =>
    today.reduce((total, { cost }) => total + cost[unit], 0);
  if (go.length + left.size !== candidates.length) return 'a call is neither chosen nor left out';
  for (const unit of ['requests', 'records', 'companies'] as const)
    if (sum(unit) > outlook.today[unit]) return `more ${unit} than today's budget`;
  if (!isInTime(today, outlook)) return 'a call misses its deadline';
  return null;
}

/** Returns the total value of the calls made in a week if the user approves the plan of each day. */
function valueOverDays({ candidates, outlook }: World): number {
  let waiting = candidates;
  let value = 0;
  for (let day = 0; day < 7; day += 1) {
    const records = day < outlook.daysLeft ? outlook.recordsADay : outlook.recordsADayAfter;
    const today = {
      requests: 99,
      records: day === 0 ? outlook.today.records : records,
      pageTurns: 9,
      companies: 99,
    };
    const morning = { ...outlook, today, daysLeft: Math.max(1, outlook.daysLeft - day) };
    const { go } = decidePlan(waiting, morning);
    value += valueOf(waiting.filter(({ key }) => go.includes(key)));
    waiting = waiting
      .filter(({ key, lastDay }) => !go.includes(key) && lastDay > 0)
      .map((each) => ({ ...each, lastDay: each.lastDay - 1 }));
  }
  return value;
}

const whole = (records: number): number => 3 * Math.ceil(records / 9);
const wholeWorld = ({ candidates, outlook }: World): World => ({
  candidates: candidates.map((each) => ({ ...each, cost: { ...each.cost, records: 3 } })),
  outlook: {
    ...outlook,
    today: { ...outlook.today, records: whole(outlook.today.records) },
    recordsADay: 3,
    recordsADayAfter: 3,
  },
});

const worlds = Array.from({ length: WORLDS }, (_, seed) => worldOf(seed + 1, 9));
const wholeWorlds = worlds.map(wholeWorld);
const fallsShort = (): number =>
  wholeWorlds.filter((world) => valueOverDays(world) < bestValue(world)).length;
const firstWrong = (): string | null =>
  worlds.reduce<string | null>((found, world) => found ?? wrongIn(world), null);

const room: Outlook = {
  today: { requests: 50, records: 20, pageTurns: 10, companies: 50 },
  lanes: new Map(),
  recordsADay: 20,
  daysLeft: 10,
  recordsADayAfter: 100,
};
const call = (key: string, records: number, value: number, lastDay: number): Candidate => ({
  key,
  value,
  lastDay,
  lane: 'window-closing',
  cost: { requests: 1, records, pageTurns: 0, companies: 1 },
});

describe('plan for a day', () => {
  it("stays within today's budget and misses no deadline", () => {
    expect(firstWrong()).toBeNull();
  });

  it('reaches the value of the best possible plan over the coming days', () => {
    expect(fallsShort()).toBe(0);
  });

  it('is the optimum of all calls of today if none can wait', () => {
    for (const world of worlds) {
      const { outlook } = world;
      const urgent = {
        outlook: { ...outlook, today: { ...outlook.today, requests: 99, companies: 99 } },
        candidates: world.candidates
          .filter(({ cost }) => cost.records <= outlook.today.records)
          .map((each) => ({ ...each, lastDay: 0 })),
      };
      const { go } = decidePlan(urgent.candidates, urgent.outlook);
      const made = urgent.candidates.filter(({ key }) => go.includes(key));
      expect(valueOf(made)).toBe(bestValue(urgent));
    }
  });

  it('prefers a call that is due today to a more valuable one that can wait', () => {
    const { go, left } = decidePlan([call('rich', 20, 90, 5), call('closing', 20, 10, 0)], room);
    expect(go).toEqual(['closing']);
    expect(left.get('rich')).toBe('later');
  });

  it('defers a call in favour of expected ones, and drops it only on its last day', () => {
    const expected = Array.from({ length: 31 }, (_, index) => call(`expected-${index}`, 20, 50, 30));
    const poor = [call('poor', 20, 1, 4)];
    expect(decidePlan(poor, room).go).toEqual(['poor']);
    expect(decidePlan(poor, { ...room, recordsADayAfter: 20 }, { expected }).left.get('poor')).toBe('later');
    const last = [call('poor', 20, 1, 0)];
    expect(decidePlan(last, { ...room, recordsADayAfter: 20 }, { expected }).left.get('poor')).toBe(
      'not-worth',
    );
  });

  it('respects the allowance of a lane, and marks a call that fits no day as too large', () => {
    const narrow: Outlook = { ...room, lanes: new Map([['window-closing', { today: 6, aDay: 6 }]]) };
    const { go, left } = decidePlan([call('a', 5, 9, 0), call('b', 5, 8, 0), call('c', 9, 99, 9)], narrow);
    expect(go).toEqual(['a']);
    expect(left.get('b')).toBe('not-worth');
    expect(left.get('c')).toBe('too-large');
  });

  it('marks every call as "no room" on a day without records left', () => {
    const none: Outlook = { ...room, today: { ...room.today, records: 0 } };
    expect(decidePlan([call('a', 5, 9, 3)], none).left.get('a')).toBe('no-room');
  });
});
