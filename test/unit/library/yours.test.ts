import { describe, expect, it } from 'vitest';
import { all, num, text } from '../../../electron/core/database/sql.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { failure } from '../../support/common/failure.ts';

const T0 = Date.UTC(2026, 5, 10);
describe('watchlists', () => {
  const entry = { companyId: 'a', companyName: 'A', reason: 'met at fair', addedAtMs: T0 };

  it('are made, renamed, listed by name and counted', () => {
    const lists = createWatchlists(memoryYours());
    const warm = lists.create('Warm', T0);
    const cold = lists.create('äCold', T0);
    lists.add({ id: warm.id, ...entry });
    expect(lists.list()).toEqual([cold, { ...warm, count: 1 }]);
    lists.rename(warm.id, 'A first');
    expect(lists.list().map(({ name }) => name)).toEqual(['A first', 'äCold']);
    expect(lists.of('a')).toEqual([warm.id]);
  });

  it('a name is given once, whatever its case', () => {
    const lists = createWatchlists(memoryYours());
    const warm = lists.create('Warm', T0);
    const cold = lists.create('Cold', T0);
    const taken = { kind: 'conflict', reason: 'name-taken', preview: null };
    expect(failure(() => lists.create('WARM', T0))).toEqual(taken);
    expect(failure(() => lists.rename(cold.id, 'wárm'))).toEqual(taken);
    lists.rename(warm.id, 'WARM');
  });

  it('every change can be taken back', () => {
    const db = memoryYours();
    const lists = createWatchlists(db);
    const { id } = lists.create('Warm', T0);
    lists.add({ id, ...entry });
    lists.drop(id, 'a');
    lists.drop(id, 'a');
    expect(lists.of('a')).toEqual([]);
    lists.add({ id, ...entry, reason: '', addedAtMs: T0 + 9 });
    expect(all(db, 'SELECT reason, added_at_ms FROM watchlist_entry')).toEqual([
      { reason: 'met at fair', added_at_ms: T0 },
    ]);
    lists.remove(id, T0);
    expect([lists.list(), lists.of('a')]).toEqual([[], []]);
    lists.restore(id);
    lists.restore(id);
    expect([lists.list(), lists.of('a')]).toEqual([[{ id, name: 'Warm', count: 1 }], [id]]);
  });

  it('a list comes back under a name of its own when its name was given away', () => {
    const lists = createWatchlists(memoryYours());
    const { id } = lists.create('Warm', T0);
    lists.remove(id, T0);
    lists.create('warm', T0);
    lists.restore(id);
    expect(lists.list().map(({ name }) => name)).toEqual(['warm', 'Warm (2)']);
  });

  it('what is not there is told', () => {
    const lists = createWatchlists(memoryYours());
    const { id } = lists.create('Warm', T0);
    lists.remove(id, T0);
    const missing = { kind: 'not-found', what: 'watchlist' };
    for (const unknown of [id, '99', 'x', ''])
      for (const act of [
        () => lists.rename(unknown, 'B'),
        () => lists.remove(unknown, T0),
        () => lists.add({ id: unknown, ...entry }),
        () => lists.drop(unknown, 'a'),
      ])
        expect(failure(act)).toEqual(missing);
    expect(failure(() => lists.restore('99'))).toEqual(missing);
  });

  it('there are at most 50', () => {
    const lists = createWatchlists(memoryYours());
    for (let index = 0; index < 50; index += 1) lists.create(`List ${index}`, T0);
    expect(failure(() => lists.create('One more', T0))).toMatchObject({ kind: 'validation' });
  });
});

describe('notes', () => {
  const note = { companyId: 'a', companyName: 'A', savedAtMs: T0 };

  it('an emptied note is kept as it was', () => {
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

  it('a newer revision is never overwritten', () => {
    const notes = createNotes(memoryYours());
    notes.save({ ...note, body: 'one', baseRevision: 0 });
    const conflict = { kind: 'conflict', reason: 'newer-revision', preview: null };
    for (const baseRevision of [0, 2, 9])
      expect(failure(() => notes.save({ ...note, body: 'two', baseRevision }))).toEqual(conflict);
    expect(notes.get('a').body).toBe('one');
  });

  it('saving what stands makes no revision, even when the answer to the first save was lost', () => {
    const notes = createNotes(memoryYours());
    notes.save({ ...note, body: 'one', baseRevision: 0 });
    expect(notes.save({ ...note, body: 'one', baseRevision: 0, savedAtMs: T0 + 1 })).toEqual({
      revision: 1,
      savedAtMs: T0,
      undo: null,
      companyIds: [],
    });
  });

  it('has an upper length', () => {
    const notes = createNotes(memoryYours());
    expect(failure(() => notes.save({ ...note, body: 'x'.repeat(200_001), baseRevision: 0 }))).toMatchObject({
      kind: 'validation',
    });
    expect(notes.save({ ...note, body: 'é'.repeat(200_000), baseRevision: 0 }).revision).toBe(1);
  });
});
