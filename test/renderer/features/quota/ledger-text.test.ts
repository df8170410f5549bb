import { expect, test } from 'vitest';
import { queryText } from '../../../../renderer/features/quota/ledger-text.ts';

const NOW = Date.UTC(2026, 4, 14);

test('describes a logged query in words, for both forms of its lists', () => {
  const dates = 'funding_date_start=2026-04-15&funding_date_end=2026-05-14&limit=25&offset=25';
  const words = 'DE, Seed, 15 Apr – 14 May, rows 26–50';
  expect(queryText(`/fundings?countries%5B%5D=DE&stages%5B%5D=Seed&${dates}`, NOW)).toBe(words);
  expect(queryText(`/fundings?countries=DE&stages=Seed&${dates}`, NOW)).toBe(words);
  expect(queryText('/stats', NOW)).toBe('');
});
