import { BrowserWindow, dialog, Menu, nativeTheme, screen } from 'electron';
import { companyFragment } from '../../../shared/company-window.ts';
import type { Logger, SettingsStore } from '../../core/ports.ts';
import { APP_PAGE } from './app-protocol.ts';
import { textMenu } from './text-menu.ts';
import { windowOptions } from './window-options.ts';
import {
  companyWindowBounds,
  isReachable,
  saveWindowState,
  restoreWindow,
  WINDOW_SETTING,
  type Area,
  type RestoredWindow,
} from './window-state.ts';
import type { SystemEnd } from './system-end.ts';
import type { WindowClosing } from './window-closing.ts';

interface WindowOptions {
  readonly packaged: boolean;
  readonly preload: string;
  readonly partition: string;
  readonly log: Logger;
  /** Called when the user keeps a window open because of unsaved text. */
  readonly onKeptOpen: () => void;
  readonly systemEnd: Pick<SystemEnd, 'isEnding' | 'end'>;
}
interface OpenWindowOptions extends WindowOptions {
  /** Read-only access to the saved settings, available even before the settings store is loaded. */
  readonly settings: Pick<SettingsStore, 'get'>;
  /** Returns the store that saves the window's state; null until the core is loaded. */
  readonly store: () => SettingsStore | null;
  readonly closing: Pick<WindowClosing, 'onClose'>;
}
/** The URL of a window's page, and the text of the question that asks about unsaved changes on that page. */
interface WindowPage {
  readonly url: string;
  readonly unsaved: UnsavedQuestion;
}
interface UnsavedQuestion {
  readonly detail: string;
  readonly keepOpen: string;
}
const MAIN_PAGE: WindowPage = {
  url: APP_PAGE,
  unsaved: {
    detail:
      'The note couldn’t be saved, or you still need to choose between two versions. If you close Roundwatch now, the unsaved text will be lost.',
    keepOpen: 'Keep Roundwatch open',
  },
};
const companyPage = (companyId: string): WindowPage => ({
  url: `${APP_PAGE}${companyFragment(companyId)}`,
  unsaved: {
    detail:
      'The note couldn’t be saved, or you still need to choose between two versions. If you close this window now, the unsaved text will be lost.',
    keepOpen: 'Keep the window open',
  },
});

/** Maximum number of times that the page is reloaded after a crash. */
const RELOADS_MAX = 3;

/** Returns the work areas of the displays, the primary display first. */
function workAreas(): Area[] {
  const primary = screen.getPrimaryDisplay().id;
  return screen
    .getAllDisplays()
    .toSorted((one, other) => Number(other.id === primary) - Number(one.id === primary))
    .map(({ workArea }) => workArea);
}

/** Opens the main window at the last position that was stored for the current displays. */
export function openWindow(options: OpenWindowOptions): BrowserWindow {
  const { settings, store, closing, log } = options;
  const window = createWindow(options, restoreWindow(settings.get(WINDOW_SETTING), workAreas()), MAIN_PAGE);
  window.on('close', (event) => {
    saveState(window, store(), log);
    closing.onClose(event, window);
  });
  return window;
}

/** Opens a window that shows a company, beside the main window. Its position is not saved. */
export function openCompanyWindow(
  options: WindowOptions,
  companyId: string,
  main: BrowserWindow | null,
): BrowserWindow {
  const bounds = companyWindowBounds(main?.getNormalBounds() ?? null, workAreas());
  return createWindow(options, { bounds, maximized: false }, companyPage(companyId));
}

/** Creates a window with the privileges that every window of the app has, and shows it after the first paint. */
function createWindow(
  options: WindowOptions,
  { bounds, maximized }: RestoredWindow,
  page: WindowPage,
): BrowserWindow {
  const { log } = options;
  const window = new BrowserWindow(
    windowOptions({ ...options, platform: process.platform, bounds, dark: nativeTheme.shouldUseDarkColors }),
  );
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  recenterWhenUnreachable(window);
  reloadAfterCrash(window, page.url, log);
  confirmUnsavedClose(window, page.unsaved, options);
  // Emitted only on Windows, when the user logs out or the computer shuts down while a window is open.
  window.on('session-end', () => options.systemEnd.end('session-end'));
  offerTextMenu(window);
  load(window, page.url, log);
  return window;
}

/**
 * Shows the context menu of text fields and selected text. The page itself shows the context menus of rows.
 */
function offerTextMenu(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, params) => {
    const template = textMenu(params, (word) => webContents.replaceMisspelling(word));
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

const load = (window: BrowserWindow, url: string, log: Logger): void =>
  void window.loadURL(url).catch(() => log.error('page-not-loaded'));

export function focusWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function saveState(window: BrowserWindow, settings: SettingsStore | null, log: Logger): void {
  if (settings === null) return;
  const state = { ...window.getNormalBounds(), maximized: window.isMaximized() };
  try {
    settings.set(WINDOW_SETTING, saveWindowState(settings.get(WINDOW_SETTING), workAreas(), state));
  } catch {
    // The window must be able to close even if the disk is full.
    log.warn('window-state-not-saved');
  }
}

/**
 * Centres the window if it can no longer be reached, for example because its display was disconnected. Some
 * systems do not move such a window to another display.
 */
function recenterWhenUnreachable(window: BrowserWindow): void {
  const recenter = (): void => {
    if (window.isDestroyed() || isReachable(window.getNormalBounds(), workAreas())) return;
    window.center();
  };
  screen.on('display-removed', recenter);
  screen.on('display-metrics-changed', recenter);
  window.once('closed', () => {
    screen.off('display-removed', recenter);
    screen.off('display-metrics-changed', recenter);
  });
}

/**
 * If a note is unsaved, the page prevents the window from closing. This function then asks the user whether
 * to close the window anyway.
 */
function confirmUnsavedClose(
  window: BrowserWindow,
  { detail, keepOpen }: UnsavedQuestion,
  { onKeptOpen, systemEnd }: Pick<WindowOptions, 'onKeptOpen' | 'systemEnd'>,
): void {
  window.webContents.on('will-prevent-unload', (event) => {
    if (systemEnd.isEnding()) return event.preventDefault();
    const pressed = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: 'A note hasn’t been saved.',
      detail,
      buttons: [keepOpen, 'Close anyway'],
      defaultId: 0,
      cancelId: 0,
    });
    // The page objects to being closed. In this event, `preventDefault` overrides the objection, and the
    // window closes.
    if (pressed === 1) event.preventDefault();
    else onKeptOpen();
  });
}

function reloadAfterCrash(window: BrowserWindow, url: string, log: Logger): void {
  let reloads = 0;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error('renderer-gone', { reason, exitCode });
    reloads += 1;
    // The page is loaded from its URL, because `reload` has no effect if the page crashed before it had
    // loaded.
    if (reloads <= RELOADS_MAX && !window.isDestroyed()) load(window, url, log);
  });
}
