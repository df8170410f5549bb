import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CompanyRow } from '../../../../shared/model/company.ts';
import type { FetchedContacts } from '../../../../shared/model/plan.ts';
import type { TriageMarks } from '../../../../shared/model/triage.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as SearchModule from '../../../../renderer/features/search/search.svelte.ts';
import type * as ActionsModule from '../../../../renderer/features/today/today-actions.ts';
import type * as CommandsModule from '../../../../renderer/features/today/today-commands.ts';
import type * as TriageCommandsModule from '../../../../renderer/features/lists/triage/triage-commands.ts';
import type * as TargetsModule from '../../../../renderer/features/lists/triage/triage-targets.ts';
import type { DayPlan } from '../../../../renderer/features/today/day-plan.svelte.ts';
import type * as TodayModule from '../../../../renderer/features/today/today.svelte.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests how the list on Today changes while the user works through it. */
const load = compiled();
const TASK: Task = {
  id: '1',
  companyId: 'c',
  companyName: 'C',
  title: 'Call',
  dueOn: null,
  dueTime: null,
  snoozedUntil: null,
  createdAtMs: 0,
  doneAtMs: null,
  followUp: null,
};

/** Opens Today with two companies that have news and three whose contact window closes soon. */
async function openToday() {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { Today, todayTriage } = (await load(
    '/renderer/features/today/today.svelte.ts',
  )) as typeof TodayModule;
  const { port: fixture } = createFixture(STATES.account);
  /** The data that the core returns. */
  const core = {
    news: [] as CompanyRow[],
    closing: [] as CompanyRow[],
    fetched: [] as FetchedContacts[],
    handled: [] as TriageMarks,
    contacted: [] as string[],
    /** The marks of the companies in `news`; null to use the marks that the fixture has stored. */
    newsMarks: null as TriageMarks | null,
    tasks: [] as Task[],
    today: '2026-06-10',
    setDone: (): Promise<unknown> => Promise.resolve({ undo: null, changed: 0 }),
  };
  const marksOf = async (companies: readonly CompanyRow[]) =>
    companies.length === 0
      ? { marks: [] }
      : app.api.triage.of({ companyIds: companies.map(({ companyId }) => companyId) });
  const replies: Readonly<Record<string, () => Promise<unknown>>> = {
    'signals.open': async () => ({
      queryId: 'signals',
      total: core.news.length,
      allTotal: core.news.length,
      unseen: core.news.length,
      today: 0,
      rows: core.news.map((company) => ({ id: company.companyId, company, atMs: 1, sources: ['search'] })),
      ...(core.newsMarks === null ? await marksOf(core.news) : { marks: core.newsMarks }),
    }),
    'plan.closing': async () => ({
      rows: core.closing,
      total: core.closing.length,
      fetched: core.fetched,
      ...(await marksOf(core.closing)),
      news: [],
      handled: core.handled,
      contacted: core.contacted,
    }),
    'tasks.setDone': () => core.setDone(),
    'tasks.due': () => Promise.resolve({ tasks: core.tasks, total: core.tasks.length, today: core.today }),
  };
  const port: Port = {
    ...fixture,
    request: (channel, input) => {
      const reply = replies[channel];
      return reply === undefined
        ? fixture.request(channel, input)
        : reply().then((value) => ({ ok: true, value }));
    },
  };
  const app = stubKeep(new App(createApi<typeof contract>(port)));
  await app.refreshWorkspace();
  const { queryId } = await app.api.library.open({});
  const { rows } = await app.api.library.rows({ queryId, offset: 0, limit: 5 });
  core.news = rows.slice(0, 2);
  core.closing = rows.slice(2);
  const today = new Today(app);
  await today.refresh();
  const triage = todayTriage(app, today);
  /**
   * Makes a company active, as the list does. If a company is open, also opens the newly active company in
   * its place.
   */
  triage.attach((at) => {
    today.active = today.lineOf(at);
    const company = today.companies[at];
    if (company === undefined) app.navigation.closeCompany();
    if (app.navigation.companyId !== null && company !== undefined)
      app.navigation.openCompany(company.row.companyId);
  });
  const counts = (): string[] =>
    today.lines.flatMap((line) => (line.kind === 'heading' ? [`${line.section} ${line.count}`] : []));
  return { app, core, today, triage, rows, counts };
}

