import type { Cost, Lane } from '../../../shared/model/budget.ts';
import { FREE, isDearer } from '../quota/costs.ts';
import { bestSet, bySoonest, lastDayOf, type Weighed } from './best-set.ts';
import { DAYS_AHEAD, laneRecordsBy, recordsBy, type Outlook } from './outlook.ts';
import type { PlantedDefect } from './planted-defect.ts';
import { plus } from '../../../shared/cost.ts';

/** A call that could be made, as far as it is decided on. */
export interface Candidate extends Weighed {
  readonly lane: Lane;
}

export type Left = 'later' | 'not-worth' | 'too-large' | 'no-room';
export interface Choice {
  /** Calls of today, in the order in which they are best made. */
  readonly go: readonly string[];
  readonly left: ReadonlyMap<string, Left>;
}

export interface Options {
  /** What is likely to come in the days ahead; it competes for their records, and is never told of. */
  readonly expected?: readonly Candidate[];
  readonly plantedDefect?: PlantedDefect | undefined;
}

const isLarge = ({ cost, lane }: Candidate, outlook: Outlook): boolean =>
  cost.records >
  Math.min(
    Math.max(outlook.today.records, outlook.recordsADay),
    Math.max(outlook.lanes.get(lane)?.today ?? Infinity, outlook.lanes.get(lane)?.aDay ?? Infinity),
  );

/**
 * Which calls to make today. Over the days ahead the set of calls is chosen whose value is the greatest while each is in
 * time and no day's records are exceeded, exact for what is known. Today's calls are those of the set whose last day is the
 * soonest, as far as every budget of today allows; a later one goes first only where none that waits would come too late for it. Pure.
 */
export function decidePlan(
  candidates: readonly Candidate[],
  outlook: Outlook,
  { expected = [], plantedDefect }: Options = {},
): Choice {
  const left = new Map<string, Left>();
  const isBlind = plantedDefect === 'deadline-ignored';
  const able = candidates
    .map((each) => (isBlind ? { ...each, lastDay: DAYS_AHEAD - 1 } : each))
    .filter((each) => {
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
  const news = plantedDefect === 'nothing-expected' ? [] : expected;
  const best = new Set(bestSet([...inLanes, ...news], (day) => recordsBy(outlook, day)));
  const chosen = inLanes.filter((each) => best.has(each)).sort(bySoonest);
  const go = ofToday(chosen, outlook, plantedDefect === 'one-budget');
  const isFull = outlook.today.records === 0 || outlook.today.requests === 0;
  for (const each of able)
    if (!go.includes(each) && !left.has(each.key)) left.set(each.key, reasonOf(each, best.has(each), isFull));
  return { go: go.map(({ key }) => key), left };
}

function reasonOf(candidate: Candidate, isChosen: boolean, isFull: boolean): Left {
  if (isFull) return 'no-room';
  return isChosen || lastDayOf(candidate) > 0 ? 'later' : 'not-worth';
}

/** Those of the chosen calls, soonest first, that every budget of today has room for. */
function ofToday(chosen: readonly Candidate[], outlook: Outlook, isRecordsOnly: boolean): Candidate[] {
  const go: Candidate[] = [];
  const waiting: Candidate[] = [];
  const lanes = new Map([...outlook.lanes].map(([lane, { today }]) => [lane, today]));
  let used = FREE;
  for (const [index, each] of chosen.entries()) {
    const next = plus(used, each.cost);
    const room = isRecordsOnly ? { ...next, records: outlook.today.records } : outlook.today;
    const inLane = (lanes.get(each.lane) ?? Infinity) >= each.cost.records;
    const isRoom = inLane && !isDearer(next, room);
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

/** Whether every call, made by its last day, still finds its records where so many are gone today. */
function isInTime(waiting: readonly Candidate[], outlook: Outlook, used: Cost): boolean {
  let records = used.records;
  return waiting.every((each) => {
    records += each.cost.records;
    return records <= recordsBy(outlook, lastDayOf(each));
  });
}
