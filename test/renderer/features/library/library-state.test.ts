import { expect, test } from 'vitest';
import type * as BoardModule from '../../../../renderer/features/library/board/library-board.svelte.ts';
import type * as MarksModule from '../../../../renderer/features/lists/status-and-tags.svelte.ts';
import type * as LibraryModule from '../../../../renderer/features/library/library.svelte.ts';
import type * as ToastsModule from '../../../../renderer/session/toasts.svelte.ts';
import type * as UndoModule from '../../../../renderer/session/undo/undo.svelte.ts';
import { NO_FILTERS, toggled } from '../../../../renderer/features/library/library-filters.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* The states of the library screen, compiled as the app compiles them, over the core in memory. */
const load = compiled();

async function modules() {
  // What is loaded is the module of that file.
  const { Library } = (await load('/renderer/features/library/library.svelte.ts')) as typeof LibraryModule;
  const { LibraryBoard } = (await load(
    '/renderer/features/library/board/library-board.svelte.ts',
  )) as typeof BoardModule;
  const { LibraryMarks } = (await load(
    '/renderer/features/lists/status-and-tags.svelte.ts',
  )) as typeof MarksModule;
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  return { Library, LibraryBoard, LibraryMarks, Toasts, Undo };
}

type Answer = (channel: string, input: unknown) => Promise<void>;
/** The fixture's core; `before` holds an answer back. */
function apiWith(before: Answer = () => Promise.resolve()): { api: Api; calls: string[] } {
  const { port } = createFixture(STATES.account);
  const calls: string[] = [];
  const api = createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: async (channel, input) => {
      calls.push(channel);
      const reply = await port.request(channel, input);
      await before(channel, input);
      return reply;
    },
  });
  return { api, calls };
}
const textOf = (input: unknown): unknown => Reflect.get(Object(input), 'text');

test('an answer to an older question never takes the place of a newer one', async () => {
  const { Library } = await modules();
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  const { api } = apiWith((channel, input) =>
    channel === 'library.find' && textOf(input) === 'g' ? held : Promise.resolve(),
  );
  const library = new Library(api);
  const older = library.search({ text: 'g' });
  await library.search({ text: 'grid' });
  const { opened } = library;
  const first = library.row(0);
  release();
  await older;
  expect(library.opened).toBe(opened);
  expect(library.row(0)).toBe(first);
  expect(first?.name).toMatch(/grid/i);
  library.dispose();
});

test('rows do not wait for what is counted; until it is here it is that of the list before, never of an older one', async () => {
  const { Library } = await modules();
  const gate = held('library.counts');
  const { api } = apiWith(gate.before);
  const library = new Library(api);
  await library.open();
  const { counted } = library;
  expect(counted?.total).toBe(library.opened?.total);
  gate.hold();
  const older = library.search({ text: 'g' });
  await expect.poll(() => library.opened?.total).not.toBe(counted?.total);
  expect([library.row(0)?.name, library.counted === counted]).toEqual([expect.any(String), true]);
  const newer = library.search({ text: 'grid' });
  await expect.poll(() => library.row(0)?.name).toMatch(/grid/i);
  gate.release();
  await Promise.all([older, newer]);
  const { total = 0 } = library.opened ?? {};
  expect(library.counted?.total).toBe(total);
  expect(library.counted?.counts.triage.todo).toBe(total);
  library.dispose();
});

test('rows that are here are not asked for again', async () => {
  const { Library } = await modules();
  const { api, calls } = apiWith();
  const library = new Library(api);
  await library.open();
  calls.length = 0;
  await library.loadRows({ first: 0, end: 40 });
  await library.loadRows({ first: 10, end: 60 });
  await library.loadRows({ first: 30, end: 70 });
  await library.loadRows({ first: 32, end: 72 });
  // The page in sight, and the one that whoever scrolls comes to.
  expect(calls).toEqual(['library.rows', 'library.rows']);
  expect(library.row(69)).not.toBeNull();
  library.dispose();
});