test('counts the companies that are left in each section after triage', async () => {
  const { today, triage, counts } = await openToday();
  expect(counts()).toEqual(['news 2', 'closing 3']);
  today.active = today.lineOf(0);
  await triage.done();
  await triage.done();
  expect(counts()).toEqual(['closing 3']);
  await triage.snooze(Date.now() + 86_400_000);
  expect(counts()).toEqual(['closing 2']);
});

test('counts companies that were done as handled, but none that left the list otherwise, until the next day', async () => {
  const { app, core, today, triage, rows } = await openToday();
  expect(triage.progress).toEqual({ handled: 0, saved: 0, total: 5 });
  today.active = today.lineOf(0);
  await triage.done();
  expect([triage.progress, triage.progressText]).toEqual([
    { handled: 1, saved: 0, total: 5 },
    '4 of 5 companies left to handle',
  ]);
  // Removes a company from Today without marking it as done, as an import of customers may do. This company
  // does not count as handled.
  core.closing = core.closing.slice(1);
  await today.refresh();
  expect(triage.progress).toEqual({ handled: 1, saved: 0, total: 4 });
  // A company that is not on Today's list does not count as handled.
  app.navigation.openCompany('other-company');
  await triage.done();
  expect(triage.progress).toEqual({ handled: 1, saved: 0, total: 4 });
  core.today = '2026-06-11';
  core.news = rows.slice(1, 2);
  await today.refresh();
  expect(triage.progress).toEqual({ handled: 0, saved: 0, total: 3 });
});

test('the list depends on the time only while a company is snoozed', async () => {
  const { today, triage } = await openToday();
  const ids = today.companies.map(({ row }) => row.companyId);
  let reads = 0;
  const clock = {
    get nowMs() {
      reads += 1;
      return Date.now();
    },
  };
  const handled = () => ids.map((id) => triage.marks.isHandled(id, clock));
  expect([handled(), reads]).toEqual([[false, false, false, false, false], 0]);
  today.active = today.lineOf(0);
  await triage.done();
  expect([handled(), reads]).toEqual([[true, false, false, false, false], 0]);
  await triage.snooze(Date.now() + 86_400_000);
  expect([handled(), reads]).toEqual([[true, true, false, false, false], 1]);
});

