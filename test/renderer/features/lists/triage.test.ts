import { beforeEach, describe, expect, test } from 'vitest';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as ListModule from '../../../../renderer/features/library/library-triage.ts';
import type * as LibraryModule from '../../../../renderer/features/library/library.svelte.ts';
import type * as SelectionModule from '../../../../renderer/features/lists/selection.svelte.ts';
import type * as CommandsModule from '../../../../renderer/features/lists/triage/triage-commands.ts';
import type * as TriageModule from '../../../../renderer/features/lists/triage/triage.svelte.ts';
import type * as PaneKeysModule from '../../../../renderer/features/company/pane-keys.ts';
import type * as StatusModule from '../../../../renderer/features/lists/triage/status-request.svelte.ts';
import type * as SnoozeModule from '../../../../renderer/features/lists/triage/snooze-request.svelte.ts';
import {
  morningOf,
  snoozeDayError,
  snoozeDayHint,
  snoozeTimes,
  untilText,
  companiesText,
} from '../../../../renderer/features/lists/triage/snooze-times.ts';
import { triage as strings } from '../../../../renderer/features/lists/triage/strings.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { matchingCommands } from '../../../../renderer/session/commands/command.ts';
import { runTasksAtOnce } from '../../support/scheduler.ts';

const load = compiled();
beforeEach(runTasksAtOnce);
const DAY = 86_400_000;

async function modules() {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { Triage, triageMarks } = (await load(
    '/renderer/features/lists/triage/triage.svelte.ts',
  )) as typeof TriageModule;
  const { Selection } = (await load(
    '/renderer/features/lists/selection.svelte.ts',
  )) as typeof SelectionModule;
  const { Library } = (await load('/renderer/features/library/library.svelte.ts')) as typeof LibraryModule;
  const { libraryTriage } = (await load('/renderer/features/library/library-triage.ts')) as typeof ListModule;
  const { snoozeRequestOf } = (await load(
    '/renderer/features/lists/triage/snooze-request.svelte.ts',
  )) as typeof SnoozeModule;
  return { App, Triage, triageMarks, Selection, Library, libraryTriage, snoozeRequestOf };
}
async function openTriage(
  hidesHandled = false,
  failingChannel: string | null = null,
  wrap: (port: Port) => Port = (port) => port,
) {
  const { App, Triage, triageMarks, Selection } = await modules();
  const { port: fixture } = createFixture(STATES.account);
  const port: Port = {
    ...fixture,
    request: (channel, input) =>
      channel === failingChannel
        ? Promise.resolve({ ok: false, error: { kind: 'storage', reason: 'full' } })
        : fixture.request(channel, input),
  };
  const app = stubKeep(new App(createApi<typeof contract>(wrap(port))));
  await app.refreshWorkspace();
  const { queryId } = await app.api.library.open({});
  const { rows: libraryRows } = await app.api.library.rows({ queryId, offset: 0, limit: 5 });
  const all = libraryRows.map(({ companyId, name }) => ({ companyId, name }));
  const list = { active: 0, moves: [] as number[] };
  const marks = triageMarks(app);
  const rows = (): typeof all =>
    hidesHandled ? all.filter(({ companyId }) => !marks.isHandled(companyId, app.clock)) : all;
  const selection = new Selection({
    total: () => rows().length,
    row: (at) => rows()[at] ?? null,
    rowsIn: ({ first, end }) => Promise.resolve(rows().slice(first, end)),
  });
  const triage = new Triage(app, {
    total: () => rows().length,
    row: (at) => rows()[at] ?? null,
    active: () => list.active,
    hidesHandled: () => hidesHandled,
    selection,
  });
  triage.attach((at) => {
    list.active = at;
    list.moves.push(at);
  });
  await triage.marks.read(all.map(({ companyId }) => companyId));
  const names = all.map(({ name }) => name);
  return { app, triage, selection, list, all, rows, names };
}

