import { describe, expect, it } from 'vitest';
import { all, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import {
  recordChange,
  redoChange,
  undoChange,
  type Journal,
} from '../../../electron/core/user-data/undo-journal.ts';
import { createStatuses, listStatuses, statusOfCompany } from '../../../electron/core/user-data/statuses.ts';
import { createTags, listTags, tagsOfCompany } from '../../../electron/core/user-data/tags.ts';
import { STATUSES_MAX } from '../../../shared/model/limits.ts';
import type { ChangeKind, StatusId } from '../../../shared/model/user-data.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { subject } from './user-data-changes.ts';
import { failure } from '../../support/common/failure.ts';
import { TAGS_MAX } from '../../../shared/model/limits.ts';

const T0 = Date.UTC(2026, 5, 10);
const ALL = { text: '', offset: 0, limit: 50 };

const change = <T>(db: WriteDb, what: ChangeKind, work: (journal: Journal) => T): T =>
  recordChange(db, { what, atMs: T0 }, work).value;
const nameTaken = { kind: 'conflict', reason: 'name-taken' };

describe('status', () => {
  const set = (
    db: WriteDb,
    ids: readonly string[],
    status: Parameters<ReturnType<typeof createStatuses>['set']>[1],
    atMs = T0,
  ) =>
    recordChange(db, { what: 'status-set', atMs }, (journal) =>
      createStatuses(db, journal).set(ids.map(subject), status, atMs),
    ).recorded;

  it('is sorted in the order of the pipeline, with the number of companies', () => {
    const db = memoryYours();
    set(db, ['a', 'b'], 'contacted');
    set(db, ['c'], 'won');
    expect(listStatuses(db).map(({ id, count }) => [id, count])).toEqual([
      ['new', 0],
      ['contacted', 2],
      ['replied', 0],
      ['meeting', 0],
      ['won', 1],
      ['lost', 0],
      ['not-now', 0],
    ]);
    expect(statusOfCompany(db, 'a')).toEqual({ id: 'contacted', name: 'Contacted', setAtMs: T0 });
    expect(statusOfCompany(db, 'nobody')).toBeNull();
  });

  it('set to the same value is no change and keeps its time; null removes it', () => {
    const db = memoryYours();
    set(db, ['a'], 'meeting');
    expect(set(db, ['a'], 'meeting', T0 + 9)).toEqual({ undo: null, companyIds: [] });
    expect(statusOfCompany(db, 'a')?.setAtMs).toBe(T0);
    expect(set(db, ['a', 'b'], null).companyIds).toEqual(['a']);
    expect(statusOfCompany(db, 'a')).toBeNull();
  });

  it('can be renamed, with unique names', () => {
    const db = memoryYours();
    const rename = (id: StatusId, name: string) =>
      change(db, 'status-renamed', (journal) => createStatuses(db, journal).rename(id, name));
    rename('won', 'Zugesagt');
    expect(listStatuses(db).find(({ id }) => id === 'won')?.name).toBe('Zugesagt');
    expect(failure(() => rename('new', 'zugesägt'))).toEqual(nameTaken);
    rename('won', 'ZUGESAGT');
    rename('new', 'Won');
    expect(failure(() => rename('own-1', 'Other'))).toEqual({ kind: 'not-found', what: 'status' });
  });

  const edit = <T>(db: WriteDb, work: (statuses: ReturnType<typeof createStatuses>) => T, atMs = T0) =>
    recordChange(db, { what: 'status-moved', atMs }, (journal) => work(createStatuses(db, journal)));
  const ids = (db: WriteDb) => listStatuses(db).map(({ id }) => id);
  const STARTING = ['new', 'contacted', 'replied', 'meeting', 'won', 'lost', 'not-now'];

  it('can be added at the end of the pipeline, up to a maximum', () => {
    const db = memoryYours();
    const { value: id } = edit(db, (statuses) => statuses.add('Demo booked', T0));
    expect(listStatuses(db).at(-1)).toEqual({ id, name: 'Demo booked', count: 0 });
    expect(failure(() => edit(db, (statuses) => statuses.add('DEMO booked', T0)))).toEqual(nameTaken);
    set(db, ['a'], id);
    expect(statusOfCompany(db, 'a')).toEqual({ id, name: 'Demo booked', setAtMs: T0 });
    for (let more = STARTING.length + 1; more < STATUSES_MAX; more += 1)
      edit(db, (statuses) => statuses.add(`Step ${more}`, T0));
    expect(failure(() => edit(db, (statuses) => statuses.add('Another', T0)))).toMatchObject({
      kind: 'validation',
    });
    expect(new Set(ids(db)).size).toBe(STATUSES_MAX);
  });

  it('can be moved, which can be undone and redone', () => {
    const db = memoryYours();
    const { recorded } = edit(db, (statuses) => statuses.move('won', 0, T0));
    const moved = ['won', ...STARTING.filter((each) => each !== 'won')];
    expect(ids(db)).toEqual(moved);
    edit(db, (statuses) => statuses.move('won', 0, T0 + 1));
    undoChange(db, recorded.undo ?? '', T0 + 2);
    expect(ids(db)).toEqual(STARTING);
    redoChange(db, T0 + 3);
    expect(ids(db)).toEqual(moved);
  });

  it('can be deleted; its companies get another status, which can be undone and redone', () => {
    const db = memoryYours();
    set(db, ['a', 'b'], 'contacted');
    set(db, ['c'], 'won');
    const { recorded } = edit(db, (statuses) => statuses.remove('contacted', 'replied', T0 + 1));
    expect(recorded.companyIds).toBeNull();
    const statusesOf = () => ['a', 'b', 'c'].map((id) => statusOfCompany(db, id)?.id ?? null);
    expect([ids(db), statusesOf()]).toEqual([
      STARTING.filter((each) => each !== 'contacted'),
      ['replied', 'replied', 'won'],
    ]);
    undoChange(db, recorded.undo ?? '', T0 + 2);
    expect([ids(db), statusesOf()]).toEqual([STARTING, ['contacted', 'contacted', 'won']]);
    redoChange(db, T0 + 3);
    expect(statusesOf()).toEqual(['replied', 'replied', 'won']);
    edit(db, (statuses) => statuses.remove('won', null, T0 + 4), T0 + 4);
    expect(statusesOf()).toEqual(['replied', 'replied', null]);
  });

  it('can be deleted only if another status remains and the companies’ new status exists', () => {
    const db = memoryYours();
    const invalid = { kind: 'validation' };
    const gone = { kind: 'not-found', what: 'status' };
    set(db, ['a'], 'new');
    const remove = (id: string, moveTo: string | null) => () =>
      edit(db, (statuses) => statuses.remove(id, moveTo, T0));
    expect(failure(remove('new', 'new'))).toMatchObject(invalid);
    expect(failure(remove('new', 'own-1'))).toEqual(gone);
    expect(statusOfCompany(db, 'a')?.id).toBe('new');
    for (const id of STARTING.slice(1)) remove(id, null)();
    expect(failure(remove('lost', null))).toEqual(gone);
    expect(failure(remove('new', null))).toMatchObject(invalid);
    expect(failure(() => set(db, ['a'], 'lost'))).toEqual(gone);
  });

  it('that was deleted is not restored by undoing an earlier change of a company', () => {
    const db = memoryYours();
    set(db, ['a'], 'contacted');
    const { undo } = set(db, ['a'], 'won');
    edit(db, (statuses) => statuses.remove('contacted', null, T0 + 1));
    expect(failure(() => undoChange(db, undo ?? '', T0 + 2))).toEqual({
      kind: 'conflict',
      reason: 'changed-since',
    });
    expect(statusOfCompany(db, 'a')?.id).toBe('won');
  });

  it('that a company has is not removed by undoing its addition', () => {
    const db = memoryYours();
    const { value: id, recorded } = edit(db, (statuses) => statuses.add('Demo booked', T0));
    expect(recorded.companyIds).toBeNull();
    set(db, ['a'], id);
    expect(failure(() => undoChange(db, recorded.undo ?? '', T0 + 1))).toEqual({
      kind: 'conflict',
      reason: 'changed-since',
    });
    expect(statusOfCompany(db, 'a')?.name).toBe('Demo booked');
  });

  it('that was deleted last can be restored after another was added', () => {
    const db = memoryYours();
    const { recorded } = edit(db, (statuses) => statuses.remove('not-now', null, T0));
    const { value: id } = edit(db, (statuses) => statuses.add('Later', T0 + 1));
    undoChange(db, recorded.undo ?? '', T0 + 2);
    expect(ids(db)).toEqual([...STARTING, id]);
  });
});

describe('tags', () => {
  const of = (db: WriteDb) => ({
    create: (name: string) =>
      change(db, 'tag-created', (journal) => createTags(db, journal).create(name, T0)),
    rename: (id: string, name: string) =>
      change(db, 'tag-renamed', (journal) => createTags(db, journal).rename(id, name)),
    merge: (from: string, into: string) =>
      change(db, 'tag-merged', (journal) => createTags(db, journal).merge(from, into)),
    remove: (id: string) => change(db, 'tag-removed', (journal) => createTags(db, journal).remove(id, T0)),
    add: (ids: readonly string[], name: string) =>
      change(db, 'tagged', (journal) => createTags(db, journal).add(ids.map(subject), name, T0)),
    drop: (ids: readonly string[], id: string) =>
      change(db, 'untagged', (journal) => createTags(db, journal).drop(ids, id)),
    names: (companyId: string) => tagsOfCompany(db, companyId).map(({ name }) => name),
    counts: () => listTags(db, ALL).tags.map(({ name, count }) => [name, count]),
  });

  it('are created by tagging, found by any part of their name, and counted by company', () => {
    const db = memoryYours();
    const tags = of(db);
    tags.add(['a', 'b'], 'Warm intro');
    expect(tags.add(['b', 'c'], 'wärm INTRO').name).toBe('Warm intro');
    tags.add(['a'], 'Ägypten');
    expect(tags.counts()).toEqual([
      ['Ägypten', 1],
      ['Warm intro', 3],
    ]);
    expect(tags.names('a')).toEqual(['Ägypten', 'Warm intro']);
    expect(listTags(db, { ...ALL, text: 'INTRO' })).toMatchObject({
      total: 1,
      tags: [{ name: 'Warm intro' }],
    });
    expect(listTags(db, { ...ALL, text: '%' }).total).toBe(0);
    expect(listTags(db, { text: '', offset: 1, limit: 1 })).toMatchObject({ total: 2, tags: [{ count: 3 }] });
  });

  it('have unique names', () => {
    const tags = of(memoryYours());
    const warm = tags.create('Warm');
    const cold = tags.create('Cold');
    expect(failure(() => tags.create('WARM'))).toEqual(nameTaken);
    expect(failure(() => tags.rename(cold.id, 'wärm'))).toEqual(nameTaken);
    tags.rename(warm.id, 'WARM');
    tags.remove(warm.id);
    tags.rename(cold.id, 'Warm');
  });

  it('merged into another stay reachable through a second merge, with each company counted once', () => {
    const tags = of(memoryYours());
    const [one, two, three] = [
      tags.add(['a', 'b'], 'One'),
      tags.add(['b', 'c'], 'Two'),
      tags.add(['d'], 'Three'),
    ];
    tags.merge(one.id, two.id);
    expect(tags.counts()).toEqual([
      ['Three', 1],
      ['Two', 3],
    ]);
    tags.merge(two.id, three.id);
    expect(tags.counts()).toEqual([['Three', 4]]);
    expect(['a', 'b', 'c', 'd'].map(tags.names)).toEqual(new Array(4).fill(['Three']));
    for (const change of [
      () => tags.rename(one.id, 'x'),
      () => tags.merge(two.id, three.id),
      () => tags.drop(['a'], one.id),
    ])
      expect(failure(change)).toEqual({ kind: 'not-found', what: 'tag' });
    tags.drop(['a', 'b'], three.id);
    expect(tags.counts()).toEqual([['Three', 2]]);
    tags.add(['a'], 'One');
    expect(tags.names('a')).toEqual(['One']);
    tags.merge(three.id, three.id);
    expect(tags.counts()).toEqual([
      ['One', 1],
      ['Three', 2],
    ]);
  });

  it('are removed from all companies when deleted', () => {
    const tags = of(memoryYours());
    const [one, two] = [tags.add(['a'], 'One'), tags.add(['a'], 'Two')];
    tags.merge(one.id, two.id);
    tags.remove(two.id);
    expect([tags.names('a'), tags.counts()]).toEqual([[], []]);
  });

  it('are limited to 50 per company, and none is tagged if one of them is full', () => {
    const db = memoryYours();
    const tags = of(db);
    for (let index = 0; index < 50; index += 1) tags.add(['a'], `Tag ${index}`);
    expect(failure(() => tags.add(['b', 'a'], 'One more'))).toMatchObject({ kind: 'validation' });
    expect([tags.names('a').length, tags.names('b'), listTags(db, ALL).total]).toEqual([50, [], 50]);
    tags.add(['a'], 'Tag 7');
  });

  it(`are limited to ${TAGS_MAX}`, () => {
    const db = memoryYours();
    for (let index = 0; index < TAGS_MAX; index += 1)
      run(db, 'INSERT INTO tag (name, name_folded, created_at_ms) VALUES (:name, :name, 0)', {
        name: `t${index}`,
      });
    const tags = of(db);
    expect(failure(() => tags.create('one more'))).toMatchObject({ kind: 'validation' });
    expect(all(db, 'SELECT 1 FROM undo_step')).toEqual([]);
    tags.add(['a'], 't7');
  });
});
