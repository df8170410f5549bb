import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type * as BoardModule from '../../../../renderer/features/library/board/library-board.svelte.ts';
import type * as MarksModule from '../../../../renderer/features/lists/status-and-tags.svelte.ts';
import type * as ContactMatchesModule from '../../../../renderer/features/library/contact-matches.svelte.ts';
import type * as LibraryModule from '../../../../renderer/features/library/library.svelte.ts';
import type * as ToastsModule from '../../../../renderer/session/toasts.svelte.ts';
import type * as UndoModule from '../../../../renderer/session/undo/undo.svelte.ts';
import { NO_FILTERS, toggled } from '../../../../renderer/features/library/library-filters.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { holdTasks, runTasksAtOnce } from '../../support/scheduler.ts';

const load = compiled();
beforeEach(runTasksAtOnce);

async function modules() {
  const { Library } = (await load('/renderer/features/library/library.svelte.ts')) as typeof LibraryModule;
  const { LibraryBoard } = (await load(
    '/renderer/features/library/board/library-board.svelte.ts',
  )) as typeof BoardModule;
  const { StatusesAndTags } = (await load(
    '/renderer/features/lists/status-and-tags.svelte.ts',
  )) as typeof MarksModule;
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  return { Library, LibraryBoard, StatusesAndTags, Toasts, Undo };
}

type BeforeReply = (channel: string, input: unknown) => Promise<void>;
/** Creates an API for the in-memory core. Before each reply, the API waits for `beforeReply`. */
function createTestApi(beforeReply: BeforeReply = () => Promise.resolve()): { api: Api; calls: string[] } {
  const { port } = createFixture(STATES.account);
  const calls: string[] = [];
  const api = createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: async (channel, input) => {
      calls.push(channel);
      const reply = await port.request(channel, input);
      await beforeReply(channel, input);
      return reply;
    },
  });
  return { api, calls };
}
const textOf = (input: unknown): unknown => Reflect.get(Object(input), 'text');

