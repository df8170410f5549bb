import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as NotesModule from '../../../../renderer/features/company/user-data/notes.svelte.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import { startSimulator, type Simulator } from '../../../../electron/simulator/index.ts';
import { failure } from '../../../contract/suite-kit.ts';
import { startTestApp, type TestApp } from '../../../support/app/test-app.ts';
import { compiled } from '../../support/compiled.ts';

/* What was typed belongs to the workspace in which it was typed: it is saved there, or kept for it, and never in another. */

const load = compiled();
let service: Simulator;
let core: TestApp;
beforeEach(async () => {
  // There is no page here that could be left.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  service = await startSimulator({ seed: 3, companies: 20 });
  core = await startTestApp({ demo: true });
});
afterEach(async () => {
  await core.dispose();
  await service.dispose();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Nothing is saved while the disk is full. */
const onDisk = (api: Api, disk: { readonly isFull: boolean }): Api =>
  new Proxy(api, {
    get: (all, group: keyof Api) =>
      group !== 'notes'
        ? all[group]
        : new Proxy(all.notes, {
            get: (notes, name: keyof Api['notes']) =>
              name === 'save' && disk.isFull ? () => Promise.reject(new Error('full')) : notes[name],
          }),
  });

async function begin() {
  // What is loaded is the module of that file.
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { Notes } = (await load(
    '/renderer/features/company/user-data/notes.svelte.ts',
  )) as typeof NotesModule;
  const disk = { isFull: false };
  const api = onDisk(core.api, disk);
  const app = new App(api);
  await app.refreshWorkspace();
  const opening = () => new Notes(api, app.workspaces.activeId ?? '', app.unsavedNotes);
  let notes = opening();
  /** As the page does once another workspace is open. */
  const follow = (): void => {
    notes.dispose();
    notes = opening();
  };
  const said = () => app.toasts.items.filter(({ kind }) => kind === 'problem').length;
  const demoId = app.workspaces.activeId ?? '';
  const connect = () =>
    app.workspaces.connect({
      baseUrl: service.baseUrl,
      apiKey: service.liveKey,
      place: 'keychain',
      people: { mode: 'keychain' },
      accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
    });
  const written = async (): Promise<string> => (await api.notes.get({ companyId: 'c-1' })).body;
  const opened = async () => {
    const note = notes.of('c-1');
    await expect.poll(() => note.state).not.toBe('opening');
    return note;
  };
  return { api, app, disk, demoId, connect, follow, said, written, opened };
}

test('what was typed a moment before another workspace is opened is saved in its own', async () => {
  const { app, demoId, connect, follow, said, written, opened } = await begin();
  (await opened()).write('Ask in spring.');
  await connect();
  follow();
  expect([await written(), said()]).toEqual(['', 0]);
  await app.workspaces.open(demoId);
  expect(await written()).toBe('Ask in spring.');
});

test('a text that could not be saved is said, kept for its workspace, and saved once that is open again', async () => {
  const { app, disk, demoId, connect, follow, said, written, opened } = await begin();
  const note = await opened();
  disk.isFull = true;
  note.write('Ask in spring.');
  await connect();
  disk.isFull = false;
  follow();
  await expect.poll(said).toBe(1);
  expect([await written(), (await opened()).body]).toEqual(['', '']);
  await app.workspaces.open(demoId);
  follow();
  expect((await opened()).body).toBe('Ask in spring.');
  await expect.poll(written).toBe('Ask in spring.');
});

test('a text is saved while its seller goes on typing, and one that could not be saved once there is room', async () => {
  const { disk, written, opened } = await begin();
  const note = await opened();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const word of ['Ask', 'Ask in', 'Ask in spring', 'Ask in spring.']) {
    note.write(word);
    await vi.advanceTimersByTimeAsync(300);
  }
  await expect.poll(written).toBe('Ask in spring');
  await expect.poll(() => note.state).toBe('unsaved');
  disk.isFull = true;
  await note.flush();
  expect([note.state, note.isStuck]).toEqual(['failed', true]);
  await vi.advanceTimersByTimeAsync(11_000);
  expect([note.state, await written()]).toEqual(['failed', 'Ask in spring']);
  disk.isFull = false;
  await vi.advanceTimersByTimeAsync(11_000);
  await expect.poll(written).toBe('Ask in spring.');
  await expect.poll(() => note.isStuck).toBe(false);
});

test('two writings are two steps of the history, each with an undo of its own', async () => {
  const { api, written, opened } = await begin();
  const note = await opened();
  const write = async (body: string): Promise<string | null> => {
    note.begin();
    note.write(body);
    await note.flush();
    return note.undo;
  };
  const tokens = [await write('Called Ada.'), await write('Called Ada. Budget in May.')];
  expect(new Set(tokens).size).toBe(2);
  expect(await api.notes.history({ companyId: 'c-1', offset: 0, limit: 5 })).toMatchObject({ total: 2 });
  await api.marks.undo({ token: tokens[1] ?? '' });
  expect(await written()).toBe('Called Ada.');
  await api.marks.undo({ token: tokens[0] ?? '' });
  expect(await written()).toBe('');
});

test('a save that names another workspace is written nowhere', async () => {
  const { api, demoId, connect, written } = await begin();
  await connect();
  const late = api.notes.save({ companyId: 'c-1', body: 'Ask.', baseRevision: 0, workspaceId: demoId });
  expect(await failure(late, 'conflict')).toMatchObject({ reason: 'other-workspace' });
  expect(await written()).toBe('');
});