test('moves to the next company that is left, skips handled ones, and wraps around', async () => {
  const { triage, list } = await openTriage();
  await triage.done();
  expect(list.active).toBe(1);
  expect(triage.progress).toEqual({ handled: 1, saved: 0, total: 5 });
  list.active = 2;
  await triage.snooze(Date.now() + DAY);
  expect(list.active).toBe(3);
  list.active = 1;
  await triage.done();
  expect(list.active).toBe(3);
  await triage.done();
  await triage.done();
  expect(list.active).toBe(4);
  expect(triage.progress).toEqual({ handled: 5, saved: 0, total: 5 });
  expect(triage.isFinished).toBe(true);
});

test('ignores a repeated key until the list has moved on', async () => {
  const { app, all } = await openTriage();
  const { Triage } = await modules();
  let settle = (): void => undefined;
  const settled = new Promise<void>((done) => (settle = done));
  const triage = new Triage(app, {
    total: () => 5,
    row: (at) => all[at] ?? null,
    active: () => 0,
    hidesHandled: () => true,
    whenUpdated: () => settled,
  });
  const first = triage.done();
  await expect.poll(() => triage.areAllHandled).toBe(true);
  await triage.putBack();
  expect(triage.areAllHandled).toBe(true);
  settle();
  await first;
  await triage.putBack();
  expect(triage.areAllHandled).toBe(false);
});

test('marks another company as done while the first one is still being marked', async () => {
  const { app, all } = await openTriage();
  const { Triage } = await modules();
  let settle = (): void => undefined;
  const settled = new Promise<void>((done) => (settle = done));
  let active = 0;
  const triage = new Triage(app, {
    total: () => 5,
    row: (at) => all[at] ?? null,
    active: () => active,
    hidesHandled: () => true,
    whenUpdated: () => settled,
  });
  const first = triage.done();
  await expect.poll(() => triage.areAllHandled).toBe(true);
  active = 1;
  const second = triage.done();
  await expect.poll(() => triage.areAllHandled).toBe(true);
  settle();
  await Promise.all([first, second]);
});

/** Delays the requests on one channel until the test releases them. */
function holdChannel(held: string) {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    wrap: (port: Port): Port => ({
      ...port,
      request: async (channel, input) => {
        if (channel === held && !isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
        return port.request(channel, input);
      },
    }),
    /** Waits until a request is delayed, and then sends it on. */
    release: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
    },
    /** Lets all further changes through. */
    open: () => {
      isOpen = true;
    },
  };
}

for (const hidesHandled of [false, true])
  test(`applies each quick press to the next company, ${hidesHandled ? 'in a list that hides handled ones' : 'also while changes are being saved'}`, async () => {
    const hold = holdChannel('triage.setDone');
    const { app, triage, all, names } = await openTriage(hidesHandled, null, hold.wrap);
    const presses = [triage.done(), triage.done(), triage.done()];
    const handled = () => all.map(({ companyId }) => triage.marks.isHandled(companyId, app.clock));
    expect(handled()).toEqual([true, true, true, false, false]);
    expect(triage.targets.map(({ name }) => name)).toEqual([names[3]]);
    for (const _ of presses) await hold.release();
    await Promise.all(presses);
    expect(handled()).toEqual([true, true, true, false, false]);
    expect(app.toasts.items.map(({ text }) => text).at(-1)).toBe(`${names[2]} marked as done`);
    await app.undo.undoLast();
    await expect.poll(handled).toEqual([true, true, false, false, false]);
  });

test('saves quick changes one after the other, in the order of the keys', async () => {
  const sent: string[] = [];
  let isSending = false;
  const { app, triage, names } = await openTriage(false, null, (port) => ({
    ...port,
    request: async (channel, input) => {
      if (channel !== 'triage.setDone' && channel !== 'triage.snooze') return port.request(channel, input);
      expect(isSending).toBe(false);
      isSending = true;
      sent.push(channel);
      // The first change takes longest to arrive.
      await new Promise((resolve) => setTimeout(resolve, 30 - sent.length * 10));
      isSending = false;
      return port.request(channel, input);
    },
  }));
  await Promise.all([triage.done(), triage.snooze(Date.now() + DAY), triage.done()]);
  expect(sent).toEqual(['triage.setDone', 'triage.snooze', 'triage.setDone']);
  expect(app.toasts.items.at(-1)?.text).toBe(`${names[2]} marked as done`);
});

