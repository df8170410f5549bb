import { describe, expect, it } from 'vitest';
import { transaction } from '../../../electron/core/database/sql.ts';
import type { Clock } from '../../../electron/core/ports.ts';
import {
  addMonths,
  applyRetention,
  cutoffMs,
  expiresAtMs,
  retentionView,
  setRetention,
  startRetention,
} from '../../../electron/core/privacy/retention.ts';
import { peopleOf } from '../../../electron/core/contacts/contact-view.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { createPrivacyWorld } from '../../support/privacy/privacy-world.ts';

const at = (text: string): number => Date.parse(`${text}T12:00:00Z`);
const days = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

describe('calendar months', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-10', 2, '2027-02-10'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-21', 120, '2036-11-21'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(days(addMonths(at(from), months))).toBe(to);
  });

  it('no contact is deleted before its date, and all within three days of it', () => {
    for (let day = 0; day < 1_500; day += 1) {
      const receivedMs = at('2026-01-01') + day * 86_400_000;
      for (const months of [1, 6, 12]) {
        const goes = expiresAtMs(receivedMs, months) ?? 0;
        expect(receivedMs < cutoffMs(goes - 1, months), days(receivedMs)).toBe(false);
        expect(receivedMs < cutoffMs(goes + 3 * 86_400_000 + 1, months), days(receivedMs)).toBe(true);
      }
    }
  });
});

/** Creates a world with a contact fetched in January and a contact fetched in June. */
function world() {
  const made = createPrivacyWorld();
  made.receive('contacts', 'c1', [{ name: 'Old One', email: 'old@example.com' }], at('2026-01-10'));
  made.receive('contacts', 'c2', [{ name: 'New One', email: 'new@example.com' }], at('2026-06-10'));
  return made;
}

describe('retention of contacts', () => {
  it('deletes contacts not seen for twelve months, raw rows included, and shows them as never fetched', () => {
    const { files, kept, state, dispose } = world();
    const nowMs = at('2027-01-11');
    expect(retentionView(files, nowMs, null)).toMatchObject({ months: 12, people: 2, expiresNow: 1 });
    expect(applyRetention(files, nowMs)).toEqual({ people: 1, rawRows: 1 });
    expect(kept().rows.map(({ received }) => received.name)).toEqual(['New One']);
    expect(kept().raws).not.toContain('Old One');
    expect(peopleOf(files.cache, state(), 'c1', nowMs)).toMatchObject({ state: 'never-fetched', people: [] });
    expect(applyRetention(files, nowMs)).toEqual({ people: 0, rawRows: 0 });
    dispose();
  });

  it('keeps contacts that were seen again, and all of them if set to never', () => {
    const { files, receive, kept, dispose } = world();
    receive('company', 'c1', [{ name: 'Old One', email: 'old@example.com' }], at('2026-12-20'));
    applyRetention(files, at('2027-01-11'));
    expect(kept().rows).toHaveLength(2);
    transaction(files.yours, () => setRetention(files.yours, null, at('2027-01-11')));
    expect(retentionView(files, at('2040-01-01'), null)).toMatchObject({
      months: null,
      expiresNow: 0,
      goes: [],
    });
    expect(retentionView(files, at('2040-01-01'), { months: 6 })).toMatchObject({
      months: null,
      asked: 6,
      expiresNow: 2,
    });
    expect(applyRetention(files, at('2040-01-01'))).toEqual({ people: 0, rawRows: 0 });
    dispose();
  });

  it('keeps its setting after a wipe of the cache and a restore of an older file', () => {
    const made = world();
    made.backUp();
    transaction(made.files.yours, () => setRetention(made.files.yours, 3, at('2026-07-01')));
    made.restore();
    expect(retentionView(made.files, at('2026-07-02'), null).months).toBe(3);
    made.wipeCache();
    expect(retentionView(made.files, at('2026-07-02'), null).months).toBe(3);
    made.dispose();
  });

  it('runs immediately, then once a day by the service’s time, until disposed', () => {
    const { files, kept, dispose } = world();
    let nowMs = at('2027-01-09');
    let gone = 0;
    const tasks: (() => void)[] = [];
    const clock: Clock = {
      nowMs: () => nowMs,
      monotonicMs: () => 0,
      after: (_delayMs, task) => {
        tasks.push(task);
        return () => void tasks.splice(tasks.indexOf(task), 1);
      },
    };
    const timer = startRetention({
      files,
      clock,
      log,
      serverNowMs: () => nowMs,
      onErased: () => (gone += 1),
    });
    const tick = (): void => tasks.shift()?.();
    expect([gone, kept().rows.length]).toEqual([0, 2]);
    nowMs += 3_600_000;
    tick();
    expect([gone, tasks.length]).toEqual([0, 1]);
    nowMs += 2 * 86_400_000;
    tick();
    expect([gone, kept().rows.length]).toEqual([1, 1]);
    timer.dispose();
    expect(tasks).toHaveLength(0);
    dispose();
  });
});
