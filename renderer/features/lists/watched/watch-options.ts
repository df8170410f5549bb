/**
 * The refresh intervals, in days, that the user can choose for a watched list. A company is due for a refresh
 * once the interval has passed.
 */
export const REFRESH_CHOICES = [3, 7, 14, 30, 60, 90] as const;
export const RECORDS_MAX = 100_000;

/** Parses a number of records per month, such as `1,000`; null if the text is invalid. */
export function recordsOf(text: string): number | null {
  const plain = text.replaceAll(/[\s,]/g, '');
  const value = /^\d{1,6}$/.test(plain) ? Number(plain) : Number.NaN;
  return value <= RECORDS_MAX ? value : null;
}
