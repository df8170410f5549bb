import { expect, test } from 'vitest';
import { spokenAge } from '../../../renderer/lib/spoken-age.ts';

test.each([
  [0, 'today'],
  [1, 'yesterday'],
  [3, 'three days ago'],
  [7, 'a week ago'],
  [20, 'three weeks ago'],
  [24, 'three weeks ago'],
  [25, 'a month ago'],
  [60, 'two months ago'],
  [90, 'three months ago'],
])('an age of %i days is written as in a message: %s', (days, text) => {
  expect(spokenAge(days)).toBe(text);
});
