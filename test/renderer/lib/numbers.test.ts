import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countText, compactAmountWithoutIntl } from '../../../renderer/lib/numbers.ts';

/* The app formats some numbers without Intl. The results must be the same as with Intl. */

test('formats counts like Intl', () => {
  const count = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -5_000, max: 5_000_000 })), (value) => {
      expect(countText(value)).toBe(count.format(value));
    }),
    { numRuns: 500 },
  );
  for (const value of [0, 0.5, 1.5, 999.5, 1_000, 999_999.4])
    expect(countText(value)).toBe(count.format(value));
});

const compact = (currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', {
    notation: 'compact',
    maximumSignificantDigits: 3,
    style: 'currency',
    currency,
  });

test('formats amounts of every currency like Intl', () => {
  for (const currency of Intl.supportedValuesOf('currency'))
    for (const value of [1, 25, 950, 1_000, 14_300_000, 2_000_000_000])
      expect(compactAmountWithoutIntl(value, currency)).toBe(
        compact(currency).format(value).replace('\u00a0', ' '),
      );
});

test('formats every amount of three digits like Intl', () => {
  const formats = new Map(['EUR', 'USD', 'NOK', 'JPY'].map((currency) => [currency, compact(currency)]));
  const digits = fc.integer({ min: 1, max: 999 });
  const places = fc.integer({ min: -2, max: 12 });
  fc.assert(
    fc.property(digits, places, fc.constantFrom(...formats.keys()), (value, place, currency) => {
      const amount = Number(`${value}e${place}`);
      const byIntl = formats.get(currency)?.format(amount).replace('\u00a0', ' ');
      expect(compactAmountWithoutIntl(amount, currency) ?? byIntl).toBe(byIntl);
      expect(compactAmountWithoutIntl(amount, currency) === null).toBe(amount < 1 || amount >= 1e15);
    }),
    { numRuns: 1_000 },
  );
});
