import { expect, test, type Locator, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { delayRequests } from '../support/delay-requests.ts';
import * as journey from '../support/journey.ts';
import { openRow, stepRow } from './company-panels.ts';
import { region } from '../support/locators.ts';

/* Forms and key presses while user data is being saved. The last test moves the demo's clock forward. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.searchHiring(app.page);
  await openRow(app.page, 1);
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const titleIn = (page: Page): Locator => page.getByRole('textbox', { name: 'Task', exact: true });

test('a key pressed while a task saves does not change its text', async () => {
  const { page } = app;
  await page.keyboard.press('t');
  const title = titleIn(page);
  await expect(title).toBeFocused();
  await page.keyboard.press('Enter');
  // The save was rejected, so the text and focus stay in the field.
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await expect(title).toBeFocused();
  await page.keyboard.type('Call them back');
  const release = await delayRequests(page, 'tasks.add');
  await page.keyboard.press('Enter');
  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: /^Note on/ });
  await expect(note).toBeFocused();
  await release();
  const tasks = region(page, 'Tasks');
  await expect(tasks.getByText('Call them back')).toBeVisible();
  await expect(title).toHaveCount(0);
  await expect(note).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect(tasks.getByText('Call them back')).toHaveCount(0);
});

test('a second task form opens while the first task saves', async () => {
  const { page } = app;
  const tasks = region(page, 'Tasks');
  const title = titleIn(page);
  await page.keyboard.press('t');
  await expect(title).toBeFocused();
  await page.keyboard.type('The first');
  const release = await delayRequests(page, 'tasks.add');
  await page.keyboard.press('Enter');
  await page.keyboard.press('t');
  await release();
  await expect(tasks.getByText('The first')).toBeVisible();
  await expect(title).toHaveValue('');
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(title).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(tasks.getByText('The first')).toHaveCount(0);
});

test('a click on a field below a popover or menu closes it and leaves the focus in the field', async () => {
  const { page } = app;
  const title = titleIn(page);
  await page.keyboard.press('t');
  await page.keyboard.type('Call');
  const layers = {
    popover: [page.getByRole('button', { name: 'Save to a list' }), page.getByRole('dialog')],
    menu: [page.getByRole('button', { name: 'More actions' }).first(), page.getByRole('menu')],
  } as const;
  const isFocused = (layer: Locator): Promise<boolean> =>
    layer.evaluate((element) => element.contains(document.activeElement));
  const typeAfterClick = async (text: string): Promise<void> => {
    await title.click();
    await page.keyboard.type(text);
    await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0);
    await expect(title).toBeFocused();
  };
  for (const [name, [trigger, layer]] of Object.entries(layers)) {
    await trigger.click();
    await expect(layer).toBeVisible();
    // Another click on the trigger closes the layer and does not open it again.
    await trigger.click();
    await expect(layer).toHaveCount(0);
    await trigger.click();
    await expect(layer).toBeVisible();
    await expect.poll(() => isFocused(layer)).toBe(true);
    await typeAfterClick(` ${name}`);
  }
  await page.getByRole('grid').getByRole('row').nth(1).click({ button: 'right' });
  await expect.poll(() => isFocused(page.getByRole('menu'))).toBe(true);
  await typeAfterClick(' row');
  await expect(title).toHaveValue('Call popover menu row');
  await page.keyboard.press('Escape');
  await expect(title).toHaveCount(0);
});

test('a task saved late closes no other form', async () => {
  const { page } = app;
  const tasks = region(page, 'Tasks');
  const title = titleIn(page);
  await page.keyboard.press('t');
  await page.keyboard.type('To be changed');
  await page.keyboard.press('Enter');
  await expect(tasks.getByText('To be changed')).toBeVisible();
  await expect(title).toHaveCount(0);
  await tasks.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await expect(title).toBeFocused();
  const release = await delayRequests(page, 'tasks.change');
  await page.keyboard.type(' now');
  await page.keyboard.press('Enter');
  await page.keyboard.press('t');
  await expect(tasks.locator('form[inert]')).toHaveCount(1);
  await page.keyboard.type('Another');
  await release();
  await expect(tasks.getByText('To be changed now')).toBeVisible();
  await expect(title).toHaveValue('Another');
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await page.keyboard.press('z');
  await expect(tasks.getByText(/^To be changed/)).toHaveCount(0);
});

test('an open form takes the focus on each request; a form that never opened leaves nothing', async () => {
  const { page } = app;
  const tasks = region(page, 'Tasks');
  const title = titleIn(page);
  await page.keyboard.press('t');
  await page.keyboard.type('Ask');
  await tasks.getByRole('heading').click();
  await expect(title).not.toBeFocused();
  await page.keyboard.press('t');
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(title).toHaveCount(0);
  const release = await delayRequests(page, 'tasks.of');
  await stepRow(page, 'j');
  await page.keyboard.press('t');
  await stepRow(page, 'k');
  await release();
  await openRow(page, 2);
  await expect(tasks.getByText('No open tasks.')).toBeVisible();
  await expect(title).toHaveCount(0);
  await openRow(page, 1);
  await expect(tasks.getByText('No open tasks.')).toBeVisible();
  await expect(title).toHaveCount(0);
});

test('a task that failed to save waits at its company while the user moves on', async () => {
  const { page } = app;
  const tasks = region(page, 'Tasks');
  const title = titleIn(page);
  await page.keyboard.press('t');
  await page.keyboard.type('Send the offer');
  const release = await delayRequests(page, 'tasks.add');
  await page.keyboard.press('Enter');
  // While the form is open, another press of `t` must not open a second form.
  await page.keyboard.press('t');
  await stepRow(page, 'j');
  await expect(title).toHaveCount(0);
  // While the task is being saved, the form can be neither submitted again nor cancelled.
  await stepRow(page, 'k');
  await expect(title).toHaveValue('Send the offer');
  await expect(tasks.locator('form[inert]')).toHaveCount(1);
  await stepRow(page, 'j');
  await expect(title).toHaveCount(0);
  await release('refused');
  await expect(page.getByText('Something you entered isn’t valid.')).toBeVisible();
  await stepRow(page, 'k');
  await expect(title).toHaveValue('Send the offer');
  await expect(tasks.getByText(/^Not saved\. Your text stays/)).toBeVisible();
  await expect(title).not.toBeFocused();
  await page.keyboard.press('t');
  await expect(title).toBeFocused();
  await page.keyboard.type(' today');
  await openRow(page, 2);
  await expect(title).toHaveCount(0);
  await openRow(page, 1);
  await expect(title).toHaveValue('Send the offer today');
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await expect(tasks.getByText('Send the offer today')).toHaveCount(1);
  await expect(title).toHaveCount(0);
  await expect(tasks).toBeFocused();
  await page.keyboard.press('z');
  await expect(tasks.getByText('Send the offer')).toHaveCount(0);
});

test('a change that failed to save stays in place of its task; an empty form does not stay', async () => {
  const { page } = app;
  const tasks = region(page, 'Tasks');
  const title = titleIn(page);
  await page.keyboard.press('t');
  await page.keyboard.type('Write to her');
  await page.keyboard.press('Enter');
  await expect(tasks.getByText('Write to her')).toBeVisible();
  await tasks.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await expect(title).toBeFocused();
  await page.keyboard.type(' again');
  const release = await delayRequests(page, 'tasks.change');
  await page.keyboard.press('Enter');
  await stepRow(page, 'j');
  await expect(title).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(title).toBeFocused();
  await release('refused');
  await expect(page.getByText('Something you entered isn’t valid.').first()).toBeVisible();
  await expect(title).toHaveValue('');
  await openRow(page, 1);
  await expect(title).toHaveValue('Write to her again');
  await expect(title).not.toBeFocused();
  await openRow(page, 2);
  await expect(tasks.getByText('No open tasks.')).toBeVisible();
  await expect(title).toHaveCount(0);
  await openRow(page, 1);
  await tasks.getByRole('button', { name: 'Cancel' }).click();
  await expect(tasks.getByText('Write to her', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(tasks.getByText('Write to her')).toHaveCount(0);
});

test('only Cancel discards a log entry that failed to save', async () => {
  const { page } = app;
  const log = region(page, 'Contact log');
  const line = log.getByRole('textbox', { name: 'Summary' });
  await log.getByRole('button', { name: 'Add entry' }).click();
  await expect(line).toBeFocused();
  await page.keyboard.type('Asked for a date');
  const release = await delayRequests(page, 'contactLog.add');
  await page.keyboard.press('Enter');
  await release('refused');
  await expect(log.getByText(/^Not saved\. Your text stays/)).toBeVisible();
  await expect(line).toBeFocused();
  await region(page, 'Tasks').getByRole('button', { name: 'Add task' }).focus();
  await stepRow(page, 'j');
  await expect(line).toHaveCount(0);
  await stepRow(page, 'k');
  await expect(line).toHaveValue('Asked for a date');
  await log.getByRole('button', { name: 'Cancel' }).click();
  await expect(line).toHaveCount(0);
  await stepRow(page, 'j');
  await stepRow(page, 'k');
  await expect(log.getByText('No calls, e-mails or meetings logged yet.')).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('a reason that failed to save stays in its field until it is saved, even after leaving the company', async () => {
  const { page } = app;
  await journey.saveToList(page, 'Worth a call');
  const yours = region(page, 'Status, tags and lists');
  const reason = yours.getByRole('textbox', { name: 'Reason for Worth a call' });
  await reason.fill('Met at the forum');
  const release = await delayRequests(page, 'watchlists.setReason');
  await reason.press('Enter');
  await release('refused');
  await expect(page.getByText('Something you entered isn’t valid.').first()).toBeVisible();
  await expect(yours.getByText(/^Not saved\. Your text stays/)).toBeVisible();
  await expect(reason).toHaveValue('Met at the forum');
  await yours.getByText(/^Not saved\. Your text stays/).scrollIntoViewIfNeeded();
  await journey.expectBothThemesAccessible(page, 'company-reason-refused');
  const again = await delayRequests(page, 'watchlists.setReason');
  await openRow(page, 2);
  await again('refused');
  await expect(reason).toHaveCount(0);
  await openRow(page, 1);
  await expect(reason).toHaveValue('Met at the forum');
  // Reloading the data does not discard typed text.
  await reason.fill('Met at the forum in May');
  await yours.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Contacted' });
  await expect(page.getByText(/^Status: Contacted$/)).toBeVisible();
  await expect(reason).toHaveValue('Met at the forum in May');
  await reason.press('Enter');
  await expect(page.getByText('Reason for Worth a call saved')).toBeVisible();
  await expect(yours.getByText(/^Not saved\. Your text stays/)).toHaveCount(0);
  await reason.fill('Nothing');
  await reason.press('Escape');
  await expect(reason).toHaveValue('Met at the forum in May');
});

test('a company may leave a list while its reason there is being saved', async () => {
  const { page } = app;
  const popover = page.getByRole('dialog', { name: 'Save to a list' });
  const list = popover.getByRole('checkbox', { name: 'Worth a call' });
  const reason = popover.getByRole('textbox', { name: 'Reason for Worth a call' });
  await page.keyboard.press('s');
  await reason.fill('Met at the fair');
  const release = await delayRequests(page, 'watchlists.reasons');
  await list.focus();
  await expect(page.getByText('Reason for Worth a call saved')).not.toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(page.getByText(/removed from Worth a call/)).toBeVisible();
  await release();
  await expect(list).not.toBeChecked();
  await expect(reason).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(reason).toHaveValue('Met at the fair');
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
});

test('text typed while a reason is being saved is saved for its company, even if another is opened', async () => {
  const { page } = app;
  const reason = region(page, 'Status, tags and lists').getByRole('textbox', {
    name: 'Reason for Worth a call',
  });
  await reason.fill('Met at the fair in June');
  const release = await delayRequests(page, 'watchlists.setReason');
  await reason.press('Enter');
  await reason.fill('Met at the fair in July');
  await openRow(page, 2);
  await expect(reason).toHaveCount(0);
  await release();
  await openRow(page, 1);
  await expect(reason).toHaveValue('Met at the fair in July');
  // Escape discards text that is not saved.
  await reason.press('Escape');
  await expect(reason).toHaveValue('Met at the fair in July');
});

test('ages are marked once they exceed their panel’s freshness rule', async () => {
  const { page } = app;
  for (const [name, button] of [
    ['Open roles', /^Fetch ·/],
    ['Overview', /^Fetch profile/],
  ] as const)
    await region(page, name).getByRole('button', { name: button }).click();
  await expect(region(page, 'Overview')).toContainText('just now');
  const age = (name: string) => region(page, name).locator('time.age').first();
  await expect(age('Open roles')).not.toHaveClass(/stale/);
  await callCore(page, 'demo.travel', { days: 9 });
  await expect(age('Open roles')).toHaveClass(/stale/);
  // Profiles become stale only after a month.
  await expect(age('Overview')).toHaveText(/^9 d/);
  await expect(age('Overview')).not.toHaveClass(/stale/);
});
