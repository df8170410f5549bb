import { createHeadedRows, type Lines } from '../../lib/headed-rows.ts';

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

/** Over the first company of every currency, and over those after the last that is told apart. */
export function linesOf(rows: number, groups: readonly CurrencyGroup[]): Lines<Heading> {
  const starts = groups.filter(({ count }) => count > 0);
  const last = starts.at(-1);
  const end = last ? last.offset + last.count : rows;
  return createHeadedRows(rows, [
    ...starts.map((group) => ({
      ...group,
      kind: group.currency === null ? ('untold' as const) : ('currency' as const),
    })),
    ...(end < rows ? [{ kind: 'rest' as const, currency: null, offset: end, count: rows - end }] : []),
  ]);
}
