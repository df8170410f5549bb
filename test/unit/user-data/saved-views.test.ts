import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { run, close, type WriteDb } from '../../../electron/core/database/sql.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { recordChange, undoChange, type Journal } from '../../../electron/core/user-data/undo-journal.ts';
import {
  createSavedFilters,
  listSavedFilters,
  type SavedFilters,
} from '../../../electron/core/user-data/saved-views.ts';
import { createStatuses, type Statuses } from '../../../electron/core/user-data/statuses.ts';
import { createTags } from '../../../electron/core/user-data/tags.ts';
import { contract } from '../../../shared/contract/index.ts';
import { savedQuestionSchema } from '../../../shared/model/saved-filter.ts';
import type { ChangeKind } from '../../../shared/model/user-data.ts';
import { clock, log, memoryYours } from '../../support/app/library-fixtures.ts';
import { libraryQueryOf } from './user-data-changes.ts';
import { failure } from '../../support/common/failure.ts';

const T0 = Date.UTC(2026, 5, 10);
const change = <T>(db: WriteDb, what: ChangeKind, work: (journal: Journal) => T) =>
  recordChange(db, { what, atMs: T0 }, work);
const filters = <T>(db: WriteDb, what: ChangeKind, work: (of: SavedFilters) => T) =>
  change(db, what, (journal) => work(createSavedFilters(db, journal)));
const save = (db: WriteDb, name: string, question = libraryQueryOf(name)): string =>
  filters(db, 'filter-saved', (of) => of.create(name, question, T0)).value;
const NOTHING_DELETED = { lists: [], statuses: [], ownTags: [] };
const nameTaken = { kind: 'conflict', reason: 'name-taken' };

describe('saved view', () => {
  it('is listed by name in alphabetical order, with its query', () => {
    const db = memoryYours();
    const query = libraryQueryOf('grid "OR" 日本 👩‍👩‍👧', {
      countries: ['de'],
      statuses: ['none', 'won'],
      note: true,
    });
    save(db, 'Warm');
    save(db, 'énergie', query);
    expect(listSavedFilters(db)).toEqual([
      { id: '2', name: 'énergie', question: query, deletedMarks: NOTHING_DELETED },
      { id: '1', name: 'Warm', question: libraryQueryOf('Warm'), deletedMarks: NOTHING_DELETED },
    ]);
  });

  it('has a unique name, regardless of case and accents', () => {
    const db = memoryYours();
    const id = save(db, 'Énergie');
    save(db, 'Warm');
    expect(failure(() => save(db, 'ENERGIE'))).toEqual(nameTaken);
    expect(failure(() => filters(db, 'filter-renamed', (of) => of.rename(id, 'wärm')))).toEqual(nameTaken);
    filters(db, 'filter-renamed', (of) => of.rename(id, 'ENERGIE'));
    expect(listSavedFilters(db).map(({ name }) => name)).toEqual(['ENERGIE', 'Warm']);
  });

  it('is reported as missing if unknown', () => {
    const db = memoryYours();
    const missing = { kind: 'not-found', what: 'saved-filter' };
    expect(failure(() => filters(db, 'filter-removed', (of) => of.remove('7')))).toEqual(missing);
    expect(failure(() => filters(db, 'filter-renamed', (of) => of.rename('7', 'x')))).toEqual(missing);
    expect(
      failure(() => filters(db, 'filter-replaced', (of) => of.replace('7', libraryQueryOf('x')))),
    ).toEqual(missing);
  });

  it('is limited to fifty, even when an undo would restore one', () => {
    const db = memoryYours();
    for (let at = 0; at < 50; at += 1) save(db, `Filter ${at}`);
    const full = {
      kind: 'validation',
      issues: [{ path: 'name', message: 'at most 50 saved filters' }],
    };
    expect(failure(() => save(db, 'One more'))).toEqual(full);
    const { recorded } = filters(db, 'filter-removed', (of) => of.remove('1'));
    save(db, 'Another');
    expect(failure(() => undoChange(db, recorded.undo ?? '', T0))).toEqual(full);
  });

  it('is restored unchanged with its id, unless its name was taken', () => {
    const db = memoryYours();
    const query = libraryQueryOf('grid', { hiring: true });
    const id = save(db, 'Grid', query);
    const before = listSavedFilters(db);
    const { recorded } = filters(db, 'filter-removed', (of) => of.remove(id));
    expect(recorded.companyIds).toEqual([]);
    const other = save(db, 'grid');
    expect(failure(() => undoChange(db, recorded.undo ?? '', T0))).toEqual(nameTaken);
    filters(db, 'filter-removed', (of) => of.remove(other));
    undoChange(db, recorded.undo ?? '', T0);
    expect(listSavedFilters(db)).toEqual(before);
  });

  it('is not changed by replacing it with the same query', () => {
    const db = memoryYours();
    const id = save(db, 'Grid', libraryQueryOf('grid'));
    const same = filters(db, 'filter-replaced', (of) => of.replace(id, libraryQueryOf('grid')));
    expect(same.recorded.undo).toBeNull();
    const other = filters(db, 'filter-replaced', (of) => of.replace(id, libraryQueryOf('solar')));
    expect(listSavedFilters(db)[0]?.question?.text).toBe('solar');
    undoChange(db, other.recorded.undo ?? '', T0);
    expect(listSavedFilters(db)[0]?.question?.text).toBe('grid');
  });

  it('persists across a restart', () => {
    const folder = mkdtempSync(join(tmpdir(), 'roundwatch-filters-'));
    const file = join(folder, 'yours.db');
    const open = (): WriteDb => {
      const db = openDatabase(file, { clock, log });
      migrate(db, yoursMigrations);
      return db;
    };
    const db = open();
    save(db, 'Grid', libraryQueryOf('grid', { freshness: ['week'] }));
    const before = listSavedFilters(db);
    const { recorded } = filters(db, 'filter-removed', (of) => of.remove('1'));
    close(db);
    const again = open();
    undoChange(again, recorded.undo ?? '', T0);
    expect(listSavedFilters(again)).toEqual(before);
    close(again);
    rmSync(folder, { recursive: true });
  });
});

