import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_DAILY_BACKUPS,
  MAX_OTHER_BACKUPS,
  surplusBackups,
  MAX_WEEKLY_BACKUPS,
} from '../../../electron/core/backup/backup-rotation.ts';
import type { Backup } from '../../../shared/contract/backups.ts';

const DAY = 86_400_000;
/** Noon on a Monday. */
const NOW = Date.UTC(2026, 5, 15, 12);

const backup = (id: string, daysAgo: number, more: Partial<Backup> = {}): Backup => ({
  id,
  kind: 'daily',
  madeAtMs: NOW - daysAgo * DAY,
  bytes: 1,
  notes: 1,
  watchlists: 1,
  state: 'good',
  ...more,
});
const keptOf = (backups: readonly Backup[]): string[] => {
  const surplus = new Set(surplusBackups(backups, NOW));
  return backups.map(({ id }) => id).filter((id) => !surplus.has(id));
};

describe('backup rotation', () => {
  it('stores the newest of each of seven days, then the newest of each of four weeks', () => {
    const backups = Array.from({ length: 60 }, (_, day) => backup(`d${day}`, day));
    // Weeks end on Sunday, and yesterday was a Sunday. The newest backups of the past weeks are therefore 1,
    // 8 and 15 days old.
    expect(keptOf(backups)).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd8', 'd15']);
  });

  it('stores one backup of each day', () => {
    const backups = [backup('noon', 0), backup('morning', 0.2), backup('yesterday', 1)];
    expect(keptOf(backups)).toEqual(['noon', 'yesterday']);
  });

  it('stores the newest of the other kinds at any age', () => {
    const others = (['migration', 'restore', 'hand'] as const).flatMap((kind) =>
      Array.from({ length: 5 }, (_, index) => backup(`${kind}${index}`, 400 + index, { kind })),
    );
    expect(keptOf([backup('d', 0), ...others])).toHaveLength(1 + 3 * MAX_OTHER_BACKUPS);
  });

  it('does not let damaged backups replace a good one, however new and many they are', () => {
    const damaged = Array.from({ length: 40 }, (_, day) => backup(`x${day}`, day, { state: 'damaged' }));
    expect(keptOf([...damaged, backup('good', 300)])).toContain('good');
  });

  it('does not let backups with a date in the future replace others', () => {
    const inFuture = Array.from({ length: 40 }, (_, day) => backup(`f${day}`, -400 - day));
    const days = Array.from({ length: MAX_DAILY_BACKUPS }, (_, day) => backup(`d${day}`, day));
    expect(keptOf([...inFuture, ...days])).toEqual(expect.arrayContaining(days.map(({ id }) => id)));
  });

  it('stores the newest good backup and never exceeds its places, for any set of backups', () => {
    const anyBackup = fc.record({
      daysAgo: fc.double({ min: -2, max: 500, noNaN: true }),
      kind: fc.constantFrom('daily', 'migration', 'restore', 'hand'),
      state: fc.constantFrom('good', 'damaged', 'too-new'),
    });
    fc.assert(
      fc.property(fc.array(anyBackup, { maxLength: 60 }), (some) => {
        const backups = some.map(({ daysAgo, ...more }, index) => backup(`b${index}`, daysAgo, more));
        const stored = new Set(keptOf(backups));
        const good = backups.filter(({ state, madeAtMs }) => state === 'good' && madeAtMs <= NOW + DAY);
        const newestMs = Math.max(...good.map(({ madeAtMs }) => madeAtMs));
        const stays = good.some(({ id, madeAtMs }) => madeAtMs === newestMs && stored.has(id));
        expect(good.length === 0 || stays).toBe(true);
        expect(stored.size).toBeLessThanOrEqual(
          MAX_DAILY_BACKUPS + MAX_WEEKLY_BACKUPS + 3 * MAX_OTHER_BACKUPS + 5 + 1,
        );
      }),
    );
  });
});
