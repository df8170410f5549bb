import { chromium, type BrowserContext } from '@playwright/test';
import { chromiumArguments, findChromium } from '../scripts/common/environment.mjs';
import { LIBRARY_CONTENT, painted } from './lib/first-paint.ts';

/*
 * Compares the start of a browser that opens the app with the start of the same browser with an empty window.
 */

export interface FirstPaints {
  /** Times in ms from the browser's start to the second frame of an empty window. */
  readonly blank: readonly number[];
  /** Times in ms from the browser's start to the frame in which the library is painted. */
  readonly filled: readonly number[];
}

/**
 * Measures both kinds of start alternately, so other load affects both. The core runs the whole time with the
 * library open. Each browser is new and has an empty cache.
 * @param url the app's URL
 * @param cookies contains the session cookie for that URL
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
 * Turns off a page of 150 files that this version of Chromium loads for its address bar shortly after
 * starting. An empty window is painted before that, but the app's page would compete with it.
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
