import { appendFileSync } from 'node:fs';

/** Number of companies from which `scroll`, `shell` and `ui` have other goals. */
export const MILLION = 1_000_000;

export interface Goal {
  /** What was measured. */
  readonly words: string;
  /** The measured value with its unit, and the goal. */
  readonly figure: string;
  readonly isMet: boolean;
  /** The largest parts of the measured value. */
  readonly parts?: string;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Prints each goal and a one-line verdict. Also appends the goals to the file named in ROUNDWATCH_GOALS;
 * `npm run bench` prints a table of all benchmarks from that file.
 * @returns whether every goal was met
 */
export function reportGoals(bench: string, goals: readonly Goal[], startedMs: number): boolean {
  for (const { words, figure, isMet, parts } of goals) {
    print(`${isMet ? 'met   ' : 'MISSED'} ${words}: ${figure}`);
    if (parts !== undefined) print(`       largest parts: ${parts}`);
  }
  const missed = goals.filter(({ isMet }) => !isMet).length;
  const verdict =
    goals.length === 0
      ? 'no goal applies to this run'
      : missed === 0
        ? 'every goal met'
        : `${missed} of ${goals.length} goals missed`;
  print(`${bench}: ${verdict} (${((Date.now() - startedMs) / 1_000).toFixed(0)} s)`);
  const file = process.env['ROUNDWATCH_GOALS'];
  if (file !== undefined && file !== '')
    appendFileSync(file, goals.map((goal) => `${JSON.stringify({ bench, ...goal })}\n`).join(''));
  return missed === 0;
}
