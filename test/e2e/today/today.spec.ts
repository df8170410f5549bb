import { expect, test } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import {
  approveByOneKey,
  callsSent,
  expectWeekAway,
  followSome,
  list,
  plan,
  TASK,
  told,
  type Ask,
} from './week-away.ts';

/*
 * After a week away: missed events with their price, closing contact windows, and a plan approved with one
 * key.
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

const asked: Ask = (channel, input) => callCore(app.page, channel, input);

test('on the first day there is nothing, and a next step', async () => {
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  await expect(page.getByText('Nothing here yet. Find companies that raised.')).toBeVisible();
  await journey.bothThemes(page, 'today-first-day');
  expect(await callsSent(asked)).toBe(0);
});

test('after a week away the gap has its price, and what closes comes first; opening Today spent nothing', async () => {
  const { page } = app;
  await followSome(asked);
  await told(asked, 'demo.travel', { days: 7 });
  await journey.goTo(page, 'Search');
  const before = await callsSent(asked);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expectWeekAway(page);
  await journey.bothThemes(page, 'today-week-away');
  expect(await callsSent(asked)).toBe(before);
});

test('one key approves the plan, and its receipts add up to the ledger and to what the service saw', async () => {
  await approveByOneKey(app.page, asked);
  await journey.bothThemes(app.page, 'today-plan-done');
});

test('what catching up brought is told with the plan that is done, and shown', async () => {
  const { page } = app;
  await expect(
    plan(page)
      .getByRole('listitem')
      .filter({ hasText: /\d+ new rounds?/ }),
  ).toBeVisible();
  await plan(page).getByRole('button', { name: 'Show them' }).click();
  const rows = page.getByRole('grid', { name: 'Results' }).getByRole('row');
  await expect(rows.nth(2)).toBeVisible();
  await journey.goTo(page, 'Today');
});

test('a task is done by the keyboard alone, and taken back by it; on an empty day Today says so', async () => {
  const { page } = app;
  await list(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('e');
  await expect(list(page).getByText(TASK)).toHaveCount(0);
  await expect(page.getByText('Nothing new, nothing closing, nothing due.')).toBeVisible();
  await page.keyboard.press('z');
  await expect(list(page)).toContainText(TASK);
});

test('each call can be left out, and every call left out says why', async () => {
  const { page } = app;
  await told(asked, 'demo.travel', { days: 1 });
  await plan(page).getByRole('button', { name: 'Each call' }).click();
  const dialog = page.getByRole('dialog', { name: 'Today’s plan' });
  await expect(dialog.getByRole('heading', { name: 'Left out' })).toBeVisible();
  await journey.bothThemes(page, 'today-dialog');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await plan(page).getByRole('button', { name: 'Rules…' }).click();
  const rules = page.getByRole('dialog', { name: 'Rules of the plan' });
  await rules.getByRole('group', { name: journey.LIST }).getByText('More', { exact: true }).click();
  await journey.bothThemes(page, 'today-rules');
  await rules.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Rules of the plan changed')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 700 });
  await journey.bothThemes(page, 'today-1024');
});
