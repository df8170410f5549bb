/** Days after which a company is due. */
export const REFRESH_CHOICES = [3, 7, 14, 30, 60, 90] as const;
export const RECORDS_MAX = 100_000;

/** Parses the records per month, such as `1,000`; null if invalid. */
export function recordsOf(text: string): number | null {
  const plain = text.replaceAll(/[\s,]/g, '');
  const value = /^\d{1,6}$/.test(plain) ? Number(plain) : Number.NaN;
  return value <= RECORDS_MAX ? value : null;
}