test('counts done, snoozed and contacted companies as handled, each company once', async () => {
  const { core, today, triage, rows } = await openToday();
  const [first, second, ready] = rows;
  if (ready === undefined || first === undefined || second === undefined)
    throw new Error('too few companies');
  core.news = [first, second];
  core.closing = [ready];
  core.fetched = [{ companyId: ready.companyId, fetchedAtMs: 0, isEmpty: false, isContacted: true }];
  await today.refresh();
  expect([triage.progress, triage.partsText, triage.today?.left]).toEqual([
    { handled: 1, saved: 0, total: 3 },
    '1 contacted',
    2,
  ]);
  today.active = today.lineOf(0);
  await triage.done();
  await triage.snooze(Date.now() + 86_400_000);
  // Nothing is left to handle, although the contacted company is neither done nor snoozed.
  expect([triage.progress, triage.partsText, triage.today?.contacted, triage.isFinished]).toEqual([
    { handled: 3, saved: 0, total: 3 },
    '1 done, 1 snoozed, 1 contacted',
    1,
    true,
  ]);
  const { render } = await load('svelte/server');
  const htmlOf = async (name: string, show: (() => void) | null = null): Promise<string> => {
    const { default: component } = await load(`/renderer/features/lists/triage/${name}.svelte`);
    return z.object({ body: z.string() }).parse({ body: render(component, { props: { triage, show } }).body })
      .body;
  };
  const textOf = async (name: string): Promise<string> => (await htmlOf(name)).replaceAll(/<[^>]*>/g, '');
  expect(await textOf('TriageDone')).toContain('1 done and 1 snoozed. Also 1 contacted.');
  expect(await textOf('TriageProgress')).toMatch(/3 of 3 handled.*: 1 done, 1 snoozed, 1 contacted/);
  // Today hides done and snoozed companies, so it links to them.
  const linked = await htmlOf('TriageProgress', () => undefined);
  expect(linked).toMatch(
    /<button[^>]*title="Show all companies in your library that are marked as done"[^>]*>1 done</,
  );
  expect(linked).toMatch(
    /<button[^>]*title="Show all companies in your library that are snoozed"[^>]*>1 snoozed</,
  );
  expect(await htmlOf('TriageProgress')).not.toContain('Show all');
  expect(await htmlOf('TriageDone', () => undefined)).toContain('Show snoozed companies');
  expect(await htmlOf('TriageDone')).not.toContain('Show snoozed companies');
  // The contacted company still counts as contacted after it is marked as done, and after a reload.
  today.active = today.lineOf(0);
  await triage.done();
  expect(await textOf('TriageProgress')).toMatch(/3 of 3 handled.*: 2 done, 1 snoozed/);
  [core.closing, core.fetched, core.contacted] = [[], [], [ready.companyId]];
  await today.refresh();
  expect([triage.partsText, triage.today?.contacted]).toEqual(['2 done, 1 snoozed', 1]);
});

test('says after a save that the company stays on Today, and counts signals that are not listed', async () => {
  const { triageTargetsOf } = (await load(
    '/renderer/features/lists/triage/triage-targets.ts',
  )) as typeof TargetsModule;
  const { app, core, today, triage, rows } = await openToday();
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw new Error('too few companies');
  const note = (companyId: string) => triageTargetsOf(app).savedNote(companyId);
  expect([note(first.companyId), note('on-no-list')]).toEqual([
    'The company stays on Today until you mark it as done.',
    null,
  ]);
  app.undo.offer('A saved to B', 'token', undefined, note(first.companyId));
  expect(app.toasts.items.at(-1)?.text).toBe(
    'A saved to B. The company stays on Today until you mark it as done.',
  );
  expect(today.otherUnseen).toEqual([]);
  today.active = today.lineOf(0);
  await triage.done();
  // A handled company's signal is still unseen, so the button that marks all signals as seen counts it too.
  expect([today.unseen, today.otherUnseen, note(first.companyId)]).toEqual([
    2,
    ['1 more from a company you’ve handled'],
    null,
  ]);
  core.closing = [];
  await today.refresh();
  expect(
    today.lines.map((line) => (line.kind === 'heading' ? [line.section, line.count] : line.kind)),
  ).toEqual([['news', 1], 'company']);
});

test('remembers after a reload what was handled today, but not what was handled before', async () => {
  const { app, core, today, triage, rows } = await openToday();
  const [done] = rows;
  if (done === undefined) throw new Error('too few companies');
  const companyIds = [done.companyId];
  await app.api.triage.setDone({ companyIds });
  const { marks } = await app.api.triage.of({ companyIds });
  const mark = marks[0]?.mark;
  if (mark === undefined) throw new Error('not marked');
  [core.news, core.closing] = [[done], []];
  core.handled = [
    { companyId: 'closing-done', mark },
    {
      companyId: 'closing-snoozed',
      mark: { state: 'snoozed', setAtMs: mark.setAtMs, untilMs: mark.setAtMs * 2 },
    },
  ];
  await today.refresh();
  expect([today.lines, triage.isFinished, triage.partsText]).toEqual([[], true, '2 done, 1 snoozed']);
  // The company was handled yesterday, but its signal was never marked as seen. Such a signal is not part of
  // today's work.
  const yesterday = { ...mark, setAtMs: mark.setAtMs - 86_400_000 };
  core.handled = [];
  core.today = '2026-06-11';
  core.newsMarks = [{ companyId: done.companyId, mark: yesterday }];
  await today.refresh();
  expect([triage.isFinished, triage.progress]).toEqual([false, null]);
});

