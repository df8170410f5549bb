import { expect, test } from 'vitest';
import { announcementAge } from '../../../renderer/lib/announcement-age.ts';

const LATE = Date.UTC(2028, 2, 1, 23, 59);

test('counts calendar days in UTC at any time of day', () => {
  for (const nowMs of [LATE, Date.UTC(2028, 2, 1)])
    expect(
      ['2028-03-01', '2028-02-29', '2028-02-18', '2028-03-03'].map((date) => announcementAge(date, nowMs)),
    ).toEqual(['today', 'yesterday', '12 days ago', 'in 2 days']);
});

test('has no age for text that is not a date', () => {
  for (const date of [null, '', '12 May', '2028-13-45']) expect(announcementAge(date, LATE)).toBeNull();
});
