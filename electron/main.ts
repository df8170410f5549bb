import './shells/startup/schema-compilation.ts';
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, ipcMain, Menu, protocol, session } from 'electron';
import { createConsoleLog } from './adapters/console-log.ts';
import { readSettingsFile } from './adapters/read-settings-file.ts';
import { createRecentLog } from './adapters/recent-log.ts';
import { keepsListening } from './core/handlers/background-settings.ts';
import type { Dispatch } from '../shared/contract/kit.ts';
import type { Dispose, SettingsStore } from './core/ports.ts';
import { registerAppScheme, serveAppProtocol, type PageServing } from './shells/electron/app-protocol.ts';
import {
  DATA_DIR,
  defaultDataDir,
  HIDDEN,
  parseElectronArguments,
  type ElectronArguments,
} from './shells/common/arguments.ts';
import { describe } from './shells/common/describe-error.ts';
import { within } from './shells/common/within.ts';
import { hasGraphicsDevice } from './shells/electron/graphics-device.ts';
import { isAutomationBuild } from './shells/electron/automation-switch.ts';
import { confineToApp, hardenApp, blockNetwork } from './shells/electron/hardening.ts';
import { bindDeepLinks, type DeepLinks } from './shells/electron/deep-links.ts';
import { refusedArgument, removeUnsafeVariables } from './shells/electron/launch-guard.ts';
import { chromiumFolder, startFailureText } from './shells/electron/start-failure.ts';
import type * as openCore from './shells/electron/open-core.ts';
import { bindElectronPort, removeElectronStoreChannel } from './shells/electron/port.ts';
import { createSystemEnd, type SystemEnd } from './shells/electron/system-end.ts';
import { applySavedTheme } from './shells/electron/theme.ts';
import { createAppWindows } from './shells/electron/app-windows.ts';
import { createWindowClosing, type WindowClosing } from './shells/electron/window-closing.ts';
import { focusWindow, openCompanyWindow, openWindow } from './shells/electron/window.ts';
import { serveInitialAppearance } from './shells/startup/first-paint.ts';
import { createDeferredCore, type Core } from './shells/startup/deferred-core.ts';
import { createFirstView, type FirstView, type SavedReplies } from './shells/startup/first-view.ts';
import { listRendererFiles } from './shells/common/renderer-files.ts';
import { loadScript } from './shells/startup/code-cache.ts';

/*
 * Starts the app: opens the window first and then the core. This module imports only the modules that the
 * window needs. The core is loaded while the page compiles its scripts (ADR 92). `entry.ts` loads this
 * module.
 */

const recentLog = createRecentLog(createConsoleLog());
const { log } = recentLog;
/** `appId` in electron-builder.yml. */
const APP_ID = 'app.roundwatch.desktop';
const PAGE_PARTITION = 'roundwatch-page';
const OPEN_CORE = 'open-core.cjs';
/** How long closing the app may wait for the replies for the next start, in ms. */
const COLLECT_MAX_MS = 500;

function refuse(sentence: string): void {
  process.stderr.write(`Roundwatch: ${sentence}\n`);
  app.exit(1);
}

function start(): void {
  const isGuarded = app.isPackaged && !isAutomationBuild(app.getAppPath());
  const refused = isGuarded ? refusedArgument(process.argv.slice(1), process.platform) : null;
  if (refused !== null) return refuse(`does not start with ${refused}.`);
  if (app.isPackaged) removeUnsafeVariables(process.env);
  const parsed = parseElectronArguments(process.argv.slice(1));
  if (!parsed.ok) return refuse(parsed.sentence);
  hardenApp(app);
  if (!hasGraphicsDevice(process.platform)) app.disableHardwareAcceleration();
  // Prevents Electron from building its default menu; the core sets the app's own menu later.
  Menu.setApplicationMenu(null);
  // Windows uses this id to show notifications and to group windows. It must equal the id of the shortcut
  // that the installer creates.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  registerAppScheme(protocol);
  const dataDir = parsed.value.dataDir ?? defaultDataDir(process.platform, homedir(), process.env);
  const obstacle = makeFolder(dataDir);
  const chromium = chromiumFolder(dataDir);
  app.setPath('userData', chromium.path);
  process.once('exit', chromium.remove);
  // If another instance is already running, this one exits. Electron notifies the running instance, whose
  // `second-instance` handler brings its window to the front.
  if (!app.requestSingleInstanceLock()) return app.exit(0);
  logUncaughtErrors();
  const links = bindDeepLinks(app, process.argv.slice(1));
  void app
    .whenReady()
    .then(() => {
      if (obstacle !== null) throw obstacle;
      return run(parsed.value, dataDir, links);
    })
    .catch((error: unknown) => reportStartFailure(dataDir, error));
}