test('returns to a company whose change failed, unless the user has moved on', async () => {
  const { triage, list, names } = await openTriage(true, 'triage.setDone');
  const press = triage.done();
  expect(triage.targets.map(({ name }) => name)).toEqual([names[1]]);
  await press;
  expect([list.active, triage.targets.map(({ name }) => name)]).toEqual([0, [names[0]]]);
  const again = triage.done();
  list.active = 3;
  await again;
  expect(triage.progress).toEqual({ handled: 0, saved: 0, total: 5 });
  expect(list.active).toBe(3);
});

test('drops changes that are still waiting when another workspace is opened', async () => {
  const hold = holdChannel('triage.setDone');
  const { app, triage, all } = await openTriage(false, null, hold.wrap);
  const presses = [triage.done(), triage.done()];
  await hold.release();
  hold.open();
  await app.reloadWorkspace();
  await Promise.all(presses);
  const { marks } = await app.api.triage.of({ companyIds: all.map(({ companyId }) => companyId) });
  expect(marks.map(({ companyId }) => companyId)).toEqual([all[0]?.companyId]);
});

test('says that the running plan skips a company with requests left, and nothing without a running plan', async () => {
  let isPlanned = true;
  const item = (companyId: string | null) => ({ companyId, step: 'waiting' });
  const { app, triage, all, names } = await openTriage(false, null, (port) => ({
    ...port,
    request: (channel, input) =>
      channel === 'plan.run'
        ? Promise.resolve({
            ok: true,
            value: {
              run: { items: isPlanned ? all.slice(0, 2).map(({ companyId }) => item(companyId)) : [] },
            },
          })
        : port.request(channel, input),
  }));
  const last = () => app.toasts.items.at(-1)?.text;
  app.progress.of = () => null;
  await triage.done();
  expect(last()).toBe(`${names[0]} marked as done`);
  app.progress.of = () => ({ id: '1' }) as never;
  await triage.snooze(Date.now() + DAY);
  // Names the date of tomorrow, too.
  expect(last()?.slice((names[1] ?? '').length)).toMatch(/^ snoozed until \w{3} \d{1,2} \w{3}/);
  expect(last()).toMatch(/\. The running plan now skips this company\.$/);
  isPlanned = false;
  await triage.done();
  expect(last()).toBe(`${names[2]} marked as done`);
});

