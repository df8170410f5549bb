import type { FundingsQuery } from '../../../shared/model/query.ts';
import { isImplied, judgeContainment, type JudgeOptions, type Verdict } from './containment.ts';
import { dayNumber, daysOf, overlap, type DayRange } from './calendar-days.ts';
import type { RowFacts } from './row-facts.ts';

/** A stored `/fundings` result set with all rows that matched its query. */
export interface CompleteAnswer {
  readonly setId: number;
  readonly query: FundingsQuery;
  /** Server time, in milliseconds, at which the last page of the result set was fetched. */
  readonly fetchedAtMs: number;
}
export interface AnswerRowFacts {
  readonly companyId: string;
  readonly roundId: string;
  readonly known: boolean;
  readonly facts: RowFacts;
}

/** A result row of a search that is answered from the library. */
export interface CoverRow {
  readonly companyId: string;
  /** Null if the row comes from `/companies` and has no round. */
  readonly roundId: string | null;
  readonly on: string | null;
  readonly known: boolean;
  /** Fetch time of the result set that contains the row, in milliseconds. */
  readonly fetchedAtMs: number;
  /** Missing if the row comes from `/companies`. */
  readonly facts?: RowFacts;
}
/** The days of a search that are covered by stored result sets, and the rows for these days. */
export interface Cover {
  readonly requested: DayRange;
  /** The covered days. Each day is mapped to the fetch time, in ms, of the result set that covers it. */
  readonly days: ReadonlyMap<number, number>;
  /**
   * The rows, newest announcement first. They are sorted, because the service's order is not specified (spec
   * §4.2).
   */
  readonly rows: readonly CoverRow[];
}

interface CoverParts {
  /** Result sets, newest first. */
  readonly answers: readonly CompleteAnswer[];
  /** Returns the rows of a result set; null if their facts were not stored. */
  rowsOf(answer: CompleteAnswer): readonly AnswerRowFacts[] | null;
}

/**
 * Combines the stored result sets into a `Cover` of the query. Each day is taken from the newest set that has
 * no undecided row on that day. Older sets are outdated for that day and therefore ignored. Pure.
 */
export function coverOf(
  requested: FundingsQuery,
  { answers, rowsOf }: CoverParts,
  options: JudgeOptions,
): Cover {
  const range = daysOf(requested);
  const days = new Map<number, number>();
  const rows = new Map<string, CoverRow>();
  const length = range.to - range.from + 1;
  for (const answer of answers) {
    if (days.size >= length) break;
    const shared = overlap(range, daysOf(answer.query));
    if (shared === null || isTaken(days, shared) || !isImplied(answer.query, requested)) continue;
    const storedRows = rowsOf(answer);
    if (storedRows === null) continue;
    coverFrom(answer, decide(storedRows, answer, requested, options), { range, shared, days, rows });
  }
  return { requested: range, days, rows: [...rows.values()].sort(newestFirst) };
}

export const isCovered = ({ requested, days }: Cover): boolean =>
  days.size === requested.to - requested.from + 1;

/**
 * Returns the fetch time of the oldest result set that covers a day, in milliseconds; null if no day is
 * covered.
 */
export const oldestUsed = ({ days }: Cover): number | null =>
  days.size === 0 ? null : [...days.values()].reduce((oldest, atMs) => Math.min(oldest, atMs));

const isTaken = (days: ReadonlyMap<number, number>, { from, to }: DayRange): boolean => {
  for (let day = from; day <= to; day += 1) if (!days.has(day)) return false;
  return true;
};

interface Decided {
  readonly row: AnswerRowFacts;
  readonly verdict: Verdict;
  /** The day for which the service returned the row; null if the day is unknown. */
  readonly day: number | null;
}

/**
 * Returns the rows that certainly or possibly match the query `requested`, each with the verdict and its day.
 */
const decide = (
  rows: readonly AnswerRowFacts[],
  { query }: CompleteAnswer,
  requested: FundingsQuery,
  options: JudgeOptions,
): Decided[] =>
  rows.flatMap((row) => {
    const verdict = judgeContainment(row.facts, query, requested, options);
    return verdict === 'out' ? [] : [{ row, verdict, day: dayOf(row.facts, daysOf(query)) }];
  });

/**
 * Returns the day for which the service returned a row. Null if the row has no exact date. Also null if its
 * date is outside the range of the query, because the service must then have filtered by another date.
 */
function dayOf({ on, timed }: RowFacts, { from, to }: DayRange): number | null {
  const day = on === null || timed ? null : dayNumber(on);
  return day !== null && day >= from && day <= to ? day : null;
}

interface Taking {
  readonly range: DayRange;
  readonly shared: DayRange;
  readonly days: Map<number, number>;
  readonly rows: Map<string, CoverRow>;
}

function coverFrom(
  { query, fetchedAtMs }: CompleteAnswer,
  decided: readonly Decided[],
  taking: Taking,
): void {
  const { range, shared, days, rows } = taking;
  const own = daysOf(query);
  const isWhole = own.from >= range.from && own.to <= range.to && !hasTaken(days, own);
  // A row without a day may belong to any day of its set. Such a set must therefore be used as a whole or not
  // at all.
  if (decided.some(({ day, verdict }) => day === null && (verdict === 'undecided' || !isWhole))) return;
  const open = new Set(decided.flatMap(({ day, verdict }) => (verdict === 'undecided' ? [day] : [])));
  const isLoose = decided.some(({ day }) => day === null);
  if (isLoose && open.size > 0) return;
  const taken = new Set<number>();
  for (let day = shared.from; day <= shared.to; day += 1)
    if (!days.has(day) && !open.has(day)) taken.add(day);
  for (const day of taken) days.set(day, fetchedAtMs);
  for (const { row, day } of decided) {
    if (day !== null && !taken.has(day)) continue;
    const { companyId, roundId, known, facts } = row;
    const key = JSON.stringify([companyId, roundId]);
    // If a newer set has already provided this row, possibly with a different date, the newer row is used.
    if (!rows.has(key)) rows.set(key, { companyId, roundId, on: facts.on, known, fetchedAtMs, facts });
  }
}

const hasTaken = (days: ReadonlyMap<number, number>, { from, to }: DayRange): boolean => {
  for (let day = from; day <= to; day += 1) if (days.has(day)) return true;
  return false;
};

export function newestFirst(a: CoverRow, b: CoverRow): number {
  if (a.on !== b.on) return (a.on ?? '') < (b.on ?? '') ? 1 : -1;
  const [one, other] = [a.roundId ?? a.companyId, b.roundId ?? b.companyId];
  return one < other ? -1 : 1;
}
