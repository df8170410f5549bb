import { beforeEach, expect, test } from 'vitest';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as LibraryModule from '../../../../renderer/features/library/library.svelte.ts';
import type * as SearchModule from '../../../../renderer/features/search/search.svelte.ts';
import type * as TodayModule from '../../../../renderer/features/today/today.svelte.ts';
import type * as TriageModule from '../../../../renderer/features/lists/triage/triage.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { runTasksAtOnce } from '../../support/scheduler.ts';

/* Tests which row is active after the list changes. */
const load = compiled();
beforeEach(runTasksAtOnce);

type Rows = readonly { readonly companyId: string }[];

/** Creates an API for the in-memory core. `edit` changes its library rows, and `gate` can delay them. */
function createTestApi(edit: (rows: Rows) => Rows, gate = { open: Promise.resolve() }): Api {
  const { port } = createFixture(STATES.account);
  const edited = async (queryId: string): Promise<Rows> => {
    const all: { readonly companyId: string }[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = await port.request('library.rows', { queryId, offset, limit: PAGE });
      if (!page.ok) throw new Error('no rows');
      const { rows } = page.value as { rows: Rows };
      all.push(...rows);
      if (rows.length < PAGE) return edit(all);
    }
  };
  return createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: async (channel, input) => {
      if (channel === 'library.rows') {
        const { queryId, offset, limit } = input as { queryId: string; offset: number; limit: number };
        return { ok: true, value: { rows: (await edited(queryId)).slice(offset, offset + limit) } };
      }
      const reply = await port.request(channel, input);
      if (channel !== 'library.find' || !reply.ok) return reply;
      await gate.open;
      const value = reply.value as { queryId: string };
      return { ...reply, value: { ...value, total: (await edited(value.queryId)).length } };
    },
  });
}
const PAGE = 50;
const newRows = (rows: Rows, count: number): Rows =>
  Array.from({ length: count }, (_, at) => ({ ...rows[0], companyId: `new ${at}` }));

test('new rows above move the active row down; if its company is gone, the next one is active', async () => {
  const { Library } = (await load('/renderer/features/library/library.svelte.ts')) as typeof LibraryModule;
  let edit = (rows: Rows): Rows => rows;
  const library = new Library(createTestApi((rows) => edit(rows)));
  await library.open();
  library.active = 3;
  const activeId = library.row(3)?.companyId ?? '';
  const below = library.row(4)?.companyId;
  edit = (rows) => [...newRows(rows, 2), ...rows];
  await library.open();
  expect([library.active, library.row(library.active)?.companyId]).toEqual([5, activeId]);
  // Adds enough rows to move the active row to a page that is not loaded.
  edit = (rows) => [...newRows(rows, 70), ...rows];
  await library.open();
  expect([library.active, library.row(library.active)?.companyId]).toEqual([73, activeId]);
  edit = (rows) => rows.filter(({ companyId }) => companyId !== activeId);
  await library.open();
  expect([library.active, library.row(library.active)?.companyId]).toEqual([3, below]);
  library.dispose();
});

test('a new question starts at its first row, although keys were pressed before the reply', async () => {
  const { Library } = (await load('/renderer/features/library/library.svelte.ts')) as typeof LibraryModule;
  let edit = (rows: Rows): Rows => rows;
  const gate = { open: Promise.resolve() };
  const library = new Library(createTestApi((rows) => edit(rows), gate));
  await library.open();
  let release = (): void => undefined;
  gate.open = new Promise<void>((done) => (release = done));
  const searching = library.search({ text: '' });
  library.active = 0;
  edit = (rows) => rows.toReversed();
  release();
  await searching;
  expect(library.active).toBe(0);
  library.dispose();
});

test('sorting the results keeps the company active', async () => {
  const { Search } = (await load('/renderer/features/search/search.svelte.ts')) as typeof SearchModule;
  const search = new Search(createTestApi((rows) => rows));
  await search.load();
  search.active = 2;
  const activeId = search.sorted[2]?.companyId;
  const places = (['name', 'announced', 'amount'] as const).map((column) => {
    search.sortBy(column);
    expect(search.sorted[search.active]?.companyId).toBe(activeId);
    return search.active;
  });
  expect(new Set([2, ...places]).size).toBeGreaterThan(1);
  search.dispose();
});

test('marking a company above as done keeps the active company of Today', async () => {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { todayOf } = (await load('/renderer/features/today/today.svelte.ts')) as typeof TodayModule;
  const { triageMarks } = (await load(
    '/renderer/features/lists/triage/triage.svelte.ts',
  )) as typeof TriageModule;
  const app = stubKeep(new App(createTestApi((rows) => rows)));
  await app.refreshWorkspace();
  const today = todayOf(app);
  await today.refresh();
  const [first, second, third] = today.companies.map(({ row }) => row.companyId);
  today.active = today.lineOf(1);
  triageMarks(app).apply([first ?? ''], { state: 'done', setAtMs: app.clock.nowMs });
  expect(today.companies[today.activeCompany]?.row.companyId).toBe(second);
  // The active company is marked as done. The next company must become active.
  triageMarks(app).apply([second ?? ''], { state: 'done', setAtMs: app.clock.nowMs });
  expect(today.companies[today.activeCompany]?.row.companyId).toBe(third);
  today.dispose();
});
