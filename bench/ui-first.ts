import { chromium, type BrowserContext } from '@playwright/test';
import { chromiumArguments, findChromium } from '../scripts/environment.mjs';
import { KEPT, painted } from './lib/first-paint.ts';

/* A browser that starts with the app, beside the same browser that starts with nothing. */

export interface FirstPaints {
  /** From the start of the browser to the second frame of an empty window, ms. */
  readonly blank: readonly number[];
  /** From the start of the browser to the frame in which what is kept is painted, ms. */
  readonly filled: readonly number[];
}

/**
 * One after the other, so that both meet the machine as it is. The core is running and has the library open; the browser is
 * started anew every time, with nothing in its cache.
 * @param url the app's own address, and `cookies` what opens it
 */
export async function firstPaints(
  url: string,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  times: number,
): Promise<FirstPaints> {
  const blank: number[] = [];
  const filled: number[] = [];
  for (let time = 0; time < times; time += 1) {
    blank.push(await paintedMs('about:blank', cookies, 'body'));
    filled.push(await paintedMs(url, cookies, KEPT));
  }
  return { blank, filled };
}

/**
 * A moment after its start this Chromium loads a page of its own, of 150 files, for its address bar. An empty window is there by
 * then; a page that is just being drawn would be measured together with it. Both browsers are started without.
 */
const NO_ADDRESS_BAR_PAGE = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup';

async function paintedMs(
  url: string,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  css: string,
): Promise<number> {
  const executablePath = findChromium();
  const start = performance.now();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumArguments, NO_ADDRESS_BAR_PAGE],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    await painted(page, css);
    return performance.now() - start;
  } finally {
    await browser.close();
  }
}
