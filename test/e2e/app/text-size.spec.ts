import { expect, test, type Page } from '@playwright/test';
import { openScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { connect, go } from '../states/screen-state.ts';
import { region } from '../support/locators.ts';

/*
 * With text at twice its size in a small window, no content is cut off and all controls are reachable (WCAG
 * 1.4.4).
 */

test.describe.configure({ timeout: 100_000 });

/** Returns buttons, links and fields that are cut off and cannot be scrolled into view. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element, axis: 'x' | 'y'): boolean => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const [from, to] = axis === 'x' ? [left, right] : [top, bottom];
      for (let each = element.parentElement; each !== null; each = each.parentElement) {
        const style = getComputedStyle(each);
        const overflow = axis === 'x' ? style.overflowX : style.overflowY;
        if (overflow === 'visible') continue;
        const pane = each.getBoundingClientRect();
        const [start, end] = axis === 'x' ? [pane.left, pane.right] : [pane.top, pane.bottom];
        if (from >= start - 1 && to <= end + 1) continue;
        return overflow !== 'auto' && overflow !== 'scroll';
      }
      return from < -1 || to > (axis === 'x' ? innerWidth : innerHeight) + 1;
    };
    const faults: string[] = [];
    for (const element of document.querySelectorAll('button, a[href], input, textarea, select')) {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = width > 2 && height > 2 && getComputedStyle(element).visibility !== 'hidden';
      if (!isSeen || (!isCut(element, 'x') && !isCut(element, 'y'))) continue;
      faults.push((element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60));
    }
    if (document.documentElement.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways');
    return faults;
  });

test('everything is reachable at 200 % text size in the small window', async ({ browser }) => {
  const host = await openScreenHost(browser);
  const { page } = host;
  await connect(host);
  await journey.search30DaysUs(page);
  await host.core().handlers.settings.setAppearance({ textSize: 200 });
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect
    .poll(() => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize)))
    .toBeGreaterThanOrEqual(26);
  const look = async (where: string): Promise<void> => {
    await page.screenshot({ path: `test-results/text-200-${where}.png` });
    // Polls, because moving elements such as toasts are cut off for a moment.
    await expect.poll(() => outOfReach(page), where).toEqual([]);
    await journey.expectAccessible(page);
  };
  for (const screen of ['Today', 'Search', 'Library', 'Signals', 'Quota', 'Settings'] as const) {
    await go(page, screen);
    await look(screen);
  }
  await go(page, 'Library');
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await expect(region(page, 'Overview')).toBeVisible();
  await look('company');
  await host.close();
});
