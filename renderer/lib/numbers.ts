/*
 * Counts and compact amounts, written out here for the same reason as `zoned-time.ts`: the first use of Intl is dear. A test holds
 * them against Intl, every currency of it.
 */

/** `1,388`; whole numbers, others are rounded. */
export const countText = (value: number): string =>
  Math.abs(value) < 1e15 ? grouped(value) : new Intl.NumberFormat('en-GB').format(value);
function grouped(value: number): string {
  const digits = String(Math.round(Math.abs(value))).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return value < 0 ? `-${digits}` : digits;
}

/** In front of an amount; of every other currency its three letters. */
const SIGNS: Readonly<Record<string, string>> = {
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
/** Letters K, M, B are those the service itself takes and sends [§3]. */
const STEPS = [
  { from: 1e12, letter: 'T' },
  { from: 1e9, letter: 'B' },
  { from: 1e6, letter: 'M' },
  { from: 1e3, letter: 'K' },
  { from: 1, letter: '' },
] as const;

/**
 * `€14M`, `NOK 95M`, `3.9M`; null where it is larger or smaller than raises are, or rounded to more digits than are shown: then
 * Intl says it.
 * @param value of three digits at most that are not nought
 * @param currency three capital letters, or null
 */
export function plainAmount(value: number, currency: string | null): string | null {
  const step = value < 1e15 ? STEPS.find(({ from }) => value >= from) : undefined;
  if (step === undefined) return null;
  const figure = `${Number((value / step.from).toPrecision(3))}${step.letter}`;
  return currency === null ? figure : `${SIGNS[currency] ?? `${currency} `}${figure}`;
}
