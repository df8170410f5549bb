/**
 * Returns a quantile of the values; NaN if there are no values. `share` is between 0 and 1: 0.95 returns p95.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
}

/** Returns the median, or the lower of the two middle values; NaN if there are no values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Formats a table as text. The first column is left-aligned, and the others are right-aligned. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}
