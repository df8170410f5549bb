import { expect, test } from 'vitest';
import type * as AppModule from '../../../renderer/session/app.svelte.ts';
import type * as OnboardingModule from '../../../renderer/features/onboarding/first-steps.svelte.ts';
import type * as PlanModule from '../../../renderer/features/quota/quota-forecast.svelte.ts';
import type * as ToastsModule from '../../../renderer/session/toasts.svelte.ts';
import type * as UndoModule from '../../../renderer/session/undo/undo.svelte.ts';
import { createApi, type Port } from '../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../shared/contract/index.ts';
import { startTestApp } from '../../support/app/test-app.ts';
import { compiled } from '../support/compiled.ts';
import { createFixture, STATES } from '../fixture/host.ts';
import { stubKeep } from '../support/keep-state.ts';

const load = compiled();

test('reverts changes of earlier sessions, newest first, until nothing is left to undo', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  const names = async () => (await api.watchlists.list({})).watchlists.map(({ name }) => name);
  const { id } = await api.watchlists.create({ name: 'Yesterday' });
  await api.watchlists.remove({ id });
  await api.marks.createTag({ name: 'yesterday' });
  const toasts = new Toasts('Undo', () => undefined);
  const errors: unknown[] = [];
  const undo = new Undo(api, toasts, (error) => errors.push(error));
  const lastToast = () => toasts.items.at(-1)?.text;

  // This notice reports the change, so it must disappear once the change is undone.
  toasts.show('In today’s plan: 1 record for Nestford');
  await undo.undoLast();
  expect(toasts.notice).toBeNull();
  expect(lastToast()).toMatch(/^Undone: tag created, \d/);
  await undo.undoLast();
  expect(lastToast()).toMatch(/^Undone: list deleted, \d/);
  expect(await names()).toEqual(['Yesterday']);
  // A redo counts as the newest change of this session. After the deletion is redone, the next `undoLast`
  // therefore undoes it again.
  await toasts.items.at(-1)?.action?.run();
  expect([lastToast(), await names()]).toEqual([expect.stringMatching(/^Redone: list deleted, /), []]);
  await undo.undoLast();
  await undo.undoLast();
  expect(lastToast()).toMatch(/^Undone: list created, /);
  expect(await names()).toEqual([]);
  await undo.undoLast();
  expect(toasts.notice?.text).toBe('Nothing to undo');
  expect(errors).toEqual([]);
  await core.dispose();
});

test('names the company and the time of a change of an earlier session', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  // If the service has not sent a company yet, the company is shown by its id.
  for (const companyIds of [['lumenfold'], ['lumenfold', 'nestford']])
    await api.tasks.add({ companyIds, title: 'Call', dueOn: null });
  const toasts = new Toasts('Undo', () => undefined);
  const undo = new Undo(api, toasts, () => undefined);
  await undo.undoLast();
  expect(toasts.items.at(-1)?.text).toMatch(/^Undone: task added, \d/);
  await undo.undoLast();
  expect(toasts.items.at(-1)?.text).toMatch(
    /^Undone: task added \(lumenfold\), \d{1,2} [A-Z][a-z]+ \d\d:\d\d$/,
  );
  await core.dispose();
});

test('names the assistant that made a change', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  await core.api.tasks.add({ companyIds: ['lumenfold'], title: 'Call', dueOn: null });
  const { steps } = await core.api.marks.undoable({});
  const marked = steps.map((step) => ({ ...step, assistant: 'Desk Assistant' }));
  const port: Port = {
    ...core.port,
    request: (channel, input) =>
      channel === 'marks.undoable'
        ? Promise.resolve({ ok: true, value: { steps: marked } })
        : core.port.request(channel, input),
  };
  const toasts = new Toasts('Undo', () => undefined);
  await new Undo(createApi<typeof contract>(port), toasts, () => undefined).undoLast();
  expect(toasts.items.at(-1)?.text).toMatch(/^Undone: task added \(lumenfold\) by Desk Assistant, \d/);
  await core.dispose();
});