test('a day has started once a company was handled or contacted, also while a filter by fit hides it', async () => {
  const { core, today, triage, rows } = await openToday();
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw new Error('too few companies');
  core.news = [{ ...first, fit: 80 }];
  core.closing = [{ ...second, fit: 50 }];
  await today.refresh();
  expect(today.hasStarted).toBe(false);
  today.active = today.lineOf(0);
  await triage.done();
  expect(today.hasStarted).toBe(true);
  triage.marks.apply([first.companyId], null);
  expect(today.hasStarted).toBe(false);
  core.fetched = [{ companyId: second.companyId, fetchedAtMs: 0, isEmpty: false, isContacted: true }];
  await today.refresh();
  today.fitRange = 'high';
  expect(today.hasStarted).toBe(true);
});

test('a filter by fit hides companies, which count neither as handled nor as left', async () => {
  const { core, today, triage, rows, counts } = await openToday();
  const withFits = rows.map((row, at) => ({ ...row, fit: at < 3 ? 80 : 50 }));
  core.news = withFits.slice(0, 2);
  core.closing = withFits.slice(2);
  await today.refresh();
  expect(today.fits).toEqual({ high: 3, medium: 2, low: 0, none: 0 });
  today.fitRange = 'high';
  expect([counts(), triage.progress]).toEqual([['news 2', 'closing 1'], { handled: 0, saved: 0, total: 3 }]);
  today.active = today.lineOf(0);
  await triage.done();
  expect([counts(), triage.progress]).toEqual([['news 1', 'closing 1'], { handled: 1, saved: 0, total: 3 }]);
  // After the filter is removed, the companies that it had hidden count as remaining again.
  await today.refresh();
  today.fitRange = null;
  expect([counts(), triage.progress]).toEqual([['news 1', 'closing 3'], { handled: 1, saved: 0, total: 5 }]);
});

test('the filter by fit is offered only with a market, and an empty list offers to show all again', async () => {
  const { app, core, rows } = await openToday();
  const { todayOf } = (await load('/renderer/features/today/today.svelte.ts')) as typeof TodayModule;
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/today/Today.svelte');
  const today = todayOf(app);
  const renderHtml = async (fit: number | undefined): Promise<string> => {
    const withFit = rows.map(({ fit: _, ...row }) => (fit === undefined ? row : { ...row, fit }));
    [core.news, core.closing] = [withFit.slice(0, 2), withFit.slice(2)];
    await today.refresh();
    return z.object({ body: z.string() }).parse({ body: render(component, { props: { app } }).body }).body;
  };
  expect(await renderHtml(undefined)).not.toContain('Filter the list by fit');
  expect(await renderHtml(80)).toContain('aria-label="Filter the list by fit"');
  today.fitRange = 'low';
  const html = await renderHtml(80);
  expect(html).toContain('aria-label="Filter the list by fit, 1 filter active"');
  expect(html).toContain('No companies have this fit.');
  expect(html).toContain('Show all companies');
});

