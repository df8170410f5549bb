import { describe, expect, it } from 'vitest';
import { transaction } from '../../../electron/core/database/sql.ts';
import { noteStoredTime } from '../../../electron/core/library/stored-time.ts';
import type { Clock } from '../../../electron/core/ports.ts';
import {
  deleteConfirmed,
  deletionQuestion,
  keepExpired,
} from '../../../electron/core/privacy/deletion-question.ts';
import {
  addMonths,
  applyRetention,
  cutoffMs,
  expiresAtMs,
  retentionView,
  setRetention,
  startRetention,
} from '../../../electron/core/privacy/retention.ts';
import type { TimeTrust } from '../../../electron/core/service-api/governor-port.ts';
import { peopleOf } from '../../../electron/core/contacts/contact-view.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { createPrivacyWorld } from '../../support/privacy/privacy-world.ts';

const at = (text: string): number => Date.parse(`${text}T12:00:00Z`);
const moment = (text: string) => ({ nowMs: at(text), isDateTrusted: true });
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
    expect(retentionView(files, { nowMs, isDateTrusted: true }, null)).toMatchObject({
      months: 12,
      people: 2,
      expiresNow: 1,
    });
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
    expect(retentionView(files, moment('2040-01-01'), null)).toMatchObject({
      months: null,
      expiresNow: 0,
      goes: [],
    });
    expect(retentionView(files, moment('2040-01-01'), { months: 6 })).toMatchObject({
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
    expect(retentionView(made.files, moment('2026-07-02'), null).months).toBe(3);
    made.wipeCache();
    expect(retentionView(made.files, moment('2026-07-02'), null).months).toBe(3);
    made.dispose();
  });

  it('runs immediately, then once a day while the date is trusted, until disposed', () => {
    const { files, kept, dispose } = world();
    let trust: TimeTrust = { isTrusted: true, safeMs: at('2027-01-09') };
    let gone = 0;
    const tasks: (() => void)[] = [];
    const clock: Clock = {
      nowMs: () => 0,
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
      timeTrust: () => trust,
      onErased: () => (gone += 1),
      onChecked: () => undefined,
      deleteOther: () => undefined,
    });
    const tick = (): void => tasks.shift()?.();
    expect([gone, kept().rows.length]).toEqual([0, 2]);
    trust = { isTrusted: true, safeMs: at('2027-01-09') + 3_600_000 };
    tick();
    expect([gone, tasks.length]).toEqual([0, 1]);
    const laptopMs = at('2040-01-01');
    trust = { isTrusted: false, why: 'unconfirmed', laptopMs, serviceMs: null, lastMs: null };
    tick();
    expect([gone, kept().rows.length]).toEqual([0, 2]);
    trust = { isTrusted: true, safeMs: at('2027-01-11') };
    tick();
    expect([gone, kept().rows.length]).toEqual([1, 1]);
    timer.dispose();
    expect(tasks).toHaveLength(0);
    dispose();
  });
});

describe('question about expired contacts', () => {
  const untrusted = (why: 'unconfirmed' | 'differs' | 'jumped', laptop: string): TimeTrust => ({
    isTrusted: false,
    why,
    laptopMs: at(laptop),
    serviceMs: null,
    lastMs: at('2026-07-01'),
  });
  const trusted = (text: string): TimeTrust => ({ isTrusted: true, safeMs: at(text) });

  it('names the contacts, the companies and the reason, and does not appear if nothing has expired', () => {
    const { files, dispose } = world();
    const trust = untrusted('unconfirmed', '2027-02-01');
    expect(deletionQuestion(files, trust, at('2027-02-01'))).toEqual({
      why: 'unconfirmed',
      people: 1,
      companies: 1,
      events: 0,
      months: 12,
      atMs: at('2027-02-01'),
      laptopMs: at('2027-02-01'),
      serviceMs: null,
      lastMs: at('2026-07-01'),
    });
    expect(deletionQuestion(files, trust, at('2026-12-01'))).toBeNull();
    expect(deletionQuestion(files, trusted('2027-02-01'), at('2027-02-01'))).toBeNull();
    dispose();
  });

  it('waits a week for the service to confirm the date, but not if the dates contradict each other', () => {
    const { files, dispose } = world();
    const nowMs = at('2027-01-12');
    expect(deletionQuestion(files, untrusted('unconfirmed', '2027-01-12'), nowMs)).toBeNull();
    expect(deletionQuestion(files, untrusted('differs', '2027-01-12'), nowMs)).toMatchObject({ people: 1 });
    expect(deletionQuestion(files, untrusted('jumped', '2027-01-12'), nowMs)).toMatchObject({ people: 1 });
    dispose();
  });

  it('deletes what the user saw and confirmed, and nothing if that has changed', () => {
    const { files, kept, dispose } = world();
    const trust = untrusted('differs', '2027-08-01');
    const nowMs = at('2027-08-01');
    const seen = deletionQuestion(files, trust, nowMs);
    if (seen === null) throw new Error('no question');
    expect(seen).toMatchObject({ people: 2, companies: 2 });
    for (const changed of [{ people: 1 }, { atMs: nowMs + 1 }])
      expect(() => deleteConfirmed(files, { ...seen, ...changed }, trust, nowMs)).toThrow(
        expect.objectContaining({ appError: { kind: 'conflict', reason: 'outdated' } }),
      );
    expect(kept().rows).toHaveLength(2);
    expect(deleteConfirmed(files, seen, trust, nowMs + 5_000)).toMatchObject({ people: 2 });
    expect(kept().rows).toHaveLength(0);
    dispose();
  });

  it('does not appear again for 30 days if the user keeps the contacts', () => {
    const { files, dispose } = world();
    const trust = untrusted('differs', '2027-02-01');
    keepExpired(files.cache, at('2027-02-01'));
    expect(deletionQuestion(files, trust, at('2027-03-02'))).toBeNull();
    expect(deletionQuestion(files, trust, at('2027-03-04'))).toMatchObject({ people: 1 });
    // The clock was ahead when the user answered, so the corrected date is before the answer. The app still
    // does not ask again.
    expect(deletionQuestion(files, untrusted('differs', '2027-02-01'), at('2026-12-01'))).toBeNull();
    dispose();
  });

  it('confirms the deletion of contacts whose stored time may be too early', () => {
    const { files, kept, dispose } = world();
    noteStoredTime(files.cache, at('2026-01-10'), at('2027-01-05'));
    expect(applyRetention(files, at('2027-02-01'))).toEqual({ people: 0, rawRows: 0 });
    expect(deletionQuestion(files, trusted('2027-02-01'), at('2027-02-02'))).toMatchObject({
      why: 'stored-in-doubt',
      people: 1,
      companies: 1,
    });
    // The contacts may have been stored later than recorded. By this date, however, they have expired even if
    // the latest possible time is the true one. The app therefore need not ask.
    expect(deletionQuestion(files, trusted('2028-01-06'), at('2028-01-07'))).toBeNull();
    expect(applyRetention(files, at('2028-01-06'))).toMatchObject({ people: 2 });
    expect(kept().rows).toEqual([]);
    dispose();
  });

  it('does not doubt stored times that differ by less than a day', () => {
    const { files, dispose } = world();
    noteStoredTime(files.cache, at('2026-01-10'), at('2026-01-11'));
    expect(applyRetention(files, at('2027-02-01'))).toMatchObject({ people: 1 });
    dispose();
  });
});
