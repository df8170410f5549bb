import { expect, test, type Locator, type Page } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import { settled } from '../support/accessibility.ts';
import * as journey from '../support/journey.ts';
import { results } from '../support/locators.ts';
import { toasts as toast } from '../support/toasts.ts';
import { runCommand } from '../support/keyboard.ts';

/* Toasts must not cover buttons that the user needs. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];
const THREE_SIZES = [...SIZES, { width: 1280, height: 900 }];

let host: ScreenHost;
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
  // With a simulated clock, the tests need not wait in real time for a toast to disappear.
  await host.page.clock.install();
  await journey.exploreDemo(host.page);
  await journey.search30DaysUs(host.page);
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});
test.describe.configure({ mode: 'serial' });

/** Returns the names of visible controls that a toast covers. */
const covered = (page: Page, among = 'button, a, input, [role="row"]'): Promise<string[]> =>
  page.evaluate((css) => {
    const toasts = [...document.querySelectorAll('[data-sonner-toast][data-removed="false"]')].map((each) =>
      each.getBoundingClientRect(),
    );
    return [...document.querySelectorAll(css)]
      .filter((each) => each.closest('[data-sonner-toast]') === null && each.checkVisibility())
      .filter((each) => {
        const at = each.getBoundingClientRect();
        const parent = each.closest('[role="grid"], .pane-body')?.getBoundingClientRect() ?? at;
        const bottom = Math.min(at.bottom, parent.bottom);
        // Ignores an overlap of up to two pixels, which is only the toast's shadow.
        return toasts.some(
          (by) =>
            at.left < by.right - 2 && at.right > by.left + 2 && bottom > by.top + 2 && at.top < by.bottom - 2,
        );
      })
      .map((each) => each.getAttribute('aria-label') ?? each.textContent.trim().slice(0, 60));
  }, among);

/** Returns the visible pieces of status bar text that are cut off to a width of less than 80 px. */
const cutTexts = (page: Page): Promise<string[]> =>
  page
    .getByRole('contentinfo')
    .locator('.told, .cut')
    .evaluateAll((texts) =>
      texts
        .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && clientWidth < Math.min(scrollWidth, 80))
        .map(({ textContent }) => textContent),
    );

/** Returns whether a toast and a menu overlap, and whether the menu is on top. */
const overMenu = (menu: Locator): Promise<{ overlap: boolean; isMenuAbove: boolean }> =>
  menu.evaluate((each) => {
    const of = each.getBoundingClientRect();
    const points = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].flatMap((by) => {
      // Pointer events normally pass through toasts, so elementFromPoint would ignore them. They therefore
      // get pointer events first.
      by.style.pointerEvents = 'auto';
      const { left, right, top, bottom } = by.getBoundingClientRect();
      const [from, to] = [Math.max(left, of.left), Math.min(right, of.right)];
      const [high, low] = [Math.max(top, of.top), Math.min(bottom, of.bottom)];
      return from < to && high < low ? [[(from + to) / 2, (high + low) / 2] as const] : [];
    });
    return {
      overlap: points.length > 0,
      isMenuAbove: points.every(([x, y]) => each.contains(document.elementFromPoint(x, y))),
    };
  });

