import { describe, expect, it } from 'vitest';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { failure } from '../../support/common/failure.ts';

const T0 = Date.UTC(2026, 5, 10);
const ALL = { offset: 0, limit: 50 };
const company = (companyId: string) => ({ companyId, companyName: `Company ${companyId}` });

function world() {
  const db = memoryYours();
  const lists = createWatchlists(db);
  const [warm, cold] = [lists.create('Warm', T0), lists.create('Cold', T0)];
  lists.add({ id: warm.id, ...company('a'), reason: 'met at a fair', addedAtMs: T0 });
  return { db, lists, warm, cold };
}
describe('why a company stands on a list', () => {
  it('is told for each of its lists, and for each company of a list, the newest first', () => {
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

  it('can be written anew, also as nothing, and the time stays', () => {
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

describe('a move', () => {
  it('takes reason and time along', () => {
    const { lists, warm, cold } = world();
    lists.move({ from: warm.id, to: cold.id, companyId: 'a' });
    expect(lists.reasons('a')).toEqual([
      { id: cold.id, name: 'Cold', reason: 'met at a fair', addedAtMs: T0 },
    ]);
  });

  it('leaves the reason of the other list where there is one, and fills it where there is none', () => {
    for (const [there, then] of [
      ['a customer asked', 'a customer asked'],
      ['', 'met at a fair'],
    ] as const) {
      const { lists, warm, cold } = world();
      lists.add({ id: cold.id, ...company('a'), reason: there, addedAtMs: T0 + 9 });
      lists.move({ from: warm.id, to: cold.id, companyId: 'a' });
      expect(lists.reasons('a')).toEqual([{ id: cold.id, name: 'Cold', reason: then, addedAtMs: T0 + 9 }]);
    }
  });

  it('to the same list, or of a company that is not on the first, changes nothing', () => {
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

  it('of many companies is taken back at once, with reasons and times', () => {
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

it('the undo of a removed list is refused where fifty others stand by now', () => {
  const { db, lists, warm } = world();
  const { recorded } = recordChange(db, { what: 'list-removed', atMs: T0 }, (journal) =>
    createWatchlists(db, journal).remove(warm.id, T0),
  );
  for (let index = 0; index < 49; index += 1) lists.create(`List ${index}`, T0);
  expect(failure(() => undoChange(db, recorded.undo ?? '', T0))).toMatchObject({ kind: 'validation' });
  expect(lists.list()).toHaveLength(50);
});
