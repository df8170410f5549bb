import type { ResultRow } from '../../../../shared/model/company.ts';
import type { CurrencyGroups } from '../../../../shared/model/library.ts';
import { createHeadedRows, type Lines } from '../../../lib/headed-rows.ts';
import { currencyHeadings, type CurrencyHeading } from '../../lists/currency-headings.ts';
import type { Sort } from '../search-sort.ts';

/**
 * Combines sorted results with their headings. Results sorted by amount have a heading for each currency.
 * Results in any other order have no headings.
 */
export function resultLines(rows: readonly ResultRow[], sort: Sort | null): Lines<CurrencyHeading> {
  const headings = sort?.by === 'amount' ? currencyHeadings(rows.length, currencyGroups(rows)) : [];
  return createHeadedRows(rows.length, headings);
}

/**
 * Divides rows that are already sorted by amount into groups by currency. Rows without an amount come last
 * and belong to no group.
 */
function currencyGroups(rows: readonly ResultRow[]): CurrencyGroups {
  const groups: CurrencyGroups = [];
  for (const [offset, { amount }] of rows.entries()) {
    const currency = amount?.currency ?? null;
    if (currency === null && amount?.value == null) break;
    const last = groups.at(-1);
    if (last?.currency === currency) last.count += 1;
    else groups.push({ currency, offset, count: 1 });
  }
  return groups;
}
