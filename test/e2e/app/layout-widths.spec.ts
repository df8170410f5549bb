import { expect, test, type Locator, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { settled } from '../support/accessibility.ts';
import * as journey from '../support/journey.ts';
import { layoutFaults } from '../support/layout-faults.ts';

/* Content that must stay readable at every width from 1024 to 1440 pixels. All tests use one demo. */

const WIDTHS = [1024, 1100, 1180, 1280, 1339, 1340, 1360, 1440];
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const isCut = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element.scrollWidth > element.clientWidth + 1);
const coloursOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return `${color} on ${backgroundColor}`;
  });
/** Saves a screenshot if the environment variable `LAYOUT_SHOTS` contains the path of a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['LAYOUT_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

test('a disabled button does not take the colours of an enabled one under the pointer', async () => {
  const { page } = app;
  await journey.goTo(page, 'Search');
  const run = page.getByRole('button', { name: /^Run search/ });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(run).not.toHaveAttribute('aria-disabled');
    const enabled = await coloursOf(run);
    await page.getByLabel('Results per request').fill('0');
    await expect(run).toHaveAttribute('aria-disabled', 'true');
    await page.mouse.move(0, 0);
    await expect.poll(() => coloursOf(run)).not.toBe(enabled);
    const before = await coloursOf(run);
    await run.hover();
    await page.waitForTimeout(300);
    expect(await coloursOf(run)).toBe(before);
    await picture(page, `disabled-${colorScheme}`);
    await page.getByLabel('Results per request').fill('25');
  }
});

test('the company screen shows the whole name at every width', async () => {
  const { page } = app;
  await page.emulateMedia({ colorScheme: 'light' });
  await journey.goTo(page, 'Search');
  await page.setViewportSize({ width: 1440, height: 860 });
  await page.getByRole('button', { name: /^Run search/ }).click();
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).dblclick();
  await page.getByRole('button', { name: 'Open full page' }).click();
  const name = page.getByRole('heading', { level: 1 });
  await name.locator('bdi').evaluate((element) => (element.textContent = 'Ashgate Laboratories Scandinavia'));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 860 });
    await settled(page);
    expect(await isCut(name), `the name at ${width}`).toBe(false);
    await picture(page, `company-${width}`);
  }
});

test('the Quota screen shows its usage bars, and no cell or label covers another', async () => {
  const { page } = app;
  await page.keyboard.press('Escape');
  await journey.goTo(page, 'Quota');
  const cost = page.getByRole('grid', { name: 'Request history' }).locator('[role=gridcell]').nth(5);
  const table = page.getByRole('table', { name: 'Limits' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 860 });
    await settled(page);
    const meter = await boxOf(table.getByRole('meter').first());
    expect(meter.width, `a bar at ${width}`).toBeGreaterThanOrEqual(48);
    const [outer, inner] = [await boxOf(table.locator('..')), await boxOf(table)];
    expect(inner.width, `the table at ${width}`).toBeLessThanOrEqual(outer.width + 1);
    await cost.evaluate((element) => (element.textContent = '2,837 records'));
    expect(
      await cost.evaluate((element) => element.scrollWidth - element.clientWidth),
      `the cost at ${width}`,
    ).toBeLessThanOrEqual(1);
    const labels = page.getByRole('group', { name: /^Records left (?:in|until) / }).locator('.times span');
    await expect(labels.first()).toBeVisible();
    const boxes = await Promise.all((await labels.all()).map(boxOf));
    expect(boxes.length, `labels at ${width}`).toBeGreaterThanOrEqual(2);
    const sorted = boxes.toSorted((a, b) => a.x - b.x);
    for (const [at, box] of sorted.entries()) {
      const next = sorted[at + 1];
      if (next) expect(box.x + box.width, `labels at ${width}`).toBeLessThan(next.x);
    }
    await picture(page, `quota-${width}`);
  }
});

test('Search shows its prices in full at every width, and no control covers another in its header', async () => {
  const { page } = app;
  await page.emulateMedia({ colorScheme: 'light' });
  await journey.goTo(page, 'Search');
  await page.setViewportSize({ width: 1440, height: 860 });
  // The price on the button has its longest form: the expected and the maximum number of records.
  const run = page.getByRole('button', { name: /^Run search/ });
  const prices = page.locator('button .price');
  await expect(prices.first()).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 860 });
    await settled(page);
    const filters = page.getByRole('button', { name: /^Filters, / });
    if (width < 1100 && (await filters.getAttribute('aria-expanded')) === 'false') await filters.click();
    const header = page.getByRole('form', { name: 'Filters' }).locator('.head');
    const [title, start, lists] = await Promise.all([
      boxOf(header.getByRole('heading', { name: 'Search' })),
      boxOf(header.getByRole('button', { name: 'New search' })),
      boxOf(header.getByRole('radiogroup', { name: 'What to search' })),
    ]);
    expect(start.x, `New search at ${width}`).toBeGreaterThanOrEqual(title.x + title.width);
    expect(lists.x, `the lists at ${width}`).toBeGreaterThanOrEqual(start.x + start.width);
    await run.locator('.price').evaluate((element) => {
      element.textContent = 'about 123, at most 1,234 records';
    });
    for (const price of await prices.all()) {
      const [inner, outer] = [await boxOf(price), await boxOf(price.locator('..'))];
      const text = `${await price.innerText()} at ${width}`;
      expect(await isCut(price), text).toBe(false);
      expect(inner.x, text).toBeGreaterThanOrEqual(outer.x);
      expect(inner.x + inner.width, text).toBeLessThanOrEqual(outer.x + outer.width);
      expect(inner.y + inner.height, text).toBeLessThanOrEqual(outer.y + outer.height);
    }
    await picture(page, `search-prices-${width}`);
    for (const name of ['More search actions', 'More loading options']) {
      const more = page.getByRole('button', { name });
      if ((await more.count()) === 0) continue;
      await more.click();
      for (const item of await page.getByRole('menuitem').all()) {
        for (const part of await item.locator('.menu-text > *').all())
          expect(await isCut(part), `${await item.innerText()} at ${width}`).toBe(false);
      }
      await picture(page, `search-menu-${width}`);
      await page.keyboard.press('Escape');
    }
  }
});

test('a contrast theme shows which options are selected and switched on', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 860 });
  /** Whether the element's background is the system's selection colour. */
  const isHighlighted = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => {
      const sample = document.createElement('i');
      sample.style.background = 'Highlight';
      document.body.append(sample);
      const { backgroundColor } = getComputedStyle(sample);
      sample.remove();
      return getComputedStyle(element).backgroundColor === backgroundColor;
    });
  const link = (name: string): Locator =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const rows = page.getByRole('grid', { name: 'Results' }).locator('.row:not(.head-row)');
  await journey.goTo(page, 'Search');
  await rows.first().click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    for (const chosen of [rows.first(), link('Search')])
      await expect.poll(() => isHighlighted(chosen)).toBe(true);
    for (const other of [rows.nth(1), link('Library')]) expect(await isHighlighted(other)).toBe(false);
    await picture(page, `contrast-search-${colorScheme}`);
  }
  await journey.goTo(page, 'Settings');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    for (const on of [true, false]) {
      const first = page.getByRole('switch', { checked: on }).first();
      await expect.poll(() => isHighlighted(first), `switched ${on ? 'on' : 'off'}`).toBe(on);
    }
    await picture(page, `contrast-settings-${colorScheme}`);
  }
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
});