test('a company with fetched contacts is ready to write to, leaves when done, and returns when undone', async () => {
  const { app, core, today, triage, rows, counts } = await openToday();
  const [next, , fetched] = rows;
  if (fetched === undefined || next === undefined) throw new Error('too few companies');
  today.active = today.lineOf(2);
  app.navigation.openCompany(fetched.companyId);
  core.fetched = [{ companyId: fetched.companyId, fetchedAtMs: 0, isEmpty: false, isContacted: false }];
  await today.refresh();
  const activeId = () => today.companies[today.activeCompany]?.row.companyId;
  const fetchedIds = () =>
    today.companies.flatMap(({ row, contacts }) => (contacts === 'fetched' ? [row.companyId] : []));
  expect([activeId(), fetchedIds()]).toEqual([fetched.companyId, [fetched.companyId]]);
  expect([counts(), triage.progress]).toEqual([
    ['ready 1', 'news 2', 'closing 2'],
    { handled: 0, saved: 0, total: 5 },
  ]);
  await triage.done();
  expect(app.toasts.items.at(-1)?.text).toBe(`${fetched.name} marked as done`);
  expect([activeId(), app.navigation.companyId]).toEqual([next.companyId, next.companyId]);
  // The company is done now, so the core no longer returns it.
  const [closing, contacts] = [core.closing, core.fetched];
  core.closing = closing.slice(1);
  core.fetched = [];
  await today.refresh();
  expect([counts(), triage.progress]).toEqual([['news 2', 'closing 2'], { handled: 1, saved: 0, total: 5 }]);
  await app.undo.undoLast();
  core.closing = closing;
  core.fetched = contacts;
  await today.refresh();
  const [first, second, , ...others] = rows;
  expect(today.companies.map(({ row }) => row.companyId)).toEqual(
    [fetched, first, second, ...others].map((row) => row?.companyId),
  );
  expect([counts(), triage.progress]).toEqual([
    ['ready 1', 'news 2', 'closing 2'],
    { handled: 0, saved: 0, total: 5 },
  ]);
});

test('names a company that left the list, and returns to the active row after it is done', async () => {
  const { app, core, today, triage, rows } = await openToday();
  const [seen, next] = rows;
  if (seen === undefined || next === undefined) throw new Error('too few companies');
  today.active = today.lineOf(0);
  app.navigation.openCompany(seen.companyId);
  core.news = core.news.slice(1);
  await today.refresh();
  expect(today.companies.map(({ row }) => row.companyId)).not.toContain(seen.companyId);
  await triage.done();
  expect(app.toasts.items.at(-1)?.text).toBe(`${seen.name} marked as done`);
  expect(app.navigation.companyId).toBe(next.companyId);
});

test('makes the row of a company active that was opened from elsewhere, but not instead of its task', async () => {
  const { core, today, rows } = await openToday();
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw new Error('too few companies');
  today.activateCompany(second.companyId);
  expect(today.activeCompany).toBe(1);
  today.activateCompany('other-company');
  expect(today.activeCompany).toBe(1);
  core.tasks = [{ ...TASK, companyId: first.companyId, companyName: first.name }];
  await today.refresh();
  today.active = today.lines.length - 1;
  today.activateCompany(first.companyId);
  expect(today.activeTask?.companyId).toBe(first.companyId);
});

test('each quick press on a task completes the next one, and the open company follows', async () => {
  const { finishTask } = (await load('/renderer/features/today/today-actions.ts')) as typeof ActionsModule;
  const { app, core, today, rows } = await openToday();
  const [first, second, third] = rows;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('too few companies');
  core.news = [];
  core.closing = [];
  const tasks = [first, second, third].map(({ companyId, name }, at) => ({
    ...TASK,
    id: String(at + 1),
    companyId,
    companyName: name,
    title: `Call ${at + 1}`,
  }));
  core.tasks = tasks;
  await today.refresh();
  const shown = () => today.tasks.map(({ companyId }) => companyId);
  today.active = 1;
  app.navigation.openCompany(first.companyId);
  const press = async (): Promise<boolean> => {
    const { activeTask } = today;
    if (activeTask === null) throw new Error('no task is active');
    return finishTask(app, today, activeTask);
  };
  core.setDone = () => Promise.resolve({ undo: 'token', changed: 1 });
  const presses = [press(), press()];
  expect(shown()).toEqual([third.companyId]);
  expect([today.activeTask?.companyId, app.navigation.companyId]).toEqual([third.companyId, third.companyId]);
  core.tasks = tasks.slice(2);
  expect(await Promise.all(presses)).toEqual([true, true]);
  expect(shown()).toEqual([third.companyId]);
  expect(app.toasts.items.at(-1)?.text).toBe('Task done: Call 2');
  // The core lists the second task again, as it would after an undo. Today must show it again.
  core.tasks = tasks.slice(1);
  await today.refresh();
  expect(shown()).toEqual([second.companyId, third.companyId]);
});

