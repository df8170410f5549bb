import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  Notification,
  powerMonitor,
  session,
  shell,
  type WebContents,
} from 'electron';
import type { LinkTarget } from '../../../shared/model/link.ts';
import { createElectronSettings } from '../../adapters/electron-settings.ts';
import { createCheckpointThread } from '../../adapters/checkpoint-thread.ts';
import { createIntegrityThread } from '../../adapters/integrity-thread.ts';
import { createFetchTransport } from '../../adapters/fetch-transport.ts';
import { createKeytarSecrets } from '../../adapters/keytar-secrets.ts';
import { createMemorySecrets } from '../../adapters/memory-secrets.ts';
import type { RecentLog } from '../../adapters/recent-log.ts';
import { createSystemClock, type SystemClock } from '../../adapters/system-clock.ts';
import { createSystemRandom } from '../../adapters/system-random.ts';
import { PASSPHRASE_COST } from '../../core/contacts/passphrase.ts';
import { createApp } from '../../core/create-app.ts';
import type { CompanyWindows, Notifier, Ports, SettingsStore, SystemMenu } from '../../core/ports.ts';
import type { AppPages } from './app-windows.ts';
import { menuTemplate } from './menu.ts';
import { createNativeConfirm } from './native-questions.ts';
import { createElectronNotifier } from './notifier.ts';
import { createElectronPublish } from './port.ts';
import { createUserPresence, watchPowerEvents } from './power.ts';
import { watchSystemTheme } from './theme.ts';
import type { Core } from '../startup/deferred-core.ts';
import { serveApp } from '../common/serve-app.ts';
import { createStartDemo } from '../common/start-demo.ts';

/*
 * Opens the core. The core and its dependencies make up most of the app's code. Loading them first would
 * delay the window, so this file is bundled separately, and `main.ts` loads the bundle after the window.
 */

interface ElectronCoreOptions {
  readonly dataDir: string;
  readonly demo: boolean;
  readonly recentLog: RecentLog;
  readonly pages: AppPages<WebContents>;
  readonly companyWindows: CompanyWindows;
  /** Brings the main window to the front, or opens it again. */
  readonly focus: () => void;
}

interface ElectronCore extends Core {
  readonly settings: SettingsStore;
  /** Shows the target of a `roundwatch:` link. */
  follow(target: LinkTarget): void;
}

/** Opens the core. Returns before its files are open; requests wait until they are. */
export function openElectronCore(options: ElectronCoreOptions): ElectronCore {
  const { log, recent } = options.recentLog;
  const clock = createSystemClock();
  const settings = watchSystemTheme(createElectronSettings(options.dataDir, log));
  const menu = createSystemMenu();
  const notifier = createElectronNotifier(Notification, process.platform, options.focus);
  const ports: Ports = {
    ...createPorts({ clock, settings, menu, notifier, pages: options.pages }),
    companyWindows: options.companyWindows,
    log,
    recentLog: recent,
  };
  const core = createApp(ports, {
    dataDir: options.dataDir,
    shell: 'electron',
    version: app.getVersion(),
    demo: options.demo,
    realAccounts: true,
    publish: createElectronPublish(options.pages),
  });
  const served = serveApp(core, log, ports.random);
  const stopPower = watchPowerEvents(powerMonitor, log, () => {
    clock.runOverdue();
    core.wake();
  });
  menu.show([], () => undefined);
  return {
    settings,
    dispatch: served.dispatch,
    follow: (target) => core.follow(target),
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
  readonly pages: ElectronCoreOptions['pages'];
}

/** Creates the system menu. Each time the page offers different commands, the menu is rebuilt. */
const createSystemMenu = (): SystemMenu => ({
  show: (items, choose) => {
    const facts = { packaged: app.isPackaged, platform: process.platform, items, choose };
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(facts)));
  },
});

/** Creates the ports. Requests to the service use a separate in-memory session without a cache. */
function createPorts({
  clock,
  settings,
  menu,
  notifier,
  pages,
}: OwnPorts): Omit<Ports, 'log' | 'recentLog' | 'companyWindows'> {
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
    exportFolder: chooseFolder,
    checkIntegrity: createIntegrityThread(new URL('./integrity-worker.cjs', import.meta.url)),
    checkpointInWorker: createCheckpointThread(new URL('./checkpoint-worker.cjs', import.meta.url)),
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
  };
}

/** Asks the user for the folder to export to. Returns null if the user cancels. */
async function chooseFolder(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Choose a folder for your notes',
    buttonLabel: 'Export here',
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
