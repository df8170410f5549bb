import { expect, test } from 'vitest';
import { deprecationText, headerDateText } from '../../../../renderer/features/settings/deprecation-text.ts';

test('reads the dates of Deprecation and Sunset headers', () => {
  expect(headerDateText('@1767225600')).toBe('1 Jan 2026');
  expect(headerDateText(' Tue, 30 Jun 2026 23:59:59 GMT ')).toBe('30 Jun 2026');
});

test('leaves a header without a date, or with one that cannot be shown, as it is', () => {
  for (const header of ['true', '', '@', '@999999999999999', 'Foo, bar GMT', '2026'])
    expect(headerDateText(header)).toBeNull();
});

test('describes both headers, and shows one without a date as received, without control characters', () => {
  const sunset = 'Tue, 30 Jun 2026 23:59:59 GMT';
  expect(deprecationText({ deprecation: '@1767225600', sunset })).toBe(
    'phase-out from 1 Jan 2026, may stop working on 30 Jun 2026',
  );
  expect(deprecationText({ deprecation: 'tr\u202eue', sunset: null })).toBe('being phased out: true');
  expect(deprecationText({ deprecation: null, sunset: null })).toBe('');
});
