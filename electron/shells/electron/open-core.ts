import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  nativeImage,
  Notification,
  powerMonitor,
  session,
  shell,
  Tray,
  type NativeImage,
  type WebContents,
} from 'electron';
import { homedir, hostname } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { contract } from '../../../shared/contract/index.ts';
import { createApi } from '../../../shared/contract/kit.ts';
import type { LinkTarget } from '../../../shared/model/link.ts';
import { createElectronSettings } from '../../adapters/electron-settings.ts';
import { createCheckpointThread } from '../../adapters/checkpoint-thread.ts';
import { createIntegrityThread } from '../../adapters/integrity-thread.ts';
import { createFetchTransport } from '../../adapters/fetch-transport.ts';
import { createJobThread } from '../../adapters/job-thread.ts';
import { createKeytarSecrets } from '../../adapters/keytar-secrets.ts';
import { createMemorySecrets } from '../../adapters/memory-secrets.ts';
import type { RecentLog } from '../../adapters/recent-log.ts';
import { createSystemClock, type SystemClock } from '../../adapters/system-clock.ts';
import { createSystemRandom } from '../../adapters/system-random.ts';
import { PASSPHRASE_COST } from '../../core/contacts/passphrase.ts';
import { createApp } from '../../core/create-app.ts';
import type {
  FolderPurpose,
  Clock,
  CompanyWindows,
  FileDialogs,
  Notifier,
  Ports,
  SettingsStore,
  SystemMenu,
} from '../../core/ports.ts';
import type { AppPages } from './app-windows.ts';
import { createBackgroundMode, type ElectronBackground, type TrayIcon } from './background-mode.ts';
import { menuTemplate } from './menu.ts';
import { createNativeConfirm } from './native-questions.ts';
import { autostartFile, createAutostart, createLoginItem, type LoginStart } from './login-start.ts';
import { createElectronNotifier } from './notifier.ts';
import { createElectronPublish } from './port.ts';
import { createUserPresence, watchPowerEvents } from './power.ts';
import { hasTrayHost, isTrayAccepted, runProgram } from './tray-host.ts';
import type { TrayImage } from './tray-menu.ts';
import { watchSystemTheme } from './theme.ts';
import { createUpdatePorts, type BuiltUpdates } from './update-ports.ts';
import type { Core } from '../startup/deferred-core.ts';
import { describe } from '../common/describe-error.ts';
import { serveApp } from '../common/serve-app.ts';
import { createStartDemo } from '../common/start-demo.ts';

/*
 * Opens the core. The core and its dependencies make up most of the app's code. Loading this code first would
 * delay the window, so this file is bundled separately, and `main.ts` loads the bundle after it has opened
 * the window.
 */

/** The build replaces this constant with its value (`electron.vite.config.ts`). */
declare const UPDATES_OF_BUILD: BuiltUpdates;

interface ElectronCoreOptions {
  readonly dataDir: string;
  readonly demo: boolean;
  /** The arguments that the system passes to the app at login. */
  readonly loginArguments: readonly string[];
  readonly recentLog: RecentLog;
  readonly pages: AppPages<WebContents>;
  readonly companyWindows: CompanyWindows;
  /** Brings the main window to the front, or opens it again. */
  readonly focus: () => void;
  readonly onShutdown: () => void;
}

export interface ElectronCore extends Core {
  readonly settings: SettingsStore;
  readonly background: Pick<ElectronBackground, 'showTray' | 'explain' | 'waitForTray'>;
  /** Shows the target of a `roundwatch:` link. */
  follow(target: LinkTarget): void;
  /** Must be called when the last window has been closed, if the app keeps running. */
  windowClosed(): void;
  /**
   * Must be called if the page has shown saved replies (`first-view.ts`). Once the core is open, the page reads the
   * data again.
   */
  refreshFirstView(): Promise<void>;
}