describe('query of a saved view', () => {
  it('keeps a deleted list or tag, which is reported with its last name', () => {
    const db = memoryYours();
    const lists = (journal: Journal) => createWatchlists(db, journal);
    const tags = (journal: Journal) => createTags(db, journal);
    const warm = change(db, 'list-created', (journal) => lists(journal).create('Warm', T0)).value.id;
    const cold = change(db, 'list-created', (journal) => lists(journal).create('Cold', T0)).value.id;
    const hot = change(db, 'tag-created', (journal) => tags(journal).create('Hot', T0)).value.id;
    const query = libraryQueryOf('', { lists: [warm, cold, '77', 'abc', '1.0'], ownTags: [hot] });
    save(db, 'All of it', query);
    change(db, 'list-removed', (journal) => lists(journal).remove(warm, T0));
    const removed = change(db, 'tag-removed', (journal) => tags(journal).remove(hot, T0));
    const [returned] = listSavedFilters(db);
    expect(returned?.question).toEqual(query);
    expect(returned?.deletedMarks).toEqual({
      lists: [
        { id: warm, name: 'Warm' },
        { id: '77', name: null },
        { id: 'abc', name: null },
        { id: '1.0', name: null },
      ],
      statuses: [],
      ownTags: [{ id: hot, name: 'Hot' }],
    });
    undoChange(db, removed.recorded.undo ?? '', T0);
    expect(listSavedFilters(db)[0]?.deletedMarks.ownTags).toEqual([]);
  });

  it('keeps a deleted status, which is reported with its last name', () => {
    const db = memoryYours();
    const edit = <T>(work: (of: Statuses) => T) =>
      change(db, 'status-removed', (journal) => work(createStatuses(db, journal)));
    const deleted = () => listSavedFilters(db)[0]?.deletedMarks.statuses;
    const added = edit((of) => of.add('Demo booked', T0));
    const query = libraryQueryOf('', { statuses: ['none', 'contacted', added.value, 'won', 'own-9'] });
    save(db, 'Pipeline', query);
    expect(deleted()).toEqual([{ id: 'own-9', name: null }]);
    edit((of) => of.rename('contacted', 'Reached'));
    const removed = edit((of) => of.remove('contacted', null, T0));
    expect(listSavedFilters(db)[0]?.question).toEqual(query);
    expect(deleted()).toEqual([
      { id: 'contacted', name: 'Reached' },
      { id: 'own-9', name: null },
    ]);
    undoChange(db, removed.recorded.undo ?? '', T0);
    undoChange(db, added.recorded.undo ?? '', T0);
    expect(deleted()).toEqual([
      { id: added.value, name: 'Demo booked' },
      { id: 'own-9', name: null },
    ]);
  });

  it('follows a tag that is merged into another', () => {
    const db = memoryYours();
    const tags = (journal: Journal) => createTags(db, journal);
    const [a, b] = ['Hot', 'Warm'].map(
      (name) => change(db, 'tag-created', (journal) => tags(journal).create(name, T0)).value.id,
    );
    save(db, 'Both', libraryQueryOf('', { ownTags: [a ?? '', b ?? ''] }));
    const merged = change(db, 'tag-merged', (journal) => tags(journal).merge(a ?? '', b ?? ''));
    expect(listSavedFilters(db)[0]?.question?.filters.ownTags).toEqual([b]);
    expect(listSavedFilters(db)[0]?.deletedMarks.ownTags).toEqual([]);
    undoChange(db, merged.recorded.undo ?? '', T0);
    expect(listSavedFilters(db)[0]?.question?.filters.ownTags).toEqual([a, b]);
  });

  it.each([
    'not json',
    '{}',
    'null',
    '{"text":"a","sort":"fetched","filters":{"planets":["mars"]}}',
    JSON.stringify({ ...libraryQueryOf('a'), text: 'x'.repeat(201) }),
  ])('is unreadable if it is %s, without affecting others', (question) => {
    const db = memoryYours();
    save(db, 'Good');
    run(
      db,
      `INSERT INTO saved_filter (name, name_folded, question, created_at_ms) VALUES ('Odd', 'odd', :question, 1)`,
      { question },
    );
    expect(listSavedFilters(db)).toMatchObject([
      { name: 'Good', question: { text: 'Good' } },
      { name: 'Odd', question: null, deletedMarks: NOTHING_DELETED },
    ]);
    filters(db, 'filter-removed', (of) => of.remove('2'));
    expect(listSavedFilters(db)).toHaveLength(1);
  });
});

