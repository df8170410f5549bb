import { describe, expect, it } from 'vitest';
import { companiesNamed, clearCompanyName } from '../../../electron/core/database/queries/privacy-state.ts';
import { all, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { countActsSince } from '../../../electron/core/database/queries/yours/triage.ts';
import {
  createTriage,
  listTriage,
  triageMarks,
  type Triage,
} from '../../../electron/core/user-data/triage.ts';
import type { ChangeKind } from '../../../shared/model/user-data.ts';
import { isDoneOrSnoozed } from '../../../shared/triage-marks.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { failure } from '../../support/common/failure.ts';

const T0 = Date.UTC(2026, 5, 10);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const subject = (companyId: string) => ({ companyId, companyName: `Name of ${companyId}` });
const at = (serverMs: number, ownMs = serverMs) => ({ serverMs, ownMs });
const change = (db: WriteDb, what: ChangeKind, work: (triage: Triage) => void, atMs = T0) =>
  recordChange(db, { what, atMs }, (journal) => work(createTriage(db, journal))).recorded;
const done = (db: WriteDb, ids: readonly string[], nowMs = T0) =>
  change(db, 'triage-done', (of) => of.done(ids.map(subject), at(nowMs)));
const snooze = (db: WriteDb, ids: readonly string[], untilMs: number, nowMs = T0) =>
  change(db, 'triage-snoozed', (of) => of.snooze(ids.map(subject), untilMs, at(nowMs)));
const marks = (db: WriteDb, nowMs = T0) => Object.fromEntries(triageMarks(db, ['a', 'b', 'c'], nowMs));
describe('triaged company', () => {
  it('is done, or snoozed until its time and open again afterwards', () => {
    const db = memoryYours();
    done(db, ['a']);
    snooze(db, ['b'], T0 + DAY);
    expect(marks(db)).toEqual({
      a: { state: 'done', setAtMs: T0 },
      b: { state: 'snoozed', setAtMs: T0, untilMs: T0 + DAY },
    });
    expect(Object.keys(marks(db, T0 + DAY - 1))).toEqual(['a', 'b']);
    expect(Object.keys(marks(db, T0 + DAY))).toEqual(['a']);
  });

  it('is done although its news is a moment ahead, because the estimate of the server’s time moved back', () => {
    const db = memoryYours();
    const doneWithNews = (newsMs: number) =>
      change(db, 'triage-done', (of) => of.done([subject('a')], at(T0), new Map([['a', newsMs]])));
    doneWithNews(T0 + 900);
    expect(marks(db)['a']?.setAtMs).toBe(T0 + 900);
    // This news is dated a day in the future. If the mark had that date too, it would hide all news that
    // arrives until then.
    doneWithNews(T0 + DAY);
    expect(marks(db)['a']?.setAtMs).toBe(T0);
  });

  it('can be snoozed until a time within a year', () => {
    const db = memoryYours();
    for (const untilMs of [T0, T0 - 1, T0 + 367 * DAY])
      expect(failure(() => snooze(db, ['a'], untilMs))).toMatchObject({ kind: 'validation' });
    expect(all(db, 'SELECT 1 FROM undo_step')).toEqual([]);
    expect(snooze(db, ['a'], T0 + 366 * DAY).undo).not.toBeNull();
  });

  it('keeps the time of its first done mark; a snooze can be replaced, and done ends it', () => {
    const db = memoryYours();
    done(db, ['a']);
    expect(done(db, ['a'], T0 + HOUR)).toEqual({ undo: null, companyIds: [] });
    expect(marks(db)['a']?.setAtMs).toBe(T0);
    snooze(db, ['a'], T0 + DAY);
    snooze(db, ['a'], T0 + 2 * DAY);
    expect(marks(db)['a']).toMatchObject({ state: 'snoozed', untilMs: T0 + 2 * DAY });
    done(db, ['a'], T0 + HOUR);
    expect(marks(db)['a']).toEqual({ state: 'done', setAtMs: T0 + HOUR });
  });

  it('is restored in one step, however many there were', () => {
    const db = memoryYours();
    snooze(db, ['b'], T0 + DAY);
    const before = marks(db);
    const { undo, companyIds } = done(db, ['a', 'b', 'c']);
    expect(companyIds).toEqual(['a', 'b', 'c']);
    const undone = undoChange(db, undo ?? '', T0);
    expect(marks(db)).toEqual(before);
    undoChange(db, undone.recorded.undo ?? '', T0);
    expect(Object.values(marks(db)).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  it('can be reopened, which can be undone; reopening an open one changes nothing', () => {
    const db = memoryYours();
    done(db, ['a']);
    const { undo } = change(db, 'triage-back', (of) => of.putBack(['a', 'b']));
    expect(marks(db)).toEqual({});
    expect(change(db, 'triage-back', (of) => of.putBack(['a'])).undo).toBeNull();
    undoChange(db, undo ?? '', T0);
    expect(marks(db)).toEqual({ a: { state: 'done', setAtMs: T0 } });
  });

  it('is not listed as one with user data, and loses its name when required', () => {
    const db = memoryYours();
    done(db, ['a']);
    expect(companiesNamed(db)).toEqual(['a']);
    expect(clearCompanyName(db, 'a')).toBeGreaterThan(0);
    expect(companiesNamed(db)).toEqual([]);
    expect(marks(db)).toEqual({ a: { state: 'done', setAtMs: T0 } });
  });
});

describe('lists of triaged companies', () => {
  it('have snoozed ones sorted by time and done ones newest first, with pages and exact totals', () => {
    const db = memoryYours();
    snooze(db, ['late'], T0 + 3 * DAY);
    snooze(db, ['soon'], T0 + DAY);
    snooze(db, ['over'], T0 + HOUR);
    done(db, ['first']);
    done(db, ['second'], T0 + 1);
    const now = T0 + 2 * HOUR;
    const ids = (state: 'done' | 'snoozed', offset = 0, limit = 50) => {
      const { companies, total } = listTriage(db, { state, offset, limit }, now);
      return [companies.map(({ companyId }) => companyId), total];
    };
    expect(ids('snoozed')).toEqual([['soon', 'late'], 2]);
    expect(ids('snoozed', 1, 1)).toEqual([['late'], 2]);
    expect(ids('done')).toEqual([['second', 'first'], 2]);
    expect(listTriage(db, { state: 'done', offset: 0, limit: 1 }, now).companies[0]?.companyName).toBe(
      'Name of second',
    );
  });
});

describe('actions since a time', () => {
  it('are counted although the estimate of the server’s time was corrected', () => {
    const db = memoryYours();
    change(db, 'triage-done', (of) => of.done([subject('a')], at(T0 - HOUR, T0)));
    change(db, 'triage-snoozed', (of) => of.snooze([subject('b')], T0 + DAY, at(T0 + HOUR, T0)));
    expect(countActsSince(db, T0)).toMatchObject({ done: 1, snoozed: 1 });
  });

  it('are counted unless undone', () => {
    const db = memoryYours();
    done(db, ['before'], T0 - 1);
    const { undo } = done(db, ['a', 'b']);
    snooze(db, ['c'], T0 + DAY);
    createNotes(db).save({ ...subject('a'), body: 'x', baseRevision: 0, savedAtMs: T0 });
    const tally = () => countActsSince(db, T0);
    expect(tally()).toEqual({ done: 2, snoozed: 1, saved: 0, noted: 1, tasks: 0, followUps: 0 });
    undoChange(db, undo ?? '', T0);
    expect(tally()).toMatchObject({ done: 0, snoozed: 1 });
    expect(countActsSince(db, T0 + 1)).toMatchObject({ snoozed: 0, noted: 0 });
  });
});

it('counts planned follow-ups apart from the tasks that the user added', () => {
  const db = memoryYours();
  const insert = (followsEntryId: number | null): void =>
    void run(
      db,
      `INSERT INTO task (company_id, company_name, title, created_at_ms, follows_entry_id)
       VALUES ('a', 'A', 'Follow up', :atMs, :followsEntryId)`,
      { atMs: T0, followsEntryId },
    );
  insert(1);
  insert(1);
  insert(null);
  expect(countActsSince(db, T0)).toMatchObject({ tasks: 1, followUps: 2 });
});

describe('a list omits', () => {
  const snoozed = { state: 'snoozed', setAtMs: T0, untilMs: T0 + DAY } as const;
  it('done companies until something newer arrives', () => {
    const mark = { state: 'done', setAtMs: T0 } as const;
    expect(isDoneOrSnoozed(mark, T0 + DAY)).toBe(true);
    expect(isDoneOrSnoozed(mark, T0 + DAY, T0)).toBe(true);
    expect(isDoneOrSnoozed(mark, T0 + DAY, T0 + 1)).toBe(false);
    expect(isDoneOrSnoozed(null, T0)).toBe(false);
  });
  it('snoozed companies until their time, despite new data', () => {
    expect(isDoneOrSnoozed(snoozed, T0 + DAY - 1, T0 + HOUR)).toBe(true);
    expect(isDoneOrSnoozed(snoozed, T0 + DAY)).toBe(false);
  });
});
