import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { leaveTooltips } from '../support/tooltips.ts';
import {
  aboutMatches,
  chooseList,
  clearFilters,
  filters,
  plan,
  resultsPane,
  runButton,
  searchAction,
  setDates,
} from './search-page.ts';
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
  await page.getByLabel('Results per request').fill('10');
  const before = await callsSeen(page);
  const probe = plan(page).getByRole('button', { name: /^Count matches/ });
  await expect(probe).toContainText(/1 (record|page turn)/);
  await probe.click();
  const line = plan(page).getByText(/^\d+ matches counted \d\d:\d\d$/);
  await expect(line).toBeVisible();
  expect(await callsSeen(page)).toBe(before + 1);
  await expect(probe).toHaveCount(0);
  await journey.expectAccessible(page);
  const total = Number.parseInt(await line.innerText(), 10);
  const pages = Math.ceil(total / 50);
  // The first page has 10 rows, regardless of the number of matches.
  await expect(runButton(page)).toContainText(/up to 10 records/);
  const all = await searchAction(page, new RegExp(`^Load all ${total}`));
  await expect(all).toContainText(new RegExp(`${total} records, ${pages} requests?, ${pages} page turns?`));
  await all.click();
  await expect(
    resultsPane(page).getByText(new RegExp(`^${total} (matches|rounds · \\d+ companies)$`)),
  ).toBeVisible({
    timeout: 20_000,
  });
  expect(await callsSeen(page)).toBe(before + 1 + pages);
  expect(await lastSet(page)).toMatchObject({ total, loaded: total, state: 'complete', origin: 'service' });
  await expect(
    page.getByText(
      new RegExp(`^Last( \\d)? requests?: ${total} records( of up to \\d+)?\\. (Up to )?[\\d,]+ .*left`),
    ),
  ).toBeVisible();
});

test('a narrower search is answered from the library without a request', async () => {
  const { page } = app;
  await choose(page, 'Stages', 'seed', 'Seed');
  const show = filters(page).getByRole('button', { name: /^Show \d+ stored match/ });
  await expect(show).toBeVisible();
  const before = await callsSeen(page);
  await leaveTooltips(page);
  await show.click();
  await expect(page.getByText(/from your library, fetched \d\d:\d\d/)).toBeVisible();
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
  // The plan reloads for the new time, so the test waits until the menu lists the missing days.
  await expect(async () => {
    const gaps = await (await searchAction(page, /^Fetch only /)).count();
    await page.keyboard.press('Escape');
    expect(gaps).toBeGreaterThan(0);
  }).toPass({ timeout: 20_000 });
  const before = await callsSeen(page);
  let steps = 0;
  let isComplete = false;
  while (!isComplete && steps < 5) {
    // The plan reloads after each request and whenever the clock has moved. Until then, the menu may list days that
    // were just fetched. A reload replaces the menu items, so a click during the reload has no effect. In both
    // cases, the test tries again.
    await expect(async () => {
      if ((await callsSeen(page)) === before + steps) {
        const menu = plan(page).getByRole('button', { name: 'More search actions' });
        isComplete = (await menu.count()) === 0;
        if (isComplete) return;
        const stretch = await searchAction(page, /^Fetch only /);
        isComplete = (await stretch.count()) === 0;
        if (isComplete) return page.keyboard.press('Escape');
        await stretch.first().click({ timeout: 5_000 });
      }
      await expect.poll(() => callsSeen(page), { timeout: 8_000 }).toBe(before + steps + 1);
    }).toPass({ timeout: 60_000 });
    if (!isComplete) steps += 1;
  }
  expect(steps).toBeGreaterThan(0);
  await expect(page.getByText(/from your library, fetched/)).toBeVisible();
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
  // Waits for the results before the clock moves. If they arrived after the move, they would count as results
  // of the later day.
  await expect.poll(async () => (await lastSet(page)).question.list, { timeout: 20_000 }).toBe('companies');
  const answered = filters(page).getByRole('button', { name: /^Show \d+ stored match/ });
  // No "Show stored matches" button appears, because these results are already on screen.
  await expect(answered).toHaveCount(0);
  const aged = /More companies may match by now\./;
  await expect(filters(page).getByText(aged)).toHaveCount(0);
  await callCore(page, 'demo.travel', { days: 1 });
  await expect(aboutMatches(page)).toHaveAccessibleDescription(aged);
  await expect(page.getByRole('menuitem', { name: /^Fetch only / })).toHaveCount(0);
  expect(app.pageErrors).toEqual([]);
});

test('“Series A fintech in Germany, last 7 days” takes at most 7 interactions by keyboard', async () => {
  const { page } = app;
  await chooseList(page, 'Rounds');
  await clearFilters(page);
  const { keyboard } = page;
  const typeAndTab = async (text: string, next: string): Promise<void> => {
    await keyboard.type(text);
    await keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: next })).toBeFocused();
  };
  const use = page.getByRole('button', { name: 'Use Financial Services' });
  const interactions: readonly (() => Promise<void>)[] = [
    () => page.getByRole('combobox', { name: 'Countries' }).focus(),
    () => typeAndTab('germany', 'Stages'),
    () => typeAndTab('series a', 'Industries'),
    async () => {
      await keyboard.type('fintech');
      await keyboard.press('Enter');
      // The filter options were never loaded, so the app does not know whether the service lists this value.
      await expect(filters(page).getByText('The service might not list “fintech”.')).toBeVisible();
    },
    () =>
      filters(page)
        .getByRole('button', { name: /^Load industries/ })
        .click(),
    () => use.click(),
    async () => {
      await expect(use).toHaveCount(0);
      await page.keyboard.press('Control+Enter');
    },
  ];
  expect(interactions.length).toBeLessThanOrEqual(7);
  for (const interaction of interactions) await interaction();
  await expect(resultsPane(page).getByRole('heading', { level: 2 })).toHaveText(
    'Germany, Series A, Financial Services, 7 days',
  );
});

test('“Series A fintech in Germany, last 7 days” takes at most 7 interactions with the mouse', async () => {
  const { page } = app;
  await clearFilters(page);
  // Moves the demo's clock by two days. The results of the previous test, which ran the same search, then no
  // longer answer this search.
  await callCore(page, 'demo.travel', { days: 2 });
  await page.getByRole('radiogroup', { name: 'Announced' }).getByText('7 days').click();
  const open = (field: string) => () => page.getByRole('combobox', { name: field }).click();
  const pick = (field: string, typed: string, option: string) => async () => {
    await page.keyboard.type(typed);
    await page
      .getByRole('listbox', { name: field })
      .getByRole('option', { name: option, exact: true })
      .click();
  };
  const interactions: readonly (() => Promise<void>)[] = [
    open('Countries'),
    pick('Countries', 'germ', 'Germany'),
    // The list of countries must not cover this field.
    open('Stages'),
    pick('Stages', '', 'Series A'),
    open('Industries'),
    pick('Industries', 'fintech', 'Financial Services'),
    async () => {
      await expect(runButton(page)).toContainText(/\d (record|page turn)/);
      await runButton(page).click();
    },
  ];
  expect(interactions.length).toBeLessThanOrEqual(7);
  const before = await callsSeen(page);
  for (const interaction of interactions) await interaction();
  await expect.poll(() => callsSeen(page)).toBeGreaterThan(before);
  for (const value of ['Germany', 'Series A', 'Financial Services'])
    await expect(filters(page).getByRole('button', { name: `Remove ${value}` })).toBeVisible();
  expect(app.pageErrors).toEqual([]);
});
