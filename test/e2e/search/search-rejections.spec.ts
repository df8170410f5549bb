import { expect, test } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { startSimulatorProcess, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { choose, chooseList, filters, openMore, plan, resultsPane, run, setDates } from './search-page.ts';

/*
 * Search when the service rejects a request, has changed its filter values, or has more results than it
 * returns.
 */

const data = tempDir();
let service: SimulatorProcess;
let app: LoopbackApp;
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorProcess(['--seed', '11']);
  await service.control('profile', { set: { filterValues: 'large' } });
  // The account is connected without filter options.
  await service.control('faults', {
    faults: [{ match: '/filters', action: { kind: 'status', status: 404 } }],
  });
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  const { baseUrl, liveKey: apiKey } = service;
  await journey.connectAccount(app.page, { baseUrl, apiKey, passphrase: 'correct horse battery' });
  await journey.goTo(app.page, 'Search');
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  await service.stop();
  data.remove();
});

test('every filter works before options are loaded, and its field offers to load them', async () => {
  const { page } = app;
  const load = filters(page).getByRole('button', { name: /^Load industries/ });
  await expect(load).toContainText('1 record');
  await choose(page, 'Stages', 'Series A');
  await choose(page, 'Countries', 'Germany (DE)', 'germ');
  await choose(page, 'Industries', 'Space tech');
  await load.click();
  await expect(load).toHaveCount(0);
  await filters(page).getByRole('button', { name: 'Clear filters' }).click();
});

test('a field of five thousand technologies shows the first fifty matches and the number of others', async () => {
  const { page } = app;
  await openMore(page);
  const box = page.getByRole('combobox', { name: 'Technologies' });
  await box.fill('ember');
  const list = page.getByRole('listbox', { name: 'Technologies' });
  await expect(list.getByRole('option')).toHaveCount(50);
  await expect(list.getByText(/^\d+ more: keep typing$/)).toBeVisible();
  // The list is visible although its field is at the end of the form.
  await expect(list.getByRole('option').first()).toBeInViewport();
  await journey.expectBothThemesAccessible(page, 'search-picker');
  // The list scrolls with the active option.
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option').nth(30)).toBeInViewport();
  await expect(list.getByRole('option').nth(30)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
});

test('a value that the service no longer lists is marked and explained', async () => {
  const { page } = app;
  const box = page.getByRole('combobox', { name: 'Technologies' });
  await box.fill('Ember DB 2');
  const offered = page.getByRole('listbox', { name: 'Technologies' }).getByRole('option');
  // Waits for the correct option, because the list may still show the options for the previous text.
  await offered.filter({ hasText: 'Ember DB 2' }).first().click();
  await box.press('Escape');
  const token = await page.getByRole('button', { name: /^Remove Ember DB 2/ }).getAttribute('aria-label');
  const unlisted = (token ?? '').replace('Remove ', '');
  const about = filters(page).getByText(`“${unlisted}” is not in the list of the service`);
  await expect(about).toHaveCount(0);
  await service.control('profile', { set: { filterValues: 'ordinary' } });
  // Refreshes through the core, because the screen offers a refresh only after a week or for an unlisted
  // value.
  await service.control('clock', { advanceMs: 1_000 });
  await callCore(page, 'search.refreshFilters', {
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
    screen: 'search',
  });
  await expect(about).toBeVisible();
  await expect(filters(page).getByText('not in the list of the service', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Load them again/ })).toBeVisible();
  await about.scrollIntoViewIfNeeded();
  // The user can still search for this value, because the service may support it despite its filter list.
  const call = await run(page, service);
  expect(new URLSearchParams(call.query).getAll('technologies[]')).toEqual([unlisted]);
  await page.getByRole('button', { name: `Remove ${unlisted}` }).click();
  await expect(about).toHaveCount(0);
});

/** Some of the statuses with which the service may reject a request, each with the app's message. */
const REFUSALS = [
  ['Rounds', 404, 'There is no service at this address'],
  ['Companies', 451, 'The service cannot provide this for legal reasons (451)'],
] as const;
test('a refused request shows the message of its status, for either list', async () => {
  const { page } = app;
  for (const [list, status, words] of REFUSALS) {
    await chooseList(page, list);
    await filters(page).getByRole('button', { name: 'Clear filters' }).click();
    await service.control('faults', {
      clear: true,
      faults: [{ action: { kind: 'status', status }, times: 3 }],
    });
    await page.getByRole('button', { name: /^Run search/ }).click();
    await expect(resultsPane(page).getByRole('alert')).toContainText(words);
  }
  await service.control('faults', { clear: true, faults: [] });
});

test('a date range too long for the service can be halved in one step', async () => {
  const { page } = app;
  await chooseList(page, 'Rounds');
  await page.getByRole('radiogroup', { name: 'Announced' }).getByText('Dates', { exact: true }).click();
  const presets = page.getByRole('group', { name: 'Dates at once' });
  await presets.getByRole('button', { name: '90 days' }).click();
  await expect(page.getByLabel('First day')).toHaveValue(daysAgo(89));
  await service.control('profile', { set: { maxSpanDays: 31 } });
  await setDates(page, daysAgo(59), daysAgo(0));
  await run(page, service);
  await resultsPane(page)
    .getByRole('button', { name: /^Take .+ only$/ })
    .click();
  await expect(page.getByLabel('First day')).toHaveValue(daysAgo(29));
  await expect(page.getByLabel('Last day')).toHaveValue(daysAgo(0));
  expect((await run(page, service)).status).toBe(200);
  // If the service also rejects half of the range, the app makes no further suggestion.
  await service.control('profile', { set: { maxSpanDays: 20 } });
  await setDates(page, daysAgo(79), daysAgo(0));
  await run(page, service);
  const half = resultsPane(page).getByRole('button', { name: /^Take .+ only$/ });
  await half.click();
  await run(page, service);
  await expect(resultsPane(page).getByRole('alert')).toContainText('Half of the dates were refused too.');
  await expect(half).toHaveCount(0);
  await service.control('profile', { set: { maxSpanDays: null } });
});

test('of more than 500 matches the first 500 are offered in the fewest requests', async () => {
  const { page } = app;
  await filters(page).getByRole('button', { name: 'Clear filters' }).click();
  await setDates(page, daysAgo(364), daysAgo(0));
  await plan(page)
    .getByRole('button', { name: /^Count matches first/ })
    .click();
  await expect(
    plan(page).getByText(/^[\d,]+ match, as of .+: the 500 that can be reached = 10 requests/),
  ).toBeVisible();
  await expect(page.getByLabel('Rows at a time')).toHaveValue('50');
  await expect(
    filters(page).getByText('The most a request may bring: fewest requests and page turns.'),
  ).toBeVisible();
  await expect(plan(page).getByRole('button', { name: /^Load all 500/ })).toContainText('500 records');
});
