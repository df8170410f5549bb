import { expect, test, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { delayRequests } from '../support/delay-requests.ts';
import * as journey from '../support/journey.ts';
import { holdCode } from '../support/hold-code.ts';
import { results } from '../support/locators.ts';
import { undoByToast } from '../support/toasts.ts';

/* The library screen in the demo: searching, marking and sorting stored companies for free. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(app.page);
  await journey.searchHiring(app.page);
  await journey.search30DaysUs(app.page);
  await journey.goTo(app.page, 'Library');
  await expect(row(app.page, 1)).toBeVisible();
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

/** Returns a row of the results, counted from 1. Row 0 is the column header. */
const row = (page: Page, at: number): Locator => results(page).getByRole('row').nth(at);
const facet = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Filters' }).getByRole('region', { name, exact: true });
const value = (page: Page, of: string, name: string): Locator =>
  facet(page, of).getByRole('checkbox', { name: new RegExp(`^${name}, \\d+$`) });
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search the library' });
const order = (page: Page): Locator => page.getByRole('button', { name: /^Sort: / });
const card = (page: Page, column: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${column}, \\d`) }).locator('[data-company]');

const countOf = async (of: Locator): Promise<number> =>
  Number((await of.getAttribute('aria-label'))?.replace(/^.*, /, '').replace(',', ''));
const rowCount = async (page: Page): Promise<number> =>
  Number(await results(page).getAttribute('aria-rowcount')) - 1;

/** Returns the names and positions of all filter values on screen. */
const placesOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: 'Filters' })
    .getByRole('checkbox')
    .evaluateAll((boxes) =>
      boxes.map((box) => {
        const name = box.getAttribute('aria-label')?.replace(/, [\d,]+$/, '') ?? '';
        return `${name} at ${box.getBoundingClientRect().top}`;
      }),
    );

/** Waits for the rows and the filter counts of the whole library. The counts load after the rows. */
async function allCounted(page: Page): Promise<void> {
  const { total, counts } = openedSchema.parse(await callCore(page, 'library.open')).value;
  const seeds = counts.stages.values.find(({ label }) => label === 'Seed')?.count;
  await expect.poll(() => rowCount(page)).toBe(total);
  await expect.poll(() => countOf(value(page, 'Stage', 'Seed'))).toBe(seeds);
}
const openedSchema = z.object({
  value: z.object({
    total: z.int(),
    counts: z.object({
      stages: z.object({ values: z.array(z.object({ label: z.string(), count: z.int() })) }),
    }),
  }),
});

test('facets show exact counts that ignore their own filter', async () => {
  const { page } = app;
  await allCounted(page);
  const all = await rowCount(page);
  const seed = await countOf(value(page, 'Stage', 'Seed'));
  const seriesA = await countOf(value(page, 'Stage', 'Series A'));
  expect(seed).toBeGreaterThan(0);
  const places = await placesOf(page);
  await value(page, 'Stage', 'Seed').click();
  await expect(value(page, 'Stage', 'Seed')).toBeChecked();
  await expect.poll(() => rowCount(page)).toBe(seed);
  // The counts load after the rows.
  await expect.poll(() => countOf(value(page, 'Contact window', 'Open'))).toBeLessThanOrEqual(seed);
  expect(await placesOf(page)).toEqual(places);
  await expect(page.getByText(`${seed} of ${all}`, { exact: true })).toBeVisible();
  // Selecting a value does not change the counts of the other values in the same group.
  expect(await countOf(value(page, 'Stage', 'Series A'))).toBe(seriesA);
  await value(page, 'Stage', 'Series A').click();
  await expect.poll(() => rowCount(page)).toBe(seed + seriesA);
  const unitedStates = value(page, 'Country', 'United States');
  await unitedStates.click();
  await expect(unitedStates).toBeChecked();
  // All rows are now from the United States, so the count of that value must equal the number of rows. The
  // counts load after the rows, so the test waits until they are equal.
  await expect.poll(async () => (await countOf(unitedStates)) - (await rowCount(page))).toBe(0);
  expect(await rowCount(page)).toBeLessThan(seed + seriesA);
  expect(await placesOf(page)).toEqual(places);
  // The facets may be out of view, so the filters are also listed above the results.
  const active = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
  await expect(active).toHaveText(['Country: United States', 'Stage: Seed or Series A']);
  await expect(page.getByRole('button', { name: 'Clear 2 filters' })).toBeVisible();
  await facet(page, 'Stage').getByRole('button', { name: 'Clear the Stage filter' }).click();
  await expect(value(page, 'Stage', 'Seed')).not.toBeChecked();
  await page.getByRole('button', { name: 'Clear 1 filter' }).click();
  await expect.poll(() => rowCount(page)).toBe(all);
});

test('a filtered value stays visible with a count of 0, with a button to clear filters', async () => {
  const { page } = app;
  const all = await rowCount(page);
  await expect(value(page, 'Contact window', 'Closes within 7 days')).toBeVisible();
  await value(page, 'Contact window', 'Closed').click();
  await expect(page.getByText('No companies match these filters.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveText('Contact window: Closed');
  await expect(value(page, 'Contact window', 'Closed')).toBeChecked();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => rowCount(page)).toBe(all);
});

test('a long facet shows all its values and narrows while typing', async () => {
  const { page } = app;
  const industry = facet(page, 'Industry');
  await industry.getByRole('button', { name: /^Show all/ }).click();
  const many = await industry.getByRole('checkbox').count();
  expect(many).toBeGreaterThan(12);
  await industry.getByRole('searchbox', { name: 'Search Industry' }).fill('ener');
  await expect(industry.getByRole('checkbox', { name: /^Energy/ })).toBeVisible();
  await expect.poll(() => industry.getByRole('checkbox').count()).toBeLessThan(many);
  await industry.getByRole('button', { name: /^Show fewer/ }).click();
});

test('the sort order is labelled: best match for words, newest round without, amounts by currency', async () => {
  const { page } = app;
  await expect(order(page)).toHaveAccessibleName('Sort: Newest round');
  const name = (await row(page, 3).locator('bdi').first().innerText()).trim();
  await search(page).pressSequentially(name.slice(0, 5));
  await expect(order(page)).toHaveAccessibleName('Sort: Best match');
  await expect(row(page, 1)).toContainText(name);
  await search(page).fill('zzzz nothing');
  await expect(page.getByText('No companies match “zzzz nothing”.')).toBeVisible();
  await search(page).press('Escape');
  await expect(search(page)).toHaveValue('');
  await value(page, 'Contact window', 'Closed').click();
  await search(page).fill('zzzz nothing');
  await expect(page.getByText('No companies match “zzzz nothing” and these filters.')).toBeVisible();
  // Clearing the filters must not clear the text.
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('No companies match “zzzz nothing”.')).toBeVisible();
  await expect(search(page)).toHaveValue('zzzz nothing');
  await search(page).press('Escape');
  await expect(search(page)).toHaveValue('');

  await order(page).click();
  await page.getByRole('menuitem', { name: 'Amount, by currency' }).click();
  await expect(order(page)).toHaveAccessibleName('Sort: Amount');
  const headings = results(page).getByRole('heading', { level: 2 });
  await expect(headings.first()).toHaveText(/^[A-Z]{3}$/);
  // Arrow keys, Home and End skip headings.
  await results(page).focus();
  await page.keyboard.press('Home');
  await expect(row(page, 2)).toHaveAttribute('aria-selected', 'true');
  await order(page).click();
  await page.getByRole('menuitem', { name: 'Newest round' }).click();
});

test('a bulk change of list, status or tag is one step, undone by one key', async () => {
  const { page } = app;
  // Hovering anywhere on a row shows its check box. A click with Ctrl selects the row without opening the
  // company.
  await row(page, 1).hover();
  await expect(row(page, 1).getByRole('checkbox')).toHaveCSS('opacity', '1');
  await expect(row(page, 3).getByRole('checkbox')).toHaveCSS('opacity', '0');
  await row(page, 1).click({ modifiers: ['ControlOrMeta'] });
  await expect(page.getByRole('group', { name: 'Selection' })).toContainText(/^1 of \d+ selected/);
  await row(page, 3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  const bar = page.getByRole('group', { name: 'Selection' });
  await expect(bar).toContainText(/^3 of \d+ selected/);

  await bar.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Contacted' }).click();
  await expect(page.getByText('Status of 3 companies set to Contacted')).toBeVisible();
  await expect(value(page, 'Status', 'Contacted')).toHaveAccessibleName('Contacted, 3');
  await expect(row(page, 2)).toContainText('Contacted');
  await page.keyboard.press('z');
  await expect(page.getByText('Undone: Status of 3 companies set to Contacted')).toBeVisible();
  await expect(value(page, 'Status', 'Contacted')).toHaveCount(0);
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expect(value(page, 'Status', 'Contacted')).toHaveAccessibleName('Contacted, 3');

  await bar.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('storage');
  await page.keyboard.press('Enter');
  await expect(value(page, 'Your tags', 'storage')).toHaveAccessibleName('storage, 3');
  await page.keyboard.press('z');
  await expect(value(page, 'Your tags', 'storage')).toHaveCount(0);

  await bar.getByRole('button', { name: 'Save to a list' }).click();
  await page.getByRole('menuitem', { name: 'New list' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Berlin, 9 June');
  await page.keyboard.press('Enter');
  // The new list contains the selected companies immediately.
  await expect(facet(page, 'Lists').getByRole('checkbox')).toHaveAccessibleName('Berlin, 9 June, 3');
  await page.keyboard.press('z');
  await expect(facet(page, 'Lists').getByRole('checkbox')).toHaveCount(0);
  // A single press of Escape clears the selection, regardless of which element has focus.
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('a task is added to all selected companies, and one key removes all of them', async () => {
  const { page } = app;
  await results(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Add task' });
  await dialog.getByRole('button', { name: 'Add 2 tasks' }).click();
  await expect(dialog.getByText('Enter a task.')).toBeVisible();
  await dialog.getByLabel('Task', { exact: true }).fill('Call before the fair');
  // `Tomorrow` is offered on every day. On Sundays, `Next week` would be the same day, so it is left out.
  await dialog.getByRole('button', { name: 'Tomorrow' }).click();
  await dialog.getByRole('textbox', { name: 'Time' }).fill('14:30');
  await journey.expectBothThemesAccessible(page, 'bulk-task');
  await dialog.getByRole('button', { name: 'Add 2 tasks' }).click();
  await expect(page.getByText('Task added to 2 companies', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('Undone: Task added to 2 companies')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('companies are dragged onto a list, all selected ones together', async () => {
  const { page } = app;
  await callCore(page, 'watchlists.create', { name: 'Berlin' });
  await expect(value(page, 'Lists', 'Berlin')).toHaveAccessibleName('Berlin, 0');
  // Escape cancels the drag and removes the outline that marks the list as the drop target.
  await row(page, 1).hover();
  await page.mouse.down();
  await value(page, 'Lists', 'Berlin').hover();
  await value(page, 'Lists', 'Berlin').hover();
  await expect(value(page, 'Lists', 'Berlin')).toContainClass('target');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(value(page, 'Lists', 'Berlin')).not.toContainClass('target');
  await row(page, 1).dragTo(value(page, 'Lists', 'Berlin'));
  await expect(value(page, 'Lists', 'Berlin')).toHaveAccessibleName('Berlin, 1');
  await expect(page.getByText(/saved to Berlin$/)).not.toContainText('1 company');
  await results(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  for (let at = 1; at < 3; at += 1) await page.keyboard.press('Shift+ArrowDown');
  await row(page, 3).dragTo(value(page, 'Lists', 'Berlin'));
  await expect(value(page, 'Lists', 'Berlin')).toHaveAccessibleName('Berlin, 3');
  await page.keyboard.press('z');
  await expect(value(page, 'Lists', 'Berlin')).toHaveAccessibleName('Berlin, 1');
  await page.keyboard.press('Escape');
});

test('a header sorts in both directions, and columns are chosen, resized and reset', async () => {
  const { page } = app;
  const header = (name: string): Locator => results(page).getByRole('columnheader', { name, exact: true });
  for (const [name, first, second] of [
    ['Company', 'ascending', 'descending'],
    ['Amount', 'descending', 'ascending'],
  ] as const) {
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', first);
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', second);
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', 'none');
  }
  const widthOf = async (name: string): Promise<number> => (await header(name).boundingBox())?.width ?? 0;
  const before = await widthOf('Stage');
  const box = await header('Stage').boundingBox();
  await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 40, (box?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.up();
  expect(await widthOf('Stage')).toBe(before + 40);
  await page.getByRole('button', { name: 'Choose columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Choose columns' });
  await journey.expectBothThemesAccessible(page, 'library-columns');
  await chooser.getByRole('checkbox', { name: 'Announced' }).press('Space');
  await expect(header('Announced')).toBeVisible();
  await chooser.getByRole('button', { name: 'Make Stage narrower' }).click();
  await expect.poll(() => widthOf('Stage')).toBe(before + 24);
  expect(await callCore(page, 'settings.libraryColumns')).toMatchObject({
    value: { widths: [{ column: 'stage', px: before + 24 }] },
  });
  await chooser.getByRole('button', { name: 'Reset columns' }).click();
  await expect(header('Announced')).toHaveCount(0);
  await expect.poll(() => widthOf('Stage')).toBe(before);
  await page.keyboard.press('Escape');
});

test('a card on the board moves by keys and by its menu, and undo moves it back', async () => {
  const { page } = app;
  await page.getByText('Board', { exact: true }).click();
  await expect(card(page, 'Contacted')).toHaveCount(3);
  await expect(card(page, 'No status').first()).toBeVisible();
  const first = card(page, 'Contacted').first();
  const company = (await first.getAttribute('data-company')) ?? '';
  await first.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(card(page, 'Replied')).toHaveAttribute('data-company', company);
  await expect(card(page, 'Replied')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Contacted, 2' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(card(page, 'Contacted')).toHaveCount(3);
  await page
    .getByRole('region', { name: /^Contacted/ })
    .getByRole('button', { name: /^Move / })
    .nth(1)
    .click();
  await page.getByRole('menuitem', { name: 'Move to Meeting' }).click();
  await expect(card(page, 'Meeting')).toHaveCount(1);
  await expect(page.getByText(/ moved to Meeting$/)).toBeVisible();
  await card(page, 'Contacted')
    .first()
    .dragTo(page.getByRole('region', { name: /^New, / }));
  await expect(card(page, 'New')).toHaveCount(1);
  await page.getByRole('button', { name: 'Rename the status Meeting' }).click();
  const naming = page.getByRole('dialog', { name: 'Rename status' });
  await naming.getByLabel('Name').fill('contacted');
  await expect(naming.getByText('Another status has this name.')).toBeVisible();
  await naming.getByLabel('Name').fill('Demo booked');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Demo booked, 1' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByRole('region', { name: 'Meeting, 1' })).toBeVisible();

  // A button shows how many columns do not fit on the screen. The arrow keys also reach empty columns.
  await page.setViewportSize({ width: 1024, height: 700 });
  const last = page.getByRole('region', { name: /^Lost, / });
  const more = page.getByRole('button', { name: /^Show \d more columns?$/ });
  await expect(last).not.toBeInViewport();
  await more.click();
  await expect(last).toBeInViewport({ ratio: 0.99 });
  await page.getByRole('button', { name: 'Back to the first columns' }).click();
  await expect(more).toBeFocused();
  await card(page, 'Meeting').focus();
  await page.keyboard.press('ArrowRight');
  await expect(last).toBeInViewport({ ratio: 0.99 });
  expect(await page.evaluate(() => document.scrollingElement?.scrollLeft)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText('List', { exact: true }).click();
  await expect(row(page, 1)).toBeVisible();
});

test('statuses are added, moved and deleted; the companies of a deleted status get another', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Edit statuses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit statuses' });
  const names = dialog.getByRole('listitem').locator('bdi');
  await dialog.getByLabel('New status').fill('meeting');
  await expect(dialog.getByText('Another status has this name.')).toBeVisible();
  await dialog.getByLabel('New status').fill('Demo booked');
  await page.keyboard.press('Enter');
  await expect(names).toHaveText([
    /New/,
    /Contacted/,
    /Replied/,
    /Meeting/,
    /Won/,
    /Lost/,
    /Not now/,
    /Demo/,
  ]);
  await expect(dialog.getByLabel('New status')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Move “Demo booked” up' }).click();
  await expect(names.nth(6)).toHaveText('Demo booked');
  await dialog.getByRole('button', { name: 'Move “Won” down' }).click();
  await expect(names.nth(5)).toHaveText('Won');
  await expect(dialog.getByRole('button', { name: 'Move “Won” down' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete “Meeting”' }).click();
  const choice = page.getByRole('dialog', { name: 'Delete the status “Meeting”' });
  await expect(choice).toContainText('1 company has this status. Choose its new status.');
  await choice.getByLabel('New status').selectOption('Demo booked');
  await choice.getByRole('button', { name: 'Delete status' }).click();
  await undoByToast(page, 'Status “Meeting” deleted. 1 company moved to “Demo booked”.');
});

test('the context menu of a row shows its actions with keys and prices, and returns the focus', async () => {
  const { page } = app;
  const menu = page.getByRole('menu', { name: 'Company actions' });
  await row(page, 3).click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: /^Open/ })).toBeVisible();
  await expect(row(page, 3)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(menu.getByRole('menuitem', { name: /profile.*\b1 record\b/ })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: /done/i })).toContainText('E');
  await expect(menu.getByRole('menuitem', { name: /^Save to a list/ })).toContainText('S');
  const snooze = menu.getByRole('menuitem', { name: /^Snooze/ });
  await expect(snooze).toContainText('H');
  await snooze.click();
  const times = page.getByRole('menu', { name: 'Snooze' });
  await times.getByRole('menuitem', { name: /^Another day…/ }).click();
  await page
    .getByRole('dialog', { name: /^Snooze / })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await row(page, 3).click({ button: 'right' });
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(results(page)).toBeFocused();
  // The menu key opens the menu of the active row.
  await page.keyboard.press('ContextMenu');
  await expect(menu).toBeVisible();
  await menu.getByRole('menuitem', { name: /profile.*\b1 record\b/ }).click();
  await expect(page.getByText(/^Last request: 1 record\b/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('prices that arrive while the menu of a row is open do not move the focus to a paid action', async () => {
  const { page } = app;
  const menu = page.getByRole('menu', { name: 'Company actions' });
  const showPrices = await delayRequests(page, 'quota.prices');
  await row(page, 4).click();
  await page.keyboard.press('ContextMenu');
  await expect(menu).toBeVisible();
  await page.keyboard.press('End');
  const last = menu.getByRole('menuitem', { name: 'Why do I have this?' });
  await expect(last).toBeFocused();
  await showPrices();
  await expect(menu.getByRole('menuitem', { name: /profile.*\b1 record\b/ })).toBeVisible();
  await expect(last).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});

test('the arrow keys reach the lists and statuses in the context menu of a row', async () => {
  const { page } = app;
  const { keyboard } = page;
  const menu = page.getByRole('menu', { name: 'Company actions' });
  const item = (of: Locator, name: RegExp): Locator => of.getByRole('menuitem', { name });
  const moveTo = async (wanted: Locator): Promise<void> => {
    await expect(async () => {
      await keyboard.press('ArrowDown');
      await expect(wanted).toBeFocused({ timeout: 250 });
    }).toPass();
  };
  const open = async (name: string): Promise<Locator> => {
    await keyboard.press('ContextMenu');
    await expect(menu).toBeVisible();
    await moveTo(item(menu, new RegExp(`^${name}$`)));
    await keyboard.press('ArrowRight');
    const submenu = page.getByRole('menu', { name });
    await expect(submenu).toBeVisible();
    return submenu;
  };
  await row(page, 3).click();
  const statuses = await open('Set status');
  await keyboard.press('ArrowLeft');
  await expect(statuses).toHaveCount(0);
  await expect(item(menu, /^Set status$/)).toBeFocused();
  await keyboard.press('ArrowRight');
  await moveTo(item(statuses, /^Meeting/));
  await keyboard.press('Enter');
  await expect(page.getByText(/^Status of .+ set to Meeting$/)).toBeVisible();
  await expect(menu).toHaveCount(0);
  await expect(results(page)).toBeFocused();
  await expect(item(await open('Set status'), /^Meeting.*current/)).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  const lists = await open('Save to a list');
  await journey.expectBothThemesAccessible(page, 'library-row-submenu');
  await moveTo(item(lists, /^New list…$/));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New list' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await keyboard.type('From the menu');
  await keyboard.press('Enter');
  await expect(page.getByText('1 company saved to From the menu')).toBeVisible();
  // The closing dialog returns the focus to the list, which would close a menu that opened before.
  await expect(dialog).toHaveCount(0);
  await expect(results(page)).toBeFocused();
  await expect(item(await open('Save to a list'), /^From the menu.*on this list/)).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});

test('a key pressed before an opening menu or popover has focus does not act on the list', async () => {
  const { page } = app;
  const layer = page.locator('[role="menu"], [role="dialog"]');
  /** Opens a layer with a key, and presses another key as soon as the layer is on the page. */
  const openAndPress = async (opening: string, key: string): Promise<void> => {
    await results(page).evaluate((grid, pressed) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('[role="menu"], [role="dialog"]') === null) return;
        observer.disconnect();
        grid.dataset['early'] = String(document.activeElement === grid);
        grid.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    }, key);
    await page.keyboard.press(opening);
    // The list still had focus.
    await expect(results(page)).toHaveAttribute('data-early', 'true');
    await results(page).evaluate((grid) => delete grid.dataset['early']);
  };
  const expectIgnored = async (opening: string): Promise<void> => {
    await openAndPress(opening, 'ArrowDown');
    await expect.poll(() => layer.evaluate((open) => open.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(layer).toHaveCount(0);
    await expect(row(page, 3)).toHaveAttribute('aria-selected', 'true');
    await results(page).focus();
  };
  await row(page, 3).click();
  for (const opening of ['ContextMenu', 's']) await expectIgnored(opening);
  // For selected companies, `s` opens a menu with the lists.
  await page.keyboard.press('x');
  await expectIgnored('s');
  await page.keyboard.press('x');
  for (const opening of ['ContextMenu', 's']) {
    await openAndPress(opening, 'Escape');
    await expect(layer).toHaveCount(0);
  }
  await expect(page.getByRole('article')).toBeVisible();
});

test('a key pressed while the code of a dialog loads does not act on the list', async () => {
  const { page } = app;
  const code = await holdCode(page, 'DialogPanel');
  await page.reload();
  await journey.goTo(page, 'Library');
  await row(page, 3).click();
  await results(page).focus();
  await page.keyboard.press('?');
  await page.keyboard.press('ArrowDown');
  // The dialog's own code may load first, and then the code that all dialogs share.
  await page.evaluate(async () => {
    const isLoaded = (): boolean =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/ShortcutsDialog-'));
    while (!isLoaded()) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const press = { key: 'ArrowDown', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
  });
  await expect.poll(code.requestCount).toBe(1);
  code.release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 3)).toHaveAttribute('aria-selected', 'true');
});

test('a row that is right-clicked before the code of its menu has loaded gets its menu', async () => {
  const { page } = app;
  const menu = page.getByRole('menu', { name: 'Company actions' });
  const goOn: Readonly<Record<string, (() => Promise<unknown>) | null>> = {
    nothing: null,
    'a click': () => search(page).click(),
    'another screen': () => page.keyboard.press('Control+Comma'),
    'another row': async () => {
      // A key acts on the list again if the code has not loaded within a second.
      await expect(async () => {
        await page.keyboard.press('ArrowDown');
        await expect(row(page, 2)).not.toHaveAttribute('aria-selected', 'true', { timeout: 300 });
      }).toPass();
    },
  };
  for (const [name, step] of Object.entries(goOn)) {
    const code = await holdCode(page, 'RowMenu');
    const list = page.waitForResponse(/MenuList-/);
    await page.reload();
    await journey.goTo(page, 'Library');
    await row(page, 2).click({ button: 'right' });
    // On a slow machine, the page before the reload may have requested the code too.
    await expect.poll(code.requestCount).toBeGreaterThan(0);
    await (await list).finished();
    await step?.();
    // In the background, this file is requested once the menu's code has loaded.
    const next = page.waitForRequest(/OfflineQueueDialog-/);
    code.release();
    await next;
    await expect(menu, name).toHaveCount(step === null ? 1 : 0);
  }
});

test('a key pressed right after a right click does not act on the list while the code of the menu loads', async () => {
  const { page } = app;
  const code = await holdCode(page, 'RowMenu');
  await page.reload();
  await journey.goTo(page, 'Library');
  await row(page, 2).click({ button: 'right' });
  await page.keyboard.press('ArrowDown');
  code.release();
  const menu = page.getByRole('menu', { name: 'Company actions' });
  await expect(menu).toBeVisible();
  await expect(row(page, 2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});

test('the menu of a row marks its company as a customer, and the same item removes the mark', async () => {
  const { page } = app;
  const choose = async (mark: string): Promise<void> => {
    await row(page, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Already yours' }).click();
    await page.getByRole('menu', { name: 'Already yours' }).getByRole('menuitem', { name: mark }).click();
  };
  await choose('Customer');
  await expect(page.getByText('Marked as “Customer”')).toBeVisible();
  await expect(row(page, 2).getByText('Customer', { exact: true })).toBeVisible();
  await choose('Customer');
  await expect(page.getByText('Mark “Customer” removed')).toBeVisible();
  await expect(row(page, 2).getByText('Customer', { exact: true })).toHaveCount(0);
});

test('the menu of a row shows why its company is stored', async () => {
  const { page } = app;
  await row(page, 2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Why do I have this?' }).click();
  const why = page.getByRole('article').getByRole('region', { name: 'Why do I have this?' });
  await expect(why).toBeFocused();
  await expect(why).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('after the key for lists, Enter adds the selected company to the first list', async () => {
  const { page } = app;
  await row(page, 1).click();
  await page.keyboard.press('Escape');
  await results(page).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('s');
  const first = page.getByRole('menu').getByRole('menuitem').first();
  await expect(first).toBeFocused();
  const list = await first.innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`^1 company saved to ${list}|already on ${list}`))).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a company that the filters leave out stays open and says so', async () => {
  const { page } = app;
  await row(page, 1).click();
  const note = page.getByRole('article').getByText(/^Not in this view:/);
  await expect(page.getByRole('article')).toBeVisible();
  await expect(note).toHaveCount(0);
  await value(page, 'Contact window', 'Closed').click();
  await expect(note).toBeVisible();
  await page
    .getByRole('list', { name: 'Active filters' })
    .getByRole('button', { name: /Contact window: Closed/ })
    .click();
  await expect(note).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a narrow window shows the filters behind a button', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1024, height: 768 });
  await row(page, 1).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByRole('checkbox', { name: /^Seed, / }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Clear 1 filter' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters, 1 active' })).toBeVisible();
  expect(app.pageErrors).toEqual([]);
});
