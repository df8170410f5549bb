import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as NotesModule from '../../../../renderer/features/company/user-data/notes.svelte.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import { startSimulator, type Simulator } from '../../../../electron/simulator/index.ts';
import { failure } from '../../../contract/suite-kit.ts';
import { startTestApp, type TestApp } from '../../../support/app/test-app.ts';
import { compiled } from '../../support/compiled.ts';

/*
 * A note is saved in the workspace in which it was typed. If that workspace is not open, the app keeps the
 * text until the workspace is opened again.
 */

const load = compiled();
let service: Simulator;
let core: TestApp;
beforeEach(async () => {
  // These tests run without a page, so stubs replace the page's event functions.
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

/** Returns an API that cannot save notes while `disk.isFull` is set. */
const withDisk = (api: Api, disk: { readonly isFull: boolean }): Api =>
  new Proxy(api, {
    get: (all, group: keyof Api) =>
      group !== 'notes'
        ? all[group]
        : new Proxy(all.notes, {
            get: (notes, name: keyof Api['notes']) =>
              name === 'save' && disk.isFull ? () => Promise.reject(new Error('full')) : notes[name],
          }),
  });

async function createTestPage() {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { Notes } = (await load(
    '/renderer/features/company/user-data/notes.svelte.ts',
  )) as typeof NotesModule;
  const disk = { isFull: false };
  const api = withDisk(core.api, disk);
  const app = new App(api);
  await app.refreshWorkspace();
  const createNotes = () => new Notes(api, app.workspaces.activeId ?? '', app.unsavedNotes);
  let notes = createNotes();
  /** Recreates the notes, as the page does after another workspace has been opened. */
  const recreateNotes = (): void => {
    notes.dispose();
    notes = createNotes();
  };
  const problemCount = () => app.toasts.items.filter(({ kind }) => kind === 'problem').length;
  const demoId = app.workspaces.activeId ?? '';
  const connect = () =>
    app.workspaces.connect({
      baseUrl: service.baseUrl,
      apiKey: service.liveKey,
      place: 'keychain',
      people: { mode: 'keychain' },
      accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
    });
  const savedBody = async (): Promise<string> => (await api.notes.get({ companyId: 'c-1' })).body;
  const openNote = async () => {
    const note = notes.of('c-1');
    await expect.poll(() => note.state).not.toBe('opening');
    return note;
  };
  return { api, app, disk, demoId, connect, recreateNotes, problemCount, savedBody, openNote };
}

test('saves text typed just before a change of workspace in its own workspace', async () => {
  const { app, demoId, connect, recreateNotes, problemCount, savedBody, openNote } = await createTestPage();
  (await openNote()).write('Ask in spring.');
  await connect();
  recreateNotes();
  expect([await savedBody(), problemCount()]).toEqual(['', 0]);
  await app.workspaces.open(demoId);
  expect(await savedBody()).toBe('Ask in spring.');
});

test('reports a text that could not be saved, and saves it once its workspace is open again', async () => {
  const { app, disk, demoId, connect, recreateNotes, problemCount, savedBody, openNote } =
    await createTestPage();
  const note = await openNote();
  disk.isFull = true;
  note.write('Ask in spring.');
  await connect();
  disk.isFull = false;
  recreateNotes();
  await expect.poll(problemCount).toBe(1);
  expect([await savedBody(), (await openNote()).body]).toEqual(['', '']);
  await app.workspaces.open(demoId);
  recreateNotes();
  expect((await openNote()).body).toBe('Ask in spring.');
  await expect.poll(savedBody).toBe('Ask in spring.');
});

test('saves while the user keeps typing, and retries once the disk has room', async () => {
  const { disk, savedBody, openNote } = await createTestPage();
  const note = await openNote();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const word of ['Ask', 'Ask in', 'Ask in spring', 'Ask in spring.']) {
    note.write(word);
    await vi.advanceTimersByTimeAsync(300);
  }
  await expect.poll(savedBody).toBe('Ask in spring');
  await expect.poll(() => note.state).toBe('unsaved');
  disk.isFull = true;
  await note.flush();
  expect([note.state, note.isStuck]).toEqual(['failed', true]);
  await vi.advanceTimersByTimeAsync(11_000);
  expect([note.state, await savedBody()]).toEqual(['failed', 'Ask in spring']);
  disk.isFull = false;
  await vi.advanceTimersByTimeAsync(11_000);
  await expect.poll(savedBody).toBe('Ask in spring.');
  await expect.poll(() => note.isStuck).toBe(false);
});

test('each edit is a revision with its own undo', async () => {
  const { api, savedBody, openNote } = await createTestPage();
  const note = await openNote();
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
  expect(await savedBody()).toBe('Called Ada.');
  await api.marks.undo({ token: tokens[0] ?? '' });
  expect(await savedBody()).toBe('');
});

test('a save for another workspace is refused', async () => {
  const { api, demoId, connect, savedBody } = await createTestPage();
  await connect();
  const late = api.notes.save({ companyId: 'c-1', body: 'Ask.', baseRevision: 0, workspaceId: demoId });
  expect(await failure(late, 'conflict')).toMatchObject({ reason: 'other-workspace' });
  expect(await savedBody()).toBe('');
});
