import type { Page } from '@playwright/test';
import { findWrongRows } from './lib/scroll-checks.ts';

/* Measurements that run in the page and use the page's clock. */

/**
 * Scrolls the list by `pixels` per frame, and returns the times between the frames in ms. If the page has no
 * list, `pixels` must be 0.
 */
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
 * Returns the time in ms from the end of the last scroll until every visible row shows its company. Rows that
 * are not loaded yet need a round trip to the core.
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
  /** Number of keystrokes that did not change the rows within 3 s. */
  readonly unanswered: number;
  /** Rows that differed from the core's rows after a keystroke that did not change the rows on screen. */
  readonly wrong: readonly string[];
}

/** Selectors of a list, its rows, and a company's name within a row. */
interface ListSelectors {
  readonly list: string;
  readonly row: string;
  readonly name: string;
}
const LIBRARY_LIST: ListSelectors = { list: ':has(> [role="grid"])', row: '[role="row"]', name: 'bdi' };
export const BARE_LIST: ListSelectors = { list: '#list', row: '.row', name: 'b' };

/**
 * Measures the time in ms from each keystroke in the search field to the frame in which the rows show
 * different companies. Keystrokes that do not change the rows are counted separately.
 */
export async function measureKeystrokes(
  page: Page,
  texts: readonly string[],
  selectors = LIBRARY_LIST,
): Promise<KeystrokeTimes> {
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
        ({ list, row, name }) =>
          new Promise<number | null>((resolve) => {
            const grid = document.querySelector(list) ?? document.body;
            const companies = (): string =>
              [...grid.querySelectorAll(row)]
                .map((each) => each.querySelector(name)?.textContent ?? '')
                .join('\n');
            const before = companies();
            let typedAt: number | null = null;
            const observer = new MutationObserver(() => {
              // The rows also show ages, which change without a search. Only a change of the companies
              // counts.
              if (typedAt === null || companies() === before) return;
              observer.disconnect();
              const at = typedAt;
              // A task queued in an animation frame runs after that frame is drawn, so the measured time
              // includes the drawing.
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - at)));
            });
            observer.observe(grid, { childList: true, subtree: true, characterData: true });
            document.addEventListener('keydown', (event) => (typedAt = event.timeStamp), { once: true });
            setTimeout(() => {
              observer.disconnect();
              resolve(null);
            }, 3_000);
          }),
        selectors,
      );
      await field.press(letter);
      const ms = await painted;
      if (ms !== null) times.push(ms);
      else {
        // The rows on screen did not change, which is correct only if the letter changed no matches. To find
        // out, the rows are compared with the core's rows.
        unanswered += 1;
        wrong.push(...(await findWrongRows(page, await field.inputValue())));
      }
    }
  }
  await field.fill('');
  return { times, unanswered, wrong };
}
