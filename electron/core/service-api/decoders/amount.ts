import type { Amount } from '../../../../shared/model/company.ts';
import { readAmount } from '../amount-text.ts';
import { text } from './values.ts';

interface AmountParts {
  /** `fundingAmount`: a number, or text such as `5M` or `5000000`. */
  readonly amount: unknown;
  /** `fundingAmountFormatted`, an undocumented field. */
  readonly formatted?: unknown;
  readonly currency?: unknown;
}

const TEXT_MAX = 80;
const AMOUNT =
  /^(?:([A-Za-z]{3})|[A-Za-z]{0,3}(\p{Sc})|)\s*(\d[\d,]*)(\.\d+)?\s*(thousand|million|billion|mn|bn|[kmb])?\s*(?:([A-Za-z]{3})|(\p{Sc}))?$/iu;
/**
 * Unambiguous currency symbols. The dollar and yen signs are not included, because several currencies use
 * each of them.
 */
const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', '₹': 'INR', '₺': 'TRY' };

interface Parsed {
  readonly value: number | null;
  readonly precision: Amount['precision'];
  readonly currency: string | null;
}
const UNREAD: Parsed = { value: null, precision: 'none', currency: null };

/** Decodes an amount and preserves its text as received. Null if the amount is missing or blank. */
export function decodeAmount({ amount, formatted, currency }: AmountParts): Amount | null {
  const shown = text(formatted, TEXT_MAX);
  if (typeof amount === 'number' && Number.isFinite(amount)) {
    return {
      text: shown ?? String(amount),
      value: amount >= 0 ? amount : null,
      precision: amount >= 0 ? 'exact' : 'none',
      currency: currencyCode(currency) ?? parse(shown).currency,
    };
  }
  const received = text(amount, TEXT_MAX);
  const amountText = received ?? shown;
  if (amountText === null) return null;
  const own = parse(received);
  const parsed = own.value === null ? parse(shown) : own;
  return {
    text: amountText,
    value: parsed.value,
    precision: parsed.precision,
    currency: currencyCode(currency) ?? own.currency ?? parsed.currency,
  };
}

/**
 * Returns the currency code in upper case. Accepts unknown codes, because only the service has the full list.
 */
export function currencyCode(value: unknown): string | null {
  return typeof value === 'string' ? (text(value, 10)?.toUpperCase().slice(0, 10) ?? null) : null;
}

function parse(received: string | null): Parsed {
  // NFKC converts full-width digits and no-break spaces to plain digits and spaces.
  const match = received === null ? null : AMOUNT.exec(received.normalize('NFKC').trim());
  if (match === null) return UNREAD;
  const [, codeBefore, symbolBefore, whole = '', fraction = '', suffix = '', codeAfter, symbolAfter] = match;
  const reading = readAmount(whole, fraction, suffix);
  const code = (codeBefore ?? codeAfter)?.toUpperCase() ?? null;
  const currency = code ?? SYMBOLS[symbolBefore ?? symbolAfter ?? ''] ?? null;
  if (reading === null) return { ...UNREAD, currency };
  return { value: reading.value, precision: reading.rounded ? 'rounded' : 'exact', currency };
}
