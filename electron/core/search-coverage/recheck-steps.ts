import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { FundingsQuery } from '../../../shared/model/query.ts';
import { dateOfDay, dayNumber, daysOf } from './calendar-days.ts';
import { judgeContainment, type KnownValues } from './containment.ts';
import type { RowFacts } from './row-facts.ts';

/*
 * Finds the rounds that the service has added to stored days, without paying for many stored rounds again
 * (ADR 113). Counts matches, and divides the days and then the filters until each part with new rounds is
 * small. A part contains only new rounds if no stored round has any of its filter values. While page turns
 * are left, a count costs a page turn instead of a record (ADR 121). Sends nothing itself.
 */

/**
 * If a part has at most this many stored rounds, its rounds are fetched directly, without counting them
 * first.
 */
const UNCOUNTED_MAX = 1;
/** The last position of a list. A page that starts here is empty, unless 500 rounds match (spec §4.2). */
export const LAST_OFFSET = SET_ROWS_MAX - 1;
/** A filter with more values than this is not divided, to keep the address of a request short. */
const VALUES_MAX = 40;

const DIMENSIONS = ['stages', 'countries', 'industries'] as const;
type Dimension = (typeof DIMENSIONS)[number];

/** The service's response to one step. */
export interface RecheckPage {
  /** Facts about the decoded rows, by round id. */
  readonly rounds: ReadonlyMap<string, RowFacts>;
  /** Number of rows charged, including rows that could not be decoded. */
  readonly received: number;
  readonly total: number | null;
}

export interface RecheckParts {
  readonly query: FundingsQuery;
  /** The stored rounds that match the query, by round id. */
  readonly stored: ReadonlyMap<string, RowFacts>;
  readonly known: KnownValues;
  /** Values from `/filters`. They are needed only for the dimensions that the query does not filter by. */
  readonly listed: Readonly<Record<Dimension, readonly string[]>>;
  /** The maximum price of all steps together. */
  readonly most: Allowed;
}
interface Reserve {
  readonly requests: number;
  readonly records: number;
}
interface Allowed extends Reserve {
  readonly pageTurns: number;
}

/**
 * Yields the queries to send, one at a time, each with its limit. The caller passes each response back to the
 * generator.
 */
type Steps<T> = Generator<FundingsQuery, T, RecheckPage>;
type Halves = readonly [FundingsQuery, FundingsQuery];

interface Recheck {
  readonly parts: RecheckParts;
  /** The stored and the received rounds. */
  readonly rounds: Map<string, RowFacts>;
  left: Allowed;
  /** Whether the service reports the number of matches with an empty page, as far as is known. */
  hasEmptyPageCounts: boolean;
}

/** @returns whether all rounds that match the query have now been stored or received */
export function* recheckSteps(parts: RecheckParts): Steps<boolean> {
  const rounds = new Map(parts.stored);
  const recheck: Recheck = { parts, rounds, left: parts.most, hasEmptyPageCounts: true };
  const total = yield* countMatches(recheck, parts.query, rounds.size);
  if (total === null) return false;
  const added = total - recheck.rounds.size;
  if (added > 0) yield* divide(recheck, parts.query, added, { requests: 0, records: 0 });
  return recheck.rounds.size === total;
}

/**
 * @returns the number of matches; null if the service did not report it or the request would be too expensive
 */
function* send(recheck: Recheck, part: FundingsQuery, limit: number, offset = 0): Steps<number | null> {
  const { requests, records, pageTurns } = recheck.left;
  if (requests < 1 || records < limit || limit > LIST_LIMIT_MAX) return null;
  const page = yield { ...part, limit, offset };
  recheck.left = {
    requests: requests - 1,
    records: records - page.received,
    pageTurns: offset === 0 ? pageTurns : pageTurns - 1,
  };
  for (const [id, facts] of page.rounds) recheck.rounds.set(id, facts);
  return page.total;
}

/**
 * Counts the matches in a part with an empty page, which costs a page turn and no record. If no page turn is
 * left, counts them with a page of one row, which costs a record. A service may report no matches with an
 * empty page. If the number is zero or below `stored`, this part is therefore counted again with one row, and
 * all later parts are counted only with one row.
 *
 * @param stored number of stored rounds in the part
 */
function* countMatches(recheck: Recheck, part: FundingsQuery, stored: number): Steps<number | null> {
  if (canCountForFree(recheck)) {
    const total = yield* send(recheck, part, 1, LAST_OFFSET);
    if (isBelievable(total, stored)) return total;
    recheck.hasEmptyPageCounts = false;
  }
  return yield* send(recheck, part, 1);
}

/** Returns whether the number of matches that came with an empty page can be right. */
export const isBelievable = (total: number | null, stored: number): total is number =>
  total !== null && total >= Math.max(1, stored);

const canCountForFree = ({ left, hasEmptyPageCounts }: Recheck): boolean =>
  hasEmptyPageCounts && left.pageTurns > 0;

