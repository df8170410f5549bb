import { FOUND_BY_WEBHOOK, FOUND_OTHERWISE } from '../../../../shared/model/outcomes/outcome-values.ts';
import { STORED, type Columns } from '../index/columns.ts';
import { forEachRange, type YieldIfDue } from '../index/time-slices.ts';
import type { ListRequest, OutcomeFacts } from './outcome-facts.ts';

/*
 * Determines which source found each company first. A company has exactly one source: the saved search that
 * brought it into the library, a webhook event, or anything else. Has no side effects, apart from yielding to
 * other tasks.
 */

export const OTHERWISE = 0;
export const WEBHOOK = 1;
const FIRST_SEARCH = 2;
/** Number of companies whose source is determined between two calls of `yieldIfDue`. */
const PAGE = 5_000;

export interface Sources {
  /** Number of sources: `OTHERWISE`, `WEBHOOK`, and then the saved searches in the user's order. */
  readonly count: number;
  /** The source of each slot. */
  readonly of: Uint32Array;
  /** Returns the source to which a list request belongs. */
  readonly ofRequest: (request: Pick<ListRequest, 'call' | 'searchId'>) => number;
}

export const searchOfSource = ({ searches }: Pick<OutcomeFacts, 'searches'>, source: number) =>
  searches[source - FIRST_SEARCH] ?? null;

/** Returns the key that the contract uses for a source. */
export function keyOfSource(facts: Pick<OutcomeFacts, 'searches'>, source: number): string {
  const search = searchOfSource(facts, source);
  if (search !== null) return String(search.searchId);
  return source === WEBHOOK ? FOUND_BY_WEBHOOK : FOUND_OTHERWISE;
}

export async function sourcesOf(
  columns: Columns,
  facts: OutcomeFacts,
  yieldIfDue: YieldIfDue,
): Promise<Sources> {
  const { size, foundBy, foundAtS, state } = columns;
  const sourceOf = new Map(facts.searches.map(({ searchId }, at) => [searchId, FIRST_SEARCH + at]));
  const of = new Uint32Array(size);
  // If several searches returned a company at the same time, only the first of them in the user's order
  // counts. `cameAtS` has this order.
  for (const [at, { searchId, slot, atS }] of facts.cameAtS.entries()) {
    if (at % PAGE === 0) await yieldIfDue();
    if (of[slot] === OTHERWISE && foundBy[slot] === 0 && atS === foundAtS[slot])
      of[slot] = sourceOf.get(searchId) ?? OTHERWISE;
  }
  const findRange = (from: number, to: number): void => {
    for (let slot = from; slot < to; slot += 1) {
      const searchId = foundBy[slot] ?? 0;
      if (state[slot] === STORED && searchId !== 0) of[slot] = sourceOf.get(searchId) ?? OTHERWISE;
    }
  };
  await forEachRange(size, PAGE, findRange, yieldIfDue);
  for (const slot of facts.byWebhook) if (of[slot] === OTHERWISE) of[slot] = WEBHOOK;
  const ofRequest: Sources['ofRequest'] = ({ call, searchId }) =>
    sourceOf.get(searchId ?? facts.searchOf(call) ?? -1) ?? OTHERWISE;
  return { count: FIRST_SEARCH + facts.searches.length, of, ofRequest };
}
