import type { IpcMain, WebContents } from 'electron';
import type { Dispatch, Reply } from '../../../shared/contract/kit.ts';
import type { Dispose, Logger } from '../../core/ports.ts';
import { APP_ORIGIN } from './app-protocol.ts';
import type { AppPages } from './app-windows.ts';
import { checkSender } from './sender-check.ts';

export const REQUEST_CHANNEL = 'roundwatch:request';
export const PUSH_CHANNEL = 'roundwatch:push';

interface ElectronPortOptions {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  readonly pages: () => readonly WebContents[];
  readonly dispatch: Dispatch;
  readonly log: Logger;
}

const UNTRUSTED_SENDER: Reply = {
  ok: false,
  error: { kind: 'validation', issues: [{ path: 'sender', message: 'not from the app’s page' }] },
};

/** Passes the renderer's requests to the core. The renderer has no other access to the core. */
export function bindElectronPort({ ipcMain, pages, dispatch, log }: ElectronPortOptions): Dispose {
  ipcMain.handle(REQUEST_CHANNEL, (event, channel: unknown, input: unknown) => {
    const verdict = checkSender(event, { contents: pages(), origin: APP_ORIGIN });
    if (verdict === 'trusted') return dispatch(channel, input);
    log.warn('ipc-refused', { verdict });
    return UNTRUSTED_SENDER;
  });
  return () => ipcMain.removeHandler(REQUEST_CHANNEL);
}

/** Removes electron-store's IPC channel, which would reveal the data folder's path to the renderer. */
export const removeElectronStoreChannel = (ipcMain: Pick<IpcMain, 'removeAllListeners'>): void =>
  void ipcMain.removeAllListeners('electron-store-get-data');

/**
 * Events that make a page show something, each with the window that receives it. Notifications and links
 * bring the main window to the front, so it receives their events. All other events report a change and are
 * sent to every window.
 */
const FOLLOWED_BY: Readonly<Record<string, 'main' | 'active'>> = {
  'app.onFollow': 'main',
  'notifications.onOpen': 'main',
  'menu.onChosen': 'active',
};

type PublishedPage = Pick<WebContents, 'isDestroyed' | 'isLoading' | 'send'> & {
  once(event: 'did-finish-load', listener: () => void): unknown;
};

/** Returns a function that sends events to the pages. Without a window, that function does nothing. */
export function createElectronPublish(pages: AppPages<PublishedPage>) {
  return (channel: string, payload: unknown): void => {
    const follower = FOLLOWED_BY[channel];
    const send = (page: PublishedPage): void => {
      if (!page.isDestroyed()) page.send(PUSH_CHANNEL, channel, payload);
    };
    if (follower === undefined) return pages.all().forEach(send);
    const page = pages[follower]();
    if (page === null || page.isDestroyed()) return;
    if (page.isLoading()) page.once('did-finish-load', () => send(page));
    else send(page);
  };
}
