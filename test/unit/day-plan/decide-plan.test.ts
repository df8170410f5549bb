import { describe, expect, it } from 'vitest';
import { decidePlan, type Candidate } from '../../../electron/core/day-plan/decide-plan.ts';
import type { Outlook } from '../../../electron/core/day-plan/available-budget.ts';
import { bestValue, isInTime, valueOf, worldOf, type World } from './brute-force.ts';

const WORLDS = 400;

/** What is wrong with the decision on a world; null where nothing is. */
function wrongIn(world: World): string | null {
  const { candidates, outlook } = world;
  const { go, left } = decidePlan(candidates, outlook);
  const today = go.flatMap((key) => candidates.filter((each) => each.key === key));
  const sum = (unit: 'requests' | 'records' | 'companies'): number =>
    today.reduce((total, { cost }) => total + cost[unit], 0);
  if (go.length + left.size !== candidates.length) return 'a call is neither made nor left out';
  for (const unit of ['requests', 'records', 'companies'] as const)
    if (sum(unit) > outlook.today[unit]) return `more ${unit} than today has`;
  if (!isInTime(today, outlook)) return 'a call comes too late';
  return null;
}

/** What a seller who approves every morning has at the end, where every call takes three records and a day holds whole calls. */
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

describe('the decision of a day’s plan', () => {
  it('never takes more than today has, and is never late', () => {
    expect(firstWrong()).toBeNull();
  });

  it('brings over the days ahead what the best plan of all could bring', () => {
    expect(fallsShort()).toBe(0);
  });

  it('is the optimum of all that can be made today where nothing can wait', () => {
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

  it('makes what closes today before what is worth more and can wait', () => {
    const { go, left } = decidePlan([call('rich', 20, 90, 5), call('closing', 20, 10, 0)], room);
    expect(go).toEqual(['closing']);
    expect(left.get('rich')).toBe('later');
  });

  it('lets a call wait for what is likely to come, and gives it up on its last day only', () => {
    const expected = Array.from({ length: 31 }, (_, index) => call(`expected-${index}`, 20, 50, 30));
    const poor = [call('poor', 20, 1, 4)];
    expect(decidePlan(poor, room).go).toEqual(['poor']);
    expect(decidePlan(poor, { ...room, recordsADayAfter: 20 }, { expected }).left.get('poor')).toBe('later');
    const last = [call('poor', 20, 1, 0)];
    expect(decidePlan(last, { ...room, recordsADayAfter: 20 }, { expected }).left.get('poor')).toBe(
      'not-worth',
    );
  });

  it('keeps to the allowance of a lane, and says of a call that no day has room for that it is too large', () => {
    const narrow: Outlook = { ...room, lanes: new Map([['window-closing', { today: 6, aDay: 6 }]]) };
    const { go, left } = decidePlan([call('a', 5, 9, 0), call('b', 5, 8, 0), call('c', 9, 99, 9)], narrow);
    expect(go).toEqual(['a']);
    expect(left.get('b')).toBe('not-worth');
    expect(left.get('c')).toBe('too-large');
  });

  it('says of a day that has nothing left that there is no room', () => {
    const none: Outlook = { ...room, today: { ...room.today, records: 0 } };
    expect(decidePlan([call('a', 5, 9, 3)], none).left.get('a')).toBe('no-room');
  });
});
