const FACTORS: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };

/**
 * Parses an amount parameter: a number, optionally preceded by a currency symbol and followed by K, M or B
 * (spec §2.13). Returns null for anything else.
 */
export function parseAmount(text: string): number | null {
  const match = /^\p{Sc}?\s?(\d+(?:\.\d+)?)([KMB])?$/iu.exec(text.trim());
  if (!match?.[1]) return null;
  return Number(match[1]) * (FACTORS[match[2]?.toUpperCase() ?? ''] ?? 1);
}

/** Formats an amount as list items show it, such as `5M`, `2.5B` or `750K` (spec §2.1). */
export function suffixAmount(amount: number | null): string {
  if (amount === null) return 'undisclosed';
  for (const [suffix, factor] of Object.entries(FACTORS).reverse()) {
    if (amount >= factor) return `${Number((amount / factor).toFixed(2))}${suffix}`;
  }
  return String(amount);
}

/** Rounds to `digits` significant digits, because companies announce rounded amounts. */
export function significant(amount: number, digits: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - digits + 1);
  return Math.round(amount / step) * step;
}