/** Finds the new rounds in a part. There are at most `added` of them; their exact number is unknown. */
function* count(recheck: Recheck, part: FundingsQuery, added: number, reserve: Reserve): Steps<void> {
  const stored = matching(recheck, part);
  if (stored !== null && stored <= (canCountForFree(recheck) ? 0 : UNCOUNTED_MAX)) {
    yield* send(recheck, part, stored + added);
    return;
  }
  const total = yield* countMatches(recheck, part, stored ?? 0);
  const missing = Math.min(added, (total ?? 0) - (matching(recheck, part) ?? 0));
  if (missing > 0) yield* divide(recheck, part, missing, reserve);
}

/**
 * Fetches the `added` new rounds of a part, if possible by dividing it. Does not use `reserve`, the share of
 * the budget for fetching the remaining parts undivided.
 */
function* divide(recheck: Recheck, part: FundingsQuery, added: number, reserve: Reserve): Steps<void> {
  const { rounds } = recheck;
  const stored = matching(recheck, part) ?? rounds.size;
  // If most rounds of a part are new, fetching the whole part costs less than first counting its halves to
  // skip the few stored rounds, unless counting is free.
  const isWorthwhile = stored > UNCOUNTED_MAX && (stored >= added || canCountForFree(recheck));
  const halves = isWorthwhile && canDivide(recheck, stored + added, reserve) ? halvesOf(recheck, part) : null;
  if (halves !== null) {
    const before = rounds.size;
    const [first, second] = halves;
    yield* count(recheck, first, added, {
      requests: reserve.requests + 1,
      records: reserve.records + (matching(recheck, second) ?? stored) + added,
    });
    const rest = added - (rounds.size - before);
    if (rest > 0) yield* divide(recheck, second, rest, reserve);
    if (rounds.size - before >= added) return;
  }
  // Not all new rounds were found. A round that has none of the values by which the part was divided matches
  // neither half, so the whole part is fetched.
  yield* send(recheck, part, stored + added);
}

/**
 * Whether the budget is enough for a count and for then fetching this part (`rows`) and the remaining parts
 * (`reserve`) without dividing them.
 */
const canDivide = ({ left }: Recheck, rows: number, reserve: Reserve): boolean =>
  left.requests >= reserve.requests + 3 && left.records >= reserve.records + rows + 1;

/**
 * Returns how many of the rounds match `part`, which is one part of the query; null if this is uncertain for
 * any round.
 */
function matching({ parts, rounds }: Recheck, part: FundingsQuery): number | null {
  const { from, to } = daysOf(part);
  let matches = 0;
  for (const facts of rounds.values()) {
    if (facts.on === null) return null;
    const day = dayNumber(facts.on);
    if (day < from || day > to) continue;
    const verdict = judgeContainment(facts, parts.query, part, { known: parts.known });
    if (verdict === 'undecided') return null;
    if (verdict === 'in') matches += 1;
  }
  return matches;
}

function halvesOf(recheck: Recheck, part: FundingsQuery): Halves | null {
  const { from, to } = daysOf(part);
  if (from < to) {
    const middle = from + Math.floor((to - from) / 2);
    return [
      { ...part, fundingDateEnd: dateOfDay(middle) },
      { ...part, fundingDateStart: dateOfDay(middle + 1) },
    ];
  }
  for (const dimension of DIMENSIONS) {
    const halves = halvesBy(recheck, part, dimension);
    if (halves !== null) return halves;
  }
  return null;
}

/**
 * Divides the values of a filter into two halves. Returns null if it is uncertain which of the values a
 * stored round has.
 */
function halvesBy(recheck: Recheck, part: FundingsQuery, dimension: Dimension): Halves | null {
  const values = part[dimension].length > 0 ? part[dimension] : recheck.parts.listed[dimension];
  if (values.length < 2 || values.length > VALUES_MAX) return null;
  const counted: ValueCount[] = [];
  for (const value of values) {
    const rows = matching(recheck, { ...part, [dimension]: [value] });
    if (rows === null) return null;
    counted.push({ value, rows });
  }
  const sorted = counted.toSorted((a, b) => a.rows - b.rows);
  const names = sorted.map(({ value }) => value);
  const taken = sizeOfFirst(sorted);
  return [
    { ...part, [dimension]: names.slice(0, taken) },
    { ...part, [dimension]: names.slice(taken) },
  ];
}

interface ValueCount {
  readonly value: string;
  readonly rows: number;
}

/**
 * Returns how many values of `sorted` go into the first half. `sorted` is in ascending order of the number of
 * rounds. The first half gets the values without rounds or, if every value has rounds, the values with about
 * half of all rounds.
 */
function sizeOfFirst(sorted: readonly ValueCount[]): number {
  const unused = sorted.filter(({ rows }) => rows === 0).length;
  if (unused > 0 && unused < sorted.length) return unused;
  const half = sorted.reduce((sum, { rows }) => sum + rows, 0) / 2;
  let taken = 0;
  let rows = 0;
  for (const value of sorted.slice(0, -1)) {
    if (taken > 0 && rows + value.rows > half) break;
    rows += value.rows;
    taken += 1;
  }
  return taken;
}
