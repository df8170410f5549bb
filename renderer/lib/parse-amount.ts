/**
 * A comma may only group digits, including groups of two as in 1,50,000. A decimal comma is rejected, because
 * reading `1,5M` as 15M would be ten times too much.
 */
const SHAPE = /^(?:\p{Sc}\s*)?((?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?)\s*([KMB])?$/iu;
const TIMES: Readonly<Record<string, number>> = { K: 1_000, M: 1_000_000, B: 1_000_000_000 };

/**
 * Returns the value of a typed amount, such as 2500000 for `2.5M`; null if it is invalid. The service accepts
 * the same forms [§2.13].
 */
export function amountValue(text: string): number | null {
  const parts = SHAPE.exec(text.trim());
  if (!parts) return null;
  const [, digits = '', suffix = ''] = parts;
  const value = Number(digits.replaceAll(',', '')) * (TIMES[suffix.toUpperCase()] ?? 1);
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : null;
}
