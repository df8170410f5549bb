import type { IpcMain, WebContents } from 'electron';
import type { Dispatch, Reply } from '../../../shared/contract/kit.ts';
import type { Dispose, Logger } from '../../core/ports.ts';
import { APP_ORIGIN } from './app-protocol.ts';
import { checkSender } from './sender-check.ts';

export const REQUEST_CHANNEL = 'roundwatch:request';
export const PUSH_CHANNEL = 'roundwatch:push';

interface ElectronPortOptions {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  /** Returns the window's page; null before the window is created and after it is closed. */
  readonly contents: () => WebContents | null;
  readonly dispatch: Dispatch;
  readonly log: Logger;
}

const UNTRUSTED_SENDER: Reply = {
  ok: false,
  error: { kind: 'validation', issues: [{ path: 'sender', message: 'not from the app’s page' }] },
};

/** Passes the renderer's requests to the core. The renderer has no other access to the core. */
export function bindElectronPort({ ipcMain, contents, dispatch, log }: ElectronPortOptions): Dispose {
  ipcMain.handle(REQUEST_CHANNEL, (event, channel: unknown, input: unknown) => {
    const page = contents();
    const verdict = checkSender(event, page === null ? null : { contents: page, origin: APP_ORIGIN });
    if (verdict === 'trusted') return dispatch(channel, input);
    log.warn('ipc-refused', { verdict });
    return UNTRUSTED_SENDER;
  });
  return () => ipcMain.removeHandler(REQUEST_CHANNEL);
}

/** Removes electron-store's IPC channel, which would reveal the data folder's path to the renderer. */
export const removeElectronStoreChannel = (ipcMain: Pick<IpcMain, 'removeAllListeners'>): void =>
  void ipcMain.removeAllListeners('electron-store-get-data');

/** Returns a function that sends events to the page. Without a window, that function does nothing. */
export function createElectronPublish(contents: () => WebContents | null) {
  return (channel: string, payload: unknown): void => {
    const page = contents();
    if (page !== null && !page.isDestroyed()) page.send(PUSH_CHANNEL, channel, payload);
  };
}
