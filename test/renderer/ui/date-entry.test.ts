import { expect, test } from 'vitest';
import { kit } from '../../../renderer/ui/strings.ts';
import { dateEntryText, exampleDate, readDate } from '../../../renderer/ui/controls/date-entry.ts';

test.each([
  '2026-11-07',
  ' 2026-11-07 ',
  '7 Nov 2026',
  '07 nov 2026',
  '7. November 2026',
  'Nov 7, 2026',
  'November 7 2026',
])('reads %j', (typed) => expect(readDate(typed, '2026-06-10')).toBe('2026-11-07'));

test.each(['', '7 Nov', '31 Feb 2026', '7 No 2026', '7 Foo 2026', '2026-02-31', '7/11/2026'])(
  'reads no date from %j',
  (typed) => expect(readDate(typed, '2026-06-10')).toBeNull(),
);

test('shows a date like the other dates, and an unfinished entry as it is', () => {
  expect(dateEntryText('2026-11-07')).toBe('7 Nov 2026');
  expect(dateEntryText('2026-11-')).toBe('2026-11-');
  expect(dateEntryText('')).toBe('');
  expect(readDate(dateEntryText('2026-09-30'), '2026-06-10')).toBe('2026-09-30');
});

test('every form in the example of a field for future days is understood', () => {
  const example = kit.futureDateExample(exampleDate('2026-06-10', false));
  expect(example).toBe('Fri, next week or 17 Jun 2026');
  const forms = example.split(/, | or /);
  expect(forms.map((typed) => readDate(typed, '2026-06-10'))).toEqual([
    '2026-06-12',
    '2026-06-15',
    '2026-06-17',
  ]);
});