/** Creates the data folder. Returns the error if that fails. */
function makeFolder(dataDir: string): Error | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function run(args: ElectronArguments, dataDir: string, links: DeepLinks): Promise<void> {
  let core: openCore.ElectronCore | null = null;
  let closeFiles = (): void => app.exit(0);
  const systemEnd = createSystemEnd({ log, quit: () => app.quit(), exit: () => closeFiles() });
  systemEnd.listen(process);
  const savedSettings = readSettingsFile(dataDir);
  const settings = { get: (key: string): unknown => (core?.settings ?? savedSettings).get(key) };

  applySavedTheme(settings);
  const page = servePage(settings);
  // The folder lock loads SQLite. Importing it here lets SQLite load while Chromium starts its network
  // process.
  const { acquireFolderLock } = await import('./adapters/folder-lock.ts');
  const lock = acquireFolderLock(dataDir, 'electron');
  if (lock.state === 'held') return reportAlreadyOpen(dataDir, lock.file);
  await page.networkBlocked;
  const closing = createWindowClosing({
    keepsListening: () => keepsListening(settings),
    showTray: () => core?.background.showTray() ?? Promise.resolve(false),
    onMinimised: () => core?.background.explain('minimised'),
  });
  const windows = createWindows({ settings, core: () => core, closing, systemEnd });
  const isHidden = startsHidden(args, settings);
  if (isHidden) closing.startHidden();
  else windows.openMain();
  // With `--demo`, the core opens another workspace than the one whose replies were saved.
  const firstView = createFirstView({
    dataDir,
    build: describeBuild(),
    nowMs: Date.now,
    isUsed: !isHidden && !args.demo,
  });
  const deferredCore = createDeferredCore({
    ready: isHidden ? Promise.resolve() : page.pageSent.then(page.whenLoaded).then(firstView.whenShown),
    open: async () => {
      const { openElectronCore } = loadScript<typeof openCore>(join(import.meta.dirname, OPEN_CORE));
      const opened = openElectronCore({
        dataDir,
        demo: args.demo,
        loginArguments: loginArguments(args),
        recentLog,
        pages: windows.pages,
        companyWindows: windows.companies,
        focus: windows.showMain,
        onShutdown: () => systemEnd.end('shutdown'),
      });
      removeElectronStoreChannel(ipcMain);
      return opened;
    },
  });
  const unbind = bindElectronPort({
    ipcMain,
    pages: windows.pages.all,
    dispatch: firstView.answer(deferredCore.dispatch),
    log,
  });
  app.on('window-all-closed', () => {
    if (closing.staysOpen()) core?.windowClosed();
    else app.quit();
  });
  app.on('before-quit', closing.quit);
  app.on('activate', (_event, hasVisibleWindows) => {
    if (!hasVisibleWindows) windows.showMain();
  });
  const closeCore = () => closeAndSave(deferredCore, firstView, !systemEnd.isEnding());
  closeFiles = createFileClosing(closeCore, () => {
    unbind();
    lock.release();
  });
  closeBeforeQuit(closeFiles);
  const opened = await deferredCore.opened;
  core = opened;
  if (firstView.wasUsed()) {
    log.info('first-view-saved', {});
    void opened.refreshFirstView();
  }
  links.listen((target) => {
    if (target !== null) opened.follow(target);
    windows.showMain();
  });
  if (isHidden) await opened.background.waitForTray(windows.showMinimised);
}

/** At login, the app starts without a window only if the user allows it to run without a window. */
const startsHidden = ({ hidden }: ElectronArguments, settings: Pick<SettingsStore, 'get'>): boolean =>
  keepsListening(settings) &&
  (hidden || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin));

const loginArguments = ({ dataDir }: ElectronArguments): readonly string[] => [
  ...(app.isPackaged ? [] : [app.getAppPath()]),
  ...(dataDir === null ? [] : [`${DATA_DIR}=${dataDir}`]),
  HIDDEN,
];

