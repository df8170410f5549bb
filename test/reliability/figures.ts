import { appendFileSync } from 'node:fs';

/** Figures in plain words; `npm run reliability` prints them after the run. */
export function tell(lines: readonly string[]): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') console.log(lines.join('\n'));
  else appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

/** A row of the table that `npm run reliability` ends with; what several tests tell of one promise is joined. */
export interface TableRow {
  readonly promise: 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'W2' | 'W3';
  /** What was tried, in plain words, and what came of it. */
  readonly tried?: string;
  readonly wrong?: string;
  readonly planted?: { readonly caught: number; readonly of: number };
}

export function tabulate(row: TableRow): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file !== undefined && file !== '') appendFileSync(file, `${JSON.stringify(row)}\n`);
}
