import type { Page } from '@playwright/test';

/* When a window that was just started shows what it is there to show. */

/** What is kept, in the first view: its rows, or the sentence that there are none. */
export const KEPT = 'main section.pane:not([aria-busy="true"])';

const PATIENCE_MS = 60_000;

/** Until the frame after the one in which `css` is there, with its text. Rejects after a minute. */
export const painted = (page: Page, css: string): Promise<void> =>
  page.evaluate(
    ([wanted, patienceMs]) =>
      new Promise<void>((resolve, reject) => {
        const isThere = (): boolean =>
          document.querySelector(wanted) !== null &&
          // Text whose font is on its way is not painted.
          document.fonts.status === 'loaded';
        const look = (): void => {
          if (performance.now() > patienceMs) return reject(new Error(`no ${wanted} within a minute`));
          if (!isThere()) return void requestAnimationFrame(look);
          // The next frame begins once this one is painted.
          requestAnimationFrame(() => resolve());
        };
        requestAnimationFrame(look);
      }),
    [css, PATIENCE_MS] as const,
  );
