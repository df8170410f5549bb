import type { Cost, Lane } from '../../../shared/model/budget.ts';
import { isDearer } from '../../../electron/core/quota/policy/costs.ts';
import { bestSet, bySoonest, lastDayOf, type WeightedItem } from './knapsack.ts';
import { laneRecordsBy, recordsBy, type Outlook } from './available-budget.ts';
import { FREE, plus } from '../../../shared/add-costs.ts';

/** The properties of a possible request that `decidePlan` needs. */
export interface Candidate extends WeightedItem {
  readonly lane: Lane;
}

export type LeftOutReason = 'later' | 'not-worth' | 'too-large' | 'no-room';
export interface Choice {
  /** Keys of today's requests, in execution order. */
  readonly go: readonly string[];
  readonly left: ReadonlyMap<string, LeftOutReason>;
}

export interface Options {
  /**
   * Requests that are expected on later days. They compete with `candidates` for records, but are not shown.
   */
  readonly expected?: readonly Candidate[];
}

const isLarge = ({ cost, lane }: Candidate, outlook: Outlook): boolean =>
  cost.records >
  Math.min(
    Math.max(outlook.today.records, outlook.recordsADay),
    Math.max(outlook.lanes.get(lane)?.today ?? Infinity, outlook.lanes.get(lane)?.aDay ?? Infinity),
  );

/**
 * Chooses today's requests. First finds the most valuable set of requests that can all meet their deadlines
 * with the records available each day. Then goes through this set by deadline, earliest first, and selects
 * the requests that fit into today's budgets. If a request had to be skipped, a later request is selected
 * only if all remaining requests can still meet their deadlines.
 */
export function decidePlan(
  candidates: readonly Candidate[],
  outlook: Outlook,
  { expected = [] }: Options = {},
): Choice {
  const left = new Map<string, LeftOutReason>();
  const able = candidates.filter((each) => {
    if (isLarge(each, outlook)) left.set(each.key, 'too-large');
    return !left.has(each.key);
  });
  const inLanes = able.filter((each) => !outlook.lanes.has(each.lane));
  for (const lane of outlook.lanes.keys())
    inLanes.push(
      ...bestSet(
        able.filter((each) => each.lane === lane),
        (day) => laneRecordsBy(outlook, lane, day),
      ),
    );
  const best = new Set(bestSet([...inLanes, ...expected], (day) => recordsBy(outlook, day)));
  const chosen = inLanes.filter((each) => best.has(each)).sort(bySoonest);
  const go = ofToday(chosen, outlook);
  const isFull = outlook.today.records === 0 || outlook.today.requests === 0;
  for (const each of able)
    if (!go.includes(each) && !left.has(each.key)) left.set(each.key, reasonOf(each, best.has(each), isFull));
  return { go: go.map(({ key }) => key), left };
}

function reasonOf(candidate: Candidate, isChosen: boolean, isFull: boolean): LeftOutReason {
  if (isFull) return 'no-room';
  return isChosen || lastDayOf(candidate) > 0 ? 'later' : 'not-worth';
}

/**
 * Returns the chosen requests that fit into today's budgets and leave enough for the requests that must wait.
 * `chosen` is sorted by deadline.
 */
function ofToday(chosen: readonly Candidate[], outlook: Outlook): Candidate[] {
  const go: Candidate[] = [];
  const waiting: Candidate[] = [];
  const lanes = new Map([...outlook.lanes].map(([lane, { today }]) => [lane, today]));
  let used = FREE;
  for (const [index, each] of chosen.entries()) {
    const next = plus(used, each.cost);
    const inLane = (lanes.get(each.lane) ?? Infinity) >= each.cost.records;
    const isRoom = inLane && !isDearer(next, outlook.today);
    if (
      isRoom &&
      (waiting.length === 0 || isInTime([...waiting, ...chosen.slice(index + 1)], outlook, next))
    ) {
      go.push(each);
      used = next;
      lanes.set(each.lane, (lanes.get(each.lane) ?? Infinity) - each.cost.records);
    } else waiting.push(each);
  }
  return go;
}

/**
 * Returns whether enough records remain to send each waiting request by its last day if `used` is spent
 * today.
 */
function isInTime(waiting: readonly Candidate[], outlook: Outlook, used: Cost): boolean {
  let records = used.records;
  return waiting.every((each) => {
    records += each.cost.records;
    return records <= recordsBy(outlook, lastDayOf(each));
  });
}
