import { expect, test } from 'vitest';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as ListModule from '../../../../renderer/features/library/library-triage.ts';
import type * as LibraryModule from '../../../../renderer/features/library/library.svelte.ts';
import type * as SelectionModule from '../../../../renderer/features/lists/selection.svelte.ts';
import type * as TriageModule from '../../../../renderer/features/lists/triage/triage.svelte.ts';
import type * as AskModule from '../../../../renderer/features/lists/triage/snooze-request.svelte.ts';
import {
  morningOf,
  snoozeTimes,
  untilText,
  companiesText,
} from '../../../../renderer/features/lists/triage/snooze-times.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Going through a list, compiled as the app compiles it, over the core in memory. */
const load = compiled();
const DAY = 86_400_000;

async function modules() {
  // What is loaded is the module of that file.
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { Triage, triageMarks } = (await load(
    '/renderer/features/lists/triage/triage.svelte.ts',
  )) as typeof TriageModule;
  const { Selection } = (await load(
    '/renderer/features/lists/selection.svelte.ts',
  )) as typeof SelectionModule;
  const { Library } = (await load('/renderer/features/library/library.svelte.ts')) as typeof LibraryModule;
  const { libraryTriage } = (await load('/renderer/features/library/library-triage.ts')) as typeof ListModule;
  const { snoozeAsk } = (await load(
    '/renderer/features/lists/triage/snooze-request.svelte.ts',
  )) as typeof AskModule;
  return { App, Triage, triageMarks, Selection, Library, libraryTriage, snoozeAsk };
}
async function begin(leavesOut = false, refused: string | null = null) {
  const { App, Triage, triageMarks, Selection } = await modules();
  const { port } = createFixture(STATES.account);
  const refusing: Port = {
    ...port,
    request: (channel, input) =>
      channel === refused
        ? Promise.resolve({ ok: false, error: { kind: 'storage', reason: 'full' } })
        : port.request(channel, input),
  };
  const app = stubKeep(new App(createApi<typeof contract>(refusing)));
  await app.refreshWorkspace();
  const { queryId } = await app.api.library.open({});
  const { rows: known } = await app.api.library.rows({ queryId, offset: 0, limit: 5 });
  const all = known.map(({ companyId, name }) => ({ companyId, name }));
  const list = { active: 0, moves: [] as number[] };
  const marks = triageMarks(app);
  const rows = (): typeof all =>
    leavesOut ? all.filter(({ companyId }) => !marks.isAway(companyId, app.clock.nowMs)) : all;
  const selection = new Selection({
    total: () => rows().length,
    row: (at) => rows()[at] ?? null,
    rowsIn: ({ first, end }) => Promise.resolve(rows().slice(first, end)),
  });
  const triage = new Triage(app, {
    total: () => rows().length,
    row: (at) => rows()[at] ?? null,
    active: () => list.active,
    leavesOut: () => leavesOut,
    selection,
  });
  triage.attach((at) => {
    list.active = at;
    list.moves.push(at);
  });
  await triage.marks.need(all.map(({ companyId }) => companyId));
  const names = all.map(({ name }) => name);
  return { app, triage, selection, list, all, rows, names };
}

test('what is put away makes the next one come, over those that are away, and round to what was left', async () => {
  const { triage, list } = await begin();
  await triage.done();
  expect(list.active).toBe(1);
  expect(triage.progress).toEqual({ handled: 1, total: 5 });
  list.active = 2;
  await triage.snooze(Date.now() + DAY);
  expect(list.active).toBe(3);
  list.active = 1;
  await triage.done();
  expect(list.active).toBe(3);
  await triage.done();
  await triage.done();
  expect(list.active).toBe(4);
  expect(triage.progress).toEqual({ handled: 5, total: 5 });
  expect(triage.isOver).toBe(true);
});

test('pressed again before the list moved on, the key that puts away takes nothing back', async () => {
  const { app, all } = await begin();
  const { Triage } = await modules();
  let settle = (): void => undefined;
  const settled = new Promise<void>((done) => (settle = done));
  const triage = new Triage(app, {
    total: () => 5,
    row: (at) => all[at] ?? null,
    active: () => 0,
    leavesOut: () => true,
    settled: () => settled,
  });
  const first = triage.done();
  await expect.poll(() => triage.areAway).toBe(true);
  await triage.putBack();
  expect(triage.areAway).toBe(true);
  settle();
  await first;
  await triage.putBack();
  expect(triage.areAway).toBe(false);
});

test('pressed on another company meanwhile, the key puts that one away as well', async () => {
  const { app, all } = await begin();
  const { Triage } = await modules();
  let settle = (): void => undefined;
  const settled = new Promise<void>((done) => (settle = done));
  let active = 0;
  const triage = new Triage(app, {
    total: () => 5,
    row: (at) => all[at] ?? null,
    active: () => active,
    leavesOut: () => true,
    settled: () => settled,
  });
  const first = triage.done();
  await expect.poll(() => triage.areAway).toBe(true);
  active = 1;
  const second = triage.done();
  await expect.poll(() => triage.areAway).toBe(true);
  settle();
  await Promise.all([first, second]);
});