/** Opens the core. Returns before the core's files are open; requests wait until they are. */
export function openElectronCore(options: ElectronCoreOptions): ElectronCore {
  const { log, recent } = options.recentLog;
  const clock = createSystemClock();
  const settings = watchSystemTheme(createElectronSettings(options.dataDir, log));
  const menu = createSystemMenu();
  const notifier = createElectronNotifier(Notification, process.platform, options.focus);
  const background = createBackground({ settings, clock, notifier, ...options });
  const ports: Ports = {
    ...createPorts({ clock, settings, menu, notifier, pages: options.pages }),
    background,
    companyWindows: options.companyWindows,
    log,
    recentLog: recent,
  };
  const publishToPages = createElectronPublish(options.pages);
  const core = createApp(ports, {
    dataDir: options.dataDir,
    shell: 'electron',
    version: app.getVersion(),
    demo: options.demo,
    realAccounts: true,
    publish: (channel, payload) => {
      publishToPages(channel, payload);
      background.onPublished(channel);
    },
  });
  const served = serveApp(core, log, ports.random);
  const stopPower = watchPowerEvents(powerMonitor, log, {
    onWake: () => {
      clock.runOverdue();
      core.wake();
    },
    onShutdown: options.onShutdown,
  });
  const requests = { request: served.dispatch, subscribe: () => () => undefined };
  background
    .start(createApi<typeof contract>(requests))
    .catch((error: unknown) => log.error('tray-not-shown', describe(error)));
  const stopMenu = clock.after(FIRST_MENU_MS, menu.showEmpty);
  return {
    settings,
    background,
    dispatch: served.dispatch,
    follow: (target) => core.follow(target),
    refreshFirstView: () => served.started.then(core.refreshFirstView),
    windowClosed: () => {
      core.releaseIndex();
      background.explain(process.platform === 'darwin' ? 'menu-bar' : 'tray');
    },
    dispose: async (beforeClosing) => {
      stopPower();
      stopMenu();
      background.dispose();
      await served.dispose(beforeClosing);
    },
  };
}

const desktop = { platform: process.platform, env: process.env, run: runProgram };

const createBackground = ({
  pages,
  focus,
  loginArguments,
  settings,
  clock,
  notifier,
}: Pick<ElectronCoreOptions, 'pages' | 'focus' | 'loginArguments'> & {
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly notifier: Notifier;
}): ElectronBackground =>
  createBackgroundMode({
    settings,
    clock,
    notifier,
    loginStart: createLoginStart(loginArguments),
    platform: process.platform,
    hasTrayHost: () => hasTrayHost(desktop),
    isTrayAccepted: () => isTrayAccepted(desktop, process.pid),
    isWindowless: () => pages.all().length === 0,
    createTray,
    buildMenu: (template) => Menu.buildFromTemplate(template),
    openWindow: focus,
    quit: () => app.quit(),
  });

/**
 * An AppImage is mounted in a different folder at each start. The login entry therefore starts the AppImage
 * file, not the executable in that folder.
 */
function createLoginStart(args: readonly string[]): LoginStart {
  const { APPIMAGE: appImage } = process.env;
  const command = { program: appImage ?? process.execPath, args };
  return process.platform === 'linux'
    ? createAutostart(autostartFile(homedir(), process.env), command)
    : createLoginItem(app, command);
}

const TRAY_FILES: Readonly<Record<TrayImage, string>> = {
  usual: 'tray.png',
  unread: 'tray-unread.png',
  paused: 'tray-paused.png',
};

/**
 * On macOS, the icon is a template image, which the system colours. The number of new signals is shown beside
 * it, and a click opens the menu.
 */
function createTray(onClick: () => void): TrayIcon {
  const isMac = process.platform === 'darwin';
  const imageOf = (name: string): NativeImage =>
    nativeImage.createFromPath(fileURLToPath(new URL(name, import.meta.url)));
  const first = imageOf(isMac ? 'tray-template.png' : TRAY_FILES.usual);
  first.setTemplateImage(isMac);
  const tray = new Tray(first);
  if (!isMac) tray.on('click', onClick);
  return {
    setToolTip: (tip) => tray.setToolTip(tip),
    setContextMenu: (menu) => tray.setContextMenu(menu),
    setTitle: (title) => tray.setTitle(title),
    destroy: () => tray.destroy(),
    show: (image) => {
      if (!isMac) tray.setImage(imageOf(TRAY_FILES[image]));
    },
  };
}

interface OwnPorts {
  readonly clock: SystemClock;
  readonly settings: SettingsStore;
  readonly menu: SystemMenu;
  readonly notifier: Notifier;
  readonly pages: ElectronCoreOptions['pages'];
}

