import { amountValue } from '../../lib/parse-amount.ts';

/* Finds the period and the amounts in a typed line such as `Series A over 5M EUR, last 30 days`. */

export interface TypedAmounts {
  /**
   * The lowest amount in the line, as the form accepts it, such as `5M` (spec §2.13); null if the line
   * contains none.
   */
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
  /** The currency of the amounts; null if the line contains none. */
  readonly currency: string | null;
}
/**
 * A part of the line, from `start` to `end` (exclusive). `value` is its meaning; null if it cannot be used.
 */
export interface TypedPart<Value> {
  readonly start: number;
  readonly end: number;
  readonly value: Value | null;
}

const DAYS_MAX = 365;
const DAYS_IN = { d: 1, day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNT = `\\d{1,3}|${NUMBER_WORDS.join('|')}`;
/**
 * Group 1 is set if the line excludes the period. Groups 2 and 3 contain the number, and group 4 the unit.
 */
const PERIOD = new RegExp(
  String.raw`\b(?:(not (?:in |within )?|(?:older|longer|more) than |before |except |excluding )|in |over |within |during |from |for |less than )?(?:the )?` +
    String.raw`(?:(?:last|past|previous)(?: (${COUNT}))?[ -]?|this |(${COUNT})[ -]?)(d|day|week|month|quarter|year)s?\b(?: ago)?`,
  'i',
);

const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ $: 'USD', us$: 'USD', dollar: 'USD', 'us dollar': 'USD', '€': 'EUR', euro: 'EUR', '£': 'GBP' },
  ...{ pound: 'GBP', 'pound sterling': 'GBP', '₹': 'INR', rupee: 'INR', yen: 'JPY', franc: 'CHF' },
};
const CODES = 'usd|eur|gbp|inr|try|jpy|aed|aud|brl|cad|chf|cny|czk|dkk|huf|ils|nok|nzd|pln|ron|sek|sgd';
const CURRENCY = String.raw`us\$|[$€£₹]|(?:${CODES}|us dollars?|dollars?|euros?|pounds?(?: sterling)?|rupees?|yen|francs?)\b`;
const UNIT = String.raw`(?:k|thousand|m|mm|mn|mio|mln|millions?|b|bn|billions?)\b`;
const AMOUNT = String.raw`(${CURRENCY})? ?(\d[\d,]*(?:\.\d+)?) ?(${UNIT})? ?(${CURRENCY})?`;
const LOW = String.raw`(?:not? )?(?:less than|under|below)|>=?|≥|at least|from|more than|over|above|exceeding|min(?:imum)?(?: of)?`;
const SINGLE = new RegExp(
  String.raw`(?:(?<=^|\s)(${LOW}|<=?|≤|at most|up to|(?:not? )(?:more than|over|above)|max(?:imum)?(?: of)?) ?)?` +
    String.raw`(?<![\w.,])${AMOUNT}(?: ?(\+|or more|and (?:more|up|above)|or (?:less|under)))?(?![\w$€£₹])`,
  'giu',
);
const RANGE = new RegExp(
  String.raw`(?:\b(?:between|from) )?(?<![\w.,])${AMOUNT} ?(?:-|–|to|and) ?${AMOUNT}(?![\w$€£₹])`,
  'giu',
);
const AT_MOST =
  /^(?:<=?|≤|less than|under|below|at most|up to|not? (?:more than|over|above)|max.*|or (?:less|under))$/i;
/**
 * Smallest number without a unit or currency that counts as an amount. A smaller number, as in `over 50`, may
 * be a number of employees.
 */
const PLAIN_MIN = 1000;

/**
 * Finds the first period in the text. The value is the number of days including today, or null if the text
 * excludes the period or the period is too long.
 */
export function typedPeriod(text: string): TypedPart<number> | null {
  const found = PERIOD.exec(text);
  if (found === null) return null;
  const [whole, excluded, afterLast, alone, unit = 'day'] = found;
  const count = afterLast ?? alone ?? '1';
  const number = NUMBER_WORDS.indexOf(count.toLowerCase()) + 1 || Number(count);
  const days = number * DAYS_IN[unit.toLowerCase() as keyof typeof DAYS_IN];
  const isUsable = excluded === undefined && days >= 1 && days <= DAYS_MAX;
  return { start: found.index, end: found.index + whole.length, value: isUsable ? days : null };
}

/**
 * Finds the first amount or range of amounts. An amount is the minimum unless a word such as `under`
 * accompanies it.
 */
export function typedAmounts(text: string): TypedPart<TypedAmounts> | null {
  for (const found of text.matchAll(RANGE)) {
    const [, ...parts] = found;
    const low: (string | undefined)[] = parts.slice(0, 4);
    const high: Parts = parts.slice(4);
    // In `5 to 10M EUR`, the unit and the currency belong to both amounts.
    low[2] ??= high[2];
    const currencies = [...currenciesIn(low), ...currenciesIn(high)];
    if (!isAmount(low, currencies) || !isAmount(high, currencies)) continue;
    return part(found, formAmount(low), formAmount(high), currencies);
  }
  for (const found of text.matchAll(SINGLE)) {
    const [, before, ...rest] = found;
    const amount = rest.slice(0, 4);
    const currencies = currenciesIn(amount);
    const isPlain = !isAmount(amount, currencies);
    if (isPlain && (before === undefined || (amountValue(rest[1] ?? '') ?? 0) < PLAIN_MIN)) continue;
    const isMost = [before, rest[4]].some((word) => word !== undefined && AT_MOST.test(word.trim()));
    const typed = formAmount(amount);
    return isMost ? part(found, null, typed, currencies) : part(found, typed, null, currencies);
  }
  return null;
}

type Parts = readonly (string | undefined)[];
const isAmount = (amount: Parts, currencies: readonly string[]): boolean =>
  amount[2] !== undefined || currencies.length > 0;

function currenciesIn([before, , , after]: Parts): readonly string[] {
  return [before, after].flatMap((word) => {
    if (word === undefined) return [];
    const name = word.toLowerCase();
    return [CURRENCIES[name] ?? CURRENCIES[name.replace(/s\b/, '')] ?? word.toUpperCase()];
  });
}

/** Returns an amount such as `2.5M`; empty if its number is invalid. */
function formAmount([, digits = '', unit = '']: Parts): string {
  const letter = unit.charAt(0).toUpperCase().replace('T', 'K');
  const amount = `${digits}${letter}`;
  return amountValue(amount) === null ? '' : amount;
}

function part(
  found: RegExpExecArray,
  minAmount: string | null,
  maxAmount: string | null,
  currencies: readonly string[],
): TypedPart<TypedAmounts> {
  const [currency = null, ...others] = new Set(currencies);
  const isUsable = minAmount !== '' && maxAmount !== '' && others.length === 0;
  return {
    start: found.index,
    end: found.index + found[0].length,
    value: isUsable ? { minAmount, maxAmount, currency } : null,
  };
}
