import { expect, test } from 'vitest';
import type * as ToastsModule from '../../renderer/state/toasts.svelte.ts';
import type * as UndoModule from '../../renderer/state/undo.svelte.ts';
import type { Api } from '../../shared/contract.ts';
import { startTestApp } from '../support/test-app.ts';
import { compiled } from './compiled.ts';

const load = compiled();
const state = (file: string) => load(`/renderer/state/${file}.svelte.ts`);

test('z takes back what an earlier session changed, the newest first, and says where nothing is left', async () => {
  // What is loaded is the module of that file.
  const { Toasts } = (await state('toasts')) as typeof ToastsModule;
  const { Undo } = (await state('undo')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  const names = async () => (await api.watchlists.list({})).watchlists.map(({ name }) => name);
  const { id } = await api.watchlists.create({ name: 'Of yesterday' });
  await api.watchlists.remove({ id });
  await api.marks.createTag({ name: 'of yesterday' });
  const toasts = new Toasts('Undo');
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
  const { Toasts } = (await state('toasts')) as typeof ToastsModule;
  const { Undo } = (await state('undo')) as typeof UndoModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  await api.marks.createTag({ name: 'older' });
  const undo = new Undo(api, new Toasts('Undo'), () => undefined);
  const taken = undo.last();
  const { id, undo: token } = await api.watchlists.create({ name: 'Newer' });
  undo.offer('list made', token);
  await taken;
  expect((await api.watchlists.list({})).watchlists.map((list) => list.id)).not.toContain(id);
  expect((await api.marks.tags({ offset: 0, limit: 5 })).tags.map(({ name }) => name)).toEqual(['older']);
  await core.dispose();
});

test('what cannot be taken back any more is said once, and the one before it comes next', async () => {
  const { Toasts } = (await state('toasts')) as typeof ToastsModule;
  const { Undo } = (await state('undo')) as typeof UndoModule;
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
  const toasts = new Toasts('Undo');
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
