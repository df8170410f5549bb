import { expect, test, type Locator, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { delayRequests } from '../support/delay-requests.ts';
import * as journey from '../support/journey.ts';
import { region, results } from '../support/locators.ts';

/* Selected search results: which companies the keys apply to, saving with a reason, and when they are cleared. */

let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(app.page);
  await journey.search30DaysUs(app.page);
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const row = (page: Page, at: number): Locator => results(page).getByRole('row').nth(at);
const nameOn = (page: Page, at: number): Promise<string> => row(page, at).locator('bdi').first().innerText();
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Selection' });
const pane = (page: Page): Locator => page.getByRole('article');
const popover = (page: Page): Locator => page.getByRole('dialog', { name: 'Save to a list' });
const reasonInPane = (page: Page, list: string): Locator =>
  region(page, 'Status, tags and lists').getByRole('textbox', { name: `Reason for ${list}` });
async function select(page: Page, ...rows: readonly number[]): Promise<void> {
  for (const at of rows) await row(page, at).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar(page)).toContainText(new RegExp(`^${rows.length} of \\d+ selected`));
}

test('keys apply to the selected companies, except for the keys of one company, which apply to the open one', async () => {
  const { page } = app;
  const third = await nameOn(page, 3);
  await row(page, 3).click();
  const addTask = region(page, 'Tasks').getByRole('button', { name: 'Add task' });
  await expect(addTask.locator('kbd')).toHaveText('T');
  const note = pane(page).getByRole('button', { name: 'Note', exact: true });
  await expect(note).toHaveAttribute('title', 'Note (N)');
  await select(page, 1, 2);
  // A Ctrl-click makes its row active, so the third company is opened again.
  await row(page, 3).click();
  await expect(pane(page)).toHaveAccessibleName(`Company: ${third}`);
  await expect(bar(page)).toContainText(/^2 of /);
  await expect(bar(page).getByRole('button', { name: 'Add task' }).locator('kbd')).toHaveText('T');
  await expect(addTask.locator('kbd')).toHaveCount(0);
  await expect(note).toHaveAttribute('title', 'Note (N)');

  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Add task' });
  await expect(dialog.getByRole('button', { name: 'Add 2 tasks' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: 'Save with a reason…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const editor = page.getByRole('textbox', { name: /^Note on/ });
  await expect(editor).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(bar(page)).toContainText(/^2 of /);

  // The buttons of the open company apply to that company alone.
  await pane(page).getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText(`${third} marked as done`)).toBeVisible();
  await expect(bar(page)).toContainText(/^2 of /);
  await expect(row(page, 3)).toContainText('done');
  await pane(page).getByRole('button', { name: 'Reopen', exact: true }).click();
  await expect(page.getByText(`${third} reopened`)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(addTask.locator('kbd')).toHaveText('T');
});

test('keys apply to companies ticked with the mouse, even if a text field had focus before', async () => {
  const { page } = app;
  await page.getByRole('textbox', { name: 'Describe a search' }).focus();
  for (const at of [1, 2]) {
    await row(page, at).hover();
    await row(page, at).getByRole('checkbox').click();
  }
  await expect(bar(page)).toContainText(/^2 of /);
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: 'Save with a reason…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
});

test('the selected companies are saved to a list with one reason, which each keeps as its own', async () => {
  const { page } = app;
  await select(page, 1, 2);
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Save with a reason…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save with a reason' });
  await dialog.getByRole('combobox', { name: 'List' }).selectOption({ label: 'New list…' });
  await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter');
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await expect(dialog.getByText('Enter a name for the list.')).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'save-with-reason');
  await dialog.getByRole('textbox', { name: 'Name of the new list' }).fill('Spring fair');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Exhibit in hall 3');
  await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 companies saved to Spring fair')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const at of [1, 2]) {
    await row(page, at).click();
    await expect(reasonInPane(page, 'Spring fair')).toHaveValue('Exhibit in hall 3');
  }
});

test('a list ticked for one company has a field for the reason, and Enter saves it', async () => {
  const { page } = app;
  await row(page, 3).click();
  await expect(reasonInPane(page, 'Spring fair')).toHaveCount(0);
  await page.keyboard.press('s');
  const field = popover(page).getByRole('textbox', { name: 'Reason for Spring fair' });
  await expect(
    popover(page).getByText('Choose a list to save this company to. You can then add a reason.'),
  ).toBeVisible();
  await expect(field).toHaveCount(0);
  await popover(page).getByText('Spring fair', { exact: true }).click();
  await expect(field).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'save-popover-reason');
  await field.fill('Asked for a demo');
  await field.press('Enter');
  await expect(popover(page)).toBeHidden();
  await expect(page.getByText('Reason for Spring fair saved')).toBeVisible();
  await expect(reasonInPane(page, 'Spring fair')).toHaveValue('Asked for a demo');

  // Leaving the popover saves the text too, and Escape discards it.
  const open = async (): Promise<void> => {
    await pane(page).getByRole('button', { name: 'Save to a list' }).click();
    await expect(field).toBeVisible();
  };
  await open();
  await field.fill('Asked for a second demo');
  await row(page, 4).click();
  await row(page, 3).click();
  await expect(reasonInPane(page, 'Spring fair')).toHaveValue('Asked for a second demo');
  await open();
  await field.fill('Nothing');
  await field.press('Escape');
  await expect(popover(page)).toBeHidden();
  await expect(reasonInPane(page, 'Spring fair')).toHaveValue('Asked for a second demo');
  await page.keyboard.press('z');
  await expect(reasonInPane(page, 'Spring fair')).toHaveValue('Asked for a demo');
  await page.keyboard.press('Escape');
});

