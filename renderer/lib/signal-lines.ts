/** A heading between rows. */
export interface SignalHeading {
  readonly kind: 'today' | 'earlier';
  readonly count: number;
}

/** Rows with a heading over those of today and over those of before: what stands at which line. Lines count both. */
export interface SignalLines {
  readonly total: number;
  headingAt(line: number): SignalHeading | null;
  /** The row on a line; of a heading, the row under it. */
  rowAt(line: number): number;
  lineOf(row: number): number;
}

export function signalLines(rows: number, today: number): SignalLines {
  const headings = [
    { kind: 'today' as const, offset: 0, count: today },
    { kind: 'earlier' as const, offset: today, count: rows - today },
  ].filter(({ count }) => count > 0);
  return {
    total: rows + headings.length,
    headingAt: (line) => headings.find(({ offset }, at) => offset + at === line) ?? null,
    rowAt: (line) => {
      const above = headings.filter(({ offset }, at) => offset + at < line).length;
      return Math.min(Math.max(0, rows - 1), Math.max(0, line - above));
    },
    lineOf: (row) => (row < 0 ? row : row + headings.filter(({ offset }) => offset <= row).length),
  };
}
