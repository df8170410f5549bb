import type { OursCounts } from '../../../shared/model/ours/ours.ts';

/**
 * The user's answer about a possible match. `candidates` is the number of companies that may match the line.
 */
export interface Answer {
  readonly line: number;
  readonly companyId: string;
  readonly isSame: boolean;
  readonly candidates: number;
}

/** Number of lines per outcome of an import. The numbers add up to the total number of lines. */
export interface ImportCounts {
  readonly marked: number;
  readonly kept: number;
  readonly undecided: number;
  readonly repeated: number;
  /** Number of lines that are unreadable or whose possible matches the user has all rejected. */
  readonly out: number;
}

export function importCounts(counts: OursCounts, answers: readonly Answer[]): ImportCounts {
  const byLine = new Map<number, Answer[]>();
  for (const answer of answers) byLine.set(answer.line, [...(byLine.get(answer.line) ?? []), answer]);
  const decided = [...byLine.values()];
  const same = decided.filter((of) => of.some(({ isSame }) => isSame)).length;
  const different = decided.filter(
    (of) => of.every(({ isSame }) => !isSame) && of.length === (of[0]?.candidates ?? 0),
  ).length;
  return {
    marked: counts.exact + same,
    kept: counts.unmatched,
    undecided: counts.possible - same - different,
    repeated: counts.repeated,
    out: different + counts.unreadable,
  };
}