test('drops a late reply to an older question', async () => {
  const { Library } = await modules();
  let release = (): void => undefined;
  const released = new Promise<void>((done) => (release = done));
  const { api } = createTestApi((channel, input) =>
    channel === 'library.find' && textOf(input) === 'g' ? released : Promise.resolve(),
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

test('shows rows before the counts, and keeps the previous counts until the latest arrive', async () => {
  const { Library } = await modules();
  const gate = createGate('library.counts');
  const { api } = createTestApi(gate.beforeReply);
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

test('counts only after a pause, and not for a text that the user has replaced by then', async () => {
  const { Library } = await modules();
  const { api, calls } = createTestApi();
  const library = new Library(api);
  const runTasks = holdTasks();
  const older = library.search({ text: 'g' });
  await expect.poll(() => library.opened?.text).toBe('g');
  const newer = library.search({ text: 'grid' });
  await expect.poll(() => library.row(0)?.name).toMatch(/grid/i);
  expect(calls).not.toContain('library.counts');
  runTasks();
  await Promise.all([older, newer]);
  expect(calls.filter((channel) => channel === 'library.counts')).toHaveLength(1);
  expect(library.counted?.total).toBe(library.opened?.total);
  library.dispose();
});

test('counts the companies that match without the filters if none match with them', async () => {
  const { Library } = await modules();
  const library = new Library(createTestApi().api);
  await library.search({ text: 'grid' });
  const total = library.opened?.total ?? 0;
  expect([total > 0, library.unfilteredTotal]).toEqual([true, null]);
  await library.search({ filters: toggled(NO_FILTERS, 'countries', 'ZZ') });
  expect([library.opened?.total, library.unfilteredTotal]).toEqual([0, total]);
  await library.search({ filters: NO_FILTERS });
  expect(library.unfilteredTotal).toBeNull();
  library.dispose();
});

test('keeps the counts without filters, so values keep their places', async () => {
  const { Library } = await modules();
  const library = new Library(createTestApi().api);
  await library.open();
  const all = library.counted?.counts;
  await library.search({ filters: toggled(NO_FILTERS, 'windows', 'closed') });
  expect(library.counted?.counts).not.toBe(all);
  expect(library.counted?.places).toBe(all);
  // When the text changes, the filter values are sorted by the new counts. When the filters change, the
  // values keep their order.
  await library.search({ text: 'grid' });
  expect(library.counted?.places).toBe(library.counted?.counts);
  await library.search({ text: '', filters: NO_FILTERS });
  expect(library.counted?.places).toBe(library.counted?.counts);
  library.dispose();
});

test('appends the companies that a contact matches once the user stops typing, and outside the total', async () => {
  const { Library } = await modules();
  // Contacts are searched after a delay. On a busy machine, the delay could end during the four searches
  // below. With fake timers, it ends only after the last search.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { api, calls } = createTestApi();
  const library = new Library(api);
  await library.open();
  // The rows are searched after each keystroke, but the contacts only once, after the last keystroke.
  for (const text of ['z', 'za', 'zap', 'zaph']) await library.search({ text });
  expect([library.opened?.total, library.rowCount, library.byContact.isPending]).toEqual([0, 0, true]);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => library.rowCount).toBe(4);
  expect(calls.filter((call) => call === 'library.contactMatches')).toHaveLength(1);
  expect([library.opened?.total, library.row(3)?.matched, library.row(4)]).toEqual([0, 'person', null]);
  expect(library.lines.headingAt(0)).toMatchObject({ kind: 'contacts', count: 4 });
  const rows = await library.rowsIn({ first: 1, end: 9 });
  expect(rows.map(({ companyId }) => companyId)).toEqual([1, 2, 3].map((at) => library.row(at)?.companyId));
  await library.selection.selectAll();
  expect(library.selection.size).toBe(4);
  // A refresh searches contacts again immediately. It keeps the rows and the active row until the results
  // arrive.
  library.active = 2;
  await library.open();
  expect([library.rowCount, library.active, library.byContact.isPending]).toEqual([4, 2, false]);
  await library.search({ text: 'gr' });
  expect([library.byContact.rows, library.byContact.isPending]).toEqual([[], false]);
  library.dispose();
});

test('shows that the contact search is paused, and resumes it later', async () => {
  const { ContactMatches } = (await load(
    '/renderer/features/library/contact-matches.svelte.ts',
  )) as typeof ContactMatchesModule;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const replies = [
    { rows: [], againAfterMs: 30_000 },
    { rows: [], againAfterMs: null },
  ];
  const asked: string[] = [];
  const matches = new ContactMatches(async (queryId) => {
    asked.push(queryId);
    return replies.shift() ?? { rows: [], againAfterMs: null };
  });
  matches.load('query-1', 'ada');
  expect([matches.isPending, matches.isPaused]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([matches.isPending, matches.isPaused]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(matches.isPaused).toBe(false);
  expect(asked).toEqual(['query-1', 'query-1']);
});

test('does not load rows twice', async () => {
  const { Library } = await modules();
  const { api, calls } = createTestApi();
  const library = new Library(api);
  await library.open();
  calls.length = 0;
  await library.loadRows({ first: 0, end: 40 });
  await library.loadRows({ first: 10, end: 60 });
  await library.loadRows({ first: 30, end: 70 });
  await library.loadRows({ first: 32, end: 72 });
  // One request is for the visible page, the other is for the next page.
  expect(calls).toEqual(['library.rows', 'library.rows']);
  expect(library.row(69)).not.toBeNull();
  library.dispose();
});

test('preloads the next page in the direction of scrolling', async () => {
  const { Library } = await modules();
  const { api } = createTestApi();
  const library = new Library(api);
  await library.open();
  await library.loadRows({ first: 100, end: 130 });
  await library.loadRows({ first: 110, end: 140 });
  expect([library.row(160)?.name, library.row(90)]).toEqual([expect.any(String), null]);
  await library.loadRows({ first: 105, end: 135 });
  expect(library.row(90)).not.toBeNull();
  // At both ends of the list, no rows beyond the end are requested.
  await library.loadRows({ first: 0, end: 30 });
  const last = (library.opened?.total ?? 0) - 1;
  await library.loadRows({ first: last - 30, end: last + 1 });
  expect([library.error, library.row(last)?.name]).toEqual([null, expect.any(String)]);
  library.dispose();
});

/** Delays one channel's replies between `hold` and `release`. */
function createGate(channel: string): { hold: () => void; release: () => void; beforeReply: BeforeReply } {
  let release = (): void => undefined;
  let gate = Promise.resolve();
  return {
    hold: () => {
      gate = new Promise((done) => (release = done));
    },
    release: () => release(),
    beforeReply: (requested) => (requested === channel ? gate : Promise.resolve()),
  };
}

test('while a page loads, remembers only the newest position to load next', async () => {
  const { Library } = await modules();
  const gate = createGate('library.rows');
  const { api, calls } = createTestApi(gate.beforeReply);
  const library = new Library(api);
  await library.open();
  calls.length = 0;
  gate.hold();
  const loading = library.loadRows({ first: 50, end: 60 });
  void library.loadRows({ first: 100, end: 110 });
  void library.loadRows({ first: 10, end: 40 });
  gate.release();
  await loading;
  expect(calls).toEqual(['library.rows']);
  expect([library.row(55), library.row(105)]).toEqual([expect.anything(), null]);
  await library.loadRows({ first: 100, end: 110 });
  expect(library.row(105)).not.toBeNull();
  library.dispose();
});

test('loads the rows of a position that was scrolled to while the list reopens', async () => {
  const { Library } = await modules();
  const gate = createGate('library.find');
  const library = new Library(createTestApi(gate.beforeReply).api);
  await library.open();
  gate.hold();
  const opening = library.open();
  void library.loadRows({ first: 100, end: 110 });
  gate.release();
  await opening;
  expect(library.row(105)).not.toBeNull();
  library.dispose();
});

test('ignores a missing page of an older list', async () => {
  const { Library } = await modules();
  let older: string | null = null;
  let release = (): void => undefined;
  const gate = new Promise<void>((done) => (release = done));
  const { api, calls } = createTestApi(async (channel, input) => {
    if (channel !== 'library.rows' || Reflect.get(Object(input), 'queryId') !== older) return;
    await gate;
    throw new AppFailure({ kind: 'not-found', what: 'query' });
  });
  const library = new Library(api);
  await library.open();
  older = library.opened?.queryId ?? null;
  const loading = library.loadRows({ first: 100, end: 110 });
  await library.search({ text: 'g' });
  const { opened } = library;
  calls.length = 0;
  release();
  await loading;
  expect([library.opened === opened, library.error, calls]).toEqual([true, null, []]);
  library.dispose();
});

test('selects rows that are not visible, up to the limit of one change', async () => {
  const { Library } = await modules();
  const library = new Library(createTestApi().api);
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

test('reports the actual order if no text is typed', async () => {
  const { Library } = await modules();
  const library = new Library(createTestApi().api);
  await library.open();
  expect([library.sort, library.opened?.sortedBy]).toEqual(['relevance', 'announced']);
  await library.search({ text: 'energy' });
  expect(library.opened?.sortedBy).toBe('relevance');
  library.dispose();
});

test('shows, undoes and redoes a change, and never uses a token of another workspace', async () => {
  const { Toasts, Undo } = await modules();
  const { api, calls } = createTestApi();
  const toasts = new Toasts('Undo', () => undefined);
  const errors: unknown[] = [];
  const undo = new Undo(api, toasts, (error) => errors.push(error));
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
  const redo = toasts.items.at(-1);
  expect(redo?.text).toBe('Undone: 1 company set to Won');
  await redo?.action?.run();
  expect(await status()).toBe('won');
  const toast = toasts.items.at(-1);
  undo.reset();
  calls.length = 0;
  await toast?.action?.run();
  expect([calls, errors]).toEqual([[], []]);
});
const queryOf = async (api: Api): Promise<string> => (await api.library.open({})).queryId;

test('undo waits for a running change and reverts that one', async () => {
  const { Toasts, Undo } = await modules();
  const { api } = createTestApi();
  const undo = new Undo(api, new Toasts('Undo', () => undefined), () => undefined);
  const { rows } = await api.library.rows({ queryId: await queryOf(api), offset: 0, limit: 1 });
  const companyIds = rows.map(({ companyId }) => companyId);
  const status = async () => (await api.marks.get({ companyId: companyIds[0] ?? '' })).status?.id;
  undo.offer('Won', (await api.marks.setStatus({ companyIds, statusId: 'won' })).undo);
  let release = (): void => undefined;
  const released = new Promise<void>((done) => (release = done));
  const change = undo.track(
    (async () => {
      const { undo: token } = await api.marks.setStatus({ companyIds, statusId: 'replied' });
      await released;
      undo.offer('Replied', token);
    })(),
  );
  const undone = undo.undoLast();
  release();
  await Promise.all([change, undone]);
  expect(await status()).toBe('won');
});

test('offers no undo if nothing changed', async () => {
  const { Toasts, Undo } = await modules();
  const toasts = new Toasts('Undo', () => undefined);
  const undo = new Undo(createTestApi().api, toasts, () => undefined);
  undo.offer('All are Won already', null);
  expect([toasts.items, toasts.notice?.action]).toEqual([[], null]);
});

test('the board begins with the companies without a status, and loads only columns with companies', async () => {
  const { Library, LibraryBoard, StatusesAndTags } = await modules();
  const { api, calls } = createTestApi();
  const library = new Library(api);
  const marks = new StatusesAndTags(api);
  await Promise.all([library.open(), marks.refresh()]);
  const board = new LibraryBoard(api, library, marks);
  calls.length = 0;
  await board.read();
  expect(board.columns?.map(({ id }) => id)).toEqual(['none', ...marks.statuses.map(({ id }) => id)]);
  expect(calls).toEqual([]);
  library.dispose();
  marks.dispose();
});

test('while a card moves, older counts do not remove it, and the columns reload afterwards', async () => {
  const { Library, LibraryBoard, StatusesAndTags } = await modules();
  const gate = createGate('marks.setStatus');
  const { api } = createTestApi(gate.beforeReply);
  const library = new Library(api);
  const marks = new StatusesAndTags(api);
  await Promise.all([library.open(), marks.refresh()]);
  const board = new LibraryBoard(api, library, marks);
  await board.read();
  const row = library.row(0);
  if (row === null) throw new Error('no row');
  const cards = () =>
    board.columns?.flatMap(({ id, total, rows }) => rows.map(({ companyId }) => [id, total, companyId]));
  gate.hold();
  const moving = board.move(row, 'contacted');
  // Reads the board again, as the screen does when new counts arrive.
  await board.read();
  expect(cards()).toEqual([['contacted', 1, row.companyId]]);
  gate.release();
  await moving;
  // The card disappears, because the in-memory core does not store the status.
  await expect.poll(cards).toEqual([]);
  library.dispose();
  marks.dispose();
});

test('reads the list and its counts again when a day begins', async () => {
  const { Library } = await modules();
  const { api, calls } = createTestApi();
  const library = new Library(api);
  await library.search({});
  library.beginDay(20_000);
  library.beginDay(20_000);
  const before = calls.length;
  library.beginDay(20_001);
  await vi.waitFor(() =>
    expect(calls.slice(before)).toEqual(expect.arrayContaining(['library.find', 'library.counts'])),
  );
  library.dispose();
});
