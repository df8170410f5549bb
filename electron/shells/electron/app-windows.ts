import type { CompanyWindows } from '../../core/ports.ts';

/** The part of Electron's `BrowserWindow` that is used here. */
interface AppWindow {
  readonly webContents: unknown;
  isDestroyed(): boolean;
  isFocused(): boolean;
  close(): void;
  minimize(): void;
  once(event: 'show', listener: () => void): unknown;
  once(event: 'closed', listener: () => void): unknown;
}

interface AppWindowsOptions<W> {
  readonly openMain: () => W;
  /** Opens a window that shows a company. `main` is null if the main window is closed. */
  readonly openCompany: (companyId: string, main: W | null) => W;
  /** Returns whether the app keeps running without a window. */
  readonly staysOpen: () => boolean;
  readonly focus: (window: W) => void;
}

/** Each function considers only the windows that are open when it is called. */
export interface AppPages<Page> {
  /** The pages of all open windows, the main window's first. No other page may call the core. */
  readonly all: () => readonly Page[];
  /** The main window's page; after that window is closed, the page of the oldest remaining window. */
  readonly main: () => Page | null;
  /** The page of the window that has focus. If no window has focus, the same page as `main`. */
  readonly active: () => Page | null;
}

interface AppWindows<W extends AppWindow> {
  readonly pages: AppPages<W['webContents']>;
  readonly companies: CompanyWindows;
  openMain(): W;
  /**
   * Brings the main window to the front. Reopens it if it is closed, unless the app is about to quit.
   */
  showMain(): void;
  /** Opens the main window and minimises it as soon as it is shown. */
  showMinimised(): void;
}

/** Maximum number of company windows. Each has a separate process. */
export const COMPANY_WINDOWS_MAX = 8;

/**
 * Creates the app's windows: the main window, and windows that each open with one company. Closing the main
 * window closes the others, except a window that asks about unsaved text.
 */
export function createAppWindows<W extends AppWindow>({
  openMain,
  openCompany,
  staysOpen,
  focus,
}: AppWindowsOptions<W>): AppWindows<W> {
  let main: W | null = null;
  let companies: readonly W[] = [];
  const isOpen = (window: W): boolean => !window.isDestroyed();
  const openCompanies = (): readonly W[] => companies.filter(isOpen);
  const openWindows = (): readonly W[] => [
    ...(main !== null && isOpen(main) ? [main] : []),
    ...openCompanies(),
  ];
  const closeAll = (): void => {
    for (const window of openCompanies()) window.close();
  };
  const first = (): W | null => openWindows()[0] ?? null;
  const openNewMain = (): W => {
    const window = openMain();
    window.once('closed', closeAll);
    main = window;
    return window;
  };
  const pageOf = (window: W | null): W['webContents'] | null => window?.webContents ?? null;
  return {
    pages: {
      all: () => openWindows().map(({ webContents }) => webContents),
      main: () => pageOf(first()),
      active: () => pageOf(openWindows().find((window) => window.isFocused()) ?? first()),
    },
    companies: {
      open: (companyId) => {
        if (openCompanies().length >= COMPANY_WINDOWS_MAX) return false;
        const isMainOpen = main !== null && isOpen(main);
        companies = [...openCompanies(), openCompany(companyId, isMainOpen ? main : null)];
        return true;
      },
      closeAll,
    },
    openMain: openNewMain,
    showMinimised: () => {
      const window = openNewMain();
      window.once('show', () => window.minimize());
    },
    showMain: () => {
      if (main !== null && isOpen(main)) focus(main);
      else if (openCompanies().length > 0 || staysOpen()) openNewMain();
    },
  };
}
