import { expect, it } from 'vitest';
import { savedByProfile } from '../../../electron/core/quota/cheaper-requests.ts';
import type { PriceHints } from '../../../electron/core/service-api/client-port.ts';

const hints: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: () => 6,
  isKnown: () => true,
};

it('a profile saves one of two panel requests, and the records beyond its own', () => {
  const one = savedByProfile(hints, 'c', 1);
  const three = savedByProfile(hints, 'c', 3);
  expect([one.requests, three.requests]).toEqual([1, 1]);
  expect(one.records).toBeGreaterThan(0);
  expect(three.records).toBe(one.records - 2);
});

it('a profile does not save the rounds, because it lacks their investors and US dollar amounts', () => {
  const manyRounds: PriceHints = { ...hints, rowsSeen: (endpoint) => (endpoint === 'rounds' ? 500 : 6) };
  expect(savedByProfile(manyRounds, 'c', 1)).toEqual(savedByProfile(hints, 'c', 1));
});

it('a profile that costs more than the panels saves no records', () => {
  expect(savedByProfile(hints, 'c', 1_000)).toEqual({ how: 'profile', requests: 1, records: 0 });
});
