/** A list of rows with headings between them. Each line is a row or a heading; lines are numbered from 0. */
export interface Lines<Heading> {
  readonly total: number;
  headingAt(line: number): Heading | null;
  /**
   * Returns the index of the row on this line. For a heading, returns the index of the next row or, if no row
   * follows, of the last row. Returns 0 for a list without rows.
   */
  rowAt(line: number): number;
  lineOf(row: number): number;
}

/**
 * Combines rows and headings into lines.
 *
 * @param rows the number of rows
 * @param headings sorted by `offset`, the index of the row that follows the heading
 */
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
