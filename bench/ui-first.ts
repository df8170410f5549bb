import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../scripts/common/environment.mjs';
import { SESSION_KEY } from '../test/support/browser/loopback-app.ts';
import { LIBRARY_CONTENT, painted } from './lib/first-paint.ts';
import { createScriptlessApp, SCRIPTLESS_CONTENT } from './lib/peer-apps.ts';

/*
 * Compares three starts of the same browser: one opens the app, one opens its finished first view without any script
 * and without the core, and one opens an empty window.
 */

export interface FirstPaints {
  /** Times in ms from the browser's start to the second frame of an empty window. */
  readonly blank: readonly number[];
  /**
   * Times in ms from the browser's start to the moment when the library is visible, measured one frame after
   * it is painted.
   */
  readonly filled: readonly number[];
  /** The same for the first view without scripts, from a file. */
  readonly scriptless: readonly number[];
}

/**
 * Measures the kinds of start alternately, so other load affects all of them equally. The core runs the whole
 * time with the library open. Each browser is new and has an empty cache.
 * @param url the app's URL
 * @param session the secret of a tab that is signed in to the app
 * @param renderer folder of the built page
 */
export async function measureFirstPaints(
  url: string,
  session: string,
  times: number,
  renderer: string,
): Promise<FirstPaints> {
  let html = '';
  await measureFirstPaint(url, session, LIBRARY_CONTENT, async (page) => {
    html = await page.evaluate(() => document.documentElement.outerHTML);
  });
  const view = createScriptlessApp(html, resolve(renderer, 'assets'));
  const viewUrl = pathToFileURL(join(view.path, 'page.html')).href;
  const [blank, filled, scriptless]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let time = 0; time < times; time += 1) {
      blank.push(await measureFirstPaint('about:blank', session, 'body'));
      scriptless.push(await measureFirstPaint(viewUrl, session, SCRIPTLESS_CONTENT));
      filled.push(await measureFirstPaint(url, session, LIBRARY_CONTENT));
    }
  } finally {
    view.remove();
  }
  return { blank, filled, scriptless };
}

/**
 * This version of Chromium loads a page of 150 files for its address bar shortly after the start. An empty
 * window is painted before this load begins. The app's page would load at the same time and be slowed down,
 * so this switch turns off the features that need that page.
 */
const NO_ADDRESS_BAR_PAGE = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup';

async function measureFirstPaint(
  url: string,
  session: string,
  css: string,
  read?: (page: Page) => Promise<void>,
): Promise<number> {
  const executablePath = findChromium();
  const startMs = Date.now();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumArguments, NO_ADDRESS_BAR_PAGE],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(
      ([key, secret]) => {
        if (location.protocol === 'http:') sessionStorage.setItem(key, secret);
      },
      [SESSION_KEY, session] as const,
    );
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    const ms = (await painted(page, css)) - startMs;
    await read?.(page);
    return ms;
  } finally {
    await browser.close();
  }
}
