import type { CurrencyGroups } from '../../../shared/model/library.ts';
import type { SignalSort } from '../../../shared/model/signal.ts';
import { currencyHeadings } from '../lists/currency-headings.ts';
import { createHeadedRows, type Lines } from '../../lib/headed-rows.ts';

export interface SignalHeading {
  readonly kind: 'today' | 'earlier' | 'currency' | 'unknown' | 'rest';
  readonly currency: string | null;
  readonly count: number;
}

interface SortedSignals {
  readonly sort: SignalSort;
  readonly today: number;
  readonly currencies: CurrencyGroups;
}

/**
 * Combines the rows with their headings. A list sorted by the time received has a heading for today and one
 * for earlier days. A list sorted by amount has a heading for each currency.
 */
export function signalLines(rows: number, { sort, today, currencies }: SortedSignals): Lines<SignalHeading> {
  if (sort === 'amount') return createHeadedRows(rows, currencyHeadings(rows, currencies));
  const days = [
    { kind: 'today' as const, currency: null, offset: 0, count: today },
    { kind: 'earlier' as const, currency: null, offset: today, count: rows - today },
  ];
  return createHeadedRows(rows, sort === 'received' ? days.filter(({ count }) => count > 0) : []);
}
