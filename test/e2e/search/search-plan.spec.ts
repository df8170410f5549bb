import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { chooseList, filters, plan, runButton, setDates } from './search-page.ts';
import { leaveTooltips, tooltips } from '../support/tooltips.ts';
import { results } from '../support/locators.ts';

// All tests use one demo, and later tests use data that earlier tests fetched.
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.goTo(app.page, 'Search');
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

const totalOf = z.object({ value: z.object({ total: z.int() }) });
async function callsSeen(page: Page): Promise<number> {
  return totalOf.parse(await callCore(page, 'demo.transcript', { offset: 0, limit: 1 })).value.total;
}
const setOf = z.object({
  value: z.object({
    set: z.object({
      total: z.int(),
      loaded: z.int(),
      state: z.string(),
      origin: z.string(),
      question: z.object({ list: z.string() }),
    }),
  }),
});
const lastSet = async (page: Page) => setOf.parse(await callCore(page, 'search.last')).value.set;

async function choose(page: Page, field: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

test('one row gives the number of matches and their price, and all load at that price', async () => {
  const { page } = app;
  await page.getByText('30 days', { exact: true }).click();
  await choose(page, 'Countries', 'germ', 'Germany');
  await page.getByLabel('Rows at a time').fill('10');
  const before = await callsSeen(page);
  const probe = plan(page).getByRole('button', { name: /^Count matches first/ });
  await expect(probe).toContainText(/1 (record|page turn)/);
  await probe.click();
  const line = plan(page).getByText(
    /^\d+ match, as of \d\d:\d\d: all of them = \d+ requests?, \d+ records, \d+ page turns?\.$/,
  );
  await expect(line).toBeVisible();
  expect(await callsSeen(page)).toBe(before + 1);
  await expect(probe).toHaveCount(0);
  await journey.expectAccessible(page);
  const [total = 0, pages = 0] = [...(await line.innerText()).matchAll(/(\d+) (?:match|request)/g)].map(
    ([, figure]) => Number(figure),
  );
  const all = plan(page).getByRole('button', { name: `Load all ${total}` });
  await expect(all).toContainText(`up to ${total} records`);
  await leaveTooltips(page);
  await all.click();
  await expect(
    page.getByText(new RegExp(`^${total} match · ${total} (rounds of \\d+ companies )?loaded$`)),
  ).toBeVisible({ timeout: 20_000 });
  expect(await callsSeen(page)).toBe(before + 1 + pages);
  expect(await lastSet(page)).toMatchObject({ total, loaded: total, state: 'complete', origin: 'service' });
  await expect(
    page.getByText(new RegExp(`^${total} records( of up to \\d+)?\\. [\\d,]+ .*left`)).first(),
  ).toBeVisible();
});

test('a narrower search is answered from the library without a request', async () => {
  const { page } = app;
  await choose(page, 'Stages', 'seed', 'Seed');
  const show = plan(page).getByRole('button', { name: /^Show from library/ });
  await expect(show).toBeVisible();
  const before = await callsSeen(page);
  await leaveTooltips(page);
  await show.click();
  await expect(page.getByText(/answered from your library, as of \d\d:\d\d/)).toBeVisible();
  const set = await lastSet(page);
  expect(set).toMatchObject({ origin: 'library', state: 'complete' });
  expect(set.loaded).toBeGreaterThan(0);
  await expect(results(page)).toHaveAttribute('aria-rowcount', String(set.loaded + 1));
  await expect(results(page).getByRole('row').nth(1)).toContainText('Seed');
  expect(await callsSeen(page)).toBe(before);
});

test('a day later a search fetches only the new days and is complete again', async () => {
  const { page } = app;
  await callCore(page, 'demo.travel', { days: 2 });
  await expect(
    plan(page)
      .getByText(/^Only .+ (may be new|was never asked)\.$/)
      .first(),
  ).toBeVisible();
  const stretch = plan(page).getByRole('button', { name: /^Ask / });
  const before = await callsSeen(page);
  // The tooltip of a button that moved under the pointer may cover this one.
  await leaveTooltips(page);
  // Opens a tooltip, which the loop has to close before it can click.
  await stretch.first().hover();
  await expect(tooltips(page)).toHaveCount(1);
  let steps = 0;
  for (; steps < 5 && (await stretch.count()) > 0; steps += 1) {
    const first = stretch.first();
    const label = await first.innerText();
    // Buttons move when a date range disappears. The pointer may then open a tooltip that covers the button.
    await leaveTooltips(page);
    await first.click();
    await expect(stretch.filter({ hasText: label })).toHaveCount(0);
  }
  expect(steps).toBeGreaterThan(0);
  expect(await callsSeen(page)).toBe(before + steps);
  await expect(page.getByText(/answered from your library, as of/)).toBeVisible();
  expect(await lastSet(page)).toMatchObject({ origin: 'library', state: 'complete' });
});

const timeOf = z.object({ value: z.object({ serverNowMs: z.int() }) });

test('a day later the list of companies is fetched as a whole, with the reason', async () => {
  const { page } = app;
  await chooseList(page, 'Companies');
  const { serverNowMs } = timeOf.parse(await callCore(page, 'quota.status')).value;
  const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  // The range ends on the demo's current day.
  await setDates(page, dayAt(serverNowMs - 4 * 86_400_000), dayAt(serverNowMs));
  await expect(runButton(page)).toContainText(/\d (record|page turn)/);
  await leaveTooltips(page);
  await runButton(page).click();
  const answered = plan(page).getByRole('button', { name: /^Show from library/ });
  await expect(answered).toBeVisible();
  const aged = filters(page).getByText('More may match since. Companies are asked as a whole, not by days.');
  await expect(aged).toHaveCount(0);
  await callCore(page, 'demo.travel', { days: 1 });
  await expect(aged).toBeVisible();
  await expect(answered).toBeVisible();
  await expect(plan(page).getByRole('button', { name: /^Ask / })).toHaveCount(0);
  expect(app.pageErrors).toEqual([]);
});
