import type { CompanyFacts } from '../index/library-search.ts';
import { STORED, type Columns } from '../index/columns.ts';
import { forEachRange, type YieldIfDue } from '../index/time-slices.ts';
import { CONTACTED, dayOfStep, levelOf, REPLIED, STEPS, stepNumber } from './company-steps.ts';
import { sourcesOf, type Sources } from './found-by.ts';
import type { Tally } from './funnel.ts';
import type { OutcomeFacts } from './outcome-facts.ts';
import { localDay, type Cohort } from './outcome-period.ts';

/*
 * The companies of a query, each with its cost and the steps that it has reached. Pure, except that the loops
 * yield to other work.
 */

/** Number of companies that are counted before the loop may yield to other work. */
export const SLOTS_PAGE = 5_000;
/** Number of companies with user actions to process between two yields. */
export const STEPS_PAGE = 1_000;
const FETCHED = stepNumber('fetched');

export interface Counted {
  readonly slots: Uint32Array;
  readonly sources: Sources;
  /** The last step that each company has reached, by slot. */
  readonly levels: Uint8Array;
  /** Number of records used by requests about each company, by slot. */
  readonly records: Float64Array;
  /** Number of records that each source's list requests used in the period. */
  readonly pools: Float64Array;
  /**
   * Number of companies that each source found in the period, including companies outside the chosen list.
   */
  readonly foundBySource: Uint32Array;
  /** When the first of the companies was found, in Unix seconds; null if there are none. */
  readonly firstFoundAtS: number | null;
}

/** @param members one element per slot: 1 if the company is in the chosen list; null if no list is chosen */
type CountCompanies = (
  company: Pick<CompanyFacts, 'columns'>,
  facts: OutcomeFacts,
  cohort: Pick<Cohort, 'fromMs'>,
  members: Uint8Array | null,
  yieldIfDue: YieldIfDue,
) => Promise<Counted>;

/** The part of the result that does not depend on the query. */
type Work = Pick<Counted, 'sources' | 'levels' | 'records'>;

/**
 * Creates the function that counts companies. The function caches the part of the result that does not depend
 * on the query, until a fact changes.
 */
export function createCompanyCounter(): CountCompanies {
  let known: { readonly key: string; readonly work: Work } | null = null;
  return async ({ columns }, facts, cohort, members, yieldIfDue) => {
    const key = `${facts.key} ${columns.facts}`;
    if (known?.key !== key) known = { key, work: await workOf(columns, facts, yieldIfDue) };
    return count({ columns, facts, work: known.work }, cohort, members, yieldIfDue);
  };
}

async function workOf(columns: Columns, facts: OutcomeFacts, yieldIfDue: YieldIfDue): Promise<Work> {
  const sources = await sourcesOf(columns, facts, yieldIfDue);
  const levels = await levelsOf(columns.size, facts, yieldIfDue);
  const records = new Float64Array(columns.size);
  for (const [slot, charged] of facts.requests.records) records[slot] = charged;
  await yieldIfDue();
  return { sources, levels, records };
}

async function count(
  { columns, facts, work }: { readonly columns: Columns; readonly facts: OutcomeFacts; readonly work: Work },
  { fromMs }: Pick<Cohort, 'fromMs'>,
  members: Uint8Array | null,
  yieldIfDue: YieldIfDue,
): Promise<Counted> {
  const { size, state, foundAtS } = columns;
  const { sources } = work;
  const fromS = Math.floor(fromMs / 1000);
  const slots = new Uint32Array(size);
  const foundBySource = new Uint32Array(sources.count);
  let length = 0;
  let first = Infinity;
  const countRange = (from: number, to: number): void => {
    for (let slot = from; slot < to; slot += 1) {
      const at = foundAtS[slot] ?? 0;
      if (state[slot] !== STORED || at < fromS) continue;
      const source = sources.of[slot] ?? 0;
      foundBySource[source] = (foundBySource[source] ?? 0) + 1;
      if (members !== null && members[slot] !== 1) continue;
      slots[length++] = slot;
      if (at < first) first = at;
    }
  };
  await forEachRange(size, SLOTS_PAGE, countRange, yieldIfDue);
  const pools = poolsOf(sources, facts, fromMs);
  await yieldIfDue();
  return {
    ...work,
    slots: slots.subarray(0, length),
    pools,
    foundBySource,
    firstFoundAtS: length === 0 ? null : first,
  };
}

async function levelsOf(
  size: number,
  { steps, requests }: OutcomeFacts,
  yieldIfDue: YieldIfDue,
): Promise<Uint8Array> {
  const levels = new Uint8Array(size);
  for (const slot of requests.fetchedAtMs.keys()) levels[slot] = FETCHED;
  let judged = 0;
  for (const [slot, of] of steps) {
    levels[slot] = Math.max(levels[slot] ?? 0, levelOf(of));
    judged += 1;
    if (judged % STEPS_PAGE === 0) await yieldIfDue();
  }
  return levels;
}

function poolsOf(sources: Sources, { requests }: OutcomeFacts, fromMs: number): Float64Array {
  const pools = new Float64Array(sources.count);
  for (const request of requests.lists) {
    if (request.atMs < fromMs) continue;
    const source = sources.ofRequest(request);
    pools[source] = (pools[source] ?? 0) + request.records;
  }
  return pools;
}

/**
 * Returns the records spent on a company: the records of the requests about the company, plus an even share
 * of the records that its source spent on list requests.
 */
function recordsOf({ sources, pools, foundBySource, records }: Counted, slot: number): number {
  const source = sources.of[slot] ?? 0;
  return (records[slot] ?? 0) + (pools[source] ?? 0) / Math.max(1, foundBySource[source] ?? 0);
}

/**
 * For each step of a company, adds to `into` the number of days since the previous step, if the days of both
 * steps are known.
 */
export function addStepDays(
  columns: CompanyFacts['columns'],
  facts: OutcomeFacts,
  slot: number,
  into: readonly number[][],
): void {
  const of = facts.steps.get(slot);
  const fetchedAtMs = facts.requests.fetchedAtMs.get(slot);
  let before: number | null = localDay((columns.foundAtS[slot] ?? 0) * 1000);
  for (let step = 1; step < STEPS; step += 1) {
    const fetched = fetchedAtMs === undefined ? null : localDay(fetchedAtMs);
    const day = step === FETCHED ? fetched : of === undefined ? null : dayOfStep(of, step);
    const passed = daysBetween(before, day);
    if (passed !== null) into[step]?.push(passed);
    before = day;
  }
}

/**
 * Returns the number of days between two steps. Returns null if a day is unknown, or if the step on day `to`
 * came before the step on day `from`.
 */
const daysBetween = (from: number | null, to: number | null): number | null =>
  from === null || to === null || to < from ? null : to - from;

export function addCompany(tally: Tally, counted: Counted, facts: OutcomeFacts, slot: number): void {
  const level = counted.levels[slot] ?? 0;
  tally.levels[level] = (tally.levels[level] ?? 0) + 1;
  tally.records += recordsOf(counted, slot);
  if (level < CONTACTED) return;
  const steps = facts.steps.get(slot);
  if (steps === undefined) return;
  const contacted = dayOfStep(steps, CONTACTED);
  if (contacted === null) return;
  const announced = facts.announced.get(slot);
  if (announced !== undefined) tally.daysToContact.push(contacted - announced);
  const toReply = daysBetween(contacted, dayOfStep(steps, REPLIED));
  if (toReply !== null) tally.daysToReply.push(toReply);
}