test('the page that whoever scrolls comes to is here before its rows are in sight', async () => {
  const { Library } = await modules();
  const { api } = apiWith();
  const library = new Library(api);
  await library.open();
  await library.loadRows({ first: 100, end: 130 });
  await library.loadRows({ first: 110, end: 140 });
  expect([library.row(160)?.name, library.row(90)]).toEqual([expect.any(String), null]);
  await library.loadRows({ first: 105, end: 135 });
  expect(library.row(90)).not.toBeNull();
  // Nothing is asked for before the first row or after the last.
  await library.loadRows({ first: 0, end: 30 });
  const last = (library.opened?.total ?? 0) - 1;
  await library.loadRows({ first: last - 30, end: last + 1 });
  expect([library.error, library.row(last)?.name]).toEqual([null, expect.any(String)]);
  library.dispose();
});

/** Holds answers of one kind back until they are let go. */
function held(channel: string): { hold: () => void; release: () => void; before: Answer } {
  let release = (): void => undefined;
  let gate = Promise.resolve();
  return {
    hold: () => {
      gate = new Promise((done) => (release = done));
    },
    release: () => release(),
    before: (asked) => (asked === channel ? gate : Promise.resolve()),
  };
}

test('while a page is read, only the newest place of the list is asked for next', async () => {
  const { Library } = await modules();
  const gate = held('library.rows');
  const { api, calls } = apiWith(gate.before);
  const library = new Library(api);
  await library.open();
  calls.length = 0;
  gate.hold();
  const reading = library.loadRows({ first: 50, end: 60 });
  void library.loadRows({ first: 100, end: 110 });
  void library.loadRows({ first: 10, end: 40 });
  gate.release();
  await reading;
  expect(calls).toEqual(['library.rows']);
  expect([library.row(55), library.row(105)]).toEqual([expect.anything(), null]);
  await library.loadRows({ first: 100, end: 110 });
  expect(library.row(105)).not.toBeNull();
  library.dispose();
});

test('a list that is scrolled while it is opened anew has its rows there', async () => {
  const { Library } = await modules();
  const gate = held('library.find');
  const library = new Library(apiWith(gate.before).api);
  await library.open();
  gate.hold();
  const opening = library.open();
  void library.loadRows({ first: 100, end: 110 });
  gate.release();
  await opening;
  expect(library.row(105)).not.toBeNull();
  library.dispose();
});

test('that a page of an older list is gone says nothing of the newer one', async () => {
  const { Library } = await modules();
  let older: string | null = null;
  let release = (): void => undefined;
  const gate = new Promise<void>((done) => (release = done));
  const { api, calls } = apiWith(async (channel, input) => {
    if (channel !== 'library.rows' || Reflect.get(Object(input), 'queryId') !== older) return;
    await gate;
    throw new AppFailure({ kind: 'not-found', what: 'query' });
  });
  const library = new Library(api);
  await library.open();
  older = library.opened?.queryId ?? null;
  const reading = library.loadRows({ first: 100, end: 110 });
  await library.search({ text: 'g' });
  const { opened } = library;
  calls.length = 0;
  release();
  await reading;
  expect([library.opened === opened, library.error, calls]).toEqual([true, null, []]);
  library.dispose();
});

test('a selection reaches over rows out of sight, holds at most what one change takes, and says so', async () => {
  const { Library } = await modules();
  const library = new Library(apiWith().api);
  await library.open();
  const { selection } = library;
  selection.toggle(2);
  await selection.extend(6);
  expect(selection.size).toBe(5);
  selection.toggle(4);
  expect(selection.size).toBe(4);
  await selection.extend(140);
  expect(selection).toMatchObject({ size: 50, isFull: true });
  selection.clear();
  await selection.selectAll();
  expect(selection).toMatchObject({ size: 50, isFull: true });
  expect(new Set(selection.ids).size).toBe(50);
  await library.search({ filters: toggled(NO_FILTERS, 'countries', 'no') });
  expect(selection).toMatchObject({ size: 0, isFull: false });
  library.dispose();
});

test('without a word typed the order says what it really is', async () => {
  const { Library } = await modules();
  const library = new Library(apiWith().api);
  await library.open();
  expect([library.sort, library.opened?.sortedBy]).toEqual(['relevance', 'announced']);
  await library.search({ text: 'energy' });
  expect(library.opened?.sortedBy).toBe('relevance');
  library.dispose();
});

