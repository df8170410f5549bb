import {
  BEFORE_ROUNDS,
  insightRounds,
  roundPositions,
  type InsightRound,
  type RoundPosition,
} from '../../database/queries/cache/insight-rounds.ts';
import { changesMade } from '../../database/queries/cache/search-index.ts';
import type { ReadDb } from '../../database/sql.ts';
import type { Columns } from '../index/columns.ts';
import { createDictionary, numberOf, shared, type Dictionary } from '../index/list-columns.ts';
import { forEachRange, type YieldIfDue } from '../index/time-slices.ts';
import { dayOf } from './insight-period.ts';

/*
 * The stored rounds in typed arrays, newest first. Insights uses them when a filter changes, instead of
 * reading the database again. They are loaded when Insights is opened, and only as far back as needed.
 *
 * The rounds are read in the order of their row ids and then sorted by day. Reading them by day would take
 * twice as long, because most pages of the file would be read several times.
 */

/** Number of rounds that are read before the reader yields to other work. */
const PAGE = 250;
/** Number of positions that are read, or rounds that are sorted, between two yields. */
const STEP = 2_000;
/** Initial capacity of the array for the investors of rounds. */
const INVESTORS_MIN = 4_096;
/**
 * Each investor of a round is stored as twice the investor's number, plus `LED` if the investor led the
 * round.
 */
export const LED = 1;

export interface RoundFacts {
  size: number;
  /** The company's slot in the columns of the search engine. */
  slot: Uint32Array;
  /** Days since 1970-01-01. */
  day: Int32Array;
  /** The number assigned to the stage in `stages`; 0 if unknown. */
  stage: Uint32Array;
  /** NaN if undisclosed. */
  amount: Float64Array;
  /**
   * The number assigned to the currency in `currencies`; 0 if the currency is unknown, or if there is no
   * amount.
   */
  currency: Uint32Array;
  /**
   * For each round, the index in `investorHeap` of its first investor. The next element of this array is the
   * end of the round's investors.
   */
  investorStart: Uint32Array;
  investorHeap: Uint32Array;
  investorEnd: number;
  readonly stages: Dictionary;
  readonly currencies: Dictionary;
  readonly investors: Dictionary;
}

type Dictionaries = Pick<RoundFacts, 'stages' | 'currencies' | 'investors'>;

const createDictionaries = (): Dictionaries => ({
  stages: createDictionary(),
  currencies: createDictionary(),
  investors: createDictionary(),
});

const createRoundFacts = ({ stages, currencies, investors }: Dictionaries, capacity = 0): RoundFacts => ({
  size: 0,
  ...arraysOf(capacity),
  investorHeap: new Uint32Array(capacity),
  investorEnd: 0,
  stages,
  currencies,
  investors,
});

const arraysOf = (capacity: number) => ({
  slot: new Uint32Array(capacity),
  day: new Int32Array(capacity),
  stage: new Uint32Array(capacity),
  amount: new Float64Array(capacity),
  currency: new Uint32Array(capacity),
  // This array has one more element than the others, to mark where the investors of the last round end.
  investorStart: new Uint32Array(capacity + 1),
});

function reserve(facts: RoundFacts, rounds: number, investors: number): void {
  if (facts.size + rounds > facts.slot.length) {
    const next = arraysOf(facts.size + rounds);
    next.slot.set(facts.slot);
    next.day.set(facts.day);
    next.stage.set(facts.stage);
    next.amount.set(facts.amount);
    next.currency.set(facts.currency);
    next.investorStart.set(facts.investorStart);
    Object.assign(facts, next);
  }
  if (facts.investorEnd + investors > facts.investorHeap.length)
    facts.investorHeap = enlarged(facts.investorHeap, facts.investorEnd + investors);
}

function enlarged(array: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length);
  larger.set(array);
  return larger;
}

function addInvestor(facts: RoundFacts, value: number): void {
  const { investorHeap, investorEnd } = facts;
  if (investorEnd === investorHeap.length)
    facts.investorHeap = enlarged(investorHeap, Math.max(INVESTORS_MIN, investorEnd * 2));
  facts.investorHeap[facts.investorEnd++] = value;
}

function add(facts: RoundFacts, slot: number, day: number, round: InsightRound): void {
  const at = facts.size;
  const { amountValue, amountCurrency, stage, stageFolded } = round;
  const isDisclosed = amountValue !== null && Number.isFinite(amountValue) && amountValue > 0;
  facts.slot[at] = slot;
  facts.day[at] = day;
  facts.stage[at] = stage === null || stageFolded === '' ? 0 : numberOf(facts.stages, stageFolded, stage);
  facts.amount[at] = isDisclosed ? amountValue : NaN;
  facts.currency[at] = isDisclosed ? shared(facts.currencies, amountCurrency) : 0;
  if (round.investorsJson !== null && round.investorsJson !== '[]')
    for (const [name, led] of JSON.parse(round.investorsJson) as [string, number][])
      addInvestor(facts, numberOf(facts.investors, name, name) * 2 + (led === 1 ? LED : 0));
  facts.size += 1;
  facts.investorStart[facts.size] = facts.investorEnd;
}

