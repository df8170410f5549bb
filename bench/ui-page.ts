import type { Page } from '@playwright/test';

/* A key and the frame that answers it, by the page's own clock. */

/** What has to be another text than before the key: where, and nothing else. Read in every frame, so it costs little. */
export interface Answer {
  /** CSS of the element whose text answers. */
  readonly of: string;
  /** CSS of what has to stand as well. What is skipped in painting, as the panels of the company before, does not count. */
  readonly with?: {
    readonly css: string;
    /** So many of it, or as many as fill `pane` down to its last tenth: below its fold nobody sees any. */
    readonly least: number;
    readonly pane?: string;
  };
}

const PATIENCE_MS = 2_000;

/**
 * Presses a key and gives the time from its event until the frame is drawn in which the answer stands, ms; null where it
 * changed nothing, as a letter that leaves the same values does.
 */
export async function pressedMs(page: Page, key: string, answer: Answer): Promise<number | null> {
  // The page looks out for the key before it is pressed.
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

/** Every letter of some texts, typed into a field; letters that change nothing are left out. */
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
