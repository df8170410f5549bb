import { appendFileSync } from 'node:fs';

/** One goal, as a run found it. */
export interface Goal {
  /** What was measured, in words. */
  readonly words: string;
  /** What came out, with its unit, and what it had to be. */
  readonly figure: string;
  readonly isMet: boolean;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Tells each goal and a one-line verdict, and gives them to `npm run bench`, which draws one table of all benches
 * (ROUNDWATCH_GOALS is the file).
 * @returns whether every goal was met
 */
export function judge(bench: string, goals: readonly Goal[], startedMs: number): boolean {
  for (const { words, figure, isMet } of goals) say(`${isMet ? 'met   ' : 'MISSED'} ${words}: ${figure}`);
  const missed = goals.filter(({ isMet }) => !isMet).length;
  const verdict =
    goals.length === 0
      ? 'no goal is for what was run'
      : missed === 0
        ? 'every goal met'
        : `${missed} of ${goals.length} goals missed`;
  say(`${bench}: ${verdict} (${((Date.now() - startedMs) / 1_000).toFixed(0)} s)`);
  const file = process.env['ROUNDWATCH_GOALS'];
  if (file !== undefined && file !== '')
    appendFileSync(file, goals.map((goal) => `${JSON.stringify({ bench, ...goal })}\n`).join(''));
  return missed === 0;
}