test('snoozes the company of the dialog, although another row is active by then', async () => {
  const { app, triage, list, all, names } = await openTriage();
  const { snoozeRequestOf } = await modules();
  const request = snoozeRequestOf(app);
  list.active = 1;
  await triage.openSnoozeDialog();
  expect(request.question?.companies).toBe(names[1]);
  list.active = 3;
  await request.answer(Date.now() + DAY);
  expect(all.map(({ companyId }) => triage.marks.isHandled(companyId, app.clock))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});

test('asks for the status of the active company, of the company beside the list, or of the selected ones', async () => {
  const { app, triage, selection, list, all, names } = await openTriage();
  const { openStatusDialog, statusRequestOf } = (await load(
    '/renderer/features/lists/triage/status-request.svelte.ts',
  )) as typeof StatusModule;
  const asked = async () => {
    await openStatusDialog(app, triage);
    const { question } = statusRequestOf(app);
    return [question?.companies, question?.name, question?.companyIds];
  };
  const ids = all.map(({ companyId }) => companyId);
  list.active = 1;
  expect(await asked()).toEqual([names[1], names[1], [ids[1]]]);
  expect(statusRequestOf(app).question?.statuses.map(({ name }) => name)).toContain('Contacted');
  expect(statusRequestOf(app).question?.current).toBeNull();
  const contacted = statusRequestOf(app).question?.statuses.find(({ name }) => name === 'Contacted');
  await app.api.marks.setStatus({ companyIds: [ids[1] ?? ''], statusId: contacted?.id ?? null });
  await asked();
  expect(statusRequestOf(app).question?.current).toBe(contacted?.id);
  app.navigation.openCompany('other-company');
  expect((await asked())[2]).toEqual(['other-company']);
  selection.toggle(0);
  selection.toggle(2);
  expect(await asked()).toEqual(['2 companies', null, [ids[0], ids[2]]]);
  // Several companies may have different statuses, so no status is marked as the current one.
  expect(statusRequestOf(app).question?.current).toBeUndefined();
  selection.clear();
  app.navigation.closeCompany();
  statusRequestOf(app).close();
  list.active = -1;
  await openStatusDialog(app, triage);
  expect(statusRequestOf(app).question).toBeNull();
});

test('offers each status as a command that names the companies and marks the current status', async () => {
  const { app, triage, selection, list, names } = await openTriage();
  const { statusCommands } = (await load(
    '/renderer/features/lists/triage/status-request.svelte.ts',
  )) as typeof StatusModule;
  const shown = async () =>
    (await statusCommands(app, triage)).map(({ label, detail }) => [label, detail] as const);
  list.active = 1;
  expect(await shown()).toContainEqual(['Set status to Contacted', names[1]]);
  const commands = await statusCommands(app, triage);
  // The status is set for the company that was named, even if another row is active by then.
  list.active = 0;
  await commands.find(({ label }) => label === 'Set status to Contacted')?.run();
  list.active = 1;
  expect(await shown()).toContainEqual(['Set status to Contacted', 'current status']);
  selection.toggle(0);
  selection.toggle(1);
  expect(await shown()).toContainEqual(['Set status to Contacted', '2 companies']);
  selection.clear();
  list.active = -1;
  expect(await shown()).toEqual([]);
});

test('targets the selection, else the company beside the list, else the active row', async () => {
  const { app, triage, selection, all, list } = await openTriage();
  const targetIds = () => triage.targets.map(({ companyId }) => companyId);
  list.active = 2;
  expect(targetIds()).toEqual([all[2]?.companyId]);
  app.navigation.openCompany(all[4]?.companyId ?? '');
  expect(targetIds()).toEqual([all[4]?.companyId]);
  app.navigation.openCompany('other-company');
  expect(targetIds()).toEqual(['other-company']);
  selection.toggle(0);
  selection.toggle(1);
  expect(targetIds()).toEqual([all[0]?.companyId, all[1]?.companyId]);
  app.navigation.closeCompany();
  selection.clear();
  list.active = -1;
  expect(targetIds()).toEqual([]);
  await triage.done();
  expect(triage.progress).toEqual({ handled: 0, saved: 0, total: 5 });
});

/** Registers the commands of a list without an active row, and returns a function that presses a key. */
async function withCommands(whyNotStart: string | null = null) {
  const { triageCommands } = (await load(
    '/renderer/features/lists/triage/triage-commands.ts',
  )) as typeof CommandsModule;
  const opened = await openTriage();
  const { app, triage, selection, list, all } = opened;
  list.active = -1;
  const listMenus: string[] = [];
  const moves = {
    move: (by: number) => (list.active = Math.max(0, list.active + by)),
    open: () => app.navigation.openCompany(all[list.active]?.companyId ?? ''),
    active: () => list.active,
    selection,
    chooseLists: () => void listMenus.push('opened'),
    isIdle: () => list.active < 0,
    whyNotStart: () => whyNotStart,
  };
  app.commands.add(triageCommands(app, triage, moves));
  return { ...opened, listMenus, press: async (keys: string) => app.commands.commandForKeys(keys)?.run() };
}

test('without an active row, a key only makes the first row active and says what it does next', async () => {
  for (const keys of ['e', 'h', 'v', 's', 'l', 'n', 't', 'w']) {
    const { app, triage, list, names, press } = await withCommands();
    await press(keys);
    expect([list.active, triage.progress?.handled, app.navigation.companyId]).toEqual([0, 0, null]);
    expect(app.toasts.notice?.text).toMatch(`Now on ${names[0]}. Press ${keys.toUpperCase()} again for “`);
  }
  const { app, triage, names, press } = await withCommands();
  app.commands.bindings = { singleKeys: true, changes: new Map([['triage.done', 'd']]) };
  await press('d');
  expect(app.toasts.notice?.text).toBe(`Now on ${names[0]}. Press D again for “Mark as done”.`);
  await press('d');
  expect(triage.progress?.handled).toBe(1);
});

test('W opens the active company to write a message, and the palette lists no command twice', async () => {
  const { app, list, all, press } = await withCommands();
  list.active = 1;
  const labels = matchingCommands(app.commands.all, 'save to a list').map(({ label }) => label);
  expect(labels).toEqual(['Save to a list']);
  await press('w');
  expect(app.navigation.companyId).toBe(all[1]?.companyId);
});

test('each snooze time is one command, also on a Sunday, when tomorrow is Monday', async () => {
  const { app, list } = await withCommands();
  list.active = 1;
  const offered = (nowMs: number): string[] => {
    Object.defineProperty(app.clock, 'nowMs', { value: nowMs, configurable: true });
    const commands = app.commands.all.filter(({ id }) => id.startsWith('triage.snooze.'));
    return commands.filter(({ available }) => available?.() !== false).map(({ label }) => label);
  };
  const [sunday, tuesday] = [new Date(2026, 5, 14, 12).getTime(), new Date(2026, 5, 16, 12).getTime()];
  expect(offered(sunday)).toEqual(['Snooze until tomorrow morning', 'Snooze for 3 days']);
  expect(offered(tuesday)).toHaveLength(3);
});

test('while the open company is loading, its keys wait for its commands', async () => {
  const { app, all } = await withCommands();
  const commandFor = (keys: string) => app.commands.commandForKeys(keys)?.id;
  app.navigation.openCompany(all[2]?.companyId ?? '');
  expect(['s', 'n', 't', 'w'].map(commandFor)).toEqual([
    ...['triage.save', 'triage.note', 'triage.task', 'triage.write'],
  ]);
  app.commands.add([{ id: 'company.save', label: 'Save', shortcut: 's', run: () => undefined }]);
  expect(['s', 'n'].map(commandFor)).toEqual(['company.save', undefined]);
});

test('without an active row, X selects the first row and Enter opens it', async () => {
  const { list, selection, all, press } = await withCommands();
  await press('x');
  expect([list.active, selection.ids]).toEqual([0, [all[0]?.companyId]]);
  const other = await withCommands();
  await other.press('Enter');
  expect([other.list.active, other.app.navigation.companyId]).toEqual([0, other.all[0]?.companyId]);
});

describe('while companies are selected', () => {
  /** Opens a third company after two were selected, and registers that company's commands last. */
  async function withOpenCompany() {
    const opened = await withCommands();
    const { app, selection, all } = opened;
    const ran: string[] = [];
    selection.toggle(0);
    selection.toggle(1);
    app.navigation.openCompany(all[2]?.companyId ?? '');
    const companyCommand = (id: string, shortcut: string) => ({
      id,
      label: id,
      shortcut,
      run: () => void ran.push(`${id} ${app.navigation.companyId ?? ''}`),
    });
    app.commands.add([
      companyCommand('company.save', 's'),
      companyCommand('company.lists', 'l'),
      companyCommand('company.note', 'n'),
      companyCommand('company.profile', 'p'),
      companyCommand('company.people', 'f c'),
      companyCommand('company.copy', 'c'),
    ]);
    return { ...opened, ran };
  }
  const paneKeysOf = async () =>
    ((await load('/renderer/features/company/pane-keys.ts')) as typeof PaneKeysModule).paneKeys;

  test('the keys for lists apply to them, even if another company is open', async () => {
    const { ran, listMenus, press } = await withOpenCompany();
    await press('s');
    await press('l');
    expect([listMenus, ran]).toEqual([['opened', 'opened'], []]);
  });

  test('the key for a note writes the note of the open company, or says that it needs a single company', async () => {
    const { app, all, selection, ran, press } = await withOpenCompany();
    await press('n');
    expect([ran, selection.size]).toEqual([[`company.note ${all[2]?.companyId ?? ''}`], 2]);
    app.navigation.closeCompany();
    await press('n');
    expect(app.toasts.notice?.text).toBe(strings.onlyOne.note);
    expect(ran).toHaveLength(1);
  });

  test('the keys for paid data do not pay', async () => {
    const { app, ran, press } = await withOpenCompany();
    await press('p');
    expect(app.toasts.notice?.text).toBe(strings.onlyOne.profile);
    await press('f c');
    expect(app.toasts.notice?.text).toBe(strings.onlyOne.people);
    expect(ran).toEqual([]);
  });

  test('the key for a note opens the only selected company, then writes its note', async () => {
    const { app, all, selection, ran, press } = await withOpenCompany();
    selection.toggle(1);
    app.navigation.closeCompany();
    const id = all[0]?.companyId ?? '';
    await press('n');
    expect([app.navigation.companyId, selection.ids, ran]).toEqual([id, [id], []]);
    await press('n');
    expect(ran).toEqual([`company.note ${id}`]);
  });

  test('the keys for paid data fetch it only if the open company is the only selected one', async () => {
    const { app, all, selection, ran, press } = await withOpenCompany();
    selection.toggle(1);
    const id = all[0]?.companyId ?? '';
    await press('p');
    await press('f c');
    expect(ran).toEqual([]);
    app.navigation.openCompany(id);
    await press('p');
    await press('f c');
    expect(ran).toEqual([`company.profile ${id}`, `company.people ${id}`]);
  });

  test('an open company shows only the keys that still apply to it', async () => {
    const { app, selection } = await withOpenCompany();
    const paneKeys = await paneKeysOf();
    const shown = (full = false) =>
      ['s', 'n', 'p', 'f c', 'e', 'h', 'Escape', 'c'].map((keys) => paneKeys(app, full, keys));
    expect(shown()).toEqual([null, 'n', null, null, null, null, null, 'c']);
    // At full size, the company covers the list.
    expect(shown(true)).toEqual(['s', 'n', 'p', 'f c', 'e', 'h', 'Escape', 'c']);
    selection.clear();
    expect(shown()).toEqual(['s', 'n', 'p', 'f c', 'e', 'h', 'Escape', 'c']);
  });
});

test('a key does not make a row active after the last company of Today', async () => {
  const { app, list, press } = await withCommands('Companies done.');
  await press('e');
  expect([list.active, app.toasts.notice?.text]).toEqual([-1, 'Companies done.']);
});

test('marks the company beside the list as done, and moves to the one after it', async () => {
  const { app, triage, list, all } = await openTriage();
  app.navigation.openCompany(all[3]?.companyId ?? '');
  await triage.done();
  expect(list.active).toBe(4);
  app.navigation.openCompany('other-company');
  await triage.done();
  expect([list.active, triage.progress]).toEqual([4, { handled: 1, saved: 0, total: 5 }]);
});

test('marks a selection as one change with one undo, and returns the focus to the active row', async () => {
  const { app, triage, selection, list } = await openTriage();
  await selection.selectAll();
  expect(selection.size).toBe(5);
  list.active = 2;
  await triage.done();
  expect([selection.size, list.moves]).toEqual([0, [2]]);
  expect(triage.isFinished).toBe(true);
  await app.undo.undoLast();
  await triage.marks.read(['x']);
  await expect.poll(() => triage.progress).toEqual({ handled: 0, saved: 0, total: 5 });
  expect(triage.isFinished).toBe(false);
});

test('puts a handled company back with the same key', async () => {
  const { triage, list, all } = await openTriage();
  await triage.done();
  list.active = 0;
  expect(triage.areAllHandled).toBe(true);
  const [first] = all;
  if (first === undefined) throw new Error('no row');
  expect(triage.markText(first)).toBe('done');
  await triage.putBack();
  expect([triage.areAllHandled, triage.markText(first)]).toEqual([false, null]);
});

test('a list that hides handled companies keeps its position and counts them', async () => {
  const { triage, list, rows, names } = await openTriage(true);
  list.active = 1;
  await triage.done();
  expect(rows().map(({ name }) => name)).toEqual(names.toSpliced(1, 1));
  expect([list.active, triage.progress]).toEqual([1, { handled: 1, saved: 0, total: 5 }]);
  list.active = 3;
  await triage.done();
  expect(list.active).toBe(2);
  for (let left = 3; left > 0; left -= 1) await triage.done();
  expect([rows().length, triage.isFinished, triage.progress?.handled]).toEqual([0, true, 5]);
  triage.restart();
  expect([triage.isFinished, triage.progress]).toEqual([false, null]);
});

test('a failed change does not move or mark anything', async () => {
  const { triage, list } = await openTriage(false, 'triage.setDone');
  await triage.done();
  expect([list.active, triage.progress]).toEqual([0, { handled: 0, saved: 0, total: 5 }]);
});

test('shows progress in the library by its own counts, unless the list is too long', async () => {
  const { App, Library, libraryTriage } = await modules();
  const { port } = createFixture(STATES.account);
  const app = stubKeep(new App(createApi<typeof contract>(port)));
  await app.refreshWorkspace();
  const library = app.stateFor('library', () => new Library(app.api));
  await library.open();
  const triage = libraryTriage(app, library);
  const { counted } = library;
  if (counted === null) throw new Error('not counted');
  const counts = { ...counted.counts, triage: { todo: 19, snoozed: 2, done: 10 } };
  library.counted = { ...counted, total: 31, counts };
  expect(triage.progress).toEqual({ handled: 12, saved: 0, total: 31 });
  library.counted = { ...library.counted, total: 501 };
  expect(triage.progress).toBeNull();
});

test('offers future mornings as snooze times, soonest first, without duplicates', () => {
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
  expect([sunday, thursday].map((atMs) => snoozeTimes(atMs)[0]?.label)).toEqual([
    'Tomorrow morning (next week)',
    'Tomorrow morning',
  ]);
  for (let hour = 0; hour < 24 * 14; hour += 1) {
    const now = new Date(2026, 2, 22, hour).getTime();
    for (const { untilMs } of snoozeTimes(now)) {
      expect(untilMs).toBeGreaterThan(now);
      expect(new Date(untilMs).getHours()).toBe(8);
    }
  }
});

test('names the end of a snooze by its date, unless it is today or tomorrow', () => {
  const now = new Date(2026, 4, 14, 21, 30).getTime();
  const until = (day: string): string => untilText(morningOf(day), now);
  // Today, 14 May, is a Thursday. The text for Thursday 21 May must contain the date, because `Thu` could be
  // mistaken for today.
  expect([until('2026-05-15'), until('2026-05-18'), until('2026-05-21'), until('2026-06-12')]).toEqual([
    'tomorrow',
    'Mon 18 May',
    'Thu 21 May',
    'Fri 12 Jun',
  ]);
  expect(untilText(new Date(2026, 4, 14, 23).getTime(), now)).toBe('23:00');
  expect([companiesText(['Lumenfold']), companiesText(['a', 'b', 'c'])]).toEqual([
    'Lumenfold',
    '3 companies',
  ]);
});

test('shows the end of a snooze beside the typed day', () => {
  const now = new Date(2026, 4, 14, 9).getTime();
  expect(snoozeDayHint(' 2026-05-22', now)).toBe('Until Fri 22 May, 08:00');
  for (const day of ['', 'next fri', '2026-05-14', '2028-01-01'])
    expect(snoozeDayHint(day, now)).toBe('Until 08:00 on that day');
});

test('a typed day of a snooze must be a date after today, within a year', () => {
  const now = new Date(2026, 4, 14, 9).getTime();
  for (const day of ['2026-05-15', ' 2027-05-14 ']) expect(snoozeDayError(day, now)).toBeNull();
  for (const day of ['2026-05-14', '2020-01-01', '2027-05-15'])
    expect(snoozeDayError(day, now)).toBe('Choose a day between tomorrow and a year from now.');
  for (const day of ['', '2026-5-15', '2026-06-31', 'tomorrow'])
    expect(snoozeDayError(day, now)).toBe('Enter a date, or a day such as “Friday” or “in 3 days”.');
});

test('the visible progress adds up: saved companies are counted apart, as in its tooltip', () => {
  const parts = strings.parts({ done: 2, snoozed: 1 });
  const visible = `${strings.progress(3, 9)}: ${parts}${strings.andSaved(3)}`;
  expect(visible).toBe('3 of 9 handled: 2 done, 1 snoozed. 3 saved to a list');
  expect(strings.progressSaved(3, 9)).toBe('3 of 9 saved to a list');
  expect(strings.progressText({ handled: 3, saved: 3, total: 9 }, parts)).toBe(
    visible.replace('3 of 9', '3 of 9 companies'),
  );
});
