import { expect, test } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { startSimulatorHere, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { dateEntryText } from '../../../renderer/ui/controls/date-entry.ts';
import * as journey from '../support/journey.ts';
import {
  choose,
  chooseList,
  clearFilters,
  filters,
  openMore,
  plan,
  resultsPane,
  run,
  runButton,
  searchAction,
  setDates,
} from './search-page.ts';
import { leaveTooltips } from '../support/tooltips.ts';

/*
 * Searches that the service rejects, searches with filter values that the service no longer lists, and
 * searches with more matches than the service returns.
 */

const data = tempDir();
let service: SimulatorProcess;
let app: LoopbackApp;
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorHere(['--seed', '11']);
  await service.control('profile', { set: { filterValues: 'large' } });
  // Makes the request for the filter options fail, so the account is connected without them.
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
  await clearFilters(page);
});

test('a field of five thousand technologies shows the first fifty matches and the number of others', async () => {
  const { page } = app;
  await openMore(page);
  const box = page.getByRole('combobox', { name: 'Technologies' });
  await box.fill('ember');
  const list = page.getByRole('listbox', { name: 'Technologies' });
  await expect(list.getByRole('option')).toHaveCount(50);
  await expect(list.getByText(/^More matches: \d+\. Keep typing/)).toBeVisible();
  // The field's list must be visible, even though the field is at the end of the form.
  await expect(list.getByRole('option').first()).toBeInViewport();
  await journey.expectBothThemesAccessible(page, 'search-picker');
  // The list scrolls with the active option.
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option').nth(30)).toBeInViewport();
  await expect(list.getByRole('option').nth(30)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
});

test('Tab leaves an open list for the next field, and adds text that names a value', async () => {
  const { page } = app;
  const technologies = page.getByRole('combobox', { name: 'Technologies' });
  await technologies.fill('ember');
  await expect(page.getByRole('listbox', { name: 'Technologies' }).getByRole('option')).toHaveCount(50);
  await page.keyboard.press('Tab');
  // By default in Chromium, Tab would move focus into the scrolling list. The list would then close and leave
  // focus on the page body, where typed letters run commands.
  await expect(page.getByRole('combobox', { name: 'Company size' })).toBeFocused();
  await expect(filters(page).getByRole('button', { name: /^Remove ember/i })).toHaveCount(0);
  const stages = page.getByRole('combobox', { name: 'Stages' });
  await stages.focus();
  await page.keyboard.type('series a');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Industries' })).toBeFocused();
  await filters(page).getByRole('button', { name: 'Remove Series A' }).click();
});

test('Enter adds values one after the other, and the list never covers the next field', async () => {
  const { page } = app;
  const stages = page.getByRole('combobox', { name: 'Stages' });
  const list = page.getByRole('listbox', { name: 'Stages' });
  const chosen = (name: string) => filters(page).getByRole('button', { name: `Remove ${name}`, exact: true });
  await stages.focus();
  for (const value of ['Series A', 'Series B']) {
    await page.keyboard.type(value.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(chosen(value)).toBeVisible();
    await expect(list).toBeHidden();
    await expect(stages).toBeFocused();
  }
  // An arrow key opens the list again, without the values already chosen.
  await page.keyboard.press('ArrowDown');
  await expect(list).toBeVisible();
  await expect(list.getByRole('option', { name: 'Series B', exact: true })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  // One click reaches the next field.
  await page.getByRole('combobox', { name: 'Industries' }).click();
  await expect(page.getByRole('listbox', { name: 'Industries' })).toBeVisible();
  await page.keyboard.press('Escape');
  await clearFilters(page);
});

test('“Clear filters” keeps the focus while the number of matches comes and goes', async () => {
  const { page } = app;
  const clear = filters(page).getByRole('button', { name: 'Clear filters' });
  await page.getByRole('textbox', { name: 'Min. amount' }).fill('a lot');
  await expect(runButton(page)).toHaveAttribute('title', 'Correct the highlighted fields first');
  await clear.focus();
  await page.keyboard.press('Enter');
  await expect(
    plan(page)
      .getByText(/matches|^Count matches/)
      .first(),
  ).toBeVisible();
  await expect(clear).toBeFocused();
});

test('a date is chosen in a calendar with the keyboard', async () => {
  const { page } = app;
  await setDates(page, daysAgo(40), daysAgo(3));
  const first = page.getByRole('textbox', { name: 'First day' });
  await first.fill('2026-05-14');
  await page.getByRole('button', { name: 'Open calendar: first day' }).focus();
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Open calendar: first day' });
  await expect(calendar.getByRole('button', { name: /14 May 2026/ })).toBeFocused();
  await journey.expectBothThemesAccessible(page, 'search-calendar');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(calendar).toHaveCount(0);
  await expect(first).toHaveValue('6 May 2026');
  // The user can also choose the days of neighbouring months that are visible in the calendar.
  await page.getByRole('button', { name: 'Open calendar: first day' }).click();
  await calendar.getByRole('button', { name: /30 April 2026/ }).click();
  await expect(calendar).toHaveCount(0);
  await expect(first).toHaveValue('30 Apr 2026');
  await clearFilters(page);
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
  const about = filters(page).getByText(`The service doesn’t list “${unlisted}”.`);
  await expect(about).toHaveCount(0);
  await service.control('profile', { set: { filterValues: 'ordinary' } });
  // The screen offers to refresh the filter options only after a week, or if a value is not listed. The test
  // therefore refreshes them through the core.
  await service.control('clock', { advanceMs: 1_000 });
  await callCore(page, 'search.refreshFilters', {
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
    screen: 'search',
  });
  await expect(about).toBeVisible();
  await expect(filters(page).getByText('not listed by the service', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Refresh filter options/ })).toBeVisible();
  await about.scrollIntoViewIfNeeded();
  // The user can still search for this value, because the service may support values that it does not list.
  const call = await run(page, service);
  expect(new URLSearchParams(call.query).getAll('technologies[]')).toEqual([unlisted]);
  await page.getByRole('button', { name: `Remove ${unlisted}` }).click();
  await expect(about).toHaveCount(0);
});

/**
 * Some statuses with which the service may reject a request, each with a list and the message that the app
 * shows.
 */
const REFUSALS = [
  ['Rounds', 404, 'There’s no service at this address'],
  ['Companies', 451, 'For legal reasons, the service can’t provide this data (451)'],
] as const;
test('a refused request shows the message of its status, for either list', async () => {
  const { page } = app;
  for (const [list, status, words] of REFUSALS) {
    await chooseList(page, list);
    await clearFilters(page);
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
  const presets = page.getByRole('group', { name: 'Date ranges' });
  await presets.getByRole('button', { name: 'Last 90 days' }).click();
  await expect(page.getByRole('textbox', { name: 'First day' })).toHaveValue(dateEntryText(daysAgo(89)));
  await service.control('profile', { set: { maxSpanDays: 31 } });
  await setDates(page, daysAgo(59), daysAgo(0));
  await run(page, service);
  await resultsPane(page)
    .getByRole('button', { name: /^Narrow dates to / })
    .click();
  await expect(page.getByRole('textbox', { name: 'First day' })).toHaveValue(dateEntryText(daysAgo(29)));
  await expect(page.getByRole('textbox', { name: 'Last day' })).toHaveValue(dateEntryText(daysAgo(0)));
  expect((await run(page, service)).status).toBe(200);
  // Makes the service reject the narrowed range too. The app must not suggest an even narrower range.
  await service.control('profile', { set: { maxSpanDays: 20 } });
  await setDates(page, daysAgo(79), daysAgo(0));
  await run(page, service);
  const half = resultsPane(page).getByRole('button', { name: /^Narrow dates to / });
  await half.click();
  await run(page, service);
  await expect(resultsPane(page).getByRole('alert')).toContainText(
    'The service also refused the shorter date range.',
  );
  await expect(half).toHaveCount(0);
  await service.control('profile', { set: { maxSpanDays: null } });
});

test('an empty result for a short period offers 30 days, at their price', async () => {
  const { page } = app;
  await clearFilters(page);
  await page.getByRole('radiogroup', { name: 'Announced' }).getByText('1 day', { exact: true }).click();
  await openMore(page);
  await page.getByLabel(/^Text/).first().fill('zzqq');
  await run(page, service);
  const pane = resultsPane(page);
  const longer = pane.getByRole('button', { name: /^Search the last 30 days.*up to 25 records$/ });
  await expect(
    pane.getByText('No matches. The search cost 0 records. Try a longer date range.'),
  ).toBeVisible();
  await expect(longer).toBeVisible();
  const before = (await service.transcript()).length;
  await longer.click();
  await expect.poll(async () => (await service.transcript()).length).toBe(before + 1);
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  await expect(longer).toHaveCount(0);
  await expect(pane.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  await clearFilters(page);
  await expect(pane.getByText('No matches for the previous filters.')).toBeVisible();
});

test('of more than 500 matches the first 500 are offered in the fewest requests', async () => {
  const { page } = app;
  await clearFilters(page);
  await setDates(page, daysAgo(364), daysAgo(0));
  await leaveTooltips(page);
  await plan(page)
    .getByRole('button', { name: /^Count matches/ })
    .click();
  await expect(plan(page).getByText(/^[\d,]+ matches counted/)).toBeVisible();
  // The user chooses the number of rows. The app suggests the best number but does not set it.
  await expect(page.getByLabel('Results per request')).toHaveValue('25');
  await expect(
    filters(page).getByText('With 50 results per request, 500 matches load in 10 requests instead of 20.'),
  ).toBeVisible();
  await filters(page).getByRole('button', { name: 'Change to 50' }).click();
  await expect(page.getByLabel('Results per request')).toHaveValue('50');
  await expect(filters(page).getByText('More results per request means fewer requests')).toBeVisible();
  const all = await searchAction(page, /^Load all 500/);
  await expect(all).toContainText('500 records, 10 requests, 10 page turns');
  await page.keyboard.press('Escape');
});
