import {
  BEFORE_ROUNDS,
  insightRounds,
  type InsightRound,
  type RoundPosition,
} from '../../database/queries/cache/insight-rounds.ts';
import { changesMade } from '../../database/queries/cache/search-index.ts';
import type { ReadDb } from '../../database/sql.ts';
import { createDictionary, numberOf, shared, type Dictionary } from '../index/list-columns.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import { dayOf } from './insight-period.ts';

/*
 * The stored rounds in typed arrays, newest first, so changing a filter of Insights does not read the
 * database again. Loaded when Insights is opened, and only as far back as needed.
 */

/** Number of rounds that are read between two yields. */
const PAGE = 250;
const FIRST_CAPACITY = 4_096;
/** A round's investor is stored as twice its number, plus 1 if it led the round. */
export const LED = 1;

export interface RoundFacts {
  size: number;
  /** The company's slot in the columns of the search engine. */
  slot: Uint32Array;
  /** Days since 1970-01-01. */
  day: Int32Array;
  /** Number in `stages`; 0 if the stage is not known. */
  stage: Uint32Array;
  /** NaN if undisclosed. */
  amount: Float64Array;
  /** Number in `currencies`; 0 if unknown, or if there is no amount. */
  currency: Uint32Array;
  /**
   * Index in `investorHeap` of the round's first investor. The round's investors end where the next round's
   * begin.
   */
  investorStart: Uint32Array;
  investorHeap: Uint32Array;
  investorEnd: number;
  readonly stages: Dictionary;
  readonly currencies: Dictionary;
  readonly investors: Dictionary;
}

const createRoundFacts = (): RoundFacts => ({
  size: 0,
  ...arraysOf(FIRST_CAPACITY),
  investorHeap: new Uint32Array(FIRST_CAPACITY),
  investorEnd: 0,
  stages: createDictionary(),
  currencies: createDictionary(),
  investors: createDictionary(),
});

const arraysOf = (capacity: number) => ({
  slot: new Uint32Array(capacity),
  day: new Int32Array(capacity),
  stage: new Uint32Array(capacity),
  amount: new Float64Array(capacity),
  currency: new Uint32Array(capacity),
  // One extra element marks the end of the last round's investors.
  investorStart: new Uint32Array(capacity + 1),
});

function grow(facts: RoundFacts): void {
  const next = arraysOf(facts.slot.length * 2);
  next.slot.set(facts.slot);
  next.day.set(facts.day);
  next.stage.set(facts.stage);
  next.amount.set(facts.amount);
  next.currency.set(facts.currency);
  next.investorStart.set(facts.investorStart);
  Object.assign(facts, next);
}

function addInvestor(facts: RoundFacts, value: number): void {
  if (facts.investorEnd === facts.investorHeap.length) {
    const larger = new Uint32Array(facts.investorHeap.length * 2);
    larger.set(facts.investorHeap);
    facts.investorHeap = larger;
  }
  facts.investorHeap[facts.investorEnd++] = value;
}

function add(facts: RoundFacts, slot: number, day: number, round: InsightRound): void {
  if (facts.size === facts.slot.length) grow(facts);
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

/** The rounds that must be loaded. Dates are inclusive. */
export interface NeededRounds {
  readonly from: string;
  /** Rounds before this date are loaded without investors. */
  readonly investorsFrom: string;
}

export interface RoundLoader {
  /** Returns the needed rounds, and possibly older ones. */
  load(
    needed: NeededRounds,
    slotOf: ReadonlyMap<string, number>,
    yieldIfDue: YieldIfDue,
  ): Promise<RoundFacts>;
}

/** Maximum number of times that rounds are read again because they changed while they were read. */
const TRIES = 3;

export function createRoundLoader(cache: ReadDb): RoundLoader {
  let facts = createRoundFacts();
  let position: RoundPosition = BEFORE_ROUNDS;
  /** All rounds from this date on are loaded; null if none are. */
  let loadedFrom: string | null = null;
  let investorsFrom = '';
  let changes = -1;
  /** Discards all rounds if any of them may have changed, or if the investors of some are missing. */
  const resetIfNeeded = (needed: NeededRounds, changesNow: number): void => {
    const lacksInvestors = needed.investorsFrom < investorsFrom && position.announcedOn < investorsFrom;
    if (changesNow === changes && !lacksInvestors) {
      if (needed.investorsFrom < investorsFrom) investorsFrom = needed.investorsFrom;
      return;
    }
    facts = createRoundFacts();
    [position, loadedFrom] = [BEFORE_ROUNDS, null];
    [investorsFrom, changes] = [needed.investorsFrom, changesNow];
  };
  const readTo = async (
    from: string,
    slotOf: ReadonlyMap<string, number>,
    yieldIfDue: YieldIfDue,
  ): Promise<void> => {
    let [date, day] = ['', dayOf('')];
    for (;;) {
      const page = insightRounds(cache, { from, investorsFrom, after: position, limit: PAGE });
      for (const round of page) {
        const slot = slotOf.get(round.companyId);
        // Most rounds have the same date as the one before them.
        if (round.announcedOn !== date) [date, day] = [round.announcedOn, dayOf(round.announcedOn)];
        if (slot !== undefined && day !== null && !round.isGone) add(facts, slot, day, round);
      }
      const last = page.at(-1);
      if (last !== undefined) position = { announcedOn: last.announcedOn, rowId: last.rowId };
      await yieldIfDue();
      if (page.length < PAGE) break;
    }
    loadedFrom = from;
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
