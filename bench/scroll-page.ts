import type { Page } from '@playwright/test';

/* What is measured inside the page, by its own clock. */

/** The time between frames, ms, while what scrolls moves by `pixels` at each; 0 on a page where nothing does. */
export function framesOf(page: Page, frames: number, pixels: number): Promise<number[]> {
  return page.evaluate(
    ([count, step]) =>
      new Promise<number[]>((resolve) => {
        const grid = document.querySelector('[role="grid"]');
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
          else resolve(times.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    [frames, pixels] as const,
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
  return times;
}
