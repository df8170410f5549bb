import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { hasGraphicsDevice } from '../../electron/shells/electron/graphics-device.ts';
import { stageFolder, type ElectronPlace } from '../../test/support/electron/electron-app.ts';

/*
 * The Electron apps that the product is compared with. Their pages are sandboxed like the product's, and are
 * drawn with or without a graphics device like the product's.
 */

const ACCELERATION = hasGraphicsDevice(process.platform) ? '' : 'app.disableHardwareAcceleration();';

export interface PeerApp {
  readonly path: string;
  remove(): void;
}

/** Matches the bare app's table once it contains rows. */
export const BARE_CONTENT = 'tbody:not(:empty)';

/** Matches the first view without scripts. */
export const SCRIPTLESS_CONTENT = 'main section.pane';

/** Creates an Electron app with an empty window. */
export const createBlankApp = (): PeerApp =>
  createPageApp('<!doctype html><title>blank</title><body></body>');

/**
 * Creates an app that shows a finished page of the product: its elements, styles and fonts, without any script and
 * without the core. The difference from a blank window is the cost of laying out and painting the first view.
 * @param assets folder with the styles and fonts of the page
 */
export function createScriptlessApp(
  html: string,
  assets = join(stageFolder(), 'out/renderer/assets'),
): PeerApp {
  const files = readdirSync(assets).filter((name) => /\.(?:css|woff2)$/.test(name));
  const page = html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replaceAll('./assets/', './');
  const app = createPageApp(`<!doctype html>${page}`);
  for (const name of files) copyFileSync(join(assets, name), join(app.path, name));
  return app;
}

const createPageApp = (html: string): PeerApp =>
  createApp({
    'main.js': `const { app, BrowserWindow } = require('electron');
app.enableSandbox();
${ACCELERATION}
// Keeps running without a window, for the measurements in lib/windowless.ts.
app.on('window-all-closed', () => undefined);
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800 });
  void window.loadFile('page.html');
});
`,
    'page.html': html,
  });

/**
 * Creates the smallest Electron app that shows stored rows: it opens the library of a workspace with the product's
 * SQLite driver, sends 25 rows to its page in one message, and the page shows them in a table. It has no
 * styles, no other screens and no checks. The difference from a blank window is therefore a limit for any app
 * that shows stored rows in this way.
 */
export const createBareApp = (workspace: string): PeerApp =>
  createApp({
    'main.js': `const { app, BrowserWindow, ipcMain } = require('electron');
const { join } = require('node:path');
app.enableSandbox();
${ACCELERATION}
const Database = require(${JSON.stringify(join(stageFolder(), 'node_modules/better-sqlite3'))});
const library = new Database(${JSON.stringify(join(workspace, 'cache.db'))}, { readonly: true });
const rows = library
  .prepare(
    \`SELECT name, country_name, industry, stage, amount_text, announced_on, website FROM company
      ORDER BY announced_on DESC LIMIT 25\`,
  )
  .raw();
ipcMain.handle('rows', () => rows.all());
app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    webPreferences: { preload: join(__dirname, 'preload.js') },
  });
  void window.loadFile('page.html');
});
`,
    'preload.js': `const { contextBridge, ipcRenderer } = require('electron');
contextBridge.exposeInMainWorld('readRows', () => ipcRenderer.invoke('rows'));
`,
    'page.html': `<!doctype html><meta charset="utf-8"><title>bare</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<table><tbody></tbody></table><script src="page.js"></script>
`,
    'page.js': `window.readRows().then((rows) => {
  const body = document.querySelector('tbody');
  for (const row of rows) {
    const line = document.createElement('tr');
    for (const value of row) line.appendChild(document.createElement('td')).textContent = value ?? '';
    body.append(line);
  }
});
`,
  });

function createApp(files: Readonly<Record<string, string>>): PeerApp {
  const path = mkdtempSync(join(tmpdir(), 'roundwatch-peer-'));
  chmodSync(path, 0o755);
  writeFileSync(join(path, 'package.json'), JSON.stringify({ name: 'peer', main: 'main.js' }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts one of these apps. `preload` names modules that its main process loads first. */
export async function launchPeer(
  { path }: PeerApp,
  place: ElectronPlace,
  preload: readonly string[] = [],
): Promise<ElectronApplication> {
  const executable = process.env['ROUNDWATCH_ELECTRON'];
  return _electron.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    args: [...preload.flatMap((module) => ['-r', module]), path],
    chromiumSandbox: true,
    env: { ...process.env, ELECTRON_TEST_HOME: place.home } as Record<string, string>,
  });
}
