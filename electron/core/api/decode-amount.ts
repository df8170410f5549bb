import type { Amount } from '../../../shared/model/company.ts';
import { readAmount } from './amount-text.ts';
import { text } from './decode-values.ts';

/** The parts of a row that may tell an amount [R-2-0c]. */
export interface AmountParts {
  /** `fundingAmount`: a number, a suffix form such as 5M, or a plain number as text. */
  readonly amount: unknown;
  /** `fundingAmountFormatted` of the alternative layout. */
  readonly formatted?: unknown;
  readonly currency?: unknown;
}

const TEXT_MAX = 80;
const AMOUNT =
  /^(?:([A-Za-z]{3})|[A-Za-z]{0,3}(\p{Sc})|)\s*(\d[\d,]*)(\.\d+)?\s*(thousand|million|billion|mn|bn|[kmb])?\s*(?:([A-Za-z]{3})|(\p{Sc}))?$/iu;
/** Only symbols that one currency of the documented list uses; a dollar or yen sign names several. */
const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', '₹': 'INR', '₺': 'TRY' };

interface Parsed {
  readonly value: number | null;
  readonly precision: Amount['precision'];
  readonly currency: string | null;
}
const UNREAD: Parsed = { value: null, precision: 'none', currency: null };

/** The amount as received with the number it means; null where none was told. Never blank-as-zero. */
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
  const kept = received ?? shown;
  if (kept === null) return null;
  const own = parse(received);
  const parsed = own.value === null ? parse(shown) : own;
  return {
    text: kept,
    value: parsed.value,
    precision: parsed.precision,
    currency: currencyCode(currency) ?? own.currency ?? parsed.currency,
  };
}

/** Upper case; an unknown code is kept, because only the service knows its list. */
export function currencyCode(value: unknown): string | null {
  return typeof value === 'string' ? (text(value, 10)?.toUpperCase().slice(0, 10) ?? null) : null;
}

function parse(received: string | null): Parsed {
  // Wide digits and no-break spaces mean what their plain forms mean.
  const match = received === null ? null : AMOUNT.exec(received.normalize('NFKC').trim());
  if (match === null) return UNREAD;
  const [, codeBefore, symbolBefore, whole = '', fraction = '', suffix = '', codeAfter, symbolAfter] = match;
  const reading = readAmount(whole, fraction, suffix);
  const code = (codeBefore ?? codeAfter)?.toUpperCase() ?? null;
  const currency = code ?? SYMBOLS[symbolBefore ?? symbolAfter ?? ''] ?? null;
  if (reading === null) return { ...UNREAD, currency };
  return { value: reading.value, precision: reading.rounded ? 'rounded' : 'exact', currency };
}
