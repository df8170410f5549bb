import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  app,
  dialog,
  ipcMain,
  Menu,
  Notification,
  powerMonitor,
  protocol,
  session,
  shell,
  type BrowserWindow,
} from 'electron';
import { createConsoleLog } from './adapters/console-log.ts';
import { createElectronSettings } from './adapters/electron-settings.ts';
import { createFetchTransport } from './adapters/fetch-transport.ts';
import { acquireFolderLock } from './adapters/folder-lock.ts';
import { createKeytarSecrets } from './adapters/keytar-secrets.ts';
import { createMemorySecrets } from './adapters/memory-secrets.ts';
import { createRecentLog } from './adapters/recent-log.ts';
import { createSystemClock, type SystemClock } from './adapters/system-clock.ts';
import { createSystemRandom } from './adapters/system-random.ts';
import { createApp } from './core/create-app.ts';
import type { Notifier, Ports, SettingsStore, SystemMenu } from './core/ports.ts';
import { registerAppScheme, serveAppProtocol } from './shells/app-protocol.ts';
import {
  defaultDataDir,
  openingSwitch,
  parseElectronArguments,
  type ElectronArguments,
} from './shells/arguments.ts';
import { isDriven } from './shells/driven.ts';
import { confineToApp, hardenApp, leadNowhere } from './shells/electron-hardening.ts';
import { bindDeepLinks, type DeepLinks } from './shells/electron-links.ts';
import { menuTemplate } from './shells/electron-menu.ts';
import { createElectronNotifier } from './shells/electron-notifier.ts';
import { followPower } from './shells/electron-power.ts';
import { bindElectronPort, createElectronPublish } from './shells/electron-port.ts';
import { followTheme } from './shells/electron-theme.ts';
import { focusWindow, openWindow } from './shells/electron-window.ts';
import { dressAs } from './shells/first-paint.ts';
import { listRendererFiles } from './shells/renderer-files.ts';
import { describe, serveApp } from './shells/serve-app.ts';
import { createStartDemo } from './shells/start-demo.ts';

/** The product: hardening, one instance, adapters, the app, its window. */

const { log, recent } = createRecentLog(createConsoleLog());
const PAGE_PARTITION = 'roundwatch-page';

function refuse(sentence: string): void {
  process.stderr.write(`Roundwatch: ${sentence}\n`);
  app.exit(1);
}

function start(): void {
  const isGuarded = app.isPackaged && !isDriven(app.getAppPath());
  const opening = isGuarded ? openingSwitch(process.argv.slice(1), process.platform) : null;
  if (opening !== null) return refuse(`does not start with --${opening}.`);
  const parsed = parseElectronArguments(process.argv.slice(1));
  if (!parsed.ok) return refuse(parsed.sentence);
  hardenApp(app);
  registerAppScheme(protocol);
  const dataDir = parsed.value.dataDir ?? defaultDataDir(process.platform, homedir(), process.env);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  app.setPath('userData', dataDir);
  // The first instance is told, and comes to the front.
  if (!app.requestSingleInstanceLock()) return app.exit(0);
  logSurprises();
  const links = bindDeepLinks(app, process.argv.slice(1));
  void app
    .whenReady()
    .then(() => run(parsed.value, links))
    .catch((error: unknown) => {
      log.error('start-failed', describe(error));
      refuse('could not start.');
    });
}

