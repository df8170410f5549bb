import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Logger, SettingsStore } from '../core/ports.ts';
import { APP_PAGE } from './app-protocol.ts';
import { windowOptions } from './window-options.ts';
import { restoreWindow, WINDOW_SETTING, type WindowState } from './window-state.ts';

export interface OpenWindowOptions {
  readonly packaged: boolean;
  readonly preload: string;
  readonly partition: string;
  readonly settings: SettingsStore;
  readonly log: Logger;
}

/** A page that keeps crashing is reloaded so often and then left, so that it does not flicker for ever. */
const RELOADS_MAX = 3;

/** Opens the one window where it was last, and shows it when there is something to see. */
export function openWindow(options: OpenWindowOptions): BrowserWindow {
  const { settings, log } = options;
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { bounds, maximized } = restoreWindow(settings.get(WINDOW_SETTING), areas);
  const window = new BrowserWindow(
    windowOptions({ ...options, bounds, dark: nativeTheme.shouldUseDarkColors }),
  );
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () => saveState(window, settings, log));
  reloadAfterCrash(window, log);
  void window.loadURL(APP_PAGE).catch(() => log.error('page-not-loaded'));
  return window;
}

/** Brings the window to the front, for a second start of the app. */
export function focusWindow(window: BrowserWindow | null): void {
  if (window === null || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function saveState(window: BrowserWindow, settings: SettingsStore, log: Logger): void {
  const state: WindowState = { ...window.getNormalBounds(), maximized: window.isMaximized() };
  try {
    settings.set(WINDOW_SETTING, state);
  } catch {
    // A full disk must not keep a window from closing.
    log.warn('window-state-not-saved');
  }
}

function reloadAfterCrash(window: BrowserWindow, log: Logger): void {
  let reloads = 0;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error('renderer-gone', { reason, exitCode });
    reloads += 1;
    if (reloads <= RELOADS_MAX && !window.isDestroyed()) window.webContents.reload();
  });
}
