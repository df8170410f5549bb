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
import { keepPlainly } from '../support/keep-state.ts';

const load = compiled();

test('z takes back what an earlier session changed, the newest first, and says where nothing is left', async () => {
  // What is loaded is the module of that file.
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  const names = async () => (await api.watchlists.list({})).watchlists.map(({ name }) => name);
  const { id } = await api.watchlists.create({ name: 'Of yesterday' });
  await api.watchlists.remove({ id });
  await api.marks.createTag({ name: 'of yesterday' });
  const toasts = new Toasts('Undo', () => undefined);
  const complaints: unknown[] = [];
  const undo = new Undo(api, toasts, (error) => complaints.push(error));
  const said = () => toasts.items.at(-1)?.words;

  await undo.last();
  expect(said()).toMatch(/^Undone: tag made, \d/);
  await undo.last();
  expect(said()).toMatch(/^Undone: list removed, \d/);
  expect(await names()).toEqual(['Of yesterday']);
  // Done again it is a change of this session.
  await toasts.items.at(-1)?.action?.run();
  expect([said(), await names()]).toEqual([expect.stringMatching(/^list removed, /), []]);
  await undo.last();
  await undo.last();
  expect(said()).toMatch(/^Undone: list made, /);
  expect(await names()).toEqual([]);
  await undo.last();
  expect(said()).toBe('There is nothing to undo');
  expect(complaints).toEqual([]);
  await core.dispose();
});

test('a change that is made while the core is asked for older ones is the one that is taken back', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  await api.marks.createTag({ name: 'older' });
  const undo = new Undo(api, new Toasts('Undo', () => undefined), () => undefined);
  const taken = undo.last();
  const { id, undo: token } = await api.watchlists.create({ name: 'Newer' });
  undo.offer('list made', token);
  await taken;
  expect((await api.watchlists.list({})).watchlists.map((list) => list.id)).not.toContain(id);
  expect((await api.marks.tags({ offset: 0, limit: 5 })).tags.map(({ name }) => name)).toEqual(['older']);
  await core.dispose();
});

test('what cannot be taken back any more is said once, and the one before it comes next', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const { Undo } = (await load('/renderer/session/undo/undo.svelte.ts')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  const { id } = await api.watchlists.create({ name: 'First' });
  const { undo: renamed } = await api.watchlists.rename({ id, name: 'Second' });
  // Over a change that the core knows nothing of any more, as after a file was restored.
  const forgetful = new Proxy(api.marks, {
    get: (marks, name: keyof Api['marks']) =>
      name === 'undo'
        ? ({ token }: { token: string }) => marks.undo({ token: token === renamed ? '999999' : token })
        : marks[name],
  });
  const broken = new Proxy(api, {
    get: (all, name: keyof Api) => (name === 'marks' ? forgetful : all[name]),
  });
  const toasts = new Toasts('Undo', () => undefined);
  const complaints: unknown[] = [];
  const undo = new Undo(broken, toasts, (error) => complaints.push(error));
  await undo.last();
  expect(complaints).toHaveLength(1);
  await undo.last();
  expect(complaints).toHaveLength(2);
  await undo.last();
  expect(toasts.items.at(-1)?.words).toBe('There is nothing to undo');
  expect(complaints).toHaveLength(2);
  await core.dispose();
});

test('a button of a toast that fails says so, whether it is pressed or its key is', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const complaints: unknown[] = [];
  const toasts = new Toasts('Undo', (error) => complaints.push(error));
  const fails = () => Promise.reject(new Error('full'));
  const pressed = () => toasts.items.at(-1)?.action?.run();
  toasts.say('changed', { undo: fails });
  await expect(pressed()).resolves.toBeUndefined();
  toasts.say('changed', { undo: fails });
  await toasts.undoLast();
  toasts.say('changed', { action: { label: 'Show', run: fails } });
  await pressed();
  expect(complaints).toHaveLength(3);
  expect(toasts.canUndo).toBe(false);
});

test('caps and first steps that cannot be put back are said, wherever the seller is by then', async () => {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { QuotaPlan } = (await load(
    '/renderer/features/quota/quota-forecast.svelte.ts',
  )) as typeof PlanModule;
  const { Onboarding } = (await load(
    '/renderer/features/onboarding/first-steps.svelte.ts',
  )) as typeof OnboardingModule;
  const { port } = createFixture(STATES.demo);
  let isFull = false;
  const filling: Port = {
    ...port,
    request: (channel, input) =>
      isFull
        ? Promise.resolve({ ok: false, error: { kind: 'storage', reason: 'full' } })
        : port.request(channel, input),
  };
  const app = keepPlainly(new App(createApi<typeof contract>(filling)));
  await app.refreshWorkspace();
  const [plan, steps] = [new QuotaPlan(app.api), new Onboarding(app)];
  await plan.load();
  const before = [{ scope: 'all', cap: plan.capOf('all') }] as const;
  expect(await plan.allow('all', 77)).toBe(true);
  await steps.setHidden(true);
  app.toasts.say('Caps kept', { undo: () => plan.undoChange(before) });
  app.toasts.say('Put away', { undo: () => steps.setHidden(false) });
  isFull = true;
  const shown = app.toasts.items;
  for (const { action } of shown) await action?.run();
  const told = app.toasts.items.filter(({ kind }) => kind === 'problem');
  expect(told).toHaveLength(2);
  isFull = false;
  for (const { action } of shown) await action?.run();
  expect([plan.capOf('all'), steps.canResume]).toEqual([before[0].cap, false]);
  expect(app.toasts.items.filter(({ kind }) => kind === 'problem')).toHaveLength(2);
  plan.dispose();
  steps.dispose();
});
