/** The part of Electron's `BrowserWindow` that is used here. */
interface ClosingWindow {
  isDestroyed(): boolean;
  close(): void;
  minimize(): void;
}
interface CloseEvent {
  preventDefault(): void;
}

interface WindowClosingOptions {
  readonly keepsListening: () => boolean;
  /** Shows the tray icon. Resolves to false if the desktop shows no tray icons. */
  readonly showTray: () => Promise<boolean>;
  readonly onMinimised: () => void;
}

/** Decides what happens when the main window is closed. */
export interface WindowClosing {
  /** Must be called when the main window is about to close. */
  onClose(event: CloseEvent, window: ClosingWindow): void;
  /** Whether the app keeps running without a window. */
  staysOpen(): boolean;
  /** Must be called when the app begins to quit. */
  quit(): void;
  /**
   * Must be called when the user keeps a window open because of unsaved text. If the app was about to quit,
   * it no longer quits.
   */
  keepOpen(): void;
  /** Records that the app was started without a window, and can be reached through the tray. */
  startHidden(): void;
}

/**
 * Closing the main window quits the app, unless the user has chosen to keep the app listening. In that case,
 * the window closes if the tray can reopen it; otherwise, it is minimised. Each close checks for a tray,
 * because a desktop may gain or lose its tray at any time.
 */
export function createWindowClosing({
  keepsListening,
  showTray,
  onMinimised,
}: WindowClosingOptions): WindowClosing {
  let isQuitting = false;
  let isReachable = false;
  /** The window whose next close event is allowed, because the tray icon is shown. */
  let mayClose: ClosingWindow | null = null;
  const closeOrMinimise = async (window: ClosingWindow): Promise<void> => {
    isReachable = await showTray();
    if (window.isDestroyed()) return;
    if (!isReachable) {
      window.minimize();
      return onMinimised();
    }
    mayClose = window;
    window.close();
  };
  return {
    onClose: (event, window) => {
      const isChecked = mayClose === window;
      mayClose = null;
      if (isQuitting || isChecked || !keepsListening()) return;
      event.preventDefault();
      void closeOrMinimise(window);
    },
    staysOpen: () => !isQuitting && isReachable && keepsListening(),
    quit: () => {
      isQuitting = true;
    },
    keepOpen: () => {
      isQuitting = false;
    },
    startHidden: () => {
      isReachable = true;
    },
  };
}
