import { expect, it } from 'vitest';
import { savedByProfile } from '../../../electron/core/quota/cheaper-requests.ts';
import type { PriceHints } from '../../../electron/core/service-api/client-port.ts';

const hints: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: (endpoint) => (endpoint === 'rounds' ? 4 : 6),
  isKnown: () => true,
};

it('a profile saves the other two of three panel requests, and the records beyond its own', () => {
  const one = savedByProfile(hints, 'c', 1);
  const three = savedByProfile(hints, 'c', 3);
  expect([one.requests, three.requests]).toEqual([2, 2]);
  expect(one.records).toBeGreaterThan(0);
  expect(three.records).toBe(one.records - 2);
});

it('a profile that costs more than the panels saves no records', () => {
  expect(savedByProfile(hints, 'c', 1_000)).toEqual({ how: 'profile', requests: 2, records: 0 });
});