describe('contract of saved views', () => {
  const { input } = contract.savedFilters.create;
  const question = libraryQueryOf('grid');
  it.each([
    ['an empty name', { name: '  ', question }],
    ['a long name', { name: 'x'.repeat(81), question }],
    ['a long text', { name: 'a', question: { ...question, text: 'x'.repeat(201) } }],
    ['another order', { name: 'a', question: { ...question, sort: 'amount; DROP TABLE saved_filter' } }],
    ['an unknown filter', { name: 'a', question: { ...question, filters: { planets: ['mars'] } } }],
    ['51 values', { name: 'a', question: requestedWith(51, 1) }],
    ['50 long values', { name: 'a', question: requestedWith(50, 200) }],
    ['an extra property', { name: 'a', question, admin: true }],
    [
      'a tag that is not a number',
      { name: 'a', question: { ...question, filters: { ownTags: ["1' OR 1=1"] } } },
    ],
  ])('rejects %s', (_what, hostile) => {
    expect(input.safeParse(hostile).success).toBe(false);
  });

  it('accepts fifty countries together with ten lists', () => {
    expect(input.safeParse({ name: 'a', question: requestedWith(50, 40) }).success).toBe(true);
  });

  it('returns accepted input unchanged', () => {
    const value = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60, unit: 'grapheme' }),
        fc.array(value, { maxLength: 9 }),
        (text, countries) => {
          const parsed = savedQuestionSchema.parse({ text, sort: 'name', filters: { countries } });
          const db = memoryYours();
          save(db, 'Any', parsed);
          expect(listSavedFilters(db)[0]?.question).toEqual(parsed);
          const reply = contract.savedFilters.list.output.safeParse({ filters: listSavedFilters(db) });
          expect(reply.success).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

function requestedWith(values: number, chars: number) {
  const countries = Array.from({ length: values }, (_, at) => String(at).padEnd(chars, 'x'));
  return { text: '', sort: 'name', filters: { countries } };
}
