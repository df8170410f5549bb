import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  dayMonth,
  hourMinute,
  hourMinuteSecond,
  momentOf,
  monthName,
  shortWeekday,
  weekdayName,
} from '../../../renderer/lib/zoned-time.ts';

/* Formatting times without Intl gives the same results as with Intl. */

const times = fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(2100, 0, 1) });
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Monrovia',
];

function expectAsIntl(atMs: number, timeZone: string | undefined): void {
  const zone = timeZone === undefined ? {} : { timeZone };
  const byIntl = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...options, ...zone }).format(atMs);
  const at = momentOf(atMs, zone);
  expect({
    day: `${dayMonth(at)} ${at.year}`,
    short: dayMonth(at),
    long: [weekdayName(at), shortWeekday(at), monthName(at)],
    time: hourMinute(at),
    clock: hourMinuteSecond(at),
  }).toEqual({
    day: byIntl({ day: 'numeric', month: 'short', year: 'numeric' }),
    short: byIntl({ day: 'numeric', month: 'short' }),
    long: [byIntl({ weekday: 'long' }), byIntl({ weekday: 'short' }), byIntl({ month: 'long' })],
    time: byIntl({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    clock: byIntl({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
  });
}

test('formats a moment in a zone like Intl', () =>
  fc.assert(fc.property(times, fc.constantFrom(...zones), expectAsIntl), { numRuns: 300 }));

describe('in the computer’s zone', () => {
  const { TZ } = process.env;
  afterAll(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });
  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])('%s', (zone) => {
    process.env['TZ'] = zone;
    fc.assert(
      fc.property(times, (atMs) => expectAsIntl(atMs, undefined)),
      { numRuns: 100 },
    );
    // The hours in which daylight saving time starts and ends.
    for (const atMs of [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)])
      expectAsIntl(atMs, undefined);
  });
});

test('rejects an invalid time or zone', () => {
  expect(() => momentOf(Number.NaN)).toThrow(RangeError);
  expect(() => momentOf(0, { timeZone: 'Europe/Atlantis' })).toThrow(RangeError);
});