test('the check of every state’s layout finds planted faults', async ({ browser }) => {
  const page = await browser.newPage();
  const faultsOf = async (html: string): Promise<string[]> => {
    await page.setContent(html);
    return layoutFaults(page);
  };
  const box = 'position: absolute; width: 60px; overflow: hidden; white-space: nowrap';
  expect(
    await faultsOf(`<p style="${box}; text-overflow: ellipsis">A name that is too long</p>
      <div style="position: absolute; top: 90px; height: 40px; overflow: auto"><p>One</p><p>Two</p><button>Three</button></div>`),
  ).toEqual([]);
  expect(
    await faultsOf(`<p style="${box}; top: 0">A name that is too long</p>
      <p style="position: absolute; top: 90px; height: 24px; width: 60px; overflow: hidden">Three lines of text</p>
      <p style="position: absolute; top: 200px">Below</p><p style="position: absolute; top: 205px">Above</p>
      <button style="position: absolute; left: -40px; top: 300px">Outside</button>`),
  ).toEqual([
    'out of reach: Outside',
    'cut off at the side: A name that is too long',
    'cut off below: Three lines of text',
    'covers: Below / Above',
  ]);
  // An open popover may cover text outside it, but texts inside the popover must not cover each other.
  const popover = 'position: absolute; left: 80px; top: 0; width: 200px; height: 90px; background: white';
  expect(
    await faultsOf(`<p style="position: absolute; left: 0; top: 0; white-space: nowrap">A long name outside</p>
      <div data-bits-floating-content-wrapper style="${popover}"><p>Leave</p>
        <p style="position: absolute; top: 50px">First</p><p style="position: absolute; top: 55px">Second</p></div>`),
  ).toEqual(['covers: First / Second']);
  await page.close();
});
