import type { Budget, Certainty, Preview } from './model/budget.ts';

/* Texts for limits and prices, on the screens and in replies to assistants. */

export const BUDGET_NAMES: Readonly<Record<Budget, string>> = {
  minute: 'Requests per minute',
  day: 'Requests today',
  'month-requests': 'Requests this month',
  'month-records': 'Records this month',
  'companies-day': 'Companies today',
  'page-turns': 'Page turns this month',
  export: 'Export limit this month',
  'test-key': 'Test-key requests this month',
};

/** The words before an amount. They depend on how certain the amount is. */
export const HEDGE: Readonly<Record<Certainty, string>> = { exact: '', 'up-to': 'up to ', about: 'about ' };
/**
 * The words before the number of records reserved for a request without a maximum. Such requests usually cost
 * fewer records than are reserved.
 */
export const RARELY_OVER = 'rarely over ';
const NOTHING_EXPECTED = '0 matches, nothing to fetch';

/**
 * Returns the price of a request; null if it is free. Examples: `up to 25 records`; `about 15, at most 98
 * records` if the expected number is lower than the maximum; `about 3, rarely over 10 records` if there is no
 * maximum; `1 request` if the request costs no records.
 *
 * @param countText formats a number
 */
export function priceWords(
  {
    cost: { records, requests },
    certainty,
    expectedRecords: expected,
  }: Pick<Preview, 'cost' | 'certainty' | 'expectedRecords'>,
  countText: (count: number) => string,
): string | null {
  const withUnit = (count: number, unit: string): string =>
    `${countText(count)} ${count === 1 ? unit : `${unit}s`}`;
  if (records === 0) return requests === 0 ? null : withUnit(requests, 'request');
  const most = withUnit(records, 'record');
  // If the expected number of records is not 0, `up to 1 record` means the same as `1 record`.
  if (records === 1 && certainty === 'up-to' && expected !== 0) return most;
  if (certainty === 'exact' || expected === undefined || expected >= records)
    return `${HEDGE[certainty]}${most}`;
  if (certainty === 'about') return `about ${countText(expected)}, ${RARELY_OVER}${most}`;
  return expected === 0 ? NOTHING_EXPECTED : `about ${countText(expected)}, at most ${most}`;
}
