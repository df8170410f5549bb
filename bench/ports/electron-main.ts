import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron';
import {
  APP_PAGE,
  registerAppScheme,
  serveAppProtocol,
} from '../../electron/shells/electron/app-protocol.ts';
import { bindElectronPort } from '../../electron/shells/electron/port.ts';
import { listRendererFiles } from '../../electron/shells/common/renderer-files.ts';
import { createAppDispatcher } from '../../electron/core/handlers/app-dispatcher.ts';
import { startFilledApp } from './filled-app.ts';

/*
 * The main process of the app that `bench/ports.ts` bundles and starts. It runs the real core behind the
 * product's port and preload script. For comparison, bare channels bypass the port and call the same handler
 * with the same input.
 */

const PARTITION = 'ports';

app.enableSandbox();
registerAppScheme(protocol);

async function run(): Promise<void> {
  const filled = await startFilledApp();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  serveAppProtocol(
    session.fromPartition(PARTITION).protocol,
    listRendererFiles(join(import.meta.dirname, 'page')),
  );
  const preload = join(import.meta.dirname, 'preload.cjs');
  const window = new BrowserWindow({
    webPreferences: { preload, partition: PARTITION, sandbox: true, contextIsolation: true },
  });
  const dispatch = createAppDispatcher(filled.app.handlers, () => 'bench');
  bindElectronPort({ ipcMain, pages: () => [window.webContents], dispatch, log });
  ipcMain.handle('bare', () => filled.bare());
  ipcMain.handle('input', () => filled.input);
  await window.loadURL(APP_PAGE);
}

void app.whenReady().then(run);