test('a change is said, taken back and done again; a token of another workspace is never used', async () => {
  const { Toasts, Undo } = await modules();
  const { api, calls } = apiWith();
  const toasts = new Toasts('Undo', () => undefined);
  const complaints: unknown[] = [];
  const undo = new Undo(api, toasts, (error) => complaints.push(error));
  const ids = [
    (await api.library.rows({ queryId: await queryOf(api), offset: 0, limit: 1 })).rows[0],
  ].flatMap((row) => (row ? [row.companyId] : []));
  const status = async (): Promise<string | undefined> =>
    (await api.marks.get({ companyId: ids[0] ?? '' })).status?.id;
  const before = await status();
  const { undo: token } = await api.marks.setStatus({ companyIds: ids, statusId: 'won' });
  undo.offer('1 company set to Won', token);
  await undo.undoLast();
  expect(await status()).toBe(before);
  const again = toasts.items.at(-1);
  expect(again?.words).toBe('Undone: 1 company set to Won');
  await again?.action?.run();
  expect(await status()).toBe('won');
  const toast = toasts.items.at(-1);
  undo.reset();
  calls.length = 0;
  await toast?.action?.run();
  expect([calls, complaints]).toEqual([[], []]);
});
const queryOf = async (api: Api): Promise<string> => (await api.library.open({})).queryId;

test('z while a change is on its way takes back that change, not the one before', async () => {
  const { Toasts, Undo } = await modules();
  const { api } = apiWith();
  const undo = new Undo(api, new Toasts('Undo', () => undefined), () => undefined);
  const { rows } = await api.library.rows({ queryId: await queryOf(api), offset: 0, limit: 1 });
  const companyIds = rows.map(({ companyId }) => companyId);
  const status = async () => (await api.marks.get({ companyId: companyIds[0] ?? '' })).status?.id;
  undo.offer('Won', (await api.marks.setStatus({ companyIds, statusId: 'won' })).undo);
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  const change = undo.track(
    (async () => {
      const { undo: token } = await api.marks.setStatus({ companyIds, statusId: 'replied' });
      await held;
      undo.offer('Replied', token);
    })(),
  );
  const taken = undo.undoLast();
  release();
  await Promise.all([change, taken]);
  expect(await status()).toBe('won');
});

test('nothing changed: nothing to take back', async () => {
  const { Toasts, Undo } = await modules();
  const toasts = new Toasts('Undo', () => undefined);
  const undo = new Undo(apiWith().api, toasts, () => undefined);
  undo.offer('All are Won already', null);
  expect(toasts.items.at(-1)?.action).toBeNull();
});

test('the board has a column for each step, and reads only those that hold companies', async () => {
  const { Library, LibraryBoard, LibraryMarks } = await modules();
  const { api, calls } = apiWith();
  const library = new Library(api);
  const marks = new LibraryMarks(api);
  await Promise.all([library.open(), marks.refresh()]);
  const board = new LibraryBoard(api, library, marks);
  calls.length = 0;
  await board.read();
  expect(board.columns?.map(({ id }) => id)).toEqual(marks.statuses.map(({ id }) => id));
  expect(calls).toEqual([]);
  library.dispose();
  marks.dispose();
});

test('while a card moves, what was counted before takes it out of no column; the columns are read once it is there', async () => {
  const { Library, LibraryBoard, LibraryMarks } = await modules();
  const gate = held('marks.setStatus');
  const { api } = apiWith(gate.before);
  const library = new Library(api);
  const marks = new LibraryMarks(api);
  await Promise.all([library.open(), marks.refresh()]);
  const board = new LibraryBoard(api, library, marks);
  await board.read();
  const row = library.row(0);
  if (row === null) throw new Error('no row');
  const standing = () =>
    board.columns?.flatMap(({ id, total, rows }) => rows.map(({ companyId }) => [id, total, companyId]));
  gate.hold();
  const moving = board.move(row, 'contacted');
  // What the screen does when counts come.
  await board.read();
  expect(standing()).toEqual([['contacted', 1, row.companyId]]);
  gate.release();
  await moving;
  // This core kept nothing of it.
  await expect.poll(standing).toEqual([]);
  library.dispose();
  marks.dispose();
});
