import type { Page } from '@playwright/test';

/* What is measured inside the page, by its own clock. */

/** The time between frames, ms, while what scrolls moves by `pixels` at each; 0 on a page where nothing does. */
export function framesOf(page: Page, frames: number, pixels: number): Promise<number[]> {
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

/** From the end of the last scroll until every row in sight is drawn with its company, ms; at least as long as asking takes. */
export function rowsStandMs(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.getEntriesByName('scrolled').at(-1)?.startTime ?? performance.now();
        const look = (): void => {
          const grid = document.querySelector('[role="grid"]')?.getBoundingClientRect();
          const rows = [...document.querySelectorAll('[role="grid"] [role="row"]')].slice(1).filter((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return grid !== undefined && bottom > grid.top && top < grid.bottom;
          });
          const stand = rows.filter((row) => row.querySelector('[role="checkbox"]')?.checkVisibility());
          if (rows.length > 5 && stand.length === rows.length) resolve(performance.now() - start);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** From each keystroke in the search to the frame in which rows that answer it stand, ms. */
export async function typedMs(page: Page, texts: readonly string[]): Promise<number[]> {
  const field = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first();
  const times: number[] = [];
  for (const text of texts) {
    await field.fill('');
    await page.waitForTimeout(600);
    for (const letter of text) {
      const painted = page.evaluate(
        () =>
          new Promise<number | null>((resolve) => {
            const grid = document.querySelector('[role="grid"]')?.parentElement ?? document.body;
            let typedAt: number | null = null;
            const observer = new MutationObserver(() => {
              if (typedAt === null) return;
              observer.disconnect();
              const at = typedAt;
              // The task after the next frame runs once that frame is drawn.
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - at)));
            });
            observer.observe(grid, { childList: true, subtree: true, characterData: true });
            document.addEventListener('keydown', (event) => (typedAt = event.timeStamp), { once: true });
            setTimeout(() => resolve(null), 3_000);
          }),
      );
      await field.press(letter);
      const ms = await painted;
      // A letter that changes no row has nothing to paint.
      if (ms !== null) times.push(ms);
    }
  }
  await field.fill('');
  return times;
}