test('names the company of an undone change whose message does not', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const toasts = new Toasts('Undo', () => undefined);
  const undo = new Undo(core.api, toasts, () => undefined);
  const task = { companyIds: ['lumenfold'], title: 'Call', dueOn: null };
  // This first task is never undone. The app stores a company's name only while the company has user data,
  // and the toasts below contain the name.
  await core.api.tasks.add(task);
  const addAndUndo = async (message: string) => {
    undo.offer(message, (await core.api.tasks.add(task)).undo);
    await undo.undoLast();
    return toasts.items.at(-1)?.text;
  };
  expect(await addAndUndo('Task added: Call')).toBe('Undone: Task added: Call (lumenfold)');
  expect(await addAndUndo('Task for lumenfold added')).toBe('Undone: Task for lumenfold added');
  await core.dispose();
});

test('reverts a change that is made while older ones are loading', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  await api.marks.createTag({ name: 'older' });
  const undo = new Undo(api, new Toasts('Undo', () => undefined), () => undefined);
  const undone = undo.undoLast();
  const { id, undo: token } = await api.watchlists.create({ name: 'Newer' });
  undo.offer('list made', token);
  await undone;
  expect((await api.watchlists.list({})).watchlists.map((list) => list.id)).not.toContain(id);
  expect((await api.marks.tags({ offset: 0, limit: 5 })).tags.map(({ name }) => name)).toEqual(['older']);
  await core.dispose();
});

test('reports a change that cannot be reverted once, then continues with the one before', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { id } = await core.api.watchlists.create({ name: 'First' });
  const { undo: renamed } = await core.api.watchlists.rename({ id, name: 'Second' });
  // Replaces the second change's undo token with an invalid one. The core then rejects the undo, as it would
  // after a backup was restored.
  const marksWithoutRename = new Proxy(core.api.marks, {
    get: (marks, name: keyof Api['marks']) =>
      name === 'undo'
        ? ({ token }: { token: string }) => marks.undo({ token: token === renamed ? '999999' : token })
        : marks[name],
  });
  const api = new Proxy(core.api, {
    get: (all, name: keyof Api) => (name === 'marks' ? marksWithoutRename : all[name]),
  });
  const toasts = new Toasts('Undo', () => undefined);
  const errors: unknown[] = [];
  const undo = new Undo(api, toasts, (error) => errors.push(error));
  await undo.undoLast();
  expect(errors).toHaveLength(1);
  await undo.undoLast();
  expect(errors).toHaveLength(2);
  await undo.undoLast();
  expect(toasts.notice?.text).toBe('Nothing to undo');
  expect(errors).toHaveLength(2);
  await core.dispose();
});

test('reports a failed toast action, by button and by key', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const errors: unknown[] = [];
  const toasts = new Toasts('Undo', (error) => errors.push(error));
  const fail = () => Promise.reject(new Error('full'));
  const pressButton = () => toasts.items.at(-1)?.action?.run();
  toasts.show('changed', { undo: fail });
  await expect(pressButton()).resolves.toBeUndefined();
  toasts.show('changed', { undo: fail });
  await toasts.undoLast();
  toasts.show('changed', { action: { label: 'Show', run: fail } });
  await pressButton();
  expect(errors).toHaveLength(3);
  expect(toasts.canUndo).toBe(false);
});

test('reports caps and first steps that cannot be restored', async () => {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { QuotaForecastState } = (await load(
    '/renderer/features/quota/quota-forecast.svelte.ts',
  )) as typeof PlanModule;
  const { Onboarding } = (await load(
    '/renderer/features/onboarding/first-steps.svelte.ts',
  )) as typeof OnboardingModule;
  const { port } = createFixture(STATES.demo);
  let isFull = false;
  const portThatFills: Port = {
    ...port,
    request: (channel, input) =>
      isFull
        ? Promise.resolve({ ok: false, error: { kind: 'storage', reason: 'full' } })
        : port.request(channel, input),
  };
  const app = stubKeep(new App(createApi<typeof contract>(portThatFills)));
  await app.refreshWorkspace();
  const [forecast, steps] = [new QuotaForecastState(app.api), new Onboarding(app)];
  await forecast.load();
  const before = [{ scope: 'all', period: 'day', cap: forecast.capOf('all') }] as const;
  expect(await forecast.setCap('all', 77)).toBe(true);
  await steps.setHidden(true);
  app.toasts.show('Caps saved', { undo: () => forecast.restoreCaps(before) });
  const [caps] = app.toasts.items;
  app.toasts.show('Steps hidden', { undo: () => steps.setHidden(false) });
  const [hidden] = app.toasts.items;
  isFull = true;
  for (const shown of [caps, hidden]) {
    await shown?.action?.run();
    expect(app.toasts.items.map(({ kind }) => kind)).toEqual(['problem']);
    app.toasts.clear();
  }
  isFull = false;
  for (const shown of [caps, hidden]) await shown?.action?.run();
  expect([forecast.capOf('all'), steps.canResume]).toEqual([before[0].cap, false]);
  expect(app.toasts.items).toEqual([]);
  forecast.dispose();
  steps.dispose();
});

