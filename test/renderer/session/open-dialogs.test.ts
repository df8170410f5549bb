import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../../../shared/contract/kit.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { App } from '../../../renderer/session/app.svelte.ts';
import { createFixture, STATES } from '../fixture/host.ts';

/*
 * Commands, notifications and links while a dialog is open. `test/e2e/company/company.spec.ts` tests the
 * keyboard input.
 */
beforeEach(() => {
  // The tests run without a page, so the page's functions are stubs.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Starts an app. `choose` selects a menu command, `follow` opens a link to a company, and `click` clicks a
 * notification about a company.
 */
function startApp() {
  const { port } = createFixture(STATES.account);
  const listeners: ((channel: string, payload: unknown) => void)[] = [];
  const subscribe = (listener: (typeof listeners)[number]) => {
    listeners.push(listener);
    return () => undefined;
  };
  const none = { companyId: null, find: null };
  let target: { companyId: string | null; find: string | null } = none;
  let found: readonly string[] = [];
  const sent: string[] = [];
  const request: typeof port.request = (channel, input) => {
    sent.push(channel);
    if (channel === 'library.byAddress') {
      const of = { name: 'Halden', stage: null, countryName: null, match: 'company' };
      const companies = found.map((companyId) => ({ ...of, companyId }));
      return Promise.resolve({ ok: true, value: { address: null, companies, againAfterMs: null } });
    }
    if (channel !== 'app.followed') return port.request(channel, input);
    const value = target;
    target = none;
    return Promise.resolve({ ok: true, value });
  };
  const app = new App(createApi<typeof contract>({ ...port, request, subscribe }));
  const publish = (channel: string, payload: unknown): void => {
    for (const listener of listeners) listener(channel, payload);
  };
  const choose = (id: string): void => publish('menu.onChosen', { id });
  const click = (companyId: string): void => publish('notifications.onOpen', { kind: 'company', companyId });
  const follow = (companyId: string): void => {
    target = { companyId, find: null };
    publish('app.onFollow', {});
  };
  /** Simulates a link with the text `find`, for which the core finds these stored companies. */
  const followText = (find: string, companyIds: readonly string[]): void => {
    target = { companyId: null, find };
    found = companyIds;
    publish('app.onFollow', {});
  };
  return { app, stop: app.start(), choose, click, follow, followText, sent };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('the application menu changes nothing behind an open dialog, and gives the reason', async () => {
  const { app, stop, choose } = startApp();
  const run = vi.fn<() => void>();
  app.commands.add([{ id: 'go.library', label: 'Go to Library', run }]);
  const close = app.dialogs.add();
  const closeInner = app.dialogs.add();
  closeInner();
  closeInner();
  choose('go.library');
  expect(run).not.toHaveBeenCalled();
  expect(app.toasts.items).toMatchObject([{ kind: 'problem', text: 'Close this dialog first' }]);
  close();
  choose('go.library');
  await expect.poll(() => run.mock.calls).toHaveLength(1);
  stop();
});

test('a notification opens its company once no dialog covers it, and explains the wait', async () => {
  const { app, stop, click } = startApp();
  await settled();
  const close = app.dialogs.add();
  click('c-1');
  click('c-2');
  expect(app.navigation.companyId).toBeNull();
  expect(app.toasts.items).toMatchObject([{ kind: 'problem', text: 'Close this dialog first' }]);
  close();
  // Simulates a second dialog, opened by the first one.
  const closeNext = app.dialogs.add();
  await settled();
  expect(app.navigation.companyId).toBeNull();
  closeNext();
  await settled();
  expect([app.navigation.companyId, app.navigation.full]).toEqual(['c-2', true]);
  click('c-3');
  expect(app.navigation.companyId).toBe('c-3');
  stop();
});

test('a link opens its company once no dialog covers it, but not in another workspace', async () => {
  const { app, stop, follow } = startApp();
  await expect.poll(() => app.workspaces.active).not.toBeNull();
  await settled();
  const close = app.dialogs.add();
  follow('c-1');
  await expect.poll(() => app.toasts.items).toMatchObject([{ text: 'Close this dialog first' }]);
  expect(app.navigation.companyId).toBeNull();
  close();
  await expect.poll(() => app.navigation.companyId).toBe('c-1');
  const closeLater = app.dialogs.add();
  follow('c-2');
  await settled();
  await app.reloadWorkspace();
  closeLater();
  await settled();
  expect(app.navigation.companyId).toBeNull();
  stop();
});

test('a link to an address opens the only stored company, and otherwise only fills in the palette', async () => {
  const { app, stop, followText, sent } = startApp();
  await expect.poll(() => app.workspaces.active).not.toBeNull();
  await settled();
  followText('halden.example', ['c-1']);
  await expect.poll(() => app.navigation.companyId).toBe('c-1');
  expect(app.linkedText).toBeNull();
  app.navigation.closeCompany();
  followText('shared.example', ['c-1', 'c-2']);
  await expect.poll(() => app.linkedText).toBe('shared.example');
  followText('unknown.example', []);
  await expect.poll(() => app.linkedText).toBe('unknown.example');
  expect(app.navigation.companyId).toBeNull();
  // Nothing was fetched from the service.
  expect(sent.filter((channel) => /run|fetch|probe|refresh/i.test(channel))).toEqual([]);
  stop();
});
