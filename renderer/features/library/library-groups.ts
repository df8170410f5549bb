import { createHeadedRows, type Lines } from '../../lib/headed-rows.ts';

/** Consecutive rows with the same currency, in a list sorted by amount. */
export interface CurrencyGroup {
  readonly currency: string | null;
  readonly offset: number;
  readonly count: number;
}
/** A heading between rows. `rest` is the heading above the companies that follow the last currency group. */
export interface Heading {
  readonly kind: 'currency' | 'unknown' | 'rest';
  readonly currency: string | null;
  readonly count: number;
}

/**
 * Combines the rows with their headings: one heading for each currency and one for the remaining companies.
 */
export function libraryLines(rows: number, groups: readonly CurrencyGroup[]): Lines<Heading> {
  const starts = groups.filter(({ count }) => count > 0);
  const last = starts.at(-1);
  const end = last ? last.offset + last.count : rows;
  return createHeadedRows(rows, [
    ...starts.map((group) => ({
      ...group,
      kind: group.currency === null ? ('unknown' as const) : ('currency' as const),
    })),
    ...(end < rows ? [{ kind: 'rest' as const, currency: null, offset: end, count: rows - end }] : []),
  ]);
}
