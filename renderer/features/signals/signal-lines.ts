import { createHeadedRows, type Lines } from '../../lib/headed-rows.ts';

/** A heading between the rows of the list. */
export interface SignalHeading {
  readonly kind: 'today' | 'earlier';
  readonly count: number;
}

/** Combines the rows with their headings: one heading for today and one for earlier days. */
export const signalLines = (rows: number, today: number): Lines<SignalHeading> =>
  createHeadedRows(
    rows,
    [
      { kind: 'today' as const, offset: 0, count: today },
      { kind: 'earlier' as const, offset: today, count: rows - today },
    ].filter(({ count }) => count > 0),
  );
