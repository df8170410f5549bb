import type { Page } from '@playwright/test';

/* When a newly started window shows its first content. */

/** The library's rows in the first view, or the message that there are none. */
export const KEPT = 'main section.pane:not([aria-busy="true"])';

const PATIENCE_MS = 60_000;

/** Resolves in the frame after `css` is present with its text. Rejects after a minute. */
export const painted = (page: Page, css: string): Promise<void> =>
  page.evaluate(
    ([wanted, patienceMs]) =>
      new Promise<void>((resolve, reject) => {
        const isThere = (): boolean =>
          document.querySelector(wanted) !== null &&
          // Text is not painted while its font is loading.
          document.fonts.status === 'loaded';
        const look = (): void => {
          if (performance.now() > patienceMs) return reject(new Error(`no ${wanted} within a minute`));
          if (!isThere()) return void requestAnimationFrame(look);
          // The next frame starts once this one is painted.
          requestAnimationFrame(() => resolve());
        };
        requestAnimationFrame(look);
      }),
    [css, PATIENCE_MS] as const,
  );
