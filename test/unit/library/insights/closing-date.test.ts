import { expect, it } from 'vitest';
import { windowClosingDate, windowDaysLeft } from '../../../../shared/window-days-left.ts';

const closes = Date.UTC(2026, 11, 4);

it.each([
  ['2026-11-27', Date.UTC(2026, 10, 27, 6), 7],
  ['2026-12-03', Date.UTC(2026, 11, 3, 23, 59), 1],
  // For a user west of Greenwich, the local date is still the day before the UTC date.
  ['2026-11-26', Date.UTC(2026, 10, 27, 2), 7],
])('on %s, a window closes as many days later as lists show as left', (today, nowMs, left) => {
  expect(windowDaysLeft(closes, nowMs)).toBe(left);
  const date = windowClosingDate(closes, nowMs, today);
  expect((Date.parse(date) - Date.parse(today)) / 86_400_000).toBe(left);
});

it('a window that is over has no days left', () => {
  expect(windowDaysLeft(closes, closes + 1)).toBe(0);
});
