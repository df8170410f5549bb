import type { ResultRow } from '../../../shared/model/company.ts';

export type SortColumn = 'name' | 'announced' | 'amount' | 'window' | 'fit';
export interface Sort {
  readonly by: SortColumn;
  readonly descending: boolean;
}

const byText = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/**
 * Sorts rows in memory. If `sort` is null, returns them in the service's order. Rows sorted by amount are
 * grouped by currency, with the most frequent currency first. Unknown values come last in both directions.
 */
export function sortRows(rows: readonly ResultRow[], sort: Sort | null): readonly ResultRow[] {
  if (sort === null) return rows;
  const sign = sort.descending ? -1 : 1;
  const compare = comparison(sort.by, rows);
  return rows.toSorted((a, b) => compare(a, b, sign) || a.position - b.position);
}

type Compare = (a: ResultRow, b: ResultRow, sign: number) => number;

function comparison(by: SortColumn, rows: readonly ResultRow[]): Compare {
  switch (by) {
    case 'name':
      return (a, b, sign) => sign * byText.compare(a.name, b.name);
    case 'announced':
      return (a, b, sign) =>
        lastUnknown(a.announcedOn, b.announcedOn, (x, y) => sign * (x < y ? -1 : x > y ? 1 : 0));
    case 'fit':
      return (a, b, sign) => lastUnknown(a.fit ?? null, b.fit ?? null, (x, y) => sign * (x - y));
    case 'window':
      return (a, b, sign) => lastUnknown(closingAt(a), closingAt(b), (x, y) => sign * (x - y));
    case 'amount': {
      const groups = currencyGroups(rows);
      return (a, b, sign) =>
        groups.indexOf(a.amount?.currency ?? '') - groups.indexOf(b.amount?.currency ?? '') ||
        lastUnknown(a.amount?.value ?? null, b.amount?.value ?? null, (x, y) => sign * (x - y));
    }
  }
}

/**
 * Returns the time (Unix ms) at which an open contact window closes; null if it is closed. Closed windows are
 * sorted like windows without a known end.
 */
const closingAt = ({ window }: ResultRow): number | null =>
  window.state === 'open' ? window.closesAtMs : null;

function lastUnknown<T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compare(a, b);
}

/** Returns the currencies, most frequent first. The empty string, for rows without a currency, comes last. */
function currencyGroups(rows: readonly ResultRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { amount } of rows) {
    const currency = amount?.currency ?? '';
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, m], [b, n]) => (a === '' ? 1 : b === '' ? -1 : n - m || byText.compare(a, b)))
    .map(([currency]) => currency);
}

/** Returns whether the rows have amounts in more than one currency. */
export const hasSeveralCurrencies = (rows: readonly ResultRow[]): boolean =>
  new Set(rows.flatMap(({ amount }) => (amount?.currency ? [amount.currency] : []))).size > 1;

/**
 * Returns the sort order after a click on a column header. The first click sorts dates, amounts and fit in
 * descending order, and names and contact windows in ascending order. The second click reverses the order,
 * and the third restores the service's order.
 */
export function nextSort(sort: Sort | null, by: SortColumn): Sort | null {
  const first = by !== 'name' && by !== 'window';
  if (sort?.by !== by) return { by, descending: first };
  return sort.descending === first ? { by, descending: !first } : null;
}
