import { BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import type { Logger, SettingsStore } from '../../core/ports.ts';
import { APP_PAGE } from './app-protocol.ts';
import { windowOptions } from './window-options.ts';
import { isReachable, saveWindowState, restoreWindow, WINDOW_SETTING, type Area } from './window-state.ts';

export interface OpenWindowOptions {
  readonly packaged: boolean;
  readonly preload: string;
  readonly partition: string;
  /** The saved settings, before their store is loaded. */
  readonly settings: Pick<SettingsStore, 'get'>;
  /** Where the window position is saved; null until the core is loaded. */
  readonly store: () => SettingsStore | null;
  readonly log: Logger;
}

/** Maximum reloads of a crashing page; more would make it flicker forever. */
const RELOADS_MAX = 3;

/** Lists the primary display first. */
function workAreas(): Area[] {
  const primary = screen.getPrimaryDisplay().id;
  return screen
    .getAllDisplays()
    .toSorted((one, other) => Number(other.id === primary) - Number(one.id === primary))
    .map(({ workArea }) => workArea);
}

/** Opens the window at its last position for these displays, and shows it once there is content. */
export function openWindow(options: OpenWindowOptions): BrowserWindow {
  const { settings, store, log } = options;
  const { bounds, maximized } = restoreWindow(settings.get(WINDOW_SETTING), workAreas());
  const window = new BrowserWindow(
    windowOptions({ ...options, bounds, dark: nativeTheme.shouldUseDarkColors }),
  );
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () => saveState(window, store(), log));
  recenterWhenUnreachable(window);
  reloadAfterCrash(window, log);
  confirmUnsavedClose(window);
  load(window, log);
  return window;
}

const load = (window: BrowserWindow, log: Logger): void =>
  void window.loadURL(APP_PAGE).catch(() => log.error('page-not-loaded'));

/** Brings the window to the front when the app is started again. */
export function focusWindow(window: BrowserWindow | null): void {
  if (window === null || window.isDestroyed()) return;
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
    // A full disk must not keep the window from closing.
    log.warn('window-state-not-saved');
  }
}

/** Not every system moves windows off a disconnected display. */
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
 * The page blocks closing while a note is unsaved; without this question the window would stay open for no
 * visible reason.
 */
function confirmUnsavedClose(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const pressed = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: 'A note is not saved.',
      detail:
        'It could not be written, or it waits for your choice between two texts. Closed now, what is not saved is lost.',
      buttons: ['Keep Roundwatch open', 'Close anyway'],
      defaultId: 0,
      cancelId: 0,
    });
    // Here preventDefault overrides the page and closes the window.
    if (pressed === 1) event.preventDefault();
  });
}

function reloadAfterCrash(window: BrowserWindow, log: Logger): void {
  let reloads = 0;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error('renderer-gone', { reason, exitCode });
    reloads += 1;
    // Not `reload`: it loads nothing if the page crashed before it had loaded.
    if (reloads <= RELOADS_MAX && !window.isDestroyed()) load(window, log);
  });
}
