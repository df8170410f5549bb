/** Formats a text table with aligned columns. Returns an empty string if there are no lines. */
export function formatTable(head, lines) {
  if (lines.length === 0) return '';
  const table = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...table.map((line) => line[column].length)));
  const text = table.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  return `\n${text.join('\n')}\n\n`;
}