/** How long after the start the menu is shown without commands, unless the page has offered some by then. */
const FIRST_MENU_MS = 1_000;

/**
 * Creates the system menu, and rebuilds it each time the page offers different commands. `showEmpty` shows it
 * without commands if no page has offered any.
 */
function createSystemMenu(): SystemMenu & { showEmpty(): void } {
  let isShown = false;
  const show: SystemMenu['show'] = (items, choose) => {
    isShown = true;
    const facts = { packaged: app.isPackaged, platform: process.platform, items, choose };
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(facts)));
  };
  return { show, showEmpty: () => void (isShown || show([], () => undefined)) };
}

/** Creates the ports. Requests to the service use a separate in-memory session without a cache. */
function createPorts({
  clock,
  settings,
  menu,
  notifier,
  pages,
}: OwnPorts): Omit<Ports, 'log' | 'recentLog' | 'companyWindows' | 'background'> {
  return {
    clock,
    random: createSystemRandom(),
    passphraseCost: PASSPHRASE_COST,
    secrets: {
      keychain: createKeytarSecrets({ service: 'Roundwatch' }),
      session: createMemorySecrets(),
    },
    settings,
    transport: createFetchTransport((url, init) =>
      session.fromPartition('roundwatch-net', { cache: false }).fetch(url, init),
    ),
    startDemo: createStartDemo(clock),
    chooseFolder,
    fileDialogs: { save: chooseNewFile, open: chooseFile, openFolder: chooseFolderToRead },
    computerName: hostname(),
    checkIntegrity: createIntegrityThread(new URL('./integrity-worker.cjs', import.meta.url)),
    checkpointInWorker: createCheckpointThread(new URL('./checkpoint-worker.cjs', import.meta.url)),
    zipInWorker: createJobThread(new URL('./zip-worker.cjs', import.meta.url)),
    // The core has already checked the URL, so the system may open it.
    openExternal: (url) => shell.openExternal(url),
    showInFolder: (path) => shell.showItemInFolder(path),
    presence: createUserPresence(powerMonitor),
    confirm: createNativeConfirm(dialog, () => {
      const page = pages.active();
      return page === null ? null : BrowserWindow.fromWebContents(page);
    }),
    menu,
    notifier,
    assistants: {
      load: async () => (await import('../../adapters/mcp-server.ts')).createMcpProtocol(),
      bridgeFile: fileURLToPath(new URL('./assistant-bridge.mjs', import.meta.url)),
    },
    updates: createUpdatePorts({
      built: UPDATES_OF_BUILD,
      app,
      shell,
      createSession: () => session.fromPartition('roundwatch-updates', { cache: false }),
      platform: process.platform,
      arch: process.arch,
      isAppImage: process.env['APPIMAGE'] !== undefined,
    }),
  };
}

const FOLDER_DIALOGS: Readonly<Record<FolderPurpose, { title: string; buttonLabel: string }>> = {
  export: { title: 'Choose a folder for your notes', buttonLabel: 'Export here' },
  'second-backups': { title: 'Choose a second folder for backups', buttonLabel: 'Copy backups here' },
  'find-backups': { title: 'Choose the folder that contains backups', buttonLabel: 'Find backups' },
};

/** Asks the user for a folder. Returns null if the user cancels. */
async function chooseFolder(purpose: FolderPurpose): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    ...FOLDER_DIALOGS[purpose],
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

const chooseNewFile: FileDialogs['save'] = async ({ title, name }) => {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title,
    buttonLabel: 'Save',
    defaultPath: name,
    filters: [{ name: extname(name).slice(1), extensions: [extname(name).slice(1)] }],
  });
  return canceled || filePath === '' ? null : filePath;
};

const chooseFile: FileDialogs['open'] = async ({ title, description, extensions }) => {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title,
    buttonLabel: 'Open',
    properties: ['openFile'],
    filters: [{ name: description, extensions: [...extensions] }],
  });
  return canceled ? null : (filePaths[0] ?? null);
};

const chooseFolderToRead: FileDialogs['openFolder'] = async ({ title }) => {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title,
    buttonLabel: 'Open',
    properties: ['openDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
};
