import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capsInUse, hand, readCaps, setCaps } from '../../../electron/core/assistants/caps.ts';
import { CapExceeded } from '../../../electron/core/assistants/tool.ts';
import { putAssistantCaps } from '../../../electron/core/database/queries/yours/assistants/assistants.ts';
import { close, exec, type WriteDb } from '../../../electron/core/database/sql.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';

const NOW = Date.UTC(2026, 10, 12, 9, 30);
const ids = (count: number, prefix = 'c'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

let db: WriteDb;
beforeEach(() => {
  db = memoryYours();
});
afterEach(() => close(db));

/** Calls `hand`. Returns the `CapExceeded` error that it throws, or null if it throws none. */
function refusal(clientId: string, companyIds: readonly string[], nowMs: number): CapExceeded | null {
  try {
    hand(db, clientId, companyIds, nowMs);
    return null;
  } catch (error) {
    if (error instanceof CapExceeded) return error;
    throw error;
  }
}

describe('limits on companies', () => {
  it('count all clients together, and a company only once within a period', () => {
    expect(hand(db, 'one', ids(12), NOW)).toHaveLength(12);
    expect(hand(db, 'two', ids(12), NOW)).toHaveLength(12);
    expect(hand(db, 'two', [...ids(12, 'd'), ...ids(12)], NOW)).toEqual([...ids(8, 'd'), ...ids(12)]);
    expect(refusal('two', ['e'], NOW)?.period).toBe('hour');
    expect(capsInUse(db, NOW).hour.used).toBe(20);
  });

  it('say when the next company is free', () => {
    hand(db, 'one', ids(1), NOW);
    hand(db, 'one', ids(19, 'd'), NOW + 1_000);
    const refused = refusal('one', ['e'], NOW + 2_000);
    expect(refused).toMatchObject({ period: 'hour', freeAtMs: NOW + HOUR_MS });
    expect(refusal('one', ['e'], NOW + HOUR_MS - 1)?.period).toBe('hour');
    expect(hand(db, 'one', ['e', 'f'], NOW + HOUR_MS)).toEqual(['e']);
  });

  it('hold in an hour, a day and 30 days, for any sequence of calls', () => {
    const calls = fc.array(
      fc.record({
        client: fc.constantFrom('one', 'two', 'three'),
        from: fc.nat(500),
        count: fc.integer({ min: 1, max: 20 }),
        afterMs: fc.oneof(fc.nat(10 * 60_000), fc.nat(3 * DAY_MS)),
      }),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(calls, (sequence) => {
        exec(db, 'DELETE FROM assistant_handed');
        const handed: { id: string; atMs: number }[] = [];
        let nowMs = NOW;
        for (const { client, from, count, afterMs } of sequence) {
          nowMs += afterMs;
          const wanted = Array.from({ length: count }, (_, index) => `c${from + index}`);
          if (refusal(client, wanted, nowMs) === null)
            for (const id of hand(db, client, wanted, nowMs)) handed.push({ id, atMs: nowMs });
          for (const [lengthMs, max] of [
            [HOUR_MS, 20],
            [DAY_MS, 60],
            [30 * DAY_MS, 300],
          ] as const)
            expect(
              new Set(handed.filter(({ atMs }) => atMs > nowMs - lengthMs).map(({ id }) => id)).size,
            ).toBeLessThanOrEqual(max);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('do not reset when the clock is set back', () => {
    hand(db, 'one', ids(20), NOW);
    expect(refusal('one', ['e'], NOW - 40 * DAY_MS)?.period).toBe('hour');
  });

  it('can be lowered and restored, but never raised', () => {
    expect(readCaps(db)).toEqual({ hour: 20, day: 60, days30: 300 });
    setCaps(db, { hour: 2, day: 4, days30: 6 });
    expect(hand(db, 'one', ids(5), NOW)).toEqual(ids(2));
    expect(hand(db, 'one', ids(9, 'd'), NOW + HOUR_MS)).toEqual(ids(2, 'd'));
    expect(refusal('one', ['e'], NOW + 2 * HOUR_MS)?.period).toBe('day');
    setCaps(db, { hour: 1_000, day: 1_000, days30: 1_000 });
    expect(readCaps(db)).toEqual({ hour: 20, day: 60, days30: 300 });
    putAssistantCaps(db, { hour: 1_000, day: 1_000, days30: 1_000 });
    expect(hand(db, 'one', ids(50, 'f'), NOW + 2 * DAY_MS)).toHaveLength(20);
  });

  it('are counted before anything is returned: if they cannot be stored, nothing is handed out', () => {
    exec(
      db,
      'CREATE TRIGGER full BEFORE INSERT ON assistant_handed BEGIN SELECT RAISE(ABORT, "full"); END'.replaceAll(
        '"',
        "'",
      ),
    );
    expect(() => hand(db, 'one', ['a'], NOW)).toThrow('full');
  });
});
