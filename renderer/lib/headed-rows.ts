/** Rows with headings between them. Line numbers count both. */
export interface Lines<Heading> {
  readonly total: number;
  headingAt(line: number): Heading | null;
  /** The row on a line, or the row under a heading. Always a valid row; 0 if there are no rows. */
  rowAt(line: number): number;
  lineOf(row: number): number;
}

/** @param headings each precedes the row at its `offset`; sorted by offset */
export function createHeadedRows<Heading extends { readonly offset: number }>(
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