interface WindowParts {
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly core: () => openCore.ElectronCore | null;
  readonly closing: WindowClosing;
  readonly systemEnd: SystemEnd;
}

function createWindows({ settings, core, closing, systemEnd }: WindowParts) {
  const options = {
    packaged: app.isPackaged,
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    partition: PAGE_PARTITION,
    log,
    onKeptOpen: closing.keepOpen,
    systemEnd,
  };
  const store = (): SettingsStore | null => core()?.settings ?? null;
  return createAppWindows({
    openMain: () => openWindow({ ...options, settings, store, closing }),
    openCompany: (companyId, main) => openCompanyWindow(options, companyId, main),
    staysOpen: closing.staysOpen,
    focus: focusWindow,
  });
}

/** Serves the page in a session that can load only the app's files and has no network access. */
function servePage(settings: Pick<SettingsStore, 'get'>): {
  /** Resolves when network access is blocked. Nothing may be loaded before that. */
  readonly networkBlocked: Promise<unknown>;
} & PageServing {
  const page = session.fromPartition(PAGE_PARTITION, { cache: false });
  confineToApp(page, app.isPackaged);
  confineToApp(session.defaultSession, app.isPackaged);
  const files = listRendererFiles(join(import.meta.dirname, '../renderer'), serveInitialAppearance(settings));
  const serving = serveAppProtocol(page.protocol, files);
  return {
    ...serving,
    networkBlocked: Promise.all([blockNetwork(page), blockNetwork(session.defaultSession)]),
  };
}

async function reportAlreadyOpen(dataDir: string, file: string): Promise<void> {
  const message = `Roundwatch is already open with the data folder ${dataDir}.`;
  process.stderr.write(`${message}\n`);
  const detail = `Close the other Roundwatch first. The file ${file} names the process.`;
  await dialog.showMessageBox({ type: 'warning', message, detail, buttons: ['Quit'] });
  app.exit(1);
}

/** Shows the user why the app could not start, and exits. */
async function reportStartFailure(dataDir: string, error: unknown): Promise<void> {
  log.error('start-failed', describe(error));
  const { message, detail } = startFailureText(dataDir, error);
  process.stderr.write(`${message} ${detail}\n`);
  await dialog.showMessageBox({ type: 'error', message, detail, buttons: ['Quit'] });
  app.exit(1);
}

/**
 * Identifies the build. Each package has its own version. In a build from source, the version stays the same while the
 * code changes, so the script of the core identifies it as well.
 */
function describeBuild(): string {
  if (app.isPackaged) return app.getVersion();
  const { size, mtimeMs } = statSync(join(import.meta.dirname, OPEN_CORE));
  return [app.getVersion(), size, mtimeMs].join(' ');
}

/**
 * Closes the core's files. If `isSaved` is true, also saves the first view for the next start. When the system ends
 * the app, there may be no time for this.
 */
async function closeAndSave(core: Core, firstView: FirstView, isSaved: boolean): Promise<void> {
  let replies: SavedReplies = [];
  const collect = async (dispatch: Dispatch): Promise<void> => {
    replies = (await within(firstView.collect(dispatch), COLLECT_MAX_MS)) ?? [];
  };
  await core.dispose(isSaved ? collect : undefined);
  firstView.save(replies);
}

/** Returns a function that closes the core's files with `close`, calls `last` and then exits the app. */
function createFileClosing(close: () => Promise<void>, last: Dispose): () => void {
  let isClosing = false;
  return () => {
    if (isClosing) return;
    isClosing = true;
    // Electron ignores `exit` while it handles `will-quit`. The app therefore exits in a later turn of the
    // event loop.
    void close()
      .finally(last)
      .finally(() => setImmediate(() => app.exit(0)));
  };
}

/** Lets the core close its files before the app quits. */
function closeBeforeQuit(closeFiles: () => void): void {
  app.on('will-quit', (event) => {
    event.preventDefault();
    closeFiles();
  });
}

function logUncaughtErrors(): void {
  const logError = (event: string) => (error: unknown) => log.error(event, describe(error));
  process.on('unhandledRejection', logError('unhandled-rejection'));
  process.on('uncaughtException', logError('uncaught-exception'));
}

start();
