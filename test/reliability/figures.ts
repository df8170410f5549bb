import { appendFileSync } from 'node:fs';

/** Reports figures as sentences; `npm run reliability` prints them after the run. */
export function reportFigures(lines: readonly string[]): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') console.log(lines.join('\n'));
  else appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

/**
 * A row of the final table of `npm run reliability`. Results of several tests about one promise are joined.
 */
export interface TableRow {
  readonly promise: 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'W2' | 'W3';
  /** Descriptions of the attempts and of the result. */
  readonly tried?: string;
  readonly wrong?: string;
  readonly planted?: { readonly caught: number; readonly of: number };
}

export function tabulate(row: TableRow): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file !== undefined && file !== '') appendFileSync(file, `${JSON.stringify(row)}\n`);
}
