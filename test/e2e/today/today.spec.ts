import { expect, test } from '@playwright/test';
import type { Cost } from '../../../shared/model/budget.ts';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { pressShortcut } from '../support/keyboard.ts';
import {
  approvePlanByKey,
  callsSent,
  expectWeekAway,
  followSome,
  list,
  plan,
  TASK,
  callForResult,
  type CoreRequest,
} from './week-away.ts';

/*
 * The Today screen after a week away: missed events, contact windows that close soon, and a plan approved
 * with one key press.
 */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(app.page, 'Today');
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const requestCore: CoreRequest = (channel, input) => callCore(app.page, channel, input);

test('the first day is empty and suggests a next step', async () => {
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  await expect(
    page.getByText('Nothing here yet. Search for companies that have just raised money.'),
  ).toBeVisible();
  expect(await callsSent(requestCore)).toBe(0);
});

test('after a week away Today shows the gap’s price and closing windows first, and spends nothing', async () => {
  const { page } = app;
  await followSome(requestCore);
  await callForResult(requestCore, 'demo.travel', { days: 7 });
  await journey.goTo(page, 'Search');
  const before = await callsSent(requestCore);
  await pressShortcut(page, 'g', 't');
  await expectWeekAway(page);
  await journey.expectBothThemesAccessible(page, 'today-week-away');
  expect(await callsSent(requestCore)).toBe(before);
});

test('the open company stays highlighted after its contacts were fetched, and E moves on from it', async () => {
  const { page } = app;
  const closing = () =>
    callForResult<{ rows: { companyId: string; name: string }[] }>(requestCore, 'plan.closing', {
      offset: 0,
      limit: 50,
    });
  const [first, second] = (await closing()).rows;
  if (first === undefined || second === undefined) throw new Error('too few windows close');
  const highlighted = list(page).locator('.row.selected');
  await list(page).getByText(first.name).click();
  await expect(page.getByRole('article')).toContainText(first.name);
  const call = { endpoint: 'contacts', companyId: first.companyId };
  const { cost } = await callForResult<{ cost: Cost }>(requestCore, 'quota.price', { call });
  const request = { id: first.companyId, accepted: cost, screen: 'company' };
  await callForResult(requestCore, 'companies.fetchPeople', request);
  // The plan refreshes together with the list.
  await expect(plan(page)).toContainText('Skipped 1 request: 1 already fetched');
  await expect(highlighted).toHaveCount(1);
  await expect(highlighted).toContainText(first.name);
  await expect(highlighted).toContainText('ready');
  await expect(highlighted).toContainText('Start here');
  await page.keyboard.press('e');
  await expect(page.getByText(`${first.name} marked as done`)).toBeVisible();
  await expect(plan(page)).toContainText('Skipped 2 requests: 1 marked as done · 1 already fetched');
  await expect(page.getByRole('article')).toContainText(second.name);
  await expect(highlighted).toHaveCount(1);
  await expect(highlighted).toContainText(second.name);
  await expect(list(page)).not.toContainText(first.name);
  // E has moved on, so no other row is marked as the one to start with.
  await expect(list(page)).not.toContainText('Start here');
  await page.keyboard.press('z');
  await expect(list(page)).toContainText(first.name);
  await page.keyboard.press('Escape');
});

test('the number of snoozed companies leads to them in the library', async () => {
  const { page } = app;
  const name = await list(page).locator('.row-name-who').first().innerText();
  await list(page).getByText(name, { exact: true }).click();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: `Snooze ${name}` });
  await dialog.getByRole('button', { name: /^Tomorrow morning/ }).click();
  await expect(page.getByText(`${name} snoozed until `)).toHaveText(/ snoozed until \w{3} \d{1,2} \w{3}$/);
  await expect(list(page)).not.toContainText(name);
  await page.getByRole('button', { name: '1 snoozed', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Library', exact: true })).toBeVisible();
  const names = page.getByRole('main').getByRole('grid').first().locator('.row-name-who');
  await expect(names).toHaveText([name]);
  await page.keyboard.press('z');
  await journey.goTo(page, 'Today');
  await expect(list(page)).toContainText(name);
  await page.keyboard.press('Escape');
});

test('one key approves the plan, and its receipts match the ledger and the service’s transcript', async () => {
  await approvePlanByKey(app.page, requestCore);
});

test('the receipts in the status bar lead to the newest requests, on the Quota screen too', async () => {
  const { page } = app;
  const receipts = page.getByRole('button', { name: /^\d+ receipts$/ });
  const history = page.getByRole('grid', { name: 'Request history' });
  await journey.goTo(page, 'Quota');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('nothing like this');
  await expect(page.getByText('No requests match these filters.')).toBeVisible();
  await receipts.click();
  await expect(history).toBeFocused();
  await expect(history.getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'true');
  await journey.goTo(page, 'Today');
  await receipts.click();
  await expect(history).toBeFocused();
  await journey.goTo(page, 'Today');
});

test('the finished plan reports the events of the gap and shows them', async () => {
  const { page } = app;
  await expect(
    plan(page)
      .getByRole('listitem')
      .filter({ hasText: /\d+ new rounds?/ }),
  ).toBeVisible();
  await expect(list(page)).toContainText('New companies found today');
  await plan(page).getByRole('button', { name: 'Show rounds' }).click();
  const rows = page.getByRole('grid', { name: 'Results' }).getByRole('row');
  await expect(rows.nth(2)).toBeVisible();
  await journey.goTo(page, 'Today');
});

