import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestionsFor, type ReviewFacts } from '../../../../electron/core/user-data/review/suggestions.ts';

const NOTHING: ReviewFacts = {
  refusals: [],
  contacts: [],
  isOnlyMatches: false,
  hasRoles: true,
  records: { expired: 0, limit: 3_000 },
  isWholeMonth: true,
  expiredBefore: null,
  searches: [],
  byEndpoint: [],
};
const kinds = (change: Partial<ReviewFacts>) =>
  suggestionsFor({ ...NOTHING, ...change }).map(({ kind }) => kind);
const endpoint = (requests: number, empty: number, name: 'news' | 'contacts' | 'stats' = 'news') => ({
  endpoint: name,
  requests,
  records: 0,
  unknown: 0,
  empty,
});

describe('what to change', () => {
  it('is nothing without evidence', () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ records: { expired: 299, limit: 3_000 } })).toEqual([]);
    expect(kinds({ records: { expired: 19, limit: 100 } })).toEqual([]);
    expect(kinds({ contacts: [{ records: 19, isContacted: false }] })).toEqual([]);
    const searched = { name: 'Nordics', rounds: 12, companies: 12 };
    expect(kinds({ searches: [{ ...searched, contacted: 1 }] })).toEqual([]);
    expect(kinds({ searches: [{ ...searched, companies: 9, contacted: 0 }] })).toEqual([]);
    expect(kinds({ byEndpoint: [endpoint(40, 9)] })).toEqual([]);
    expect(kinds({ byEndpoint: [endpoint(60, 11)] })).toEqual([]);
    // `/stats` never returns rows.
    expect(kinds({ byEndpoint: [endpoint(60, 60, 'stats')] })).toEqual([]);
  });

  it('does not blame the user for records that expired before the app was used', () => {
    const records = { expired: 2_900, limit: 3_000 };
    expect(kinds({ records })).toEqual(['expired']);
    expect(kinds({ records, isWholeMonth: false })).toEqual([]);
  });

  it('names the cap, if a cap of the user stopped the requests', () => {
    const refused = { budget: 'month-records', scope: 'background', requests: 4, days: 2 } as const;
    expect(suggestionsFor({ ...NOTHING, refusals: [refused] })).toEqual([
      { kind: 'cap', scope: 'background', requests: 4, days: 2 },
    ]);
  });

  it('counts what returned nothing, and names the most frequent kind', () => {
    const byEndpoint = [endpoint(20, 4, 'contacts'), endpoint(30, 9)];
    expect(suggestionsFor({ ...NOTHING, byEndpoint })).toEqual([
      { kind: 'empty', endpoint: 'news', requests: 13, ofEndpoint: 9, all: 50 },
    ]);
  });

  it('has at most three, one of each kind', () => {
    const counts = fc.integer({ min: 0, max: 4_000 });
    fc.assert(
      fc.property(counts, counts, counts, fc.boolean(), (records, expired, empty, isWholeMonth) => {
        const found = kinds({
          refusals: [{ budget: 'day', scope: null, requests: 1, days: 1 }],
          contacts: [{ records, isContacted: false }],
          records: { expired, limit: 3_000 },
          isWholeMonth,
          searches: [{ name: 'Nordics', rounds: 40, companies: 30, contacted: 0 }],
          byEndpoint: [endpoint(empty, empty)],
        });
        expect(found.length).toBeLessThanOrEqual(3);
        expect(new Set(found).size).toBe(found.length);
        expect(found[0]).toBe('budget');
      }),
    );
  });
});
