import { expect, test, type Locator, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { delayRequests } from '../support/delay-requests.ts';
import * as journey from '../support/journey.ts';
import { pressShortcut } from '../support/keyboard.ts';
import { results } from '../support/locators.ts';

/* Triage by keyboard: moving through the list, marking as done, snoozing, selecting and undoing. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(app.page);
  await journey.search30DaysUs(app.page);
  // Moves the pointer to the corner, so it does not hover over a control.
  await app.page.mouse.move(0, 0);
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const row = (page: Page, at: number): Locator => results(page).getByRole('row').nth(at);
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Returns the name of the company in the given row, counting from 1. */
const nameOn = async (page: Page, at: number): Promise<string> =>
  (await row(page, at).locator('bdi').first().innerText()).trim();
const pane = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true, level: 2 });
const far = (page: Page): Locator => page.getByRole('progressbar', { name: 'Triage progress' });
const run = async (page: Page, command: string): Promise<void> => {
  await press(page, 'Control+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill(command);
  await press(page, 'Enter');
};

test('a key marks a company as done and opens the next one, and z undoes it', async () => {
  const { page } = app;
  const [first, second, third] = [await nameOn(page, 1), await nameOn(page, 2), await nameOn(page, 3)];
  await press(page, 'j', 'Enter');
  await expect(pane(page, first)).toBeVisible();
  // Opens the statuses with `v` and sets one. Then sets one by typing its name in the palette.
  await press(page, 'v');
  const statuses = page.getByRole('dialog', { name: `Set status of ${first}` });
  await expect(statuses.getByRole('button', { name: 'New', exact: true })).toBeFocused();
  await journey.expectBothThemesAccessible(page, 'triage-status');
  await press(page, 'ArrowDown', 'Enter');
  await expect(statuses).toBeHidden();
  await expect(page.getByText(`Status of ${first} set to Contacted`)).toBeVisible();
  await press(page, 'z');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('contacted');
  const contacted = page.getByRole('option', { name: 'Set status to Contacted' });
  await expect(contacted).toContainText(first);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Status of ${first} set to Contacted`, { exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('contacted');
  await expect(contacted).toContainText('current status');
  await page.keyboard.press('Escape');
  await press(page, 'z');
  // A key that is held down counts as one press. The next company must not be marked as done.
  await page.keyboard.down('e');
  await expect(page.getByText(`${first} marked as done`)).toBeVisible();
  await expect(pane(page, second)).toBeVisible();
  await page.keyboard.down('e');
  await page.keyboard.up('e');
  await expect(row(page, 1)).toContainText('done');
  await expect(far(page)).toHaveAttribute('aria-valuetext', '1 of 25 companies handled: 1 done');
  await expect(page.getByText('1 of 25 handled', { exact: true })).toBeVisible();

  await press(page, 'h');
  const dialog = page.getByRole('dialog', { name: `Snooze ${second}` });
  await expect(dialog.getByRole('button', { name: /^Tomorrow morning/ })).toBeFocused();
  await journey.expectBothThemesAccessible(page, 'triage-snooze');
  const day = dialog.getByRole('textbox', { name: 'Another day' });
  await day.fill('2020-01-01');
  await expect(dialog.getByText('Choose a day between tomorrow and a year from now.')).toBeVisible();
  // The dialog shows the date that the typed text refers to.
  await day.fill('in 1 week');
  await expect(dialog.getByText(/^Until \w{3} \d{1,2} \w+, 08:00$/)).toBeVisible();
  await day.fill('');
  await dialog.getByRole('button', { name: /^Tomorrow morning/ }).focus();
  await press(page, 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter');
  await expect(dialog).toBeHidden();
  await expect(row(page, 2)).toContainText(/snoozed until \w{3} \d/);
  await expect(pane(page, third)).toBeVisible();
  await expect(far(page)).toHaveAttribute('aria-valuetext', /^2 of 25 companies handled: /);

  await press(page, 'z');
  await expect(row(page, 2)).not.toContainText('snoozed');
  await press(page, 'k', 'k');
  await expect(pane(page, first)).toBeVisible();
  await press(page, 'e');
  await expect(page.getByText(`${first} reopened`)).toBeVisible();
  await expect(far(page)).toHaveCount(0);
});

test('forms and sections open for one company are closed for the next one, which starts at its top', async () => {
  const { page } = app;
  const [first, second] = [await nameOn(page, 1), await nameOn(page, 2)];
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await results(page).focus();
  await press(page, 'Home', 'Enter');
  await expect(pane(page, first)).toBeVisible();
  await press(page, 't');
  await tasks.getByLabel('Task', { exact: true }).fill('Of the first alone');
  const scrolled = page.locator('article.company .pane-body');
  await page.getByRole('region', { name: 'Why do I have this?' }).scrollIntoViewIfNeeded();
  expect(await scrolled.evaluate((body) => body.scrollTop)).toBeGreaterThan(0);

  await row(page, 2).click();
  await expect(pane(page, second)).toBeVisible();
  await expect(tasks.getByLabel('Task', { exact: true })).toHaveCount(0);
  await expect(page.locator('article.company')).toHaveCount(1);
  expect(await scrolled.evaluate((body) => body.scrollTop)).toBe(0);
  // Waits until the lower panels show the second company too.
  await expect(page.locator('article.company .behind')).toHaveCount(0);
  // Returns to the first company. The draft still belongs to it, but does not take focus.
  await press(page, 'k');
  await expect(pane(page, first)).toBeVisible();
  await expect(tasks.getByLabel('Task', { exact: true })).toHaveValue('Of the first alone');
  await expect(tasks.getByLabel('Task', { exact: true })).not.toBeFocused();
  await tasks.getByRole('button', { name: 'Cancel' }).click();
  await expect(tasks.getByLabel('Task', { exact: true })).toHaveCount(0);
});

test('without an open company, company keys open it first, and p does nothing', async () => {
  const { page } = app;
  await press(page, 'Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  const first = await nameOn(page, 1);
  await press(page, 'n');
  await expect(page.getByRole('textbox', { name: `Note on ${first}` })).toBeFocused();
  await page.keyboard.type('Ask in spring.');
  await press(page, 'Escape', 'Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  const spent = page.getByText(/^Last request/);
  const before = await spent.innerText();
  // With an open company, `p` pays for its profile. A second press must therefore not follow from opening it.
  await press(page, 'p', 'p');
  await press(page, 'Enter');
  await expect(pane(page, first)).toBeVisible();
  await expect(spent).toHaveText(before);
  await press(page, 'Escape');
});

test('a click in the rail leaves the focus in the list, and the status dialog returns it there', async () => {
  const { page } = app;
  for (const name of ['Quota', 'Library'] as const) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await expect(page.getByRole('main').getByRole('grid').first()).toBeFocused();
  }
  await page.keyboard.press('j');
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: /status/i });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('grid').first()).toBeFocused();
  // Closing the dialog moves focus to the list, even if focus was in the rail before.
  await page.getByRole('navigation').getByRole('link', { name: 'Library' }).focus();
  await page.keyboard.press('v');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('grid').first()).toBeFocused();
});

test('keys pressed while the status dialog reads its data do not act on the list, and Escape cancels it', async () => {
  const { page } = app;
  const grid = page.getByRole('main').getByRole('grid').first();
  const dialog = page.getByRole('dialog', { name: /status/i });
  const active = await grid.getAttribute('aria-activedescendant');
  for (const isCancelled of [false, true]) {
    const release = await delayRequests(page, 'marks.get');
    await page.keyboard.press('v');
    await page.keyboard.press(isCancelled ? 'Escape' : 'ArrowDown');
    await release();
    if (!isCancelled) {
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await expect(dialog).toHaveCount(0);
    await expect(grid).toHaveAttribute('aria-activedescendant', String(active));
  }
});

test('selected companies are marked as done together, until every row is done', async () => {
  const { page } = app;
  await press(page, 'x', 'Shift+ArrowDown', 'Shift+ArrowDown');
  const bar = page.getByRole('group', { name: 'Selection' });
  await expect(bar).toContainText('3 of 25 selected');
  await press(page, 'l');
  await expect(page.getByRole('menu')).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await press(page, 'e');
  await expect(page.getByText('3 companies marked as done')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(far(page)).toHaveAttribute('aria-valuetext', /^3 of 25 companies handled: /);
  await press(page, 'z');
  await expect(far(page)).toHaveCount(0);

  await run(page, 'Select all results');
  await expect(bar).toContainText('selected');
  await press(page, 'e');
  const end = page.getByRole('status').filter({ hasText: 'All done.' });
  await expect(end).toContainText(/done/);
  await journey.expectBothThemesAccessible(page, 'triage-end');
});

test('the library shows the same states, and its "to do" filter drops done companies', async () => {
  const { page } = app;
  await press(page, 'z');
  await expect(page.getByText(/^Undone/).first()).toBeVisible();
  await pressShortcut(page, 'g', 'l');
  await expect(row(page, 1)).toBeVisible();
  const [first, second] = [await nameOn(page, 1), await nameOn(page, 2)];
  await row(page, 1).click();
  await expect(pane(page, first)).toBeVisible();
  await press(page, 'e');
  await expect(pane(page, second)).toBeVisible();
  await expect(row(page, 1)).toContainText('done');
  const toDo = page.getByRole('region', { name: 'Triage' }).getByRole('checkbox', { name: /^To do/ });
  await toDo.focus();
  await press(page, 'Space');
  await expect(results(page).getByRole('row').filter({ hasText: first })).toHaveCount(0);
  await press(page, 'j', 'Enter');
  await expect(pane(page, second)).toBeVisible();
  await press(page, 'e');
  await expect(results(page).getByRole('row').filter({ hasText: second })).toHaveCount(0);
  await expect(pane(page, await nameOn(page, 1))).toBeVisible();
  await press(page, 'z');
  await expect(results(page).getByRole('row').filter({ hasText: second })).toHaveCount(1);
});

test('a company saved right after moving to it is saved, even while the previous one is still visible', async () => {
  const { page } = app;
  const [before, target] = [await nameOn(page, 5), await nameOn(page, 6)];
  await row(page, 5).click();
  await expect(pane(page, before)).toBeVisible();
  await page.mouse.move(0, 0);
  await press(page, 'j', 's');
  await expect(pane(page, target)).toBeVisible();
  await page.getByPlaceholder('New list').fill('At once');
  await press(page, 'Enter');
  await expect(page.getByText(`${target} saved to At once`)).toBeVisible();
});
