import { appendFileSync } from 'node:fs';
import type { FigureId } from '../../../scripts/testing/security-goals.mjs';

/** Reports one figure as a sentence; `npm run security` prints the sentences after the run. */
export function reportFigure(text: string): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') console.log(text);
  else appendFileSync(file, `${text}\n`);
}

/** The measurement of one figure. Several tests of the same figure share one row. */
export interface Measured {
  /** The amount tried, counted by the test itself. */
  readonly tried?: string;
  /** The result. */
  readonly violations?: string;
  readonly planted?: { readonly caught: number; readonly of: number };
}

/**
 * Adds a row to the final table of `npm run security`. Called before the goal is checked, so a miss is
 * visible.
 */
export function measure(figure: FigureId, measured: Measured): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') return;
  appendFileSync(file, `${JSON.stringify({ promise: figure, ...measured })}\n`);
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MB`;
export const number = (value: number): string => value.toLocaleString('en-US');
