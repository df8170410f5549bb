import type { Page } from '@playwright/test';

/* Measures the time from a key press to the frame that shows its effect, by the page's clock. */

/** The change that a key press must cause. The selectors are evaluated in every frame and must be cheap. */
export interface ExpectedChange {
  /** CSS selector of the element whose text must change. */
  readonly of: string;
  /**
   * Other elements that must be painted before the change counts as shown. An element that the browser does
   * not paint, such as a panel of the previous company, does not count.
   */
  readonly with?: {
    readonly css: string;
    /**
     * Minimum number of elements that must be painted. If the elements fill at least nine tenths of the
     * height of `pane`, fewer are enough, because there is no space for more.
     */
    readonly least: number;
    readonly pane?: string;
  };
}

const TIMEOUT_MS = 2_000;

/**
 * Presses a key and measures how long the page takes to show the change.
 * @returns the time in ms from the key event until the frame with the change has been drawn; null if the
 * change was not shown before the timeout, for example because a typed letter did not change the matches
 */
export async function measureKeyPress(
  page: Page,
  key: string,
  expected: ExpectedChange,
): Promise<number | null> {
  // Starts observing before the key is pressed.
  await page.evaluate(
    ([of, css, least, pane, timeoutMs]) => {
      const text = (): string => document.querySelector(of)?.textContent ?? '';
      const before = text();
      const areElementsPainted = (): boolean => {
        const shown = [...document.querySelectorAll(css)].filter((each) => each.checkVisibility());
        if (shown.length >= least) return true;
        const room = pane === '' ? undefined : document.querySelector(pane)?.getBoundingClientRect();
        const last = shown.at(-1)?.getBoundingClientRect();
        return room !== undefined && last !== undefined && last.bottom >= room.top + room.height * 0.9;
      };
      let pressedAt: number | null = null;
      const painted = new Promise<number | null>((resolve) => {
        const check = (): void => {
          if (pressedAt === null) return void requestAnimationFrame(check);
          const at = pressedAt;
          const now = text();
          const isDrawn = now !== '' && now !== before && areElementsPainted();
          // The rows are drawn at the end of this frame, and the timer's callback runs after that.
          if (isDrawn) setTimeout(() => resolve(performance.now() - at));
          else if (performance.now() - at > timeoutMs) resolve(null);
          else requestAnimationFrame(check);
        };
        addEventListener('keydown', (event) => (pressedAt = event.timeStamp), { once: true, capture: true });
        check();
      });
      Reflect.set(globalThis, 'painted', painted);
    },
    [
      expected.of,
      expected.with?.css ?? 'body',
      expected.with?.least ?? 1,
      expected.with?.pane ?? '',
      TIMEOUT_MS,
    ] as const,
  );
  await page.keyboard.press(key);
  return page.evaluate(() => Reflect.get(globalThis, 'painted') as Promise<number | null>);
}

/**
 * Types each string into a field letter by letter, and measures how long the page takes to show the change
 * after each letter. Omits letters that change nothing on the page.
 */
export async function measureTyping(
  page: Page,
  field: string,
  texts: readonly string[],
  expected: ExpectedChange,
): Promise<number[]> {
  const box = page.getByRole('combobox', { name: field, exact: true });
  const times: number[] = [];
  for (const text of texts) {
    await box.fill('');
    await box.focus();
    for (const letter of text) {
      const ms = await measureKeyPress(page, letter, expected);
      if (ms !== null) times.push(ms);
    }
  }
  await box.fill('');
  await box.press('Escape');
  return times;
}
