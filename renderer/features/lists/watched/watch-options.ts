/** Offered ages, days. */
export const REFRESH_CHOICES = [3, 7, 14, 30, 60, 90] as const;
export const RECORDS_MAX = 100_000;

/** Records a month as typed, `1,000` too; null where that is no such number. Pure. */
export function recordsOf(text: string): number | null {
  const plain = text.replaceAll(/[\s,]/g, '');
  const value = /^\d{1,6}$/.test(plain) ? Number(plain) : Number.NaN;
  return value <= RECORDS_MAX ? value : null;
}
