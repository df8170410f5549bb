interface AmountReading {
  readonly value: number;
  /** Whether the text has a suffix. `5M` is a rounded amount, whereas `5000000` is exact. */
  readonly rounded: boolean;
  readonly suffix: 'K' | 'M' | 'B' | null;
  /** The digits as written, without separators. */
  readonly digits: string;
}

/** Each suffix as a power of ten. */
export const EXPONENT = { K: 3, M: 6, B: 9 } as const;
const SUFFIXES: Readonly<Record<string, 'K' | 'M' | 'B'>> = {
  k: 'K',
  thousand: 'K',
  m: 'M',
  mn: 'M',
  million: 'M',
  b: 'B',
  bn: 'B',
  billion: 'B',
};

/**
 * Matches digits grouped by commas, such as `1,200,000` or the Indian `1,20,00,000`. Does not match `1,5M`,
 * because its comma may be a decimal separator. If this comma were dropped, the amount would be ten times as
 * large.
 */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}$/;

/**
 * Parses an amount from its parts.
 * @param fraction the decimal point and the digits after it, or an empty string
 * @returns null if `whole` contains commas that are not group separators
 */
export function readAmount(whole: string, fraction: string, suffixWord: string): AmountReading | null {
  if (whole.includes(',') && !GROUPED.test(whole)) return null;
  const digits = `${whole.replaceAll(',', '')}${fraction}`;
  const suffix = SUFFIXES[suffixWord.toLowerCase()] ?? null;
  // Parses `2.01e6` as a number. A multiplication would be inexact: 2.01 * 1e6 is 2009999.9999999998 in
  // floating point.
  const value = Number(suffix === null ? digits : `${digits}e${EXPONENT[suffix]}`);
  return Number.isFinite(value) ? { value, rounded: suffix !== null, suffix, digits } : null;
}

const INPUT = /^(?:\p{Sc}\s*)?(\d[\d,]*)(\.\d+)?\s*([KMB]?)$/iu;

/**
 * Converts an amount that the user typed into the notation that the service expects: `€ 1,200.50k` becomes
 * `1200.5K` (spec §2.13). Returns null if the text is not an amount.
 */
export function canonicalAmount(text: string): { readonly text: string; readonly value: number } | null {
  const match = INPUT.exec(text.trim());
  const reading = match === null ? null : readAmount(match[1] ?? '', match[2] ?? '', match[3] ?? '');
  if (reading === null) return null;
  const [whole = '', fraction = ''] = reading.digits.split('.');
  const plainWhole = whole.replace(/^0+(?=\d)/, '');
  const plainFraction = fraction.replace(/0+$/, '');
  const plain = plainFraction === '' ? plainWhole : `${plainWhole}.${plainFraction}`;
  return { text: `${plain}${reading.suffix ?? ''}`, value: reading.value };
}
