import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAmount } from '../../../../electron/core/service-api/amount-text.ts';
import { decodeAmount } from '../../../../electron/core/service-api/decoders/amount.ts';
import { decodeCountry } from '../../../../electron/core/service-api/decoders/country.ts';
import { decodeDate, unixTimeMs } from '../../../../electron/core/service-api/decoders/date.ts';
import { parseJson } from '../../../../electron/core/service-api/decoders/json.ts';
import { decodeStage } from '../../../../electron/core/service-api/decoders/stage.ts';
import {
  count,
  identifier,
  text,
  textList,
  urlText,
} from '../../../../electron/core/service-api/decoders/values.ts';
import { amountSchema } from '../../../../shared/model/company.ts';
import { amountTextSchema } from '../../../../shared/model/query.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';

describe('amounts', () => {
  it.each<[unknown, number | null, string, string | null]>([
    ['5M', 5_000_000, 'rounded', null],
    ['2.5B', 2_500_000_000, 'rounded', null],
    ['2.55M', 2_550_000, 'rounded', null],
    ['750K', 750_000, 'rounded', null],
    ['$5M', 5_000_000, 'rounded', null],
    ['€1,200,000', 1_200_000, 'exact', 'EUR'],
    ['₹1,20,00,000', 12_000_000, 'exact', 'INR'],
    ['5 M', 5_000_000, 'rounded', null],
    ['5\u00a0m', 5_000_000, 'rounded', null],
    ['usd 5 million', 5_000_000, 'rounded', 'USD'],
    ['5M EUR', 5_000_000, 'rounded', 'EUR'],
    ['US$5M', 5_000_000, 'rounded', null],
    ['5000000', 5_000_000, 'exact', null],
    ['5000000.50', 5_000_000.5, 'exact', null],
    [5_000_000, 5_000_000, 'exact', null],
    [0, 0, 'exact', null],
    ['undisclosed', null, 'none', null],
    ['1,5M', null, 'none', null],
    ['-5M', null, 'none', null],
    [-5, null, 'none', null],
    ['5M-10M', null, 'none', null],
    ['9'.repeat(79), 1e79, 'exact', null],
  ])('are decoded from %j', (amount, value, precision, currency) => {
    expect(decodeAmount({ amount })).toEqual({ text: String(amount), value, precision, currency });
  });

  it.each([undefined, null, '', '  ', true, {}, [], Number.NaN])('are missing for %j', (amount) => {
    expect(decodeAmount({ amount })).toBeNull();
  });

  it('are decoded from the alternative layout', () => {
    expect(decodeAmount({ amount: 5_250_000, formatted: '$5.3M', currency: 'usd' })).toEqual({
      text: '$5.3M',
      value: 5_250_000,
      precision: 'exact',
      currency: 'USD',
    });
    expect(decodeAmount({ amount: null, formatted: '€5M' })).toMatchObject({
      value: 5_000_000,
      currency: 'EUR',
    });
    expect(decodeAmount({ amount: 'n/a', formatted: '5M' })).toMatchObject({ text: 'n/a', value: 5_000_000 });
  });

  it('never throw, and stay within the bounds of the model', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (amount, formatted, currency) => {
        const decoded = decodeAmount({ amount, formatted, currency });
        if (decoded !== null) amountSchema.parse(decoded);
      }),
      { numRuns: 2_000 },
    );
  });

  it('round-trip every documented format', () => {
    const digits = fc.integer({ min: 0, max: 999_999_999 });
    const fraction = fc.option(fc.integer({ min: 0, max: 99 }), { nil: null });
    const suffix = fc.constantFrom('', 'K', 'M', 'B', 'k', 'm', 'b');
    const symbol = fc.constantFrom('', '$', '€', '£ ', '¥');
    const exponent: Record<string, number> = { '': 0, k: 3, m: 6, b: 9 };
    fc.assert(
      fc.property(digits, fraction, suffix, symbol, fc.boolean(), (whole, part, end, sign, grouped) => {
        const plain = `${whole}${part === null ? '' : `.${String(part).padStart(2, '0')}`}`;
        const shown = grouped ? plain.replace(/\B(?=(\d{3})+(?!\d)(?=.*))(?<!\..*)/g, ',') : plain;
        const value = Number(`${plain}e${exponent[end.toLowerCase()] ?? 0}`);
        expect(decodeAmount({ amount: `${sign}${shown}${end}` })?.value).toBe(value);
        const canonical = canonicalAmount(`${sign}${shown}${end}`);
        expect(canonical?.value).toBe(value);
        // The canonical text is a valid input for the same amount, and it does not change when it is
        // canonicalized again.
        expect(canonicalAmount(canonical?.text ?? '')).toEqual(canonical);
        expect(amountTextSchema.safeParse(canonical?.text).success).toBe(true);
        expect(canonical?.text).toMatch(/^\d+(\.\d+)?[KMB]?$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('dates', () => {
  it.each([
    ['2026-02-28', '2026-02-28', null],
    ['2028-02-29', '2028-02-29', null],
    ['2026-02-29', null, '2026-02-29'],
    ['2026-03-01T23:30:00-08:00', '2026-03-01', '2026-03-01T23:30:00-08:00'],
    ['2026-03-01T00:10:00+05:30', '2026-03-01', '2026-03-01T00:10:00+05:30'],
    ['2026-03-01 10:00:00', '2026-03-01', '2026-03-01 10:00:00'],
    ['2026-03-01x', null, '2026-03-01x'],
    ['soon', null, 'soon'],
    ['', null, null],
    [null, null, null],
    [{}, null, null],
    [1_767_225_600, null, '1767225600'],
  ])('%j is decoded as %j', (value, on, stated) => {
    expect(decodeDate(value)).toEqual({ on, text: stated });
  });

  it('in seconds are distinguished from milliseconds', () => {
    expect(unixTimeMs(1_767_225_600)).toBe(1_767_225_600_000);
    expect(unixTimeMs(1_767_225_600_000)).toBe(1_767_225_600_000);
    expect([0, -1, Infinity, null, {}, 'x'].map(unixTimeMs)).toEqual([null, null, null, null, null, null]);
  });
});

describe('countries', () => {
  it.each([
    ['de', null, 'DE', null],
    ['DE', 'Germany', 'DE', 'Germany'],
    ['Germany', 'Germany', 'DE', 'Germany'],
    ['Germany', null, 'DE', 'Germany'],
    [null, 'France', 'FR', 'France'],
    ['UK', null, 'GB', null],
    ['USA', null, 'US', 'USA'],
    ['U.S.', null, 'US', 'U.S.'],
    ['The Netherlands', null, 'NL', 'The Netherlands'],
    ['Turkey', null, 'TR', 'Turkey'],
    ['Türkiye', null, 'TR', 'Türkiye'],
    ['Turkiye', null, 'TR', 'Turkiye'],
    ['Czech Republic', null, 'CZ', 'Czech Republic'],
    ['Korea, Republic of', null, 'KR', 'Korea, Republic of'],
    ['Hong Kong', null, 'HK', 'Hong Kong'],
    ["Cote d'Ivoire", null, 'CI', "Cote d'Ivoire"],
    ['Saint Lucia', null, 'LC', 'Saint Lucia'],
    ['Bosnia and Herzegovina', null, 'BA', 'Bosnia and Herzegovina'],
    ['Russia', null, 'RU', 'Russia'],
    ['Serbia', null, 'RS', 'Serbia'],
    ['Atlantis', null, null, 'Atlantis'],
    ['constructor', '__proto__', null, '__proto__'],
    [7, {}, null, null],
  ])('are decoded from %j and %j', (country, countryName, code, name) => {
    expect(decodeCountry(country, countryName)).toEqual({ code, name });
  });

  it('include every country of ISO 3166 by its English name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const code of ['GB', 'DE', 'MM', 'CD', 'XK', 'CW', 'TL', 'BJ', 'YE', 'VN', 'ZW', 'VU', 'BF'])
      expect(decodeCountry(names.of(code), null).code).toBe(code);
  });
});

describe('stages', () => {
  it.each([
    ['undisclosed', 'Undisclosed'],
    ['Undisclosed', 'Undisclosed'],
    ['SERIES C+', 'Series C+'],
    ['series c', 'series c'],
    ['preseed', 'Pre-Seed'],
    ['pre_seed', 'Pre-Seed'],
    [' Series  a ', 'Series A'],
    ['Series D', 'Series D'],
    ['', null],
    [4, null],
  ])('%j is decoded as %j', (value, stage) => {
    expect(decodeStage(value)).toBe(stage);
  });
});

describe('single values', () => {
  it('clean and truncate text without splitting a character', () => {
    expect(text('a\0b\ud800c', 10)).toBe('abc');
    expect(text('ab😀', 3)).toBe('ab');
    expect(text('   ', 3)).toBeNull();
    expect(text(5, 3)).toBe('5');
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 20 }), (value, max) => {
        const read = text(value, max);
        expect((read ?? '').length).toBeLessThanOrEqual(max);
        expect(read ?? '').not.toMatch(/\p{Surrogate}|\0/u);
      }),
    );
  });

  it.each([
    ['c-1', 'c-1'],
    [42, '42'],
    [2 ** 53, null],
    [1.5, null],
    ['', null],
    ['  ', null],
    ['..', null],
    ['a\0', null],
    ['\udc00', null],
    ['x'.repeat(201), null],
    [{}, null],
    [null, null],
  ])('decode the id %j as %j', (value, id) => {
    expect(identifier(value)).toBe(id);
  });

  it('decode lists and counts', () => {
    expect(textList(['a', 1, 'a', null, 'b'], { items: 5, length: 5 })).toEqual(['a', 'b']);
    expect(textList('x', { items: 5, length: 5 })).toEqual(['x']);
    expect(textList(7, { items: 5, length: 5 })).toBeNull();
    expect(textList(Array(100).fill(0).map(String), { items: 50, length: 5 })).toEqual(['0']);
    expect(['3', 3, -1, 2.5, 'x', 1e300].map(count)).toEqual([3, 3, null, null, null, null]);
    expect(urlText(`https://example.com/${'a'.repeat(2_000)}`)).toBeNull();
  });
});

describe('JSON', () => {
  it('is parsed up to 64 levels', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(parseJson(nested(64))).toBeDefined();
    expect(parseJson(nested(65))).toBeUndefined();
    expect(parseJson(nested(200_000))).toBeUndefined();
    expect(parseJson(JSON.stringify('['.repeat(1_000) + '\\"['))).toBe('['.repeat(1_000) + '\\"[');
  });

  it('is parsed like JSON.parse for every shallow value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (json) => {
        expect(parseJson(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  it.each(['', '{', '<html>', 'NaN', '{"a":1'])('is not parsed from %j', (body) => {
    expect(parseJson(body)).toBeUndefined();
  });
});
