import { expect, test, type Locator } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { leaveTooltips, tooltips } from '../support/tooltips.ts';

/* An info tip shows its text on hover and on a click, and a click never closes it. */
let host: ScreenHost;
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
  await journey.exploreDemo(host.page);
  await journey.search30DaysUs(host.page);
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});
/** A wait, in ms, that is longer than a tooltip's opening delay and its closing animation. */
const SETTLED_MS = 700;

/** Moves the pointer to a control and presses it after `waitMs`. */
async function moveAndClick(control: Locator, waitMs: number): Promise<void> {
  const { page } = host;
  const box = await control.boundingBox();
  if (box === null) throw new Error('the control is not visible');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(waitMs);
  await page.mouse.down();
  await page.mouse.up();
}

test('a term inside an element with a title shows only its own tip', async () => {
  const { page } = host;
  const term = page.getByRole('button', { name: 'page turns' });
  await page.getByRole('textbox', { name: 'Results per request' }).fill('50');
  await expect(term).toBeVisible();
  await term.evaluate(({ parentElement }) => parentElement?.setAttribute('title', 'The title'));
  await term.hover();
  await expect(tooltips(page)).toBeVisible();
  await page.waitForTimeout(SETTLED_MS);
  await expect(page.locator('[popover="manual"]')).toHaveCount(0);
  await leaveTooltips(page);
});

test('a click on an info tip leaves its text open, at once or after a hover', async () => {
  const { page } = host;
  const term = page.getByRole('button', { name: 'page turns' });
  await page.getByRole('textbox', { name: 'Results per request' }).fill('50');
  await expect(term).toBeVisible();
  // The first click loads the tip's code. Depending on the wait, a later click comes before or after hovering
  // has opened the tip.
  for (const waitMs of [0, 0, 100, SETTLED_MS]) {
    await moveAndClick(term, waitMs);
    await expect(tooltips(page)).toBeVisible();
    await page.waitForTimeout(SETTLED_MS);
    await expect(tooltips(page)).toBeVisible();
    // A second click does not close it either.
    await moveAndClick(term, 0);
    await page.waitForTimeout(SETTLED_MS);
    await expect(tooltips(page)).toBeVisible();
    await leaveTooltips(page);
  }
});

test('a tooltip that opens moves no text', async () => {
  const { page } = host;
  await page.locator('[role="row"][aria-rowindex="2"]').click();
  await page.keyboard.press('e');
  // Escape closes the company. Without a company beside the results, more text follows the term.
  await page.keyboard.press('Escape');
  await expect(page.getByText(': 1 done', { exact: true })).toBeVisible();
  const term = page.getByRole('button', { name: /^1 of \d+ handled$/ });
  const width = await sentenceWidth(term);
  await term.hover();
  await expect(tooltips(page)).toBeVisible();
  expect(await sentenceWidth(term)).toBe(width);
});

/** Returns the width of the text that surrounds a control, in CSS px. */
const sentenceWidth = (control: Locator): Promise<number> =>
  control.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.parentElement ?? element);
    return range.getBoundingClientRect().width;
  });
