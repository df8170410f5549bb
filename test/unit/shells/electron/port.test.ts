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
  const page = () => contents as unknown as WebContents;
  const unbind = bindElectronPort({ ipcMain: ipcMain as unknown as IpcMain, contents: page, dispatch, log });
  const request = (event: object) =>
    handlers.get(REQUEST_CHANNEL)?.(event as IpcMainInvokeEvent, 'app.info', {});
  return { contents, mainFrame, handlers, log, dispatch, unbind, request, page };
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

it('sends pushes to the open window', () => {
  const { contents, page } = setUp();
  createElectronPublish(page)('quota.onChanged', {});
  expect(contents.send.mock.calls).toEqual([[PUSH_CHANNEL, 'quota.onChanged', {}]]);
  expect(() => createElectronPublish(() => null)('quota.onChanged', {})).not.toThrow();
});
