import type { Page } from '@playwright/test';

/* From a key press to the frame that answers it, by the page's own clock. */

/** The text that must change after the key press. Read in every frame, so it must be cheap. */
export interface Answer {
  /** CSS of the element whose text must change. */
  readonly of: string;
  /**
   * CSS of elements that must be painted as well. Elements skipped in painting, such as the previous company's
   * panels, do not count.
   */
  readonly with?: {
    readonly css: string;
    /** This many of them, or as many as fill `pane` to its last tenth: those below the fold are not visible. */
    readonly least: number;
    readonly pane?: string;
  };
}

const PATIENCE_MS = 2_000;

/**
 * Presses a key.
 * @returns the time from its event until the frame with the answer is drawn, ms; null if nothing changed, such
 * as for a letter that leaves the same values
 */
export async function pressedMs(page: Page, key: string, answer: Answer): Promise<number | null> {
  // The page starts observing before the key is pressed.
  await page.evaluate(
    ([of, css, least, pane, patience]) => {
      const text = (): string => document.querySelector(of)?.textContent ?? '';
      const before = text();
      const isThere = (): boolean => {
        const shown = [...document.querySelectorAll(css)].filter((each) => each.checkVisibility());
        if (shown.length >= least) return true;
        const room = pane === '' ? undefined : document.querySelector(pane)?.getBoundingClientRect();
        const last = shown.at(-1)?.getBoundingClientRect();
        return room !== undefined && last !== undefined && last.bottom >= room.top + room.height * 0.9;
      };
      let pressedAt: number | null = null;
      const painted = new Promise<number | null>((resolve) => {
        const look = (): void => {
          if (pressedAt === null) return void requestAnimationFrame(look);
          const at = pressedAt;
          const now = text();
          const stands = now !== '' && now !== before && isThere();
          // The task after this frame runs once it is drawn.
          if (stands) setTimeout(() => resolve(performance.now() - at));
          else if (performance.now() - at > patience) resolve(null);
          else requestAnimationFrame(look);
        };
        addEventListener('keydown', (event) => (pressedAt = event.timeStamp), { once: true, capture: true });
        look();
      });
      Reflect.set(globalThis, 'painted', painted);
    },
    [
      answer.of,
      answer.with?.css ?? 'body',
      answer.with?.least ?? 1,
      answer.with?.pane ?? '',
      PATIENCE_MS,
    ] as const,
  );
  await page.keyboard.press(key);
  return page.evaluate(() => Reflect.get(globalThis, 'painted') as Promise<number | null>);
}

/** Types every letter of some texts into a field; letters that change nothing are left out. */
export async function typedMs(
  page: Page,
  field: string,
  texts: readonly string[],
  answer: Answer,
): Promise<number[]> {
  const box = page.getByRole('combobox', { name: field, exact: true });
  const times: number[] = [];
  for (const text of texts) {
    await box.fill('');
    await box.focus();
    for (const letter of text) {
      const ms = await pressedMs(page, letter, answer);
      if (ms !== null) times.push(ms);
    }
  }
  await box.fill('');
  await box.press('Escape');
  return times;
}
