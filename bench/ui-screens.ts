import type { Page } from '@playwright/test';
import { pressedMs, type Answer } from './ui-page.ts';

/* Visits one screen after the other by its keys, with a full library. */

/** The second key of `g …`, and the elements that must be painted: more than the heading. */
const SCREENS: readonly (readonly [key: string, css: string, least: number])[] = [
  ['l', 'main [role="grid"] [role="row"]', 10],
  ['s', 'main input', 1],
  ['q', 'main table tbody tr', 3],
  ['t', 'main section.pane', 1],
  ['i', 'main section.pane', 1],
];

/** From the last key to the frame with the screen, ms; every screen `rounds` times, without its first visit. */
export async function switchedMs(page: Page, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1)
    for (const [key, css, least] of SCREENS) {
      await page.keyboard.press('g');
      const ms = await pressedMs(page, key, answerOf(css, least));
      if (ms !== null && round > 0) times.push(ms);
    }
  return times;
}

const answerOf = (css: string, least: number): Answer => ({ of: 'main h1', with: { css, least } });
