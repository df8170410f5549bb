import type { CurrencyGroups } from '../../../shared/model/library.ts';
import { currencyHeadings, type CurrencyHeading } from '../lists/currency-headings.ts';
import { createHeadedRows, type Lines } from '../../lib/headed-rows.ts';

/**
 * A heading between rows. The heading `contacts` belongs to the last group: the companies that match only
 * through a contact.
 */
export interface Heading extends Omit<CurrencyHeading, 'kind'> {
  readonly kind: CurrencyHeading['kind'] | 'contacts';
}

/**
 * Combines the rows with their headings: one heading for each currency, one for the remaining companies and
 * one for the companies that match only through a contact.
 *
 * @param rows the number of rows, not counting the companies that match only through a contact
 */
export const libraryLines = (rows: number, groups: CurrencyGroups, contactMatches = 0): Lines<Heading> =>
  createHeadedRows<Heading>(rows + contactMatches, [
    ...currencyHeadings(rows, groups),
    ...(contactMatches > 0
      ? [{ kind: 'contacts' as const, currency: null, offset: rows, count: contactMatches }]
      : []),
  ]);
