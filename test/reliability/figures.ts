import { appendFileSync } from 'node:fs';

/** Reports measured values as sentences. `npm run reliability` prints all sentences after the run. */
export function reportFigures(lines: readonly string[]): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') console.log(lines.join('\n'));
  else appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

/**
 * Results for a row of the table that `npm run reliability` prints. Several tests can contribute to the same
 * row.
 */
export interface TableRow {
  readonly promise: 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'W2' | 'W3' | 'C1' | 'C2' | 'C6' | 'C7' | 'C11';
  /** Describes the cases that were tried. `wrong` describes the cases that failed. */
  readonly tried?: string;
  readonly wrong?: string;
  readonly planted?: { readonly caught: number; readonly of: number };
}

export function tabulate(row: TableRow): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file !== undefined && file !== '') appendFileSync(file, `${JSON.stringify(row)}\n`);
}