test('a paid search shows its receipt in the status bar, without a toast', async () => {
  const { page } = host;
  await expect(page.getByText(/^Last( \d)? requests?: /)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});

test('a toast covers no control and takes no click except on its own button', async () => {
  const { page } = host;
  await journey.goTo(page, 'Library');
  const row = results(page).getByRole('row').nth(1);
  const setStatus = async (name: string): Promise<void> => {
    await row.hover();
    await row.getByRole('checkbox').check();
    const bar = page.getByRole('group', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Status' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await setStatus('Contacted');
  const heldToast = toast(page).filter({ hasText: 'set to Contacted' });
  await expect(heldToast).toBeVisible();
  await page.mouse.move(0, 0);
  const receipt = page.getByRole('contentinfo').getByText(/^Last( \d)? requests?: /);
  expect(await receipt.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  for (const screen of ['Quota', 'Search', 'Today'] as const) {
    await journey.goTo(page, screen);
    await expect(heldToast).toBeVisible();
    for (const size of THREE_SIZES) {
      await page.setViewportSize(size);
      await settled(page);
      expect(await covered(page)).toEqual([]);
      expect(await cutTexts(page)).toEqual([]);
    }
  }
  await journey.goTo(page, 'Library');
  // A click on the text of a toast reaches the element below the toast. A click on the toast's button reaches
  // the button.
  const isTakenBy = (where: 'words' | 'button') =>
    heldToast.evaluate((each, part) => {
      const of = each.querySelector(part === 'words' ? 'bdi' : 'button')?.getBoundingClientRect();
      const { left, top, width, height } = of ?? new DOMRect();
      return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }, where);
  expect([await isTakenBy('words'), await isTakenBy('button')]).toEqual([false, true]);
  await heldToast.getByRole('button', { name: /^Undo/ }).click();
  const undone = toast(page).filter({ hasText: 'Undone' });
  await expect(undone).toBeVisible();
  // This toast is wider, because its button shows the shortcut of Redo. It must still fit into its place in
  // the status bar.
  const [card, place] = await Promise.all([
    undone.locator('.toast').boundingBox(),
    page.locator('.toast-place').boundingBox(),
  ]);
  expect((place?.width ?? 0) - (card?.width ?? Infinity)).toBeGreaterThanOrEqual(0);
  await expect(heldToast).toHaveCount(0);
  // A message without a button appears in the status bar and does not replace the toast.
  await setStatus('Replied');
  const keptToast = toast(page).filter({ hasText: 'set to Replied' });
  await expect(keptToast).toBeVisible();
  await runCommand(page, 'copy diagnostics', /^Copy diagnostics/);
  await expect(
    page.getByRole('contentinfo').getByRole('status').filter({ hasText: 'Diagnostics' }),
  ).toBeVisible();
  await expect(keptToast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.fastForward('00:15');
  await expect(toast(page)).toHaveCount(0);
});

test('a toast of two lines covers no control either, and moves nothing on the screen', async () => {
  const { page } = host;
  const barHeight = (await page.getByRole('contentinfo').boundingBox())?.height;
  host.answer('marks.setStatus', { kind: 'storage', reason: 'full', file: 'yours' });
  await results(page).getByRole('row').nth(1).hover();
  await results(page).getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Status' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Contacted' }).press('Enter');
  const problem = toast(page).filter({ hasText: 'The disk is full.' });
  await expect(problem).toBeVisible();
  host.answer('marks.setStatus', null);
  await page.mouse.move(0, 0);
  let twoLines = 0;
  for (const size of THREE_SIZES) {
    await page.setViewportSize(size);
    await settled(page);
    const text = await problem.locator('bdi').boundingBox();
    if ((text?.height ?? 0) > 20) twoLines += 1;
    expect(size.height - (text?.y ?? 0) - (text?.height ?? 0)).toBeGreaterThanOrEqual(0);
    // The status bar must not grow for the second line, because that would move the whole screen.
    expect((await page.getByRole('contentinfo').boundingBox())?.height).toBe(barHeight);
    expect(await covered(page)).toEqual([]);
    // The top of the toast may be only a little above the status bar, because of the toast's padding.
    const [card, bar] = await Promise.all([
      problem.locator('.toast').boundingBox(),
      page.getByRole('contentinfo').boundingBox(),
    ]);
    if (card === null || bar === null || text === null) throw new Error('the toast is not shown');
    expect(card.y - bar.y).toBeGreaterThanOrEqual(-6);
    // The text does not touch the edges of the toast.
    expect(text.y - card.y).toBeGreaterThanOrEqual(2);
    expect(card.y + card.height - text.y - text.height).toBeGreaterThanOrEqual(2);
    expect(await cutTexts(page)).toEqual([]);
  }
  expect(twoLines).toBeGreaterThan(0);
  await problem.getByRole('button', { name: 'Close' }).click();
  await expect(problem).toHaveCount(0);
});

test('a later toast replaces an earlier one and stays below menus', async () => {
  const { page } = host;
  await journey.goTo(page, 'Library');
  await results(page).getByRole('row').nth(1).hover();
  await results(page).getByRole('row').nth(1).getByRole('checkbox').check();
  const bar = page.getByRole('group', { name: 'Selection' });
  const status = bar.getByRole('button', { name: 'Status' });
  for (const name of ['Contacted', 'Replied', 'Meeting']) {
    await status.press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
    await expect(toast(page).filter({ hasText: name })).toBeVisible();
  }
  await expect(toast(page)).toHaveCount(1);
  for (const size of THREE_SIZES) {
    await page.setViewportSize(size);
    await settled(page);
    expect(await covered(page)).toEqual([]);
  }
  await status.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await settled(page);
  expect((await overMenu(menu)).isMenuAbove).toBe(true);
  await page.keyboard.press('Escape');
});

test('Ctrl+Z and Ctrl+Shift+Z undo and redo a change, not the text of a filter, and Escape stays', async () => {
  const { page } = host;
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first();
  await page.keyboard.press('Escape');
  await search.fill('a');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await results(page).getByRole('row').nth(1).getByRole('checkbox').check();
  const status = page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Status' });
  await status.press('Enter');
  await page.getByRole('menuitem', { name: 'Won' }).press('Enter');
  await expect(toast(page).filter({ hasText: 'set to Won' })).toBeVisible();
  await results(page).focus();
  await page.keyboard.press('ControlOrMeta+KeyZ');
  await expect(toast(page).filter({ hasText: /Undone: .*set to Won/ })).toBeVisible();
  await expect(search).not.toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
  await expect(toast(page).filter({ hasText: /Redone: .*set to Won/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+KeyZ');
  await expect(toast(page).filter({ hasText: /Undone: .*set to Won/ })).toBeVisible();
  // In a text field, the shortcut of Undo undoes typing instead.
  await search.focus();
  await page.keyboard.type('x');
  await page.keyboard.press('ControlOrMeta+KeyZ');
  await expect(search).not.toHaveValue(/x/);
  await expect(toast(page).filter({ hasText: /Undone: .*set to Won/ })).toBeVisible();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
});
