/*
 * Formats counts and compact amounts without Intl, whose first use is slow (ADR 39). A test compares
 * the results with Intl for every currency.
 */

/** Formats a count, such as `1,388`. Fractions are rounded. */
export const countText = (value: number): string =>
  Math.abs(value) < 1e15 ? groupDigits(value) : new Intl.NumberFormat('en-GB').format(value);
function groupDigits(value: number): string {
  const digits = String(Math.round(Math.abs(value))).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return value < 0 ? `-${digits}` : digits;
}

/** Symbols that precede an amount. A currency without a symbol is shown with its three-letter code. */
const SYMBOLS: Readonly<Record<string, string>> = {
  AUD: 'A$',
  BRL: 'R$',
  CAD: 'CA$',
  CNY: 'CN¥',
  EUR: '€',
  GBP: '£',
  HKD: 'HK$',
  ILS: '₪',
  INR: '₹',
  JPY: '¥',
  KRW: '₩',
  MXN: 'MX$',
  NZD: 'NZ$',
  PHP: '₱',
  TWD: 'NT$',
  USD: '$',
  VND: '₫',
  XCD: 'EC$',
  XAF: 'FCFA ',
  XCG: 'Cg. ',
  XOF: 'F\u202fCFA ',
  XPF: 'CFPF ',
};
/** The suffixes of compact amounts. The service uses the same suffixes (spec §3). */
const STEPS = [
  { from: 1e12, letter: 'T' },
  { from: 1e9, letter: 'B' },
  { from: 1e6, letter: 'M' },
  { from: 1e3, letter: 'K' },
  { from: 1, letter: '' },
] as const;

/**
 * Formats an amount, such as `€14M`, `NOK 95M` or `3.9M`. Returns null for amounts below 1 and for amounts of
 * 1e15 or more. The caller must format these with Intl.
 *
 * @param value rounded to at most three significant digits
 * @param currency three capital letters, or null
 */
export function compactAmountWithoutIntl(value: number, currency: string | null): string | null {
  const step = value < 1e15 ? STEPS.find(({ from }) => value >= from) : undefined;
  if (step === undefined) return null;
  const figure = `${Number((value / step.from).toPrecision(3))}${step.letter}`;
  return currency === null ? figure : `${SYMBOLS[currency] ?? `${currency} `}${figure}`;
}