test('a key pressed while the company beside the list is loading waits for it', async () => {
  const { page } = app;
  await page.keyboard.press('Escape');
  const release = await delayRequests(page, 'companies.get');
  await row(page, 6).click();
  await page.keyboard.press('s');
  await expect(popover(page)).toHaveCount(0);
  await release();
  await expect(popover(page).getByRole('checkbox', { name: 'Spring fair' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

test('Enter on a list saves the company and moves to the reason, where Enter closes the popover', async () => {
  const { page } = app;
  const field = popover(page).getByRole('textbox', { name: 'Reason for Spring fair' });
  const list = popover(page).getByRole('checkbox', { name: 'Spring fair' });
  await row(page, 5).click();
  await page.keyboard.press('s');
  await list.focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Met at the stand');
  await page.keyboard.press('Enter');
  await expect(popover(page)).toBeHidden();
  await expect(reasonInPane(page, 'Spring fair')).toHaveValue('Met at the stand');

  // On a list that already contains the company, Enter only moves to the reason, and Space removes the company.
  await page.keyboard.press('s');
  await list.focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(list).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(popover(page)).toBeHidden();
  await page.keyboard.press('s');
  await list.focus();
  await page.keyboard.press('Space');
  await expect(list).not.toBeChecked();
  await expect(field).toHaveCount(0);

  // Enter pressed twice saves and closes, even before the reason is shown. The earlier reason is restored.
  await list.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(popover(page)).toBeHidden();
  await expect(reasonInPane(page, 'Spring fair')).toHaveValue('Met at the stand');
  await page.keyboard.press('Escape');
});

test('the selection is cleared on another screen, and when the search is run again', async () => {
  const { page } = app;
  await select(page, 1, 2);
  await journey.goTo(page, 'Library');
  await expect(row(page, 1)).toBeVisible();
  await row(page, 1).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar(page)).toContainText(/^1 of /);
  await journey.goTo(page, 'Search');
  await expect(row(page, 1)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await journey.goTo(page, 'Library');
  await expect(row(page, 1)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);

  await journey.goTo(page, 'Search');
  await select(page, 1, 2);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(bar(page)).toHaveCount(0);
});
