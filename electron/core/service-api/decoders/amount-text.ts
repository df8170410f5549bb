/** A number parsed from text without loss of precision. */
export interface AmountReading {
  readonly value: number;
  /** `5M` gives a magnitude, not exact digits. */
  readonly rounded: boolean;
  readonly suffix: 'K' | 'M' | 'B' | null;
  /** The digits as written, without separators. */
  readonly digits: string;
}

const EXPONENT = { K: 3, M: 6, B: 9 } as const;
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
 * Commas count as separators only if they separate groups: `1,200,000` or the Indian `1,20,00,000`. In `1,5M`
 * the comma may be a decimal comma, and misreading it would silently change the value tenfold.
 */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}$/;

/** Combines digits and a suffix; null if the digits are ambiguous. */
export function readAmount(whole: string, fraction: string, suffixWord: string): AmountReading | null {
  if (whole.includes(',') && !GROUPED.test(whole)) return null;
  const digits = `${whole.replaceAll(',', '')}${fraction}`;
  const suffix = SUFFIXES[suffixWord.toLowerCase()] ?? null;
  // Uses the decimal exponent because 2.55 * 1e6 is not exactly 2,550,000 in binary.
  const value = Number(suffix === null ? digits : `${digits}e${EXPONENT[suffix]}`);
  return Number.isFinite(value) ? { value, rounded: suffix !== null, suffix, digits } : null;
}

const INPUT = /^(?:\p{Sc}\s*)?(\d[\d,]*)(\.\d+)?\s*([KMB]?)$/iu;

/**
 * Normalises a typed amount to the form that is sent: no symbol, separators or redundant zeros, and an
 * upper-case suffix (`€ 1,200.50k` → `1200.5K`; spec §2.13). Null if it is not an amount.
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
