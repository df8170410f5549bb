import { appendFileSync } from 'node:fs';
import type { FigureId } from '../../scripts/security-goals.mjs';

/** One figure in plain words; `npm run security` prints them after the run. */
export function tell(sentence: string): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') console.log(sentence);
  else appendFileSync(file, `${sentence}\n`);
}

/** What a test measured of one figure; what several tests say of it stands in one row. */
export interface Measured {
  /** How much was tried, counted by the test itself. */
  readonly tried?: string;
  /** What came of it. */
  readonly wrong?: string;
  readonly planted?: { readonly caught: number; readonly of: number };
}

/** A row of the table that `npm run security` ends with. Told before the goal is held to it, so that a miss is seen. */
export function measure(figure: FigureId, measured: Measured): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') return;
  appendFileSync(file, `${JSON.stringify({ promise: figure, ...measured })}\n`);
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MB`;
export const number = (value: number): string => value.toLocaleString('en-US');
