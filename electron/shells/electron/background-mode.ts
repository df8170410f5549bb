import type { Menu, Tray } from 'electron';
import { AppFailure } from '../../../shared/app-failure.ts';
import { localDate } from '../../../shared/local-date.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { BackgroundPlace } from '../../../shared/model/settings/background.ts';
import { keepsListening } from '../../core/handlers/background-settings.ts';
import type { BackgroundMode, Clock, Dispose, Notifier, SettingsStore } from '../../core/ports.ts';
import type { LoginStart } from './login-start.ts';
import {
  trayImage,
  trayMenu,
  trayTip,
  type TrayActions,
  type TrayFacts,
  type TrayImage,
} from './tray-menu.ts';

/** Minimum time in ms between two updates of the tray icon. */
const UPDATE_MS = 500;
/** Number of attempts to find a tray at login, and the delay between them in milliseconds. */
const TRAY_ATTEMPTS = 10;
const TRAY_RETRY_MS = 2_000;
/**
 * Number of times that the app checks whether the desktop has accepted a new icon, and the delay between
 * these checks in milliseconds.
 */
const ACCEPT_ATTEMPTS = 5;
const ACCEPT_RETRY_MS = 200;
const NOTICE_SHOWN = 'background-notice-shown';

type SignalsApi = Pick<Api, 'signals'>;

/** The part of Electron's `Tray` that is used here. */
export type TrayIcon = Pick<Tray, 'setToolTip' | 'setContextMenu' | 'setTitle' | 'destroy'> & {
  show(image: TrayImage): void;
};

interface BackgroundModeOptions {
  readonly settings: SettingsStore;
  readonly clock: Pick<Clock, 'after' | 'nowMs'>;
  readonly notifier: Notifier;
  readonly platform: NodeJS.Platform;
  readonly hasTrayHost: () => Promise<boolean>;
  /** Called after the tray icon is created. Returns whether the desktop has accepted it. */
  readonly isTrayAccepted: () => Promise<boolean>;
  readonly isWindowless: () => boolean;
  readonly loginStart: LoginStart;
  /** Shows the tray icon. `onClick` is called when the user clicks the icon itself. */
  readonly createTray: (onClick: () => void) => TrayIcon;
  readonly buildMenu: (template: ReturnType<typeof trayMenu>) => Menu;
  readonly openWindow: () => void;
  readonly quit: () => void;
}

export interface ElectronBackground extends BackgroundMode {
  /** Shows the tray icon. Resolves to false if the desktop shows no tray icons. */
  showTray(): Promise<boolean>;
  /**
   * Waits until the tray icon can be shown. At login, the desktop starts its tray at the same time as the
   * app, so the tray may appear later. If there is no tray after a while, opens the window minimised.
   */
  waitForTray(showMinimised: () => void): Promise<void>;
  /** Must be called for each published event, because the event may change what the tray icon shows. */
  onPublished(channel: string): void;
  /** Connects to the core, and shows the icon if the setting is on. */
  start(api: SignalsApi): Promise<void>;
  /**
   * After the window was closed or minimised, shows a notification that explains how to reach the app, unless
   * the last such notification was for the same `place`.
   */
  explain(place: BackgroundPlace): void;
  dispose(): void;
}

const SHOWN_IN_TRAY: ReadonlySet<string> = new Set([
  'signals.onChanged',
  'signals.onReceiver',
  'workspaces.onChanged',
]);
const NOTICES: Readonly<Record<BackgroundPlace, { readonly title: string; readonly body: string }>> = {
  'menu-bar': {
    title: 'Roundwatch is still listening',
    body: 'Find it in the menu bar. Quit there to stop.',
  },
  tray: { title: 'Roundwatch is still listening', body: 'Find it in the system tray. Quit there to stop.' },
  minimised: {
    title: 'The window is minimised instead',
    body: 'This desktop has no system tray. Closing minimises Roundwatch, so that you can always reach it.',
  },
};

