/** Rows with headings between them: what stands at which line. Lines count both. */
export interface Lines<Heading> {
  readonly total: number;
  headingAt(line: number): Heading | null;
  /** The row on a line; of a heading, the row under it. Within the rows; 0 where there is none. */
  rowAt(line: number): number;
  lineOf(row: number): number;
}

/** Each heading stands over the row at its `offset`; by their offsets. */
export function linesWith<Heading extends { readonly offset: number }>(
  rows: number,
  headings: readonly Heading[],
): Lines<Heading> {
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
