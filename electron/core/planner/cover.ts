import type { FundingsQuery } from '../../../shared/model/query.ts';
import { isImplied, judge, type JudgeOptions, type Verdict } from './containment.ts';
import { dayNumber, daysOf, overlap, type DayRange } from './days.ts';
import type { Told } from './told.ts';

/** A kept answer of `/fundings` that is whole: all rows that matched when it was fetched. */
export interface KeptAnswer {
  readonly setId: number;
  readonly query: FundingsQuery;
  /** Server time of its last page, ms. */
  readonly fetchedAtMs: number;
}
export interface KeptRow {
  readonly companyId: string;
  readonly roundId: string;
  readonly known: boolean;
  readonly told: Told;
}

/** A row of the library's answer. */
export interface CoverRow {
  readonly companyId: string;
  /** Null: a company's row that told no round. */
  readonly roundId: string | null;
  readonly on: string | null;
  readonly known: boolean;
  /** When the answer was fetched that it is taken from, ms. */
  readonly fetchedAtMs: number;
}
export interface Cover {
  readonly asked: DayRange;
  /** Fetch time of the answer that each covered day is taken from, ms. */
  readonly days: ReadonlyMap<number, number>;
  /** Newest announcement first: in which order the service would have given them is not shown [§4.2]. */
  readonly rows: readonly CoverRow[];
}

export interface CoverParts {
  /** Newest first. */
  readonly answers: readonly KeptAnswer[];
  /** Null: rows of this answer were not kept as told. Asked only for answers that can serve. */
  rowsOf(answer: KeptAnswer): readonly KeptRow[] | null;
}

/**
 * What of a question the kept answers tell together. Every day is taken from the newest answer that decides each of its
 * rows; what that answer does not hold of the day, the service did not have then. Pure.
 */
export function coverOf(asked: FundingsQuery, { answers, rowsOf }: CoverParts, options: JudgeOptions): Cover {
  const range = daysOf(asked);
  const days = new Map<number, number>();
  const rows = new Map<string, CoverRow>();
  const length = range.to - range.from + 1;
  for (const answer of answers) {
    if (days.size >= length) break;
    const shared = overlap(range, daysOf(answer.query));
    if (shared === null || isTaken(days, shared) || !isImplied(answer.query, asked)) continue;
    const kept = rowsOf(answer);
    if (kept === null) continue;
    takeFrom(answer, decide(kept, answer, asked, options), { range, shared, days, rows });
  }
  return { asked: range, days, rows: [...rows.values()].sort(newestFirst) };
}

export const isCovered = ({ asked, days }: Cover): boolean => days.size === asked.to - asked.from + 1;

/** Server time of the oldest answer that a day is taken from, ms; null where no day is covered. */
export const oldestUsed = ({ days }: Cover): number | null =>
  days.size === 0 ? null : [...days.values()].reduce((oldest, atMs) => Math.min(oldest, atMs));

const isTaken = (days: ReadonlyMap<number, number>, { from, to }: DayRange): boolean => {
  for (let day = from; day <= to; day += 1) if (!days.has(day)) return false;
  return true;
};

interface Decided {
  readonly row: KeptRow;
  readonly verdict: Verdict;
  /** Null: not told for certain. */
  readonly day: number | null;
}

/** Rows that do not match whatever their day is are left out. */
const decide = (
  rows: readonly KeptRow[],
  { query }: KeptAnswer,
  asked: FundingsQuery,
  options: JudgeOptions,
): Decided[] =>
  rows.flatMap((row) => {
    const verdict = judge(row.told, query, asked, options);
    return verdict === 'out' ? [] : [{ row, verdict, day: dayOf(row.told, daysOf(query)) }];
  });

/** A date outside of what was asked for is not the one that the service went by. */
function dayOf({ on, timed }: Told, { from, to }: DayRange): number | null {
  const day = on === null || timed ? null : dayNumber(on);
  return day !== null && day >= from && day <= to ? day : null;
}

interface Taking {
  readonly range: DayRange;
  readonly shared: DayRange;
  readonly days: Map<number, number>;
  readonly rows: Map<string, CoverRow>;
}

function takeFrom({ query, fetchedAtMs }: KeptAnswer, decided: readonly Decided[], taking: Taking): void {
  const { range, shared, days, rows } = taking;
  const own = daysOf(query);
  const isWhole = own.from >= range.from && own.to <= range.to && !hasTaken(days, own);
  // A row without a certain day belongs to one of the answer's days: these go together or not at all.
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
    const { companyId, roundId, known, told } = row;
    const key = JSON.stringify([companyId, roundId]);
    // Known from a newer answer, which gave it another day.
    if (!rows.has(key)) rows.set(key, { companyId, roundId, on: told.on, known, fetchedAtMs });
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
