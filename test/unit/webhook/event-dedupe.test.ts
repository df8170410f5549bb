import { describe, expect, it } from 'vitest';
import { newestSignals } from '../../../electron/core/database/queries/cache/signals.ts';
import { storeSignal } from '../../../electron/core/webhook/store-signal.ts';
import { memoryCache } from '../../support/app/library-fixtures.ts';
import { eventOf, type Told } from '../../support/webhook/webhook-receiver.ts';

/** @returns the number of events stored for these deliveries */
function rowsOf(...deliveries: readonly Told[]): number {
  const db = memoryCache();
  deliveries.forEach((told, at) =>
    storeSignal(db, { body: eventOf(told), via: 'webhook', receivedAtMs: 1_000 + at * 5_000 }),
  );
  return newestSignals(db, 100).length;
}

describe('deliveries are the same event', () => {
  it.each<[string, Told[]]>([
    ['of both preferences', [{ icp: 80 }, { icp: null }]],
    [
      'whose key is called something else',
      [{ idName: '{base_url}' }, { idName: 'deliveryId' }, { idName: 'trigger.id' }],
    ],
    ['whose key is left out', [{}, { idName: null }, {}]],
    ['whose key came later', [{ idName: null }, { idName: 'eventId' }]],
    [
      'without a round, told twice',
      [
        { roundId: null, idName: null },
        { roundId: null, idName: null },
      ],
    ],
    [
      'without a round, once with a key and once without',
      [
        { roundId: null, id: 'a' },
        { roundId: null, idName: null },
      ],
    ],
    ['under keys that differ, of one round', [{ id: 'a' }, { id: 'b' }]],
  ])('%s', (_what, deliveries) => {
    expect(rowsOf(...deliveries)).toBe(1);
    expect(rowsOf(...deliveries.toReversed())).toBe(1);
  });
});

describe('deliveries are several events', () => {
  it.each<[string, Told[], number]>([
    [
      'of two rounds under one key',
      [
        { id: 'a', roundId: 'r1' },
        { id: 'a', roundId: 'r2' },
      ],
      2,
    ],
    [
      'of two companies under one key',
      [
        { id: 'a', companyId: 'c1' },
        { id: 'a', companyId: 'c2' },
      ],
      2,
    ],
    [
      'that share the only unknown name',
      ['2026-06-01', '2026-06-02', '2026-06-03'].map((day) => ({
        idName: 'deploymentRef',
        id: 'same',
        roundId: null,
        publishedAt: `${day}T00:00:00Z`,
      })),
      3,
    ],
    [
      'of two types',
      [
        { roundId: null, idName: null, type: 'hiring' },
        { roundId: null, idName: null, type: 'news' },
      ],
      2,
    ],
    [
      'that say the same under two keys',
      [
        { roundId: null, id: 'a' },
        { roundId: null, id: 'b' },
      ],
      2,
    ],
  ])('%s', (_what, deliveries, count) => {
    expect(rowsOf(...deliveries)).toBe(count);
  });
});
