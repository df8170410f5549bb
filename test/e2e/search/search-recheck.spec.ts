import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { leaveTooltips } from '../support/tooltips.ts';
import { resultsPane, runButton, searchAction } from './search-page.ts';

let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.setTimeout(90_000);

const priceOf = z.object({ value: z.object({ preview: z.object({ cost: z.record(z.string(), z.int()) }) }) });
const callsOf = z.object({
  value: z.object({
    calls: z.array(z.object({ path: z.string(), cost: z.object({ records: z.int() }) })),
  }),
});
const pagesOf = async (page: Page) =>
  callsOf
    .parse(await callCore(page, 'demo.transcript', { offset: 0, limit: 50 }))
    .value.calls.filter(({ path }) => path.includes('/fundings?'));

test('new rounds of stored days are found within the price of the menu item', async () => {
  const { page } = app;
  const { cost } = priceOf.parse(await callCore(page, 'quota.calibrationPrice')).value.preview;
  await callCore(page, 'quota.calibrate', { accepted: cost, screen: 'quota' });
  await journey.goTo(page, 'Search');
  await page.getByText('7 days', { exact: true }).click();
  await page.getByLabel('Results per request').fill('50');
  await expect(runButton(page)).toContainText('50 records');
  await leaveTooltips(page);
  await runButton(page).click();
  await expect(resultsPane(page).getByRole('row').nth(1)).toBeVisible();
  await callCore(page, 'demo.travel', { days: 2 });
  await expect(async () => {
    const items = await (await searchAction(page, /^Find new rounds from /)).count();
    await page.keyboard.press('Escape');
    expect(items).toBe(1);
  }).toPass({ timeout: 20_000 });
  const before = (await pagesOf(page)).length;
  const item = await searchAction(page, /^Find new rounds from /);
  await expect(item).toContainText(/about \d+, at most \d+ records/);
  await expect(item).toContainText(
    /Counts matches, then fetches only the parts with new rounds: up to 15 requests and \d+ page turns\./,
  );
  const most = Number(/at most (\d+) records/.exec((await item.textContent()) ?? '')?.[1]);
  await item.click();
  await expect(async () => {
    const items = await (await searchAction(page, /^Find new rounds from /)).count();
    await page.keyboard.press('Escape');
    expect(items).toBe(0);
  }).toPass({ timeout: 20_000 });
  const pages = await pagesOf(page);
  const sent = pages.slice(0, pages.length - before);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(15);
  expect(sent.reduce((sum, call) => sum + call.cost.records, 0)).toBeLessThanOrEqual(most);
  expect(app.pageErrors).toEqual([]);
});
