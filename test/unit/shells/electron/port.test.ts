import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { expect, it, vi } from 'vitest';
import {
  bindElectronPort,
  createElectronPublish,
  PUSH_CHANNEL,
  REQUEST_CHANNEL,
} from '../../../../electron/shells/electron/port.ts';

type Handler = (event: IpcMainInvokeEvent, channel: unknown, input: unknown) => unknown;

function setUp() {
  const mainFrame = { origin: 'app://roundwatch', parent: null, isDestroyed: () => false };
  const contents = { mainFrame, isDestroyed: () => false, send: vi.fn() };
  const handlers = new Map<string, Handler>();
  const ipcMain = {
    handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
    removeHandler: (channel: string) => void handlers.delete(channel),
  };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const dispatch = vi.fn().mockResolvedValue({ ok: true, value: 1 });
  const pages = () => [contents as unknown as WebContents];
  const unbind = bindElectronPort({ ipcMain: ipcMain as unknown as IpcMain, pages, dispatch, log });
  const request = (event: object) =>
    handlers.get(REQUEST_CHANNEL)?.(event as IpcMainInvokeEvent, 'app.info', {});
  return { contents, mainFrame, handlers, log, dispatch, unbind, request };
}

it('handles a single channel, and replies to the app’s page', async () => {
  const { handlers, request, contents, mainFrame, dispatch, unbind } = setUp();
  expect([...handlers.keys()]).toEqual(['roundwatch:request']);
  expect(await request({ sender: contents, senderFrame: mainFrame })).toEqual({ ok: true, value: 1 });
  expect(dispatch.mock.calls).toEqual([['app.info', {}]]);
  unbind();
  expect(handlers.size).toBe(0);
});

it.each([
  ['no frame', (_main: object) => null],
  ['a subframe', (main: object) => ({ ...main, parent: main })],
  ['a destroyed frame', (main: object) => ({ ...main, isDestroyed: () => true })],
])('rejects and logs a request from %s, and dispatches nothing', async (_what, frame) => {
  const { request, contents, mainFrame, dispatch, log } = setUp();
  const reply = await request({ sender: contents, senderFrame: frame(mainFrame) });
  expect(reply).toMatchObject({ ok: false, error: { kind: 'validation' } });
  expect(dispatch).not.toHaveBeenCalled();
  expect(log.warn).toHaveBeenCalledOnce();
});

function createPages() {
  const page = () => ({ isDestroyed: () => false, isLoading: () => false, once: vi.fn(), send: vi.fn() });
  const [main, company] = [page(), page()];
  return { main, company, pages: { all: () => [main, company], main: () => main, active: () => company } };
}

it('announces changes to every window', () => {
  const { main, company, pages } = createPages();
  createElectronPublish(pages)('quota.onChanged', {});
  for (const { send } of [main, company])
    expect(send.mock.calls).toEqual([[PUSH_CHANNEL, 'quota.onChanged', {}]]);
});

it('lets one window follow: the main window a link, the active one a menu item', () => {
  const { main, company, pages } = createPages();
  const publish = createElectronPublish(pages);
  publish('app.onFollow', {});
  publish('notifications.onOpen', { kind: 'today' });
  publish('menu.onChosen', { id: 'undo' });
  const channels = ({ send }: typeof main): unknown[] => send.mock.calls.map(([, channel]) => channel);
  expect(channels(main)).toEqual(['app.onFollow', 'notifications.onOpen']);
  expect(channels(company)).toEqual(['menu.onChosen']);
});

it('lets a page follow only after it has loaded, as when a click has opened the window', () => {
  const { main, pages } = createPages();
  const loaded: (() => void)[] = [];
  const loading = {
    ...main,
    isLoading: () => true,
    once: (_: string, listener: () => void) => loaded.push(listener),
  };
  createElectronPublish({ ...pages, main: () => loading })('notifications.onOpen', { kind: 'today' });
  expect(main.send).not.toHaveBeenCalled();
  for (const listener of loaded) listener();
  expect(main.send.mock.calls).toEqual([[PUSH_CHANNEL, 'notifications.onOpen', { kind: 'today' }]]);
});

it('sends nothing without a window or to a destroyed page', () => {
  const none = { all: () => [], main: () => null, active: () => null };
  expect(() => createElectronPublish(none)('app.onFollow', {})).not.toThrow();
  const destroyed = { isDestroyed: () => true, isLoading: () => false, once: vi.fn(), send: vi.fn() };
  const pages = { all: () => [destroyed], main: () => destroyed, active: () => destroyed };
  createElectronPublish(pages)('quota.onChanged', {});
  expect(destroyed.send).not.toHaveBeenCalled();
});
