import { describe, expect, it } from 'vitest';
import { newestSignals, signalsToMerge } from '../../../electron/core/database/queries/cache/signals.ts';
import { all, num } from '../../../electron/core/database/sql.ts';
import { createInbox } from '../../../electron/core/webhook/inbox.ts';
import { fillable } from '../../support/database/full-disk-database.ts';
import { log, memoryCache } from '../../support/app/library-fixtures.ts';
import { eventOf, type Told } from '../../support/webhook/webhook-receiver.ts';
import { storeSignal } from '../../support/app/store-without-key.ts';

/** Stores deliveries, and returns the number of stored events. */
function rowsOf(...deliveries: readonly Told[]): number {
  const db = memoryCache();
  deliveries.forEach((event, at) =>
    storeSignal(db, { body: eventOf(event), via: 'webhook', receivedAtMs: 1_000 + at * 5_000 }),
  );
  return newestSignals(db, 100).length;
}

describe('deliveries are the same event', () => {
  it.each<[string, Told[]]>([
    ['with and without a score', [{ icp: 80 }, { icp: null }]],
    [
      'under different names of the key',
      [{ idName: '{base_url}' }, { idName: 'deliveryId' }, { idName: 'trigger.id' }],
    ],
    ['without a key', [{}, { idName: null }, {}]],
    ['first without a key, later with one', [{ idName: null }, { idName: 'eventId' }]],
    [
      'without a round, sent twice',
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
    ['of one round under different keys', [{ id: 'a' }, { id: 'b' }]],
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
      'that share a value under an unknown name',
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
      'with the same content under two keys',
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

describe('inbox', () => {
  it('merges events into the library once the disk has room again', async () => {
    const cache = memoryCache();
    const disk = { isFull: false };
    const merged: string[] = [];
    const inbox = createInbox({
      cache: fillable(cache, disk),
      log,
      seal: () => ({ mode: 'locked' }),
      onStored: () => undefined,
      onMerged: (companyIds) => merged.push(...companyIds),
    });
    const put = (companyId: string): Promise<unknown> =>
      inbox.put({
        via: 'webhook',
        receivedAtMs: 1_000,
        body: structuredClone(eventOf({ companyId, roundId: `fnd_${companyId}` })),
      });
    await put('cmp_a');
    disk.isFull = true;
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(signalsToMerge(cache, 10)).toHaveLength(1);
    disk.isFull = false;
    await put('cmp_b');
    await expect.poll(() => merged.toSorted()).toEqual(['cmp_a', 'cmp_b']);
    expect(all(cache, 'SELECT merged FROM signal').map((row) => num(row, 'merged'))).toEqual([1, 1]);
    inbox.dispose();
  });
});
