import type { Page } from '@playwright/test';
import { findWrongRows } from './scroll-checks.ts';

/* Measurements inside the page with the page's own clock. */

/** Times between frames, ms, while the list scrolls by `pixels` per frame; pass 0 for a page without a list. */
export function measureFrames(page: Page, frames: number, pixels: number): Promise<number[]> {
  return page.evaluate(
    ([count, step]) =>
      new Promise<number[]>((resolve) => {
        const grid = document.querySelector('[role="grid"], #list');
        const inside = [grid, ...(grid?.querySelectorAll('*') ?? []), grid?.parentElement].filter(
          (each) => each instanceof HTMLElement,
        );
        const list = inside.find((each) => each.scrollHeight > each.clientHeight + 1_000);
        if (step > 0 && list === undefined) throw new Error('nothing scrolls');
        const times: number[] = [];
        let last = performance.now();
        const frame = (now: number): void => {
          times.push(now - last);
          last = now;
          list?.scrollBy(0, step);
          if (times.length <= count) requestAnimationFrame(frame);
          else {
            performance.mark('scrolled');
            resolve(times.slice(1));
          }
        };
        requestAnimationFrame(frame);
      }),
    [frames, pixels] as const,
  );
}

/**
 * From the end of the last scroll until every visible row shows its company, ms; includes at least one round
 * trip.
 */
export function measureRowsDrawn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.getEntriesByName('scrolled').at(-1)?.startTime ?? performance.now();
        const check = (): void => {
          const grid = document.querySelector('[role="grid"]')?.getBoundingClientRect();
          const rows = [...document.querySelectorAll('[role="grid"] [role="row"]')].slice(1).filter((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return grid !== undefined && bottom > grid.top && top < grid.bottom;
          });
          const drawn = rows.filter((row) => row.querySelector('[role="checkbox"]')?.checkVisibility());
          if (rows.length > 5 && drawn.length === rows.length) resolve(performance.now() - start);
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
}

export interface KeystrokeTimes {
  readonly times: readonly number[];
  /** Keystrokes after which the rows did not change for 3 s. */
  readonly unanswered: number;
  /** The errors in those rows. */
  readonly wrong: readonly string[];
}

/**
 * From each keystroke in the search to the frame with other companies in the rows, ms; keystrokes that change
 * nothing are separate.
 */
export async function measureKeystrokes(page: Page, texts: readonly string[]): Promise<KeystrokeTimes> {
  const field = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first();
  const times: number[] = [];
  const wrong: string[] = [];
  let unanswered = 0;
  for (const text of texts) {
    await field.fill('');
    await page.waitForTimeout(600);
    for (const letter of text) {
      const painted = page.evaluate(
        () =>
          new Promise<number | null>((resolve) => {
            const grid = document.querySelector('[role="grid"]')?.parentElement ?? document.body;
            const companies = (): string =>
              [...grid.querySelectorAll('[role="row"]')]
                .map((row) => row.querySelector('bdi')?.textContent ?? '')
                .join('\n');
            const before = companies();
            let typedAt: number | null = null;
            const observer = new MutationObserver(() => {
              // Relative times that change with the clock do not count.
              if (typedAt === null || companies() === before) return;
              observer.disconnect();
              const at = typedAt;
              // The task after the next frame runs once that frame is drawn.
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - at)));
            });
            observer.observe(grid, { childList: true, subtree: true, characterData: true });
            document.addEventListener('keydown', (event) => (typedAt = event.timeStamp), { once: true });
            setTimeout(() => {
              observer.disconnect();
              resolve(null);
            }, 3_000);
          }),
      );
      await field.press(letter);
      const ms = await painted;
      if (ms !== null) times.push(ms);
      else {
        // A keystroke that changes no row paints nothing; an unanswered one leaves the wrong rows.
        unanswered += 1;
        wrong.push(...(await findWrongRows(page, await field.inputValue())));
      }
    }
  }
  await field.fill('');
  return { times, unanswered, wrong };
}
