import { describe, expect, it } from 'vitest';
import { COMPANY_WINDOWS_MAX, createAppWindows } from '../../../../electron/shells/electron/app-windows.ts';

/** A fake window that can refuse to close, as Electron's windows do if their page contains unsaved text. */
class FakeWindow {
  readonly webContents: string;
  isRefusing = false;
  hasFocus = false;
  #isDestroyed = false;
  isMinimised = false;
  readonly #closed: (() => void)[] = [];
  readonly #shown: (() => void)[] = [];
  constructor(page: string) {
    this.webContents = page;
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  isFocused(): boolean {
    return this.hasFocus;
  }
  once(event: 'closed' | 'show', listener: () => void): void {
    (event === 'closed' ? this.#closed : this.#shown).push(listener);
  }
  show(): void {
    for (const listener of this.#shown) listener();
  }
  minimize(): void {
    this.isMinimised = true;
  }
  close(): void {
    if (this.isRefusing || this.#isDestroyed) return;
    this.#isDestroyed = true;
    for (const listener of this.#closed) listener();
  }
}

function setUp({ staysOpen = false } = {}) {
  const opened: FakeWindow[] = [];
  const beside: (string | null)[] = [];
  const focused: string[] = [];
  const open = (page: string): FakeWindow => {
    const window = new FakeWindow(page);
    opened.push(window);
    return window;
  };
  const windows = createAppWindows<FakeWindow>({
    openMain: () => open('main'),
    openCompany: (companyId, main) => {
      beside.push(main?.webContents ?? null);
      return open(companyId);
    },
    staysOpen: () => staysOpen,
    focus: ({ webContents }) => void focused.push(webContents),
  });
  return { windows, opened, beside, focused };
}

describe('the windows of the app', () => {
  it('have no page before the main window is open', () => {
    const { pages, showMain } = setUp().windows;
    expect([pages.all(), pages.main(), pages.active()]).toEqual([[], null, null]);
    showMain();
    expect(pages.all()).toEqual([]);
  });

  it('are the main window and one for each opened company, even for the same company twice', () => {
    const { windows, beside } = setUp();
    windows.openMain();
    expect(['a', 'b', 'a'].map((id) => windows.companies.open(id))).toEqual([true, true, true]);
    expect(windows.pages.all()).toEqual(['main', 'a', 'b', 'a']);
    expect(beside).toEqual(['main', 'main', 'main']);
  });

  it('stay open when a company window is closed', () => {
    const { windows, opened } = setUp();
    windows.openMain();
    windows.companies.open('a');
    opened[1]?.close();
    expect(windows.pages.all()).toEqual(['main']);
    expect(opened[0]?.isDestroyed()).toBe(false);
  });

  it('are all closed with the main window, except one with unsaved text', () => {
    const { windows, opened, beside } = setUp();
    windows.openMain();
    windows.companies.open('a');
    windows.companies.open('b');
    const [main, , refusing] = opened;
    if (refusing !== undefined) refusing.isRefusing = true;
    main?.close();
    expect(windows.pages.all()).toEqual(['b']);
    expect([windows.pages.main(), windows.pages.active()]).toEqual(['b', 'b']);
    windows.companies.open('c');
    expect(beside).toEqual(['main', 'main', null]);
  });

  it('include the main window again when a link comes and only a company window is left', () => {
    const { windows, opened, focused } = setUp();
    windows.openMain();
    windows.companies.open('a');
    const [main, refusing] = opened;
    if (refusing !== undefined) refusing.isRefusing = true;
    main?.close();
    windows.showMain();
    expect(windows.pages.all()).toEqual(['main', 'a']);
    windows.showMain();
    expect([opened.length, focused]).toEqual([3, ['main']]);
    if (refusing !== undefined) refusing.isRefusing = false;
    opened[2]?.close();
    expect(windows.pages.all()).toEqual([]);
    windows.showMain();
    expect(opened).toHaveLength(3);
  });

  it('include a new main window when the user returns to an app that kept running without one', () => {
    const { windows, opened } = setUp({ staysOpen: true });
    windows.openMain();
    opened[0]?.close();
    expect([windows.pages.all(), windows.pages.main()]).toEqual([[], null]);
    windows.showMain();
    expect([opened.length, windows.pages.all()]).toEqual([2, ['main']]);
  });

  it('include a main window that is minimised once it is shown', () => {
    const { windows, opened } = setUp();
    windows.showMinimised();
    expect(opened.map(({ isMinimised }) => isMinimised)).toEqual([false]);
    opened[0]?.show();
    expect(opened.map(({ isMinimised }) => isMinimised)).toEqual([true]);
  });

  it('are limited in number, and a closed one makes room', () => {
    const { windows, opened } = setUp();
    windows.openMain();
    for (let at = 0; at < COMPANY_WINDOWS_MAX; at += 1) expect(windows.companies.open(`c${at}`)).toBe(true);
    expect(windows.companies.open('more')).toBe(false);
    expect(opened).toHaveLength(COMPANY_WINDOWS_MAX + 1);
    opened[3]?.close();
    expect(windows.companies.open('more')).toBe(true);
  });

  it('have the active page where the focus is', () => {
    const { windows, opened } = setUp();
    windows.openMain();
    windows.companies.open('a');
    expect(windows.pages.active()).toBe('main');
    const [, company] = opened;
    if (company !== undefined) company.hasFocus = true;
    expect([windows.pages.active(), windows.pages.main()]).toEqual(['a', 'main']);
  });
});
