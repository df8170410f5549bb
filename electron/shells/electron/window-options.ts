import type { WindowBounds } from './window-state.ts';

interface WindowFacts {
  readonly packaged: boolean;
  readonly preload: string;
  /**
   * Name of the page's session. The session is in memory only, so data stored by the renderer is not written
   * to disk.
   */
  readonly partition: string;
  readonly dark: boolean;
  readonly platform: NodeJS.Platform;
  readonly bounds: WindowBounds;
}

/**
 * Returns whether text fields have a spell checker. On macOS, the system's spell checker is used. On other
 * systems, Chromium would download dictionaries from a Google server (docs/security.md, "Not promised").
 */
export const checksSpelling = (platform: NodeJS.Platform): boolean => platform === 'darwin';

/**
 * Returns the window's options. A test checks every option, because the options determine the page's
 * privileges.
 */
export function windowOptions({ packaged, preload, partition, dark, bounds, platform }: WindowFacts) {
  return {
    ...bounds,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Roundwatch',
    autoHideMenuBar: true,
    backgroundColor: dark ? '#131316' : '#fbfbfa',
    webPreferences: {
      preload,
      partition,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      webgl: false,
      navigateOnDragDrop: false,
      disableDialogs: true,
      spellcheck: checksSpelling(platform),
      devTools: !packaged,
    },
  };
}