test('closes the open company with the last row, so another press does not reopen it', async () => {
  const { finishTask } = (await load('/renderer/features/today/today-actions.ts')) as typeof ActionsModule;
  const { app, core, today } = await openToday();
  [core.news, core.closing, core.tasks] = [[], [], [TASK]];
  await today.refresh();
  today.active = 1;
  app.navigation.openCompany(TASK.companyId);
  core.tasks = [];
  expect(await finishTask(app, today, TASK)).toBe(true);
  expect(app.navigation.companyId).toBeNull();
});

test('a task that could not be completed is shown again', async () => {
  const { finishTask } = (await load('/renderer/features/today/today-actions.ts')) as typeof ActionsModule;
  const { app, core, today } = await openToday();
  core.tasks = [TASK];
  core.setDone = () => Promise.reject(new Error('disk full'));
  await today.refresh();
  const press = finishTask(app, today, TASK);
  expect(today.tasks).toEqual([]);
  expect(await press).toBe(false);
  expect(today.tasks).toHaveLength(1);
});

test('a rhythm of E stops after the last company, and J continues with the tasks', async () => {
  const { app, core, today, triage, rows } = await openToday();
  const [first, second, contacted] = rows;
  if (first === undefined || second === undefined || contacted === undefined)
    throw new Error('too few companies');
  core.news = [first];
  core.closing = [contacted];
  core.fetched = [{ companyId: contacted.companyId, fetchedAtMs: 0, isEmpty: false, isContacted: true }];
  core.tasks = [{ ...TASK, companyId: second.companyId, companyName: second.name }];
  await today.refresh();
  today.active = today.lineOf(0);
  app.navigation.openCompany(first.companyId);
  await triage.done();
  // The company that was marked as done is closed. No row is active, not even the contacted company or the
  // task below it, so pressing E again changes nothing.
  expect([today.active, app.navigation.companyId, triage.isFinished]).toEqual([-1, null, true]);
  await triage.done();
  expect([today.tasks.length, today.companies.length]).toEqual([1, 1]);
  expect(today.line(today.startLine)).toMatchObject({ kind: 'task' });
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/lists/triage/TriageDone.svelte');
  const others = { followUps: 2, tasks: 1 };
  const { body } = z
    .object({ body: z.string() })
    .parse({ body: render(component, { props: { triage, others } }).body });
  expect(body).toContain('All companies are handled. Press J to go to the 2 follow-ups and the task.');
});

test('after a message is logged, the next company stays active, and J or E continues there', async () => {
  const { app, core, today, triage, rows } = await openToday();
  const [, , first, second, third] = rows;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('too few companies');
  const fetched = [first, second, third].map(({ companyId }) => ({
    companyId,
    fetchedAtMs: 0,
    isEmpty: false,
  }));
  const contact = async (...ids: readonly string[]): Promise<void> => {
    core.fetched = fetched.map((each) => ({ ...each, isContacted: ids.includes(each.companyId) }));
    await today.refresh();
    // The screen does this when its lines change.
    if (app.navigation.companyId !== null) today.activateCompany(app.navigation.companyId);
  };
  const open = (id: string): void => {
    app.navigation.openCompany(id);
    today.activateCompany(id);
  };
  core.news = [];
  await contact();
  const ready = today.companies.map(({ row }) => row.companyId);
  const [opened = '', next = '', last = ''] = ready;
  today.active = today.lineOf(0);
  open(opened);
  await contact(opened);
  expect(app.navigation.companyId).toBe(opened);
  expect(today.companies[today.activeCompany]?.row.companyId).toBe(next);
  expect(today.lineToMoveTo(1)).toBe(today.active);
  open(next);
  expect(today.lineToMoveTo(1)).toBe(today.active + 1);
  expect(today.lineToMoveTo(-1)).toBe(today.active - 1);
  await contact(opened, next);
  await triage.done();
  expect(app.navigation.companyId).toBe(last);
  // A contacted company's row still becomes active if the company is opened from elsewhere.
  today.activateCompany(last);
  today.activateCompany(opened);
  expect(today.companies[today.activeCompany]?.row.companyId).toBe(opened);
});

