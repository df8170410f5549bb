import { appendFileSync } from 'node:fs';
import type { FigureId } from '../../../scripts/testing/security-goals.mjs';

/** Reports a measured value as a sentence. `npm run security` prints all sentences after the run. */
export function reportFigure(text: string): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') console.log(text);
  else appendFileSync(file, `${text}\n`);
}

/** The measurement for one goal. Several tests of the same goal share one row of the table. */
export interface Measured {
  /** The kinds of cases that the test tried, and their number. */
  readonly tried?: string;
  /** The test's findings, such as "0 accepted". */
  readonly violations?: string;
  readonly planted?: { readonly caught: number; readonly of: number };
}

/**
 * Adds a row to the table that `npm run security` prints. Tests call this function before their assertions,
 * so the table also shows the values of a failed test.
 */
export function measure(figure: FigureId, { tried, violations, planted }: Measured): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') return;
  appendFileSync(file, `${JSON.stringify({ promise: figure, tried, wrong: violations, planted })}\n`);
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MB`;
export const number = (value: number): string => value.toLocaleString('en-US');
