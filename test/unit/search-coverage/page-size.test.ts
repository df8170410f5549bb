import { describe, expect, it } from 'vitest';
import { pageSize } from '../../../electron/core/search-coverage/page-size.ts';
import { pageSizeSchema } from '../../../shared/model/search.ts';

const FULL_MONTH = { isFresh: true, recordsLeft: 3_000, pageTurnsLeft: 200 };

describe('page size', () => {
  it.each([
    ['unknown count', { total: null, ...FULL_MONTH }, { rows: 25, why: 'unknown', least: 15 }],
    ['one page', { total: 37, ...FULL_MONTH }, { rows: 37, why: 'one-page', least: 15 }],
    [
      'a count some hours old, so a few more may have been added',
      { total: 37, ...FULL_MONTH, isFresh: false },
      { rows: 47, why: 'one-page', least: 15 },
    ],
    [
      'no more than a request may return',
      { total: 48, ...FULL_MONTH, isFresh: false },
      { rows: 50, why: 'one-page', least: 15 },
    ],
    ['one full page', { total: 50, ...FULL_MONTH }, { rows: 50, why: 'one-page', least: 15 }],
    ['several pages', { total: 137, ...FULL_MONTH }, { rows: 50, why: 'fewest-pages', least: 15 }],
    ['no matches', { total: 0, ...FULL_MONTH }, { rows: 25, why: 'unknown', least: 15 }],
    [
      'page turns are scarcer than records',
      { total: null, isFresh: false, recordsLeft: 2_000, pageTurnsLeft: 50 },
      { rows: 40, why: 'turns', least: 40 },
    ],
    [
      'page turns are almost used up',
      { total: null, isFresh: false, recordsLeft: 2_900, pageTurnsLeft: 1 },
      { rows: 50, why: 'turns', least: 50 },
    ],
    [
      'records are almost used up',
      { total: null, isFresh: false, recordsLeft: 0, pageTurnsLeft: 100 },
      { rows: 25, why: 'unknown', least: 1 },
    ],
    [
      'no page turn is left, so no request is possible',
      { total: null, isFresh: false, recordsLeft: 100, pageTurnsLeft: 0 },
      { rows: 25, why: 'unknown', least: 15 },
    ],
    [
      'unknown budgets',
      { total: null, isFresh: false, recordsLeft: null, pageTurnsLeft: null },
      { rows: 25, why: 'unknown', least: 15 },
    ],
  ] as const)('%s', (_name, facts, expected) => {
    expect(pageSizeSchema.parse(pageSize(facts))).toEqual(expected);
  });

  it('stays within the limits of a request for any remaining budget', () => {
    for (let recordsLeft = 0; recordsLeft <= 3_000; recordsLeft += 37)
      for (let pageTurnsLeft = 0; pageTurnsLeft <= 200; pageTurnsLeft += 3)
        pageSizeSchema.parse(pageSize({ total: null, isFresh: false, recordsLeft, pageTurnsLeft }));
  });
});
