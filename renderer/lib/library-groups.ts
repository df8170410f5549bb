/** Where a currency begins in a list that is ordered by amount. */
export interface CurrencyGroup {
  readonly currency: string | null;
  readonly offset: number;
  readonly count: number;
}
/** A heading between rows; `rest`: companies after the last currency that is told apart. */
export interface Heading {
  readonly kind: 'currency' | 'untold' | 'rest';
  readonly currency: string | null;
  readonly count: number;
}

/** Rows with headings between them: what stands at which line. Lines count both. */
export interface Lines {
  readonly total: number;
  headingAt(line: number): Heading | null;
  /** The row on a line; of a heading, the row under it. */
  rowAt(line: number): number;
  lineOf(row: number): number;
}

export function linesOf(rows: number, groups: readonly CurrencyGroup[]): Lines {
  const starts = groups.filter(({ count }) => count > 0);
  const last = starts.at(-1);
  const end = last ? last.offset + last.count : rows;
  const headings: readonly (Heading & { readonly offset: number })[] = [
    ...starts.map((group) => ({
      ...group,
      kind: group.currency === null ? ('untold' as const) : ('currency' as const),
    })),
    ...(end < rows ? [{ kind: 'rest' as const, currency: null, offset: end, count: rows - end }] : []),
  ];
  /** Headings that stand on this line or above. */
  const until = (line: number): number => headings.filter(({ offset }, at) => offset + at <= line).length;
  return {
    total: rows + headings.length,
    headingAt: (line) => headings.find(({ offset }, at) => offset + at === line) ?? null,
    rowAt: (line) => {
      const above = until(line);
      const heading = headings[above - 1];
      return heading && heading.offset + above - 1 === line ? heading.offset : line - above;
    },
    lineOf: (row) => (row < 0 ? row : row + headings.filter(({ offset }) => offset <= row).length),
  };
}
