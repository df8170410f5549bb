import { describe, expect, it } from 'vitest';
import { headerNotes } from '../../../electron/core/service-api/header-check.ts';

const documented = {
  date: 'Wed, 25 Nov 2026 23:40:00 GMT',
  'content-type': 'application/json',
  'x-ratelimit-per-minute-limit': '20',
  'x-ratelimit-daily-limit': '300',
  'x-ratelimit-monthly-limit': '3000',
  'x-ratelimit-monthly-pagination-limit': '200',
  'x-ratelimit-daily-company-detail-limit': '100',
};

describe('headers of a response', () => {
  it('differ in nothing if all documented limits and the time are present', () => {
    expect(headerNotes(documented)).toEqual([]);
    expect(headerNotes({ ...documented, 'x-ratelimit-test-key-monthly-limit': '300' })).toEqual([]);
  });

  it('differ if a limit or the time is missing, or has another form', () => {
    const { date: _date, 'x-ratelimit-daily-limit': _limit, ...rest } = documented;
    expect(headerNotes(rest)).toEqual([
      { name: 'date', problem: 'missing' },
      { name: 'x-ratelimit-daily-limit', problem: 'missing' },
    ]);
    expect(
      headerNotes({
        ...documented,
        date: 'soon',
        'x-ratelimit-monthly-limit': 'unlimited',
        'x-ratelimit-test-key-monthly-limit': '-1',
      }),
    ).toEqual([
      { name: 'date', problem: 'not-a-date' },
      { name: 'x-ratelimit-monthly-limit', problem: 'not-a-number' },
      { name: 'x-ratelimit-test-key-monthly-limit', problem: 'not-a-number' },
    ]);
  });

  it('are reported by name only, never with a value or a name of another kind', () => {
    const notes = headerNotes({
      ...documented,
      'x-ratelimit-remaining': 'ann@acme.example',
      'x-account-owner': 'Ann',
      'x-ratelimit-ann@acme': '1',
      [`x-ratelimit-${'a'.repeat(90)}`]: '1',
    });
    expect(notes).toEqual([{ name: 'x-ratelimit-remaining', problem: 'unknown' }]);
    const many = Object.fromEntries(
      [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [`x-ratelimit-${letter}`, '1']),
    );
    expect(headerNotes({ ...documented, ...many })).toHaveLength(20);
  });
});
