import { createHeadedRows, type Lines } from '../../lib/headed-rows.ts';

/** Consecutive rows with the same currency, in a list sorted by amount. */
interface CurrencyGroup {
  readonly currency: string | null;
  readonly offset: number;
  readonly count: number;
}
/**
 * A heading between rows. `rest` is the heading above the companies that follow the last currency group;
 * `contacts` is the one above the companies that match only through a contact, which come last.
 */
export interface Heading {
  readonly kind: 'currency' | 'unknown' | 'rest' | 'contacts';
  readonly currency: string | null;
  readonly count: number;
}

/**
 * Combines the rows with their headings: one heading for each currency, one for the remaining companies and
 * one for the companies that match only through a contact.
 *
 * @param rows the number of rows without these companies
 */
export function libraryLines(
  rows: number,
  groups: readonly CurrencyGroup[],
  contactMatches = 0,
): Lines<Heading> {
  const starts = groups.filter(({ count }) => count > 0);
  const last = starts.at(-1);
  const end = last ? last.offset + last.count : rows;
  return createHeadedRows(rows + contactMatches, [
    ...starts.map((group) => ({
      ...group,
      kind: group.currency === null ? ('unknown' as const) : ('currency' as const),
    })),
    ...(end < rows ? [{ kind: 'rest' as const, currency: null, offset: end, count: rows - end }] : []),
    ...(contactMatches > 0
      ? [{ kind: 'contacts' as const, currency: null, offset: rows, count: contactMatches }]
      : []),
  ]);
}