async function run(args: ElectronArguments, links: DeepLinks): Promise<void> {
  const dataDir = app.getPath('userData');
  const lock = acquireFolderLock(dataDir, 'electron');
  if (lock.state === 'held') return alreadyOpen(dataDir, lock.file);
  let window: BrowserWindow | null = null;
  const contents = () => (window === null || window.isDestroyed() ? null : window.webContents);
  const clock = createSystemClock();
  const settings = followTheme(createElectronSettings(dataDir, log));
  const menu = createSystemMenu();
  const notifier = createElectronNotifier(Notification, () => focusWindow(window));
  const ports = createPorts({ clock, settings, menu, notifier });
  const core = createApp(ports, {
    dataDir,
    shell: 'electron',
    version: app.getVersion(),
    demo: args.demo,
    realAccounts: true,
    publish: createElectronPublish(contents),
  });
  const served = serveApp(core, log, ports.random);
  const unbind = bindElectronPort({ ipcMain, contents, dispatch: served.dispatch, log });
  const stopPower = followPower(powerMonitor, log, () => {
    clock.lookAgain();
    core.wake();
  });
  closeInOrder(async () => {
    stopPower();
    await served.dispose();
    unbind();
    lock.release();
  });

  await servePage(settings);
  menu.show([], () => undefined);
  window = openWindow({
    packaged: app.isPackaged,
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    partition: PAGE_PARTITION,
    settings: ports.settings,
    log,
  });
  links.listen((companyId) => {
    if (companyId !== null) core.follow(companyId);
    focusWindow(window);
  });
}

/** The page's session reaches the app's own files and no network; those are the only sessions besides the core's. */
async function servePage(settings: SettingsStore): Promise<void> {
  const page = session.fromPartition(PAGE_PARTITION, { cache: false });
  confineToApp(page, app.isPackaged);
  confineToApp(session.defaultSession, app.isPackaged);
  const files = listRendererFiles(join(import.meta.dirname, '../renderer'), dressAs(settings));
  serveAppProtocol(page.protocol, files);
  await Promise.all([leadNowhere(page), leadNowhere(session.defaultSession)]);
}

interface OwnPorts {
  readonly clock: SystemClock;
  readonly settings: SettingsStore;
  readonly menu: SystemMenu;
  readonly notifier: Notifier;
}

/** The menu is made anew whenever the page says that something else can be done. */
const createSystemMenu = (): SystemMenu => ({
  show: (items, choose) => {
    const facts = { packaged: app.isPackaged, platform: process.platform, items, choose };
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(facts)));
  },
});

/** Requests to the service have a session of their own: no cookies, no cache, nothing on the disk. */
function createPorts({ clock, settings, menu, notifier }: OwnPorts): Ports {
  const network = session.fromPartition('roundwatch-net', { cache: false });
  return {
    clock,
    log,
    random: createSystemRandom(),
    secrets: {
      keychain: createKeytarSecrets({ service: 'Roundwatch' }),
      session: createMemorySecrets(),
    },
    settings,
    transport: createFetchTransport((url, init) => network.fetch(url, init)),
    startDemo: createStartDemo(clock),
    exportFolder: chooseFolder,
    // The core has checked it; no window of this app ever opens it.
    openExternal: (url) => shell.openExternal(url),
    menu,
    notifier,
    recentLog: recent,
  };
}

/** The only place where a folder is asked for: nothing but the seller's own words is ever written outside the data folder. */
async function chooseFolder(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Where should your notes go?',
    buttonLabel: 'Export here',
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

async function alreadyOpen(dataDir: string, file: string): Promise<void> {
  const message = `Roundwatch is already open on ${dataDir}.`;
  process.stderr.write(`${message}\n`);
  const detail = `Close the other one first. If there is none, remove ${file}.`;
  await dialog.showMessageBox({ type: 'warning', message, detail, buttons: ['Quit'] });
  app.exit(1);
}

/** One window is the app: closing it quits, and quitting waits for the files to be closed. */
function closeInOrder(dispose: () => Promise<void>): void {
  app.on('window-all-closed', () => app.quit());
  app.once('will-quit', (event) => {
    event.preventDefault();
    // Not within the event: Electron ignores a quit that is asked for while it still looks at this one's answer.
    void dispose().finally(() => setImmediate(() => app.exit(0)));
  });
}

function logSurprises(): void {
  const surprise = (event: string) => (error: unknown) => log.error(event, describe(error));
  process.on('unhandledRejection', surprise('unhandled-rejection'));
  process.on('uncaughtException', surprise('uncaught-exception'));
}

start();
