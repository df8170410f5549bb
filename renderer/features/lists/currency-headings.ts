import type { CurrencyGroups } from '../../../shared/model/library.ts';

/**
 * A heading in a list sorted by amount. Each heading precedes one group of rows: the rows in one currency,
 * the rows in an unknown currency, or (`rest`) the rows without an amount.
 */
export interface CurrencyHeading {
  readonly kind: 'currency' | 'unknown' | 'rest';
  readonly currency: string | null;
  /** The index of the row below the heading. */
  readonly offset: number;
  readonly count: number;
}

/**
 * Returns the headings of a list sorted by amount. Each currency has its own heading, because amounts in
 * different currencies cannot be compared.
 */
export function currencyHeadings(rows: number, groups: CurrencyGroups): readonly CurrencyHeading[] {
  const starts = groups.filter(({ count }) => count > 0);
  const last = starts.at(-1);
  const end = last ? last.offset + last.count : rows;
  return [
    ...starts.map((group) => ({
      ...group,
      kind: group.currency === null ? ('unknown' as const) : ('currency' as const),
    })),
    ...(end < rows ? [{ kind: 'rest' as const, currency: null, offset: end, count: rows - end }] : []),
  ];
}