test('who was asked about is snoozed, wherever the keyboard is when the answer comes', async () => {
  const { app, triage, list, all, names } = await begin();
  const { snoozeAsk } = await modules();
  const ask = snoozeAsk(app);
  list.active = 1;
  triage.askSnooze();
  expect(ask.asked?.what).toBe(names[1]);
  list.active = 3;
  await ask.answer(Date.now() + DAY);
  expect(all.map(({ companyId }) => triage.marks.isAway(companyId, app.clock.nowMs))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});

test('a key means the selection, else the company beside the list, else the row', async () => {
  const { app, triage, selection, all, list } = await begin();
  const meant = () => triage.targets.map(({ companyId }) => companyId);
  list.active = 2;
  expect(meant()).toEqual([all[2]?.companyId]);
  app.navigation.openCompany(all[4]?.companyId ?? '');
  expect(meant()).toEqual([all[4]?.companyId]);
  app.navigation.openCompany('somebody-else');
  expect(meant()).toEqual(['somebody-else']);
  selection.toggle(0);
  selection.toggle(1);
  expect(meant()).toEqual([all[0]?.companyId, all[1]?.companyId]);
  app.navigation.closeCompany();
  selection.clear();
  list.active = -1;
  expect(meant()).toEqual([]);
  await triage.done();
  expect(triage.progress).toEqual({ handled: 0, total: 5 });
});

test('who stands beside the list is put away, and the one after it comes, wherever the keyboard is', async () => {
  const { app, triage, list, all } = await begin();
  app.navigation.openCompany(all[3]?.companyId ?? '');
  await triage.done();
  expect(list.active).toBe(4);
  app.navigation.openCompany('somebody-else');
  await triage.done();
  expect([list.active, triage.progress]).toEqual([4, { handled: 1, total: 5 }]);
});

test('several are put away as one change, the keyboard stays, and one undo brings all of them back', async () => {
  const { app, triage, selection, list } = await begin();
  await selection.all();
  expect(selection.size).toBe(5);
  await triage.done();
  expect([selection.size, list.moves]).toEqual([0, []]);
  expect(triage.isOver).toBe(true);
  await app.undo.last();
  await triage.marks.read(['x']);
  await expect.poll(() => triage.progress).toEqual({ handled: 0, total: 5 });
  expect(triage.isOver).toBe(false);
});

test('who is away is brought back by the same key', async () => {
  const { triage, list, all } = await begin();
  await triage.done();
  list.active = 0;
  expect(triage.areAway).toBe(true);
  const [first] = all;
  if (first === undefined) throw new Error('no row');
  expect(triage.markWords(first)).toBe('done');
  await triage.putBack();
  expect([triage.areAway, triage.markWords(first)]).toEqual([false, null]);
});

test('a list that leaves out what is away keeps its place, and still knows how far it is', async () => {
  const { triage, list, rows, names } = await begin(true);
  list.active = 1;
  await triage.done();
  expect(rows().map(({ name }) => name)).toEqual(names.toSpliced(1, 1));
  expect([list.active, triage.progress]).toEqual([1, { handled: 1, total: 5 }]);
  list.active = 3;
  await triage.done();
  expect(list.active).toBe(2);
  for (let left = 3; left > 0; left -= 1) await triage.done();
  expect([rows().length, triage.isOver, triage.progress?.handled]).toEqual([0, true, 5]);
  triage.restart();
  expect([triage.isOver, triage.progress]).toEqual([false, null]);
});

test('a change that was refused moves nothing and marks nobody', async () => {
  const { triage, list } = await begin(false, 'triage.setDone');
  await triage.done();
  expect([list.active, triage.progress]).toEqual([0, { handled: 0, total: 5 }]);
});

test('the library is gone through by its own counts, and only where it is short enough to be', async () => {
  const { App, Library, libraryTriage } = await modules();
  const { port } = createFixture(STATES.account);
  const app = stubKeep(new App(createApi<typeof contract>(port)));
  await app.refreshWorkspace();
  const library = app.keep('library', () => new Library(app.api));
  await library.open();
  const triage = libraryTriage(app, library);
  const { counted } = library;
  if (counted === null) throw new Error('not counted');
  const counts = { ...counted.counts, triage: { todo: 19, snoozed: 2, done: 10 } };
  library.counted = { ...counted, total: 31, counts };
  expect(triage.progress).toEqual({ handled: 12, total: 31 });
  library.counted = { ...library.counted, total: 501 };
  expect(triage.progress).toBeNull();
});

test('snoozes end on mornings to come, each once, the soonest first', () => {
  const thursday = new Date(2026, 4, 14, 21, 30).getTime();
  expect(
    snoozeTimes(thursday).map(({ id, untilMs }) => [id, localDate(untilMs), new Date(untilMs).getHours()]),
  ).toEqual([
    ['tomorrow', '2026-05-15', 8],
    ['three-days', '2026-05-17', 8],
    ['next-week', '2026-05-18', 8],
  ]);
  const friday = new Date(2026, 4, 15, 7).getTime();
  expect(snoozeTimes(friday).map(({ id }) => id)).toEqual(['tomorrow', 'next-week']);
  const sunday = new Date(2026, 4, 17, 23, 59).getTime();
  expect(snoozeTimes(sunday).map(({ id }) => id)).toEqual(['tomorrow', 'three-days']);
  for (let hour = 0; hour < 24 * 14; hour += 1) {
    const now = new Date(2026, 2, 22, hour).getTime();
    for (const { untilMs } of snoozeTimes(now)) {
      expect(untilMs).toBeGreaterThan(now);
      expect(new Date(untilMs).getHours()).toBe(8);
    }
  }
});

test('until when is said as one would say it', () => {
  const now = new Date(2026, 4, 14, 21, 30).getTime();
  const until = (day: string): string => untilText(morningOf(day), now);
  expect([until('2026-05-15'), until('2026-05-18'), until('2026-06-12')]).toEqual([
    'tomorrow',
    'Monday',
    '12 Jun',
  ]);
  expect(untilText(new Date(2026, 4, 14, 23).getTime(), now)).toBe('23:00');
  expect([companiesText(['Lumenfold']), companiesText(['a', 'b', 'c'])]).toEqual([
    'Lumenfold',
    '3 companies',
  ]);
});