test('redoes an undone change, with its message, until another change is made', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  const names = async () => (await api.watchlists.list({})).watchlists.map(({ name }) => name);
  const toasts = new Toasts('Undo', () => undefined);
  const errors: unknown[] = [];
  const undo = new Undo(api, toasts, (error) => errors.push(error));
  let refreshes = 0;
  const create = async (name: string) =>
    undo.offer(`Created ${name}`, (await api.watchlists.create({ name })).undo, () => (refreshes += 1));
  await create('One');
  await create('Two');
  await undo.undoLast();
  await undo.undoLast();
  expect([await names(), refreshes]).toEqual([[], 2]);
  await undo.redoLast();
  expect([await names(), toasts.items[0]?.text, refreshes]).toEqual([['One'], 'Redone: Created One', 3]);
  await undo.redoLast();
  expect([await names(), toasts.items[0]?.text]).toEqual([['One', 'Two'], 'Redone: Created Two']);
  await undo.redoLast();
  expect(toasts.notice?.text).toBe('Nothing to redo');
  await undo.undoLast();
  expect([await names(), toasts.items[0]?.text]).toEqual([['One'], 'Undone: Created Two']);
  await create('Three');
  await undo.redoLast();
  expect((await names()).toSorted()).toEqual(['One', 'Three']);
  expect(errors).toEqual([]);
  await core.dispose();
});

test('redoes a change that was undone in an earlier session', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { undo: token } = await core.api.watchlists.create({ name: 'Yesterday' });
  await core.api.marks.undo({ token: token ?? '' });
  const toasts = new Toasts('Undo', () => undefined);
  await new Undo(core.api, toasts, () => undefined).redoLast();
  expect(toasts.items[0]?.text).toBe('Redone: list created');
  expect((await core.api.watchlists.list({})).watchlists).toHaveLength(1);
  await core.dispose();
});

test('undoes changes that are not in the journal in their order among the others, and reports a failure', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const toasts = new Toasts('Undo', () => undefined);
  const errors: unknown[] = [];
  const undo = new Undo(core.api, toasts, (error) => errors.push(error));
  const reverted: string[] = [];
  const offerOwn = (name: string): void =>
    undo.offerOwn(`Changed ${name}`, {
      undone: `Changed back ${name}`,
      revert: async () => void reverted.push(name),
    });
  offerOwn('one');
  undo.offer('Created', (await core.api.watchlists.create({ name: 'List' })).undo);
  offerOwn('two');
  await undo.undoLast();
  expect([reverted, toasts.notice?.text]).toEqual([['two'], 'Changed back two']);
  await undo.undoLast();
  expect([reverted, toasts.items[0]?.text]).toEqual([['two'], 'Undone: Created']);
  await undo.undoLast();
  expect(reverted).toEqual(['two', 'one']);
  undo.offerOwn('Declined', { undone: 'Waiting', revert: () => Promise.reject(new Error('expired')) });
  await undo.undoLast();
  expect([String(errors), toasts.notice?.text]).toEqual(['Error: expired', 'Changed back one']);
  await core.dispose();
});

test('shows one toast, only for a failure or a message with a button, and the rest in the status bar', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const toasts = new Toasts('Undo', () => undefined);
  const undone: string[] = [];
  toasts.show('Copied');
  expect([toasts.items, toasts.notice?.text]).toEqual([[], 'Copied']);
  toasts.show('Caps saved', { undo: () => void undone.push('caps') });
  const [caps] = toasts.items;
  toasts.show('No connection', { kind: 'problem' });
  expect(toasts.items.map(({ text }) => text)).toEqual(['No connection']);
  // The toast "No connection" has replaced "Caps saved". The host now reports that "Caps saved" is closed.
  toasts.close(caps?.id ?? 0);
  await toasts.undoLast();
  expect(undone).toEqual(['caps']);
  expect(toasts.items.map(({ text }) => text)).toEqual(['No connection']);
});
