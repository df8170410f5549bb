/** A comma may only group digits (also 1,50,000): `1,5M` could be read as ten times as much. */
const SHAPE = /^(?:\p{Sc}\s*)?((?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?)\s*([KMB])?$/iu;
const TIMES: Readonly<Record<string, number>> = { K: 1_000, M: 1_000_000, B: 1_000_000_000 };

/** The value of a typed amount: 2500000 for `2.5M`; null if invalid. The service accepts the same forms [§2.13]. */
export function amountValue(text: string): number | null {
  const parts = SHAPE.exec(text.trim());
  if (!parts) return null;
  const [, digits = '', suffix = ''] = parts;
  const value = Number(digits.replaceAll(',', '')) * (TIMES[suffix.toUpperCase()] ?? 1);
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : null;
}
