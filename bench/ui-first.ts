import { chromium, type BrowserContext } from '@playwright/test';
import { chromiumArguments, findChromium } from '../scripts/common/environment.mjs';
import { LIBRARY_CONTENT, painted } from './lib/first-paint.ts';

/* A browser that starts with the app, compared with the same browser that starts empty. */

export interface FirstPaints {
  /** From the browser's start to the second frame of an empty window, ms. */
  readonly blank: readonly number[];
  /** From the browser's start to the frame with the library painted, ms. */
  readonly filled: readonly number[];
}

/**
 * Alternates, because other load then affects both. The core is running with the library open; the browser is
 * restarted each time with an empty cache.
 * @param url the app's own URL, and `cookies` the session that opens it
 */
export async function measureFirstPaints(
  url: string,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  times: number,
): Promise<FirstPaints> {
  const blank: number[] = [];
  const filled: number[] = [];
  for (let time = 0; time < times; time += 1) {
    blank.push(await measureFirstPaint('about:blank', cookies, 'body'));
    filled.push(await measureFirstPaint(url, cookies, LIBRARY_CONTENT));
  }
  return { blank, filled };
}

/**
 * Shortly after its start this Chromium loads an address-bar page of 150 files. An empty window is ready by
 * then, but a page that is still loading would be measured together with it. Both browsers start without it.
 */
const NO_ADDRESS_BAR_PAGE = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup';

async function measureFirstPaint(
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
