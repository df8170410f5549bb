import type { HeaderNote } from '../../../shared/model/account/account-check.ts';

/** The limit headers that every response has (spec §8), in lower case as they are received. */
const DOCUMENTED = [
  'x-ratelimit-per-minute-limit',
  'x-ratelimit-daily-limit',
  'x-ratelimit-monthly-limit',
  'x-ratelimit-monthly-pagination-limit',
  'x-ratelimit-daily-company-detail-limit',
] as const;
/** Only responses to requests with a test key have this header. */
const TEST_KEY = 'x-ratelimit-test-key-monthly-limit';
const NAME = /^x-ratelimit-[a-z]+(?:-[a-z]+){0,6}$/;
const NAME_MAX = 60;
const NOTES_MAX = 20;

/**
 * Compares the limit headers and the `Date` header of a 2xx response with the specification (spec §8). `Date`
 * is checked because the app reads the server time from it. Returns header names, never values.
 */
export function headerNotes(headers: Readonly<Record<string, string>>): readonly HeaderNote[] {
  const isDate = !Number.isNaN(Date.parse(headers['date'] ?? ''));
  const names = Object.keys(headers).filter((name) => NAME.test(name) && name.length <= NAME_MAX);
  const known: readonly string[] = [...DOCUMENTED, TEST_KEY];
  const notes: HeaderNote[] = [
    ...(headers['date'] === undefined ? [noteOf('date', 'missing')] : []),
    ...(headers['date'] === undefined || isDate ? [] : [noteOf('date', 'not-a-date')]),
    ...DOCUMENTED.filter((name) => headers[name] === undefined).map((name) => noteOf(name, 'missing')),
    ...known
      .filter((name) => headers[name] !== undefined && !/^\d{1,9}$/.test(headers[name].trim()))
      .map((name) => noteOf(name, 'not-a-number')),
    ...names.filter((name) => !known.includes(name)).map((name) => noteOf(name, 'unknown')),
  ];
  return notes.slice(0, NOTES_MAX);
}

const noteOf = (name: string, problem: HeaderNote['problem']): HeaderNote => ({ name, problem });
