import { expect, test, type Page } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';

let host: ScreenHost;
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
  await host.page.clock.install();
  await journey.exploreDemo(host.page);
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

/**
 * Starts to record every change in the page. A change of the time in the status bar is recorded as `clock`,
 * and any other change as the HTML of the changed element.
 */
const recordChanges = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.set(window, 'changed', []);
    new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        const isClock = element?.closest('footer [title$="UTC"]');
        const changed = Reflect.get(window, 'changed') as string[];
        changed.push(isClock ? 'clock' : (element?.outerHTML.slice(0, 200) ?? ''));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
/** Returns the changes recorded since the last call. */
const takeChanges = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const changed = Reflect.get(window, 'changed') as string[];
    Reflect.set(window, 'changed', []);
    return changed;
  });

test('an idle page changes nothing but the time in the status bar, once a minute', async () => {
  const { page } = host;
  await recordChanges(page);
  await page.clock.runFor('02:00');
  // The core's replies arrive in real time, so the page may still change after `runFor`. The test therefore
  // waits until the page is quiet.
  let quietTimes = 0;
  const quiet = async (): Promise<number> =>
    (quietTimes = (await takeChanges(page)).length === 0 ? quietTimes + 1 : 0);
  await expect.poll(quiet, { intervals: [300], timeout: 60_000 }).toBe(5);
  await page.clock.runFor('05:00');
  const changed = await takeChanges(page);
  expect(changed.filter((each) => each !== 'clock')).toEqual([]);
  // Once a minute, the displayed time changes, and so does its tooltip.
  expect(changed.length).toBeGreaterThanOrEqual(5);
  expect(changed.length).toBeLessThanOrEqual(2 * 5);
});
