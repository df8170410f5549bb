import { describe, expect, it } from 'vitest';
import { learnFromReadings } from '../../../electron/core/quota/calibration/calibration.ts';
import type { StatsReading } from '../../../electron/core/service-api/decoders/decoded-types.ts';

import { NO_ACCOUNT } from '../../support/quota/governor-world.ts';

type Counts = readonly [requests: number | null, records: number | null, pageTurns: number | null];
const reading = ([requests, records, pageTurns]: Counts): StatsReading => {
  const of = (used: number | null) =>
    used === null ? null : { limit: 3_000, used, remaining: 3_000 - used, resetsAtMs: null };
  return {
    keyType: 'live',
    keyName: null,
    account: NO_ACCOUNT,
    budgets: {
      perMinute: null,
      daily: null,
      dailyCompanyDetail: null,
      testKeyMonthly: null,
      monthly: of(requests),
      monthlyExport: of(records),
      monthlyPagination: of(pageTurns),
    },
  };
};
const learned = (counts: readonly [Counts, Counts, Counts, Counts], rows = 1): string[] | null => {
  const [a, b, c, d] = counts;
  const readings = [reading(a), reading(b), reading(c), reading(d)] as const;
  return (
    learnFromReadings({ readings, rows, atMs: 1 })?.map(
      (row) => `${row.endpoint} ${row.unit} ${row.learned}`,
    ) ?? null
  );
};

describe('calibration', () => {
  it('learns the price of every request if all of them count', () => {
    expect(
      learned([
        [10, 50, 4],
        [11, 51, 4],
        [13, 52, 4],
        [15, 54, 5],
      ]),
    ).toEqual([
      'stats requests 1',
      'health requests 1',
      'fundings requests 1',
      'fundings page-turns 1',
      'stats records 1',
      'health records 0',
      'fundings records 1',
    ]);
  });

  it('learns which requests are free: /stats, /health and first pages', () => {
    expect(
      learned([
        [10, 50, 4],
        [10, 50, 4],
        [10, 50, 4],
        [11, 51, 4],
      ]),
    ).toEqual([
      'stats requests 0',
      'health requests 0',
      'fundings requests 1',
      'fundings page-turns 0',
      'stats records 0',
      'health records 0',
      'fundings records 1',
    ]);
  });

  it('learns no price in records if the export counter does not count them or no row was returned', () => {
    const flat = [
      [10, 0, 4],
      [11, 0, 4],
      [13, 0, 4],
      [15, 0, 5],
    ] as const;
    const records = (lines: string[] | null): string[] =>
      (lines ?? []).filter((line) => line.includes('records'));
    expect(records(learned(flat))).toEqual([]);
    expect(learned(flat)).not.toBeNull();
    expect(records(learned(flat, 0))).toEqual([]);
  });

  it.each([
    [
      'another device sent a request',
      [
        [10, 0, 4],
        [11, 0, 4],
        [15, 0, 4],
        [17, 0, 5],
      ],
    ],
    [
      'the readings lag',
      [
        [10, 0, 4],
        [10, 0, 4],
        [10, 0, 4],
        [10, 0, 4],
      ],
    ],
    [
      'a new month began',
      [
        [10, 0, 4],
        [11, 0, 4],
        [1, 0, 0],
        [3, 0, 1],
      ],
    ],
    [
      'another device fetched rows',
      [
        [10, 5, 4],
        [11, 6, 4],
        [13, 7, 4],
        [15, 30, 5],
      ],
    ],
    [
      'requests are not reported',
      [
        [null, 0, 4],
        [null, 0, 4],
        [null, 0, 4],
        [null, 0, 5],
      ],
    ],
  ] as const)('learns nothing if %s', (_name, counts) => {
    expect(learned(counts)).toBeNull();
  });
});