/** Returns the indexes of the rounds, newest round first. Rounds on the same day keep their order. */
async function newestFirst({ size, day }: RoundFacts, yieldIfDue: YieldIfDue): Promise<Uint32Array> {
  const places = new Map<number, number>();
  const count = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) places.set(day[at] ?? 0, (places.get(day[at] ?? 0) ?? 0) + 1);
  };
  await forEachRange(size, STEP, count, yieldIfDue);
  let next = 0;
  for (const [each, rounds] of [...places].sort(([a], [b]) => b - a)) {
    places.set(each, next);
    next += rounds;
  }
  const order = new Uint32Array(size);
  const place = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const index = places.get(day[at] ?? 0) ?? 0;
      order[index] = at;
      places.set(day[at] ?? 0, index + 1);
    }
  };
  await forEachRange(size, STEP, place, yieldIfDue);
  return order;
}

/**
 * Adds rounds that are older than the rounds in `facts`. `facts` and `older` must share their dictionaries.
 */
async function append(facts: RoundFacts, older: RoundFacts, yieldIfDue: YieldIfDue): Promise<void> {
  const order = await newestFirst(older, yieldIfDue);
  reserve(facts, older.size, older.investorEnd);
  const copy = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const source = order[at] ?? 0;
      const target = facts.size;
      facts.slot[target] = older.slot[source] ?? 0;
      facts.day[target] = older.day[source] ?? 0;
      facts.stage[target] = older.stage[source] ?? 0;
      facts.amount[target] = older.amount[source] ?? NaN;
      facts.currency[target] = older.currency[source] ?? 0;
      const end = older.investorStart[source + 1] ?? 0;
      for (let place = older.investorStart[source] ?? 0; place < end; place += 1)
        facts.investorHeap[facts.investorEnd++] = older.investorHeap[place] ?? 0;
      facts.size += 1;
      facts.investorStart[facts.size] = facts.investorEnd;
    }
  };
  await forEachRange(older.size, STEP, copy, yieldIfDue);
}

/** The rounds that must be loaded. Dates are inclusive. */
export interface NeededRounds {
  readonly from: string;
  /** Rounds before this date are loaded without investors. */
  readonly investorsFrom: string;
}

export interface RoundLoader {
  /** Returns the needed rounds. The result may also contain older rounds from earlier calls. */
  load(needed: NeededRounds, slotOf: Columns['slotOf'], yieldIfDue: YieldIfDue): Promise<RoundFacts>;
}

/**
 * Maximum number of attempts to read the rounds. If the cache changes during an attempt, the rounds are read
 * again.
 */
const TRIES = 3;

export function createRoundLoader(cache: ReadDb): RoundLoader {
  let facts = createRoundFacts(createDictionaries());
  let position: RoundPosition = BEFORE_ROUNDS;
  /** All rounds announced on or after this date are loaded; null if no rounds are loaded. */
  let loadedFrom: string | null = null;
  let investorsFrom = '';
  let changes = -1;
  /**
   * Discards all rounds if any of them may have changed, or if they were loaded without investors that are
   * needed now.
   */
  const resetIfNeeded = (needed: NeededRounds, changesNow: number): void => {
    const lacksInvestors = needed.investorsFrom < investorsFrom && position.announcedOn < investorsFrom;
    if (changesNow === changes && !lacksInvestors) {
      if (needed.investorsFrom < investorsFrom) investorsFrom = needed.investorsFrom;
      return;
    }
    facts = createRoundFacts(createDictionaries());
    [position, loadedFrom] = [BEFORE_ROUNDS, null];
    [investorsFrom, changes] = [needed.investorsFrom, changesNow];
  };
  /**
   * Returns the row ids of the rounds that are dated `from` or later and not loaded yet, in descending order.
   * `last` is the position at which the next call must continue.
   */
  const nextRowIds = async (
    from: string,
    yieldIfDue: YieldIfDue,
  ): Promise<{ rowIds: Float64Array; last: RoundPosition }> => {
    const rowIds: number[] = [];
    for (let last = position; ;) {
      const page = roundPositions(cache, from, last, STEP);
      for (const { rowId } of page) rowIds.push(rowId);
      last = page.at(-1) ?? last;
      await yieldIfDue();
      if (page.length < STEP) return { rowIds: Float64Array.from(rowIds).sort().reverse(), last };
    }
  };
  const readTo = async (from: string, slotOf: Columns['slotOf'], yieldIfDue: YieldIfDue): Promise<void> => {
    const { rowIds, last } = await nextRowIds(from, yieldIfDue);
    const read = createRoundFacts(facts, rowIds.length);
    const dayOfDate = new Map<string, number | null>();
    for (let at = 0; at < rowIds.length; at += PAGE) {
      await yieldIfDue();
      for (const round of insightRounds(cache, rowIds.subarray(at, at + PAGE), investorsFrom)) {
        const slot = slotOf.get(round.companyId);
        let day = dayOfDate.get(round.announcedOn);
        if (day === undefined) dayOfDate.set(round.announcedOn, (day = dayOf(round.announcedOn)));
        if (slot !== undefined && day !== null) add(read, slot, day, round);
      }
    }
    await append(facts, read, yieldIfDue);
    [position, loadedFrom] = [last, from];
  };
  return {
    load: async (needed, slotOf, yieldIfDue) => {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const before = changesMade(cache);
        resetIfNeeded(needed, before);
        if (loadedFrom === null || needed.from < loadedFrom) await readTo(needed.from, slotOf, yieldIfDue);
        if (changesMade(cache) === before) break;
      }
      return facts;
    },
  };
}
