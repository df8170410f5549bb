const UNITS: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };

/** A number, or one with K, M or B, optionally after a currency symbol; decimals allowed [§2.13]. Null: not an amount. */
export function parseAmount(text: string): number | null {
  const match = /^\p{Sc}?\s*(\d[\d,]*(?:\.\d+)?)\s*([KMB])?$/iu.exec(text.trim());
  if (match?.[1] === undefined) return null;
  return Number(match[1].replaceAll(',', '')) * (UNITS[match[2]?.toUpperCase() ?? ''] ?? 1);
}

/** Suffix format as list items carry it [§2.1]: 5M, 2.5B, 750K. */
export function suffixAmount(amount: number | null): string {
  if (amount === null) return 'undisclosed';
  for (const [unit, factor] of [
    ['B', 1e9],
    ['M', 1e6],
    ['K', 1e3],
  ] as const)
    if (amount >= factor) return `${Number((amount / factor).toFixed(2))}${unit}`;
  return String(amount);
}

/** Plain number as text [§2.5]. */
export const plainAmount = (amount: number | null): string => (amount === null ? '' : String(amount));
