import { describe, expect, it } from 'vitest';
import { all } from '../../../electron/core/database/sql.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { failure } from '../../support/common/failure.ts';
import { noJournal } from '../../support/app/no-journal.ts';

const T0 = Date.UTC(2026, 5, 10);
const ALL = { offset: 0, limit: 50 };
const company = (companyId: string) => ({ companyId, companyName: `Company ${companyId}` });

function world() {
  const db = memoryYours();
  const lists = createWatchlists(db, noJournal);
  const [warm, cold] = [lists.create('Warm', T0), lists.create('Cold', T0)];
  lists.add({ id: warm.id, ...company('a'), reason: 'met at a fair', addedAtMs: T0 });
  return { db, lists, warm, cold };
}
describe('lists', () => {
  const entry = { companyId: 'a', companyName: 'A', reason: 'met at fair', addedAtMs: T0 };

  it('are created, renamed, listed by name and counted', () => {
    const lists = createWatchlists(memoryYours(), noJournal);
    const warm = lists.create('Warm', T0);
    const cold = lists.create('äCold', T0);
    lists.add({ id: warm.id, ...entry });
    expect(lists.list()).toEqual([cold, { ...warm, count: 1 }]);
    lists.rename(warm.id, 'A first');
    expect(lists.list().map(({ name }) => name)).toEqual(['A first', 'äCold']);
    expect(lists.of('a')).toEqual([warm.id]);
  });

  it('have unique names, regardless of case', () => {
    const lists = createWatchlists(memoryYours(), noJournal);
    const warm = lists.create('Warm', T0);
    const cold = lists.create('Cold', T0);
    const nameTaken = { kind: 'conflict', reason: 'name-taken' };
    expect(failure(() => lists.create('WARM', T0))).toEqual(nameTaken);
    expect(failure(() => lists.rename(cold.id, 'wárm'))).toEqual(nameTaken);
    lists.rename(warm.id, 'WARM');
  });

  it('can be restored after every change', () => {
    const db = memoryYours();
    const lists = createWatchlists(db, noJournal);
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

  it('are restored under another name if theirs was taken', () => {
    const lists = createWatchlists(memoryYours(), noJournal);
    const { id } = lists.create('Warm', T0);
    lists.remove(id, T0);
    lists.create('warm', T0);
    lists.restore(id);
    expect(lists.list().map(({ name }) => name)).toEqual(['warm', 'Warm (2)']);
  });

  it('are reported as missing if unknown', () => {
    const lists = createWatchlists(memoryYours(), noJournal);
    const { id } = lists.create('Warm', T0);
    lists.remove(id, T0);
    const missing = { kind: 'not-found', what: 'watchlist' };
    for (const unknown of [id, '99', 'x', ''])
      for (const step of [
        () => lists.rename(unknown, 'B'),
        () => lists.remove(unknown, T0),
        () => lists.add({ id: unknown, ...entry }),
        () => lists.drop(unknown, 'a'),
      ])
        expect(failure(step)).toEqual(missing);
    expect(failure(() => lists.restore('99'))).toEqual(missing);
  });

  it('are limited to 50', () => {
    const lists = createWatchlists(memoryYours(), noJournal);
    for (let index = 0; index < 50; index += 1) lists.create(`List ${index}`, T0);
    expect(failure(() => lists.create('One more', T0))).toMatchObject({ kind: 'validation' });
  });
});

describe('reason for a company on a list', () => {
  it('is returned for each list of a company and each company of a list, newest first', () => {
    const { lists, warm, cold } = world();
    lists.add({ id: cold.id, ...company('a'), reason: '', addedAtMs: T0 + 2 });
    lists.add({ id: warm.id, ...company('b'), reason: 'asked for a call', addedAtMs: T0 + 1 });
    expect(lists.reasons('a')).toEqual([
      { id: cold.id, name: 'Cold', reason: '', addedAtMs: T0 + 2 },
      { id: warm.id, name: 'Warm', reason: 'met at a fair', addedAtMs: T0 },
    ]);
    expect(lists.companies(warm.id, ALL)).toEqual({
      companies: [
        { ...company('b'), reason: 'asked for a call', addedAtMs: T0 + 1 },
        { ...company('a'), reason: 'met at a fair', addedAtMs: T0 },
      ],
      total: 2,
    });
    expect(lists.companies(warm.id, { offset: 1, limit: 1 }).companies).toHaveLength(1);
    lists.drop(warm.id, 'a');
    expect(lists.reasons('a').map(({ name }) => name)).toEqual(['Cold']);
    lists.remove(cold.id, T0);
    expect(lists.reasons('a')).toEqual([]);
  });

  it('can be changed, even to an empty text, and keeps its time', () => {
    const { lists, warm, cold } = world();
    for (const reason of ['their CTO wrote', '']) {
      lists.setReason(warm.id, 'a', reason);
      expect(lists.reasons('a')).toEqual([{ id: warm.id, name: 'Warm', reason, addedAtMs: T0 }]);
    }
    expect(failure(() => lists.setReason(cold.id, 'a', 'x'))).toEqual({ kind: 'not-found', what: 'company' });
    expect(failure(() => lists.setReason('99', 'a', 'x'))).toEqual({ kind: 'not-found', what: 'watchlist' });
    lists.drop(warm.id, 'a');
    expect(failure(() => lists.setReason(warm.id, 'a', 'x'))).toEqual({ kind: 'not-found', what: 'company' });
  });
});

describe('moving a company to another list', () => {
  it('moves reason and time', () => {
    const { lists, warm, cold } = world();
    lists.move({ from: warm.id, to: cold.id, companyId: 'a' });
    expect(lists.reasons('a')).toEqual([
      { id: cold.id, name: 'Cold', reason: 'met at a fair', addedAtMs: T0 },
    ]);
  });

  it('keeps the reason on the other list, unless it is empty', () => {
    for (const [reasonOnOther, then] of [
      ['a customer asked', 'a customer asked'],
      ['', 'met at a fair'],
    ] as const) {
      const { lists, warm, cold } = world();
      lists.add({ id: cold.id, ...company('a'), reason: reasonOnOther, addedAtMs: T0 + 9 });
      lists.move({ from: warm.id, to: cold.id, companyId: 'a' });
      expect(lists.reasons('a')).toEqual([{ id: cold.id, name: 'Cold', reason: then, addedAtMs: T0 + 9 }]);
    }
  });

  it('changes nothing for the same list or for a company that is not on the first', () => {
    const { lists, warm, cold } = world();
    lists.move({ from: warm.id, to: warm.id, companyId: 'a' });
    lists.move({ from: cold.id, to: warm.id, companyId: 'a' });
    lists.move({ from: warm.id, to: cold.id, companyId: 'nobody' });
    expect(lists.reasons('a')).toEqual([
      { id: warm.id, name: 'Warm', reason: 'met at a fair', addedAtMs: T0 },
    ]);
    expect(lists.companies(cold.id, ALL).total).toBe(0);
    expect(failure(() => lists.move({ from: warm.id, to: '99', companyId: 'a' }))).toMatchObject({
      kind: 'not-found',
    });
  });

  it('is undone for many companies in one step, with reasons and times', () => {
    const { db, lists, warm, cold } = world();
    const ids = Array.from({ length: 50 }, (_, index) => `company-${index}`);
    ids.forEach((companyId, index) =>
      lists.add({ id: warm.id, ...company(companyId), reason: `reason ${index}`, addedAtMs: T0 + index }),
    );
    const before = [lists.companies(warm.id, ALL), lists.companies(cold.id, ALL)];
    const { recorded } = recordChange(db, { what: 'moved', atMs: T0 }, (journal) => {
      const changing = createWatchlists(db, journal);
      for (const companyId of ids) changing.move({ from: warm.id, to: cold.id, companyId });
    });
    expect(recorded.companyIds).toEqual(ids);
    expect(lists.companies(cold.id, ALL).total).toBe(50);
    undoChange(db, recorded.undo ?? '', T0);
    expect([lists.companies(warm.id, ALL), lists.companies(cold.id, ALL)]).toEqual(before);
  });
});

it('restoring a deleted list is rejected if there are fifty others', () => {
  const { db, lists, warm } = world();
  const { recorded } = recordChange(db, { what: 'list-removed', atMs: T0 }, (journal) =>
    createWatchlists(db, journal).remove(warm.id, T0),
  );
  for (let index = 0; index < 49; index += 1) lists.create(`List ${index}`, T0);
  expect(failure(() => undoChange(db, recorded.undo ?? '', T0))).toMatchObject({ kind: 'validation' });
  expect(lists.list()).toHaveLength(50);
});
