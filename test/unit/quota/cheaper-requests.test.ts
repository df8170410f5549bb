import { expect, it } from 'vitest';
import { pricesOf, savedByProfile } from '../../../electron/core/quota/cheaper-requests.ts';
import {
  putPanel,
  type StoredPanel,
} from '../../../electron/core/database/queries/cache/panels/company-panels.ts';
import { storePanelRefused } from '../../../electron/core/library/store-panels.ts';
import type { Cost, Preview } from '../../../shared/model/budget.ts';
import type { PriceHints } from '../../../electron/core/service-api/client-port.ts';
import { company, fundingsQuery, memoryCache, page, round, row } from '../../support/app/library-fixtures.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const hints: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: () => 6,
  isKnown: () => true,
};
const ROUNDS_PANEL: StoredPanel = {
  panel: 'rounds',
  contentSource: null,
  contentAtMs: null,
  fetchedAtMs: 1,
  completeAtMs: 1,
  refusedAtMs: null,
  reportedRows: null,
};
const DAY = 86_400_000;
const T0 = Date.UTC(2026, 5, 10, 8);
const parts = { hints, cache: memoryCache(), nowMs: T0 };

it('a profile saves one of two panel requests, and the records beyond its own', () => {
  const one = savedByProfile(parts, 'c', 1);
  const three = savedByProfile(parts, 'c', 3);
  expect([one.requests, three.requests]).toEqual([1, 1]);
  expect(one.records).toBeGreaterThan(0);
  expect(three.records).toBe(one.records - 2);
});

it('a profile does not save the rounds, because it lacks their investors and US dollar amounts', () => {
  const manyRounds: PriceHints = { ...hints, rowsSeen: (endpoint) => (endpoint === 'rounds' ? 500 : 6) };
  expect(savedByProfile({ ...parts, hints: manyRounds }, 'c', 1)).toEqual(savedByProfile(parts, 'c', 1));
});

it('a profile that costs more than the panels saves no records', () => {
  expect(savedByProfile(parts, 'c', 1_000)).toEqual({ how: 'profile', requests: 1, records: 0 });
});

const previewOf = (cost: Cost): Preview => ({
  cost,
  certainty: 'about',
  lines: [],
  binding: 'month-records',
  decision: { kind: 'go' },
  instead: null,
});

/** Returns a library with one company from a list response. */
function listed(): ReturnType<typeof memoryCache> {
  const cache = memoryCache();
  storePage(cache, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    page: page([row(company('c'), round('r1'))]),
    fetchedAtMs: T0,
  });
  return cache;
}

it('the profile is offered instead of highlights, but not while they wait after a 404', () => {
  const cache = listed();
  const insteadAt = (nowMs: number) => {
    const governor: Parameters<typeof pricesOf>[0]['governor'] = {
      serverNowMs: () => nowMs,
      previewEach: (calls) => calls.map(({ worst }) => previewOf(worst)),
    };
    const call = { endpoint: 'highlights', companyId: 'c' } as const;
    return pricesOf({ governor, hints, cache }, [call], 'company').map(({ instead }) => instead?.endpoint);
  };
  expect(insteadAt(T0)).toEqual(['company']);
  storePanelRefused(cache, 'c', 'highlights', T0);
  expect(insteadAt(T0 + 3 * DAY - 1)).toEqual([undefined]);
  expect(insteadAt(T0 + 3 * DAY)).toEqual(['company']);
});

it('the price of all rounds names how many a company probably has, unless the profile states it', () => {
  const cache = listed();
  const expected = (given: PriceHints) => {
    const governor: Parameters<typeof pricesOf>[0]['governor'] = {
      serverNowMs: () => T0,
      previewEach: (calls) => calls.map(({ worst }) => previewOf(worst)),
    };
    const call = { endpoint: 'rounds', companyId: 'c' } as const;
    return pricesOf({ governor, hints: given, cache }, [call], 'company').map(({ cost, expectedRecords }) => [
      cost.records,
      expectedRecords,
    ]);
  };
  const unknown: PriceHints = { ...hints, rowsSeen: () => null };
  expect(expected(unknown)).toEqual([[10, 3]]);
  expect(expected({ ...unknown, totalRounds: () => 1 })).toEqual([[1, undefined]]);
  // If the round counts of other companies are known, the estimate is their median, not the default.
  for (const [at, told] of [1, 1, 2].entries()) {
    storePage(cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: page([row(company(`other-${at}`), round('r1'))]),
      fetchedAtMs: T0,
    });
    putPanel(cache, `other-${at}`, { ...ROUNDS_PANEL, reportedRows: told });
  }
  expect(expected(unknown)).toEqual([[10, 1]]);
});

it('a profile saves no request for a panel that recently got a 404', () => {
  const cache = listed();
  storePanelRefused(cache, 'c', 'highlights', T0);
  const nothing = { how: 'profile', requests: 0, records: 0 };
  expect(savedByProfile({ ...parts, cache }, 'c', 1)).toEqual(nothing);
  const later = savedByProfile({ ...parts, cache, nowMs: T0 + 3 * DAY }, 'c', 1);
  expect(later).toEqual(savedByProfile(parts, 'c', 1));
  storePanelRefused(cache, 'c', 'tech-stack', T0);
  storePanelRefused(cache, 'c', 'highlights', T0 + DAY);
  expect(savedByProfile({ ...parts, cache, nowMs: T0 + 2 * DAY }, 'c', 1)).toEqual(nothing);
});
