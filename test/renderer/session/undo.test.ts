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
  // `load` returns untyped modules.
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

  await undo.undoLast();
  expect(lastToast()).toMatch(/^Undone: tag made, \d/);
  await undo.undoLast();
  expect(lastToast()).toMatch(/^Undone: list removed, \d/);
  expect(await names()).toEqual(['Yesterday']);
  // Redoing adds a change to this session.
  await toasts.items.at(-1)?.action?.run();
  expect([lastToast(), await names()]).toEqual([expect.stringMatching(/^list removed, /), []]);
  await undo.undoLast();
  await undo.undoLast();
  expect(lastToast()).toMatch(/^Undone: list made, /);
  expect(await names()).toEqual([]);
  await undo.undoLast();
  expect(lastToast()).toBe('There is nothing to undo');
  expect(errors).toEqual([]);
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
  // Makes the core reject the second change's undo token, as after restoring a backup.
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
  expect(toasts.items.at(-1)?.text).toBe('There is nothing to undo');
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
  app.toasts.show('Steps hidden', { undo: () => steps.setHidden(false) });
  isFull = true;
  const shown = app.toasts.items;
  for (const { action } of shown) await action?.run();
  const reported = app.toasts.items.filter(({ kind }) => kind === 'problem');
  expect(reported).toHaveLength(2);
  isFull = false;
  for (const { action } of shown) await action?.run();
  expect([forecast.capOf('all'), steps.canResume]).toEqual([before[0].cap, false]);
  expect(app.toasts.items.filter(({ kind }) => kind === 'problem')).toHaveLength(2);
  forecast.dispose();
  steps.dispose();
});
