import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ageText,
  amountText,
  calendarText,
  calendarLongText,
  clockText,
  compactAmount,
  exactText,
  longDayText,
  plural,
  resetText,
  stampText,
  utcText,
  waitText,
} from '../../../renderer/lib/format.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts';

const NOW = Date.UTC(2026, 4, 14, 7, 52);
const RESET = Date.UTC(2026, 5, 1);
const berlin = { timeZone: 'Europe/Berlin' };

test('uses the singular or plural of a noun after a count', () => {
  expect(plural(1_388, 'record')).toBe('1,388 records');
  expect(plural(1, 'company', 'companies')).toBe('1 company');
});

describe('ages', () => {
  test.each([
    [30_000, 'just now'],
    [-HOUR_MS, 'just now'],
    [22 * MINUTE_MS, '22 min'],
    [14 * HOUR_MS, '14 h'],
    [2 * DAY_MS, '2 d'],
    [31 * DAY_MS, '31 d'],
    [200 * DAY_MS, '6 mo'],
  ])('%d ms is %s', (past, words) => expect(ageText(NOW - past, NOW)).toBe(words));

  test('names only a source other than the service', () => {
    expect(stampText({ source: 'company', fetchedAtMs: NOW - 2 * DAY_MS }, NOW)).toBe('2 d ago');
    expect(stampText({ source: 'company', fetchedAtMs: NOW }, NOW)).toBe('just now');
    expect(stampText({ source: 'webhook', fetchedAtMs: NOW - 22 * MINUTE_MS }, NOW)).toBe('22 min · webhook');
  });
});

describe('times', () => {
  test('shows a reset in local time and UTC', () => {
    expect(resetText(RESET, berlin)).toBe('1 Jun 02:00, 00:00 UTC');
    expect(resetText(RESET, { timeZone: 'UTC' })).toBe('1 Jun 00:00 UTC');
    expect(resetText(RESET, { timeZone: 'America/New_York' })).toBe('31 May 20:00, 1 Jun 00:00 UTC');
  });
  test('leaves out the UTC date if it is the same', () => expect(utcText(NOW, berlin)).toBe('07:52 UTC'));
  test('shows seconds for near times', () => expect(clockText(NOW + 30_000, berlin)).toBe('09:52:30'));
  test('shows an exact time in local time and UTC, and a long day with its weekday', () => {
    expect(exactText(NOW, berlin)).toBe('14 May 2026 09:52, 07:52 UTC');
    expect(exactText(NOW, { timeZone: 'UTC' })).toBe('14 May 2026 07:52 UTC');
    expect(longDayText(NOW, berlin)).toBe('Thursday 14 May 2026');
  });
  test('rounds waiting times up, to at least a second', () => {
    expect(waitText(NOW + 22_100, NOW)).toBe('23 s');
    expect(waitText(NOW - 5, NOW)).toBe('1 s');
    expect(waitText(NOW + 3 * HOUR_MS, NOW)).toBe('3 h');
    expect(waitText(NOW + 3 * DAY_MS, NOW)).toBe('3 d');
  });
});

describe('calendar dates', () => {
  test('do not depend on the zone', () => expect(calendarText('2026-05-13', NOW)).toBe('13 May'));
  test('show the year if it differs', () => expect(calendarText('2024-12-31', NOW)).toBe('31 Dec 2024'));
  test('always show the year in the long form', () =>
    expect(calendarLongText('2026-05-13')).toBe('13 May 2026'));
  test('leave an invalid date as received', () => {
    expect(calendarText('soon', NOW)).toBe('soon');
    expect(calendarText(null, NOW)).toBeNull();
  });
});

describe('amounts', () => {
  test('stay in their own currency', () => {
    expect(compactAmount(14_000_000, 'EUR')).toBe('€14M');
    expect(compactAmount(95_000_000, 'NOK')).toBe('NOK 95M');
    expect(compactAmount(3_900_000, null)).toBe('3.9M');
  });
  test('keep the text as received', () => {
    const amount = { text: '€14,250,000', value: 14_250_000, precision: 'exact', currency: 'EUR' } as const;
    expect(amountText(amount)).toEqual({
      short: '€14.3M',
      isRounded: false,
      inSentence: '€14.3M',
      title: '€14,250,000',
    });
  });
  test('are marked as approximate if the service rounded them', () => {
    const amount = { text: '5M', value: 5_000_000, precision: 'rounded', currency: 'EUR' } as const;
    expect(amountText(amount)).toEqual({
      short: '€5M',
      isRounded: true,
      inSentence: 'about €5M',
      title: 'About €5M, received as 5M',
    });
  });
  test('show unparsable text as received, and a missing amount as null', () => {
    const odd = { text: 'seven figures', value: null, precision: 'none', currency: null } as const;
    expect(amountText(odd)?.short).toBe('seven figures');
    expect(amountText(null)).toBeNull();
  });
  test('cached texts equal the texts of Intl', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ min: 0, max: 1e13, noNaN: true }),
          fc.integer({ min: -10_000, max: 2_000_000_000 }),
        ),
        fc.constantFrom('EUR', 'USD', 'SEK', 'JPY'),
        (value, currency) => {
          const shape = {
            notation: 'compact',
            maximumSignificantDigits: 3,
            style: 'currency',
            currency,
          } as const;
          const byIntl = new Intl.NumberFormat('en-US', shape).format(value).replace('\u00a0', ' ');
          expect([compactAmount(value, currency), compactAmount(value, currency)]).toEqual([byIntl, byIntl]);
        },
      ),
      { numRuns: 500 },
    );
  });
  test('caches exact times by minute and zone', () => {
    expect(exactText(NOW, berlin)).toBe(exactText(NOW, berlin));
    expect(exactText(NOW, { timeZone: 'UTC' })).not.toBe(exactText(NOW, berlin));
    expect(exactText(NOW + MINUTE_MS, berlin)).not.toBe(exactText(NOW, berlin));
  });
  test('an invalid currency does not throw', () => expect(compactAmount(5, 'eu')).toBe('5'));
});
