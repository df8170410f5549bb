import { app, dialog, Menu, Notification, powerMonitor, session, shell, type WebContents } from 'electron';
import { createElectronSettings } from '../adapters/electron-settings.ts';
import { createFileFold } from '../adapters/file-fold.ts';
import { createFileLook } from '../adapters/file-look.ts';
import { createFetchTransport } from '../adapters/fetch-transport.ts';
import { createKeytarSecrets } from '../adapters/keytar-secrets.ts';
import { createMemorySecrets } from '../adapters/memory-secrets.ts';
import type { RecentLog } from '../adapters/recent-log.ts';
import { createSystemClock, type SystemClock } from '../adapters/system-clock.ts';
import { createSystemRandom } from '../adapters/system-random.ts';
import { createApp } from '../core/create-app.ts';
import type { Notifier, Ports, SettingsStore, SystemMenu } from '../core/ports.ts';
import { menuTemplate } from './electron-menu.ts';
import { createElectronNotifier } from './electron-notifier.ts';
import { createElectronPublish } from './electron-port.ts';
import { followPower } from './electron-power.ts';
import { followTheme } from './electron-theme.ts';
import type { Core } from './late-core.ts';
import { serveApp } from './serve-app.ts';
import { createStartDemo } from './start-demo.ts';

/*
 * The core and all that it stands on: the greater part of the app's code. Loaded once the window has begun to load its page, so
 * that it is read while Chromium starts the page's process.
 */

export interface ElectronCoreOptions {
  readonly dataDir: string;
  readonly demo: boolean;
  readonly recentLog: RecentLog;
  /** The window's page; null after it is closed. */
  readonly contents: () => WebContents | null;
  /** Brings the window to the front. */
  readonly focus: () => void;
}

export interface ElectronCore extends Core {
  readonly settings: SettingsStore;
  /** A link asked for this company. */
  follow(companyId: string): void;
}

/** Opens the core; what it opens of the files goes on after this has returned, and requests wait for it. */
export function openElectronCore(options: ElectronCoreOptions): ElectronCore {
  const { log, recent } = options.recentLog;
  const clock = createSystemClock();
  const settings = followTheme(createElectronSettings(options.dataDir, log));
  const menu = createSystemMenu();
  const notifier = createElectronNotifier(Notification, process.platform, options.focus);
  const ports: Ports = { ...createPorts({ clock, settings, menu, notifier }), log, recentLog: recent };
  const core = createApp(ports, {
    dataDir: options.dataDir,
    shell: 'electron',
    version: app.getVersion(),
    demo: options.demo,
    realAccounts: true,
    publish: createElectronPublish(options.contents),
  });
  const served = serveApp(core, log, ports.random);
  const stopPower = followPower(powerMonitor, log, () => {
    clock.lookAgain();
    core.wake();
  });
  menu.show([], () => undefined);
  return {
    settings,
    dispatch: served.dispatch,
    follow: (companyId) => core.follow(companyId),
    dispose: async () => {
      stopPower();
      await served.dispose();
    },
  };
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
function createPorts({ clock, settings, menu, notifier }: OwnPorts): Omit<Ports, 'log' | 'recentLog'> {
  return {
    clock,
    random: createSystemRandom(),
    secrets: {
      keychain: createKeytarSecrets({ service: 'Roundwatch' }),
      session: createMemorySecrets(),
    },
    settings,
    transport: createFetchTransport((url, init) =>
      session.fromPartition('roundwatch-net', { cache: false }).fetch(url, init),
    ),
    startDemo: createStartDemo(clock),
    exportFolder: chooseFolder,
    lookThrough: createFileLook(new URL('../look-worker.js', import.meta.url)),
    foldApart: createFileFold(new URL('../fold-worker.js', import.meta.url)),
    // The core has checked it; no window of this app ever opens it.
    openExternal: (url) => shell.openExternal(url),
    menu,
    notifier,
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
