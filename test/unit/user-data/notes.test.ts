import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, num, text, type WriteDb } from '../../../electron/core/database/sql.ts';
import { createNotes, type SavedNote } from '../../../electron/core/user-data/notes.ts';
import { undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { removedChars, WRITING_PAUSE_MS } from '../../../electron/core/user-data/note-sessions.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { failure } from '../../support/common/failure.ts';

const T0 = Date.UTC(2026, 5, 10);
const ALL = { offset: 0, limit: 50 };

/** Returns functions that save a new revision of a note and read the texts of all its revisions. */
function createNoteWriter(db: WriteDb = memoryYours()) {
  const notes = createNotes(db);
  const save = (body: string, savedAtMs: number): SavedNote =>
    notes.save({
      companyId: 'a',
      companyName: 'A',
      body,
      savedAtMs,
      baseRevision: notes.get('a').revision,
    });
  const texts = (): string[] =>
    notes.history('a', ALL).revisions.map(({ revision }) => notes.revision('a', revision).body);
  return { db, notes, save, texts };
}
/** Returns the length of the longest common subsequence. */
function commonLetters(a: string, b: string): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (let i = 0; i < a.length; i += 1) {
    const next = [0];
    for (let j = 0; j < b.length; j += 1)
      next.push(a[i] === b[j] ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row[b.length] ?? 0;
}
describe('notes', () => {
  const note = { companyId: 'a', companyName: 'A', savedAtMs: T0 };

  it('stay in the history when emptied', () => {
    const db = memoryYours();
    const notes = createNotes(db);
    expect(notes.get('a')).toEqual({ body: '', revision: 0, savedAtMs: null });
    expect(notes.save({ ...note, body: 'one', baseRevision: 0 })).toMatchObject({
      revision: 1,
      savedAtMs: T0,
    });
    expect(notes.save({ ...note, body: '', baseRevision: 1, savedAtMs: T0 + 1 })).toMatchObject({
      revision: 2,
      savedAtMs: T0 + 1,
    });
    expect(notes.get('a')).toEqual({ body: '', revision: 2, savedAtMs: T0 + 1 });
    const history = all(db, 'SELECT revision, body FROM note_revision ORDER BY revision');
    expect(history.map((row) => [num(row, 'revision'), text(row, 'body')])).toEqual([
      [1, 'one'],
      [2, ''],
    ]);
  });

  it('are never overwritten by an older revision', () => {
    const notes = createNotes(memoryYours());
    notes.save({ ...note, body: 'one', baseRevision: 0 });
    const conflict = { kind: 'conflict', reason: 'newer-revision' };
    for (const baseRevision of [0, 2, 9])
      expect(failure(() => notes.save({ ...note, body: 'two', baseRevision }))).toEqual(conflict);
    expect(notes.get('a').body).toBe('one');
  });

  it('get no new revision for the same text, even if the first response was lost', () => {
    const notes = createNotes(memoryYours());
    notes.save({ ...note, body: 'one', baseRevision: 0 });
    expect(notes.save({ ...note, body: 'one', baseRevision: 0, savedAtMs: T0 + 1 })).toEqual({
      revision: 1,
      savedAtMs: T0,
      undo: null,
      companyIds: [],
    });
  });

  it('have a maximum length', () => {
    const notes = createNotes(memoryYours());
    expect(failure(() => notes.save({ ...note, body: 'x'.repeat(200_001), baseRevision: 0 }))).toMatchObject({
      kind: 'validation',
    });
    expect(notes.save({ ...note, body: 'é'.repeat(200_000), baseRevision: 0 }).revision).toBe(1);
  });
});

describe('history of a note', () => {
  it('has one step for the saves of one session, and always the newest text', () => {
    const { notes, save, texts } = createNoteWriter();
    const words = 'Ask about Spain and the new office'.split(' ');
    words.forEach((_, index) => {
      const body = words.slice(0, index + 1).join(' ');
      save(body, T0 + index * 700);
      expect(notes.get('a').body).toBe(body);
      expect(texts()).toEqual([body]);
    });
    expect(notes.get('a').revision).toBe(words.length);
  });

  it('starts a new step after a pause of five minutes, or if the clock was set back', () => {
    const { save, texts } = createNoteWriter();
    save('one', T0);
    save('one two', T0 + WRITING_PAUSE_MS - 1);
    save('one two three', T0 + 2 * WRITING_PAUSE_MS - 1);
    save('one two three four', T0);
    expect(texts()).toEqual(['one two three four', 'one two three', 'one two']);
  });

  it('keeps deleted text: long text, text deleted bit by bit, and all of a short note', () => {
    const long = 'A sentence of the seller. '.repeat(40);
    const atOnce = createNoteWriter();
    atOnce.save(long, T0);
    atOnce.save('short', T0 + 700);
    expect(atOnce.texts()).toEqual(['short', long]);

    const bitByBit = createNoteWriter();
    let [body, atMs] = [long, T0];
    bitByBit.save(body, atMs);
    while (body.length > 100) {
      [body, atMs] = [body.slice(0, -30), atMs + 700];
      bitByBit.save(body, atMs);
    }
    const lengths = bitByBit.texts().map((text) => text.length);
    expect(lengths.at(-1)).toBeGreaterThan(long.length - 200);
    lengths
      .slice(1)
      .forEach((length, index) => expect(length - (lengths[index] ?? 0)).toBeLessThanOrEqual(230));

    const emptied = createNoteWriter();
    emptied.save('call Jane', T0);
    emptied.save('', T0 + 700);
    expect(emptied.texts()).toEqual(['', 'call Jane']);
  });

  it('loses at most 200 characters of any saved text', () => {
    const edit = fc.record({
      at: fc.nat(400),
      remove: fc.constantFrom(0, 1, 30, 60, 120, 400),
      insert: fc.constantFrom('', 'x', ' and more words', 'é\n日本', 'y'.repeat(90)),
      pauseMs: fc.constantFrom(700, 60_000, WRITING_PAUSE_MS),
    });
    let wasLost = 0;
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
        const note = createNoteWriter();
        let [text, atMs] = ['0123456789'.repeat(25), T0];
        const saved = [text];
        note.save(text, atMs);
        for (const { at, remove, insert, pauseMs } of edits) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + insert + text.slice(from + remove);
          atMs += pauseMs;
          note.save(text, atMs);
          saved.push(text);
        }
        const texts = note.texts();
        expect(texts[0]).toBe(text);
        for (const each of saved.filter((one) => !texts.includes(one))) {
          wasLost += 1;
          const lostCharacters = Math.min(...texts.map((step) => each.length - commonLetters(each, step)));
          expect(lostCharacters).toBeLessThanOrEqual(200);
        }
      }),
      { numRuns: 40 },
    );
    expect(wasLost).toBeGreaterThan(20);
  });

  it('is returned in pages, newest first, each step with its beginning', () => {
    const { notes, save } = createNoteWriter();
    for (let index = 0; index < 60; index += 1)
      save(`\n  \n# Step ${index}\n${'x'.repeat(300)}`, T0 + index * WRITING_PAUSE_MS);
    const page = notes.history('a', { offset: 50, limit: 50 });
    expect(page.total).toBe(60);
    expect(page.revisions.map(({ revision }) => revision)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(page.revisions[9]).toEqual({ revision: 1, savedAtMs: T0, excerpt: '# Step 0' });
    save(`${'👍'.repeat(150)}`, T0 + 100 * WRITING_PAUSE_MS);
    const excerpt = notes.history('a', { offset: 0, limit: 1 }).revisions[0]?.excerpt ?? '';
    expect([excerpt.length, excerpt.endsWith('👍')]).toEqual([200, true]);
    expect(notes.history('nobody', ALL)).toEqual({ revisions: [], total: 0 });
  });

  it('restores an older text as the newest revision; later writing is a separate step', () => {
    const { notes, save, texts } = createNoteWriter();
    save('first', T0);
    save('second', T0 + WRITING_PAUSE_MS);
    const restore = { companyId: 'a', companyName: 'A', savedAtMs: T0 + WRITING_PAUSE_MS + 1 };
    expect(failure(() => notes.restore({ ...restore, revision: 1, baseRevision: 1 }))).toMatchObject({
      reason: 'newer-revision',
    });
    expect(failure(() => notes.restore({ ...restore, revision: 9, baseRevision: 2 }))).toEqual({
      kind: 'not-found',
      what: 'note',
    });
    const restored = notes.restore({ ...restore, revision: 1, baseRevision: 2 });
    expect(restored.revision).toBe(3);
    save('first and more', T0 + WRITING_PAUSE_MS + 2);
    expect(texts()).toEqual(['first and more', 'first', 'second', 'first']);
    expect(notes.restore({ ...restore, revision: 4, baseRevision: 0 })).toMatchObject({
      revision: 4,
      undo: null,
    });
  });

  it('undoes one session in one step, which stays in the history', () => {
    const { db, notes, save, texts } = createNoteWriter();
    save('before', T0);
    const tokens = ['b', 'be', 'bett', 'better'].map((body, index) =>
      save(`before, now ${body}`, T0 + WRITING_PAUSE_MS + index * 700),
    );
    expect(new Set(tokens.map(({ undo }) => undo)).size).toBe(1);
    const { recorded } = undoChange(db, tokens[0]?.undo ?? '', T0 + WRITING_PAUSE_MS + 9_000);
    expect(notes.get('a')).toMatchObject({ body: 'before', revision: 6 });
    undoChange(db, recorded.undo ?? '', T0 + WRITING_PAUSE_MS + 9_001);
    expect(notes.get('a').body).toBe('before, now better');
    expect(texts()).toEqual(['before, now better', 'before', 'before, now better', 'before']);
  });
});

describe('deleted characters', () => {
  it('are the characters of the replaced range', () => {
    expect(removedChars('', 'abc')).toBe(0);
    expect(removedChars('abc', 'abc')).toBe(0);
    expect(removedChars('abc', 'aXbc')).toBe(0);
    expect(removedChars('aaa', 'aa')).toBe(1);
    expect(removedChars('one two three', 'one three')).toBe(4);
    expect(removedChars('abc', '')).toBe(3);
  });
});