test('a task is completed and undone by keyboard, and an empty day has its message', async () => {
  const { page } = app;
  // Companies whose contacts the plan fetched stay on Today until the user has written to them or marked them
  // as done.
  const { rows } = await callForResult<{ rows: { companyId: string }[] }>(requestCore, 'plan.closing', {
    offset: 0,
    limit: 50,
  });
  const companyIds = rows.map(({ companyId }) => companyId);
  await callForResult(requestCore, 'triage.setDone', { companyIds });
  // A day later, Today no longer lists the results of the catch-up.
  await callForResult(requestCore, 'demo.travel', { days: 1 });
  await expect(list(page)).not.toContainText('New companies found today');
  await expect(list(page)).toContainText(TASK);
  await list(page).focus();
  await page.keyboard.press('End');
  await expect(list(page).locator('[aria-selected="true"]')).toContainText(TASK);
  await page.keyboard.press('e');
  await expect(list(page).getByText(TASK)).toHaveCount(0);
  await expect(
    page.getByText(
      'Nothing to do right now. New signals, closing contact windows, due follow-ups and due tasks appear here.',
    ),
  ).toBeVisible();
  await page.keyboard.press('z');
  await expect(list(page)).toContainText(TASK);
});

test('each planned request can be left out, and skipped requests are grouped by reason', async () => {
  const { page } = app;
  await callForResult(requestCore, 'demo.travel', { days: 1 });
  await plan(page).getByRole('button', { name: 'Review requests' }).click();
  const dialog = page.getByRole('dialog', { name: 'Today’s plan' });
  await expect(dialog.getByRole('heading', { name: 'Skipped requests' })).toBeVisible();
  // The skipped requests are grouped by reason. If there is only one group, it is expanded at first.
  const groups = dialog.getByRole('group');
  const { proposal } = await callForResult<{ proposal: { skipReasons: unknown[] } }>(
    requestCore,
    'plan.today',
    {},
  );
  await expect(groups).toHaveCount(proposal.skipReasons.length);
  const skipped = groups.first();
  if ((await skipped.getAttribute('open')) === null) await skipped.locator('summary').click();
  await expect(skipped.getByRole('listitem').first()).toBeVisible();
  const table = dialog.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'Price' })).toBeVisible();
  const headers = table.getByRole('columnheader');
  await expect(headers).toHaveText(['Request', 'Reason', 'Priority', 'Price']);
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(2)).toHaveText(/^(High|Medium|Low)$/);
  const [tableBox, dialogBox] = [await table.boundingBox(), await dialog.boundingBox()];
  expect((tableBox?.x ?? 0) + (tableBox?.width ?? 0)).toBeLessThanOrEqual(
    (dialogBox?.x ?? 0) + (dialogBox?.width ?? 0),
  );
  await journey.expectBothThemesAccessible(page, 'today-dialog');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await plan(page).getByRole('button', { name: 'Change plan rules' }).click();
  const rules = page.getByRole('dialog', { name: 'Plan rules' });
  await rules.getByRole('group', { name: journey.LIST }).getByText('High', { exact: true }).click();
  await journey.expectBothThemesAccessible(page, 'today-rules');
  await rules.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Plan rules saved')).toBeVisible();
});

test('follow-ups are due on working days, a reply completes them, and one undo reopens them', async () => {
  const { page } = app;
  await list(page).getByText(TASK).click();
  const log = page.getByRole('region', { name: 'Contact log' });
  await log.getByRole('button', { name: 'Add entry' }).click();
  await log.getByRole('switch', { name: /^Follow-ups: / }).waitFor();
  await log.getByRole('button', { name: 'Save entry' }).click();
  await expect(
    page.getByText(/^Contact with .* logged\. (?:Status: Contacted\. )?Follow-ups: /),
  ).toBeVisible();
  const header = page.getByRole('article').locator('header');
  await expect(header.getByRole('button', { name: 'Status: Contacted' })).toBeVisible();
  const followUps = page.getByRole('region', { name: 'Follow-ups' });
  await expect(followUps).toContainText(
    /3 and 8 working days after .*\. Logging a response completes both follow-ups\./,
  );
  await callForResult(requestCore, 'demo.travel', { days: 6 });
  await expect(list(page)).toContainText('Follow-ups due');
  await page.keyboard.press('Escape');
  await list(page).focus();
  await page.keyboard.press('Home');
  await journey.expectBothThemesAccessible(page, 'today-follow-ups');
  await list(page).getByRole('button', { name: 'Replied' }).click();
  await expect(page.getByText(/^Reply from .* logged, 2 follow-ups completed$/)).toBeVisible();
  await expect(list(page)).not.toContainText('Follow-ups due');
  await page.keyboard.press('z');
  await expect(list(page)).toContainText('Follow-ups due');
  // The key `w` opens the company with the message dialog, and sends nothing.
  await list(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('w');
  await expect(page.getByRole('dialog', { name: /^Message to / })).toBeVisible();
  await page.keyboard.press('Escape');
});
