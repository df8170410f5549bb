import type { Page } from '@playwright/test';

/* Waits until a newly started window shows its first content. */

/**
 * CSS selector that matches the first view once it shows the library's rows, or a message that there are
 * none.
 */
export const LIBRARY_CONTENT = 'main section.pane:not([aria-busy="true"])';

const TIMEOUT_MS = 60_000;

/**
 * Resolves one frame after the element that matches `css` was painted with its text; rejects after a minute.
 *
 * @returns the time of that frame as the page's clock shows it, in ms since 1970. The reply itself may arrive later,
 * because it passes through the app's main thread, which may be busy
 */
export const painted = (page: Page, css: string): Promise<number> =>
  page.evaluate(
    ([selector, timeoutMs]) =>
      new Promise<number>((resolve, reject) => {
        const isPainted = (): boolean =>
          document.querySelector(selector) !== null &&
          // Text is not painted while its font is loading.
          document.fonts.status === 'loaded';
        const check = (): void => {
          if (performance.now() > timeoutMs) return reject(new Error(`no ${selector} within a minute`));
          if (!isPainted()) return void requestAnimationFrame(check);
          // The callback runs at the start of the next frame. By then, this frame has been painted.
          requestAnimationFrame(() => resolve(Date.now()));
        };
        requestAnimationFrame(check);
      }),
    [css, TIMEOUT_MS] as const,
  );