/** While the setting is on, keeps the app running after its window is closed. */
export function createBackgroundMode(options: BackgroundModeOptions): ElectronBackground {
  const { settings, clock, platform, hasTrayHost, isWindowless } = options;
  const icon = createIcon(options);
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const showTray = async (): Promise<boolean> => {
    // Checks for a tray before creating the icon, because Electron decides at that moment how to show the
    // icon.
    if (!(await hasTrayHost())) return false;
    await icon.show();
    for (let attempt = 1; attempt <= ACCEPT_ATTEMPTS; attempt += 1) {
      if (await options.isTrayAccepted()) return true;
      await pause(ACCEPT_RETRY_MS);
    }
    return false;
  };
  const follow = async (): Promise<void> => {
    if (keepsListening(settings)) await showTray();
    else icon.remove();
  };
  const explain = (place: BackgroundPlace): void => {
    if (settings.get(NOTICE_SHOWN) === place) return;
    settings.set(NOTICE_SHOWN, place);
    if (options.notifier.supported()) options.notifier.show(NOTICES[place], () => undefined);
  };
  return {
    isWindowless,
    startsAtLogin: options.loginStart.isOn,
    setStartAtLogin: options.loginStart.set,
    place: async () => {
      if (platform === 'darwin') return 'menu-bar';
      return (await hasTrayHost()) ? 'tray' : 'minimised';
    },
    follow,
    showTray,
    onPublished: (channel) => {
      if (SHOWN_IN_TRAY.has(channel)) icon.updateSoon();
    },
    start: (api) => {
      icon.connect(api);
      return follow();
    },
    explain,
    waitForTray: async (showMinimised) => {
      for (let attempt = 1; isWindowless(); attempt += 1) {
        if (await showTray()) return;
        if (attempt === TRAY_ATTEMPTS) {
          showMinimised();
          return explain('minimised');
        }
        await pause(TRAY_RETRY_MS);
      }
    },
    dispose: icon.remove,
  };
}

interface Icon {
  /** Sets the core whose receiver the icon shows and controls. */
  connect(api: SignalsApi): void;
  show(): Promise<void>;
  updateSoon(): void;
  remove(): void;
}

/** Creates the tray icon, which is not shown at first. */
function createIcon({
  clock,
  platform,
  createTray,
  buildMenu,
  openWindow,
  quit,
}: BackgroundModeOptions): Icon {
  let tray: TrayIcon | null = null;
  let api: SignalsApi | null = null;
  let stopUpdate: Dispose | null = null;
  let shown = '';
  const setEnabled = (enabled: boolean, pauseMs: number | null): void =>
    void api?.signals.setEnabled({ enabled, pauseMs }).catch(() => undefined);
  const actions: TrayActions = {
    open: openWindow,
    quit,
    pause: (lengthMs) => setEnabled(false, lengthMs),
    resume: () => setEnabled(true, null),
  };
  const update = async (): Promise<void> => {
    const facts = api === null ? null : await readFacts(api);
    const nowMs = clock.nowMs();
    // Times on other days are shown with their date, so the texts depend on the current date.
    const now = JSON.stringify([facts, localDate(nowMs)]);
    // Replaces the menu only if it has changed, because an open menu may close when it is replaced.
    if (tray === null || now === shown) return;
    shown = now;
    tray.show(trayImage(facts));
    tray.setToolTip(trayTip(facts, nowMs));
    tray.setContextMenu(buildMenu(trayMenu(facts, actions, () => clock.nowMs())));
    if (platform === 'darwin') tray.setTitle(facts === null || facts.unseen === 0 ? '' : `${facts.unseen}`);
  };
  return {
    connect: (given) => {
      api = given;
    },
    show: async () => {
      if (tray !== null) return;
      tray = createTray(openWindow);
      shown = '';
      await update();
    },
    updateSoon: () => {
      if (tray === null) return;
      stopUpdate ??= clock.after(UPDATE_MS, () => {
        stopUpdate = null;
        void update();
      });
    },
    remove: () => {
      stopUpdate?.();
      stopUpdate = null;
      tray?.destroy();
      tray = null;
    },
  };
}

/** Returns what the tray icon shows; null if no workspace is open. */
async function readFacts(api: SignalsApi): Promise<TrayFacts | null> {
  try {
    const [{ unseen }, { state, enabled, key, resumesAtMs, lastReceivedAtMs }] = await Promise.all([
      api.signals.summary({}),
      api.signals.receiver({}),
    ]);
    const isSetUp = key.state !== 'absent';
    return { state, isSetUp, isEnabled: enabled, resumesAtMs, lastReceivedAtMs, unseen };
  } catch (error) {
    if (error instanceof AppFailure) return null;
    throw error;
  }
}