test('a row that leaves Today is followed only by a row of the same kind', async () => {
  const { core, today, rows } = await openToday();
  core.tasks = [TASK, { ...TASK, id: '2' }];
  await today.refresh();
  today.active = today.lines.findLastIndex(({ kind }) => kind === 'company');
  core.closing = [];
  await today.refresh();
  expect(today.companies[today.activeCompany]?.row.companyId).toBe(rows[1]?.companyId);
  core.news = [];
  await today.refresh();
  expect([today.lines.length, today.active]).toEqual([3, -1]);
  core.news = rows.slice(0, 2);
  await today.refresh();
  today.active = today.lines.length - 1;
  core.tasks = [TASK];
  await today.refresh();
  expect(today.activeTask?.id).toBe('1');
  core.tasks = [];
  await today.refresh();
  expect([today.companies.length, today.active]).toEqual([2, -1]);
});

test('keys apply to the open company, not to an active task of another one', async () => {
  const { todayCommands } = (await load(
    '/renderer/features/today/today-commands.ts',
  )) as typeof CommandsModule;
  const { app, core, today, rows } = await openToday();
  const [first] = rows;
  core.tasks = [{ ...TASK, companyId: first?.companyId ?? '' }];
  await today.refresh();
  today.active = today.lines.length - 1;
  const plan = { proposal: null } as unknown as DayPlan;
  const options = {
    approve: () => undefined,
    month: { isLoaded: true, isOffered: false },
    isSeen: () => true,
  };
  const isTaskKey = () =>
    todayCommands(app, today, plan, options)
      .find(({ id }) => id === 'today.task-done')
      ?.available?.();
  expect(isTaskKey()).toBe(true);
  app.navigation.openCompany(first?.companyId ?? '');
  expect(isTaskKey()).toBe(true);
  app.navigation.openCompany('other-company');
  expect(isTaskKey()).toBe(false);
});

test('on a task, the keys for a company apply to the company of the task', async () => {
  const { triageCommands } = (await load(
    '/renderer/features/lists/triage/triage-commands.ts',
  )) as typeof TriageCommandsModule;
  const { app, core, today, triage, rows } = await openToday();
  const [first] = rows;
  core.tasks = [{ ...TASK, companyId: first?.companyId ?? '' }];
  await today.refresh();
  const moves = {
    move: () => undefined,
    open: () => undefined,
    active: () => today.active,
    selection: null,
    chooseLists: () => undefined,
    isIdle: () => today.active < 0,
  };
  app.commands.add(triageCommands(app, triage, moves));
  today.active = today.lines.length - 1;
  expect(today.activeTask?.id).toBe('1');
  await app.commands.commandForKeys('s')?.run();
  expect(app.navigation.companyId).toBe(first?.companyId);
});

test('shows the rounds of a catch-up without changing the number of rows in the search form', async () => {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { Search } = (await load('/renderer/features/search/search.svelte.ts')) as typeof SearchModule;
  const { openCaughtUpRounds } = (await load(
    '/renderer/features/today/today-actions.ts',
  )) as typeof ActionsModule;
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  await app.refreshWorkspace();
  const search = app.stateFor('search', () => new Search(app.api));
  await expect.poll(() => search.isLoaded).toBe(true);
  search.form.clear();
  search.form.rows = '10';
  await openCaughtUpRounds(app);
  expect(search.form.stages).toEqual(['Seed', 'Series A', 'Series B']);
  expect([search.form.rows, search.set?.question.query.limit, app.navigation.screen]).toEqual([
    '10',
    25,
    'search',
  ]);
  search.dispose();
});
