import { expect, test } from 'vitest';
import { queryText, requestText } from '../../../renderer/ui/text/request-text.ts';

const NOW = Date.UTC(2026, 4, 14);
const DATES = 'funding_date_start=2026-04-15&funding_date_end=2026-05-14&limit=25&offset=25';

test('describes a logged query in words, for both forms of its lists', () => {
  const words = 'Germany, Seed, 15 Apr – 14 May, results 26–50';
  expect(queryText(`/fundings?countries%5B%5D=DE&stages%5B%5D=Seed&${DATES}`, NOW)).toBe(words);
  expect(queryText(`/fundings?countries=DE&stages=Seed&${DATES}`, NOW)).toBe(words);
  expect(queryText(`/fundings?countries=DE,AT&${DATES}`, NOW)).toMatch(/^Germany, Austria, 15 Apr/);
  expect(queryText('/stats', NOW)).toBe('');
});

test('describes every filter of a list request', () => {
  const query =
    'company_size%5B%5D=11-50&currency=EUR&has_open_roles=true&investors%5B%5D=EQT&max_funding=5000000' +
    '&min_funding=1000000&technologies%5B%5D=Postgres&validated_contacts=true';
  expect(requestText('companies', `/companies?${query}&${DATES}`, NOW)).toBe(
    'Companies: Postgres, EQT, 11-50, from 1,000,000 to 5,000,000, EUR, validated contacts, hiring, 15 Apr – 14 May, results 26–50',
  );
});

test('names the request for one company without its path', () => {
  expect(requestText('contacts', '/companies/c_1/contacts', NOW)).toBe('Contacts for this company');
  expect(requestText('fundings', '/fundings', NOW)).toBe('Rounds');
});

test('removes characters that reorder text', () => {
  expect(requestText('fundings', '/fundings?search=%E2%80%AEgnp.exe', NOW)).not.toContain('\u202e');
});
