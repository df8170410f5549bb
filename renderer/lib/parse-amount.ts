/**
 * Matches an amount in which commas only group digits, also in groups of two, as in 1,50,000. A decimal comma
 * does not match: if the comma in `1,5M` were simply removed, the amount would be 15M.
 */
const SHAPE = /^(?:\p{Sc}\s*)?((?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?)\s*([KMB])?$/iu;
const TIMES: Readonly<Record<string, number>> = { K: 1_000, M: 1_000_000, B: 1_000_000_000 };

/**
 * Parses an amount that the user typed: 2500000 for `2.5M`; null if the text is invalid. The service accepts
 * the same formats (spec §2.13).
 */
export function amountValue(text: string): number | null {
  const parts = SHAPE.exec(text.trim());
  if (!parts) return null;
  const [, digits = '', suffix = ''] = parts;
  const value = Number(digits.replaceAll(',', '')) * (TIMES[suffix.toUpperCase()] ?? 1);
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : null;
}
