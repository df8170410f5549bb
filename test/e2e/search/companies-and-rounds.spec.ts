import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { startSimulatorHere, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import {
  aboutMatches,
  choose,
  chooseList,
  filters,
  plan,
  resultsPane,
  run,
  runButton,
  searchAction,
  setDates,
} from './search-page.ts';
import { results } from '../support/locators.ts';
import { leaveTooltips } from '../support/tooltips.ts';

/* Searches for companies and for rounds have separate results, and the library answers both for free. */

const data = tempDir();
let service: SimulatorProcess;
let app: LoopbackApp;
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const calls = async (): Promise<number> => (await service.transcript()).length;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorHere(['--seed', '11']);
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

test('rounds are the default, and choosing companies explains the difference', async () => {
  const { page } = app;
  const before = await calls();
  await expect(page.getByRole('radio', { name: 'Rounds' })).toBeChecked();
  const note = filters(page).getByText('Each company appears once.');
  await expect(note).toHaveCount(0);
  await chooseList(page, 'Companies');
  await expect(note).toBeVisible();
  await expect(resultsPane(page).getByText('Companies appear here.')).toBeVisible();
  expect(await calls()).toBe(before);
});

test('a search over companies costs the shown price and is stored separately from rounds', async () => {
  const { page } = app;
  await setDates(page, daysAgo(13), daysAgo(4));
  await choose(page, 'Stages', 'Seed');
  await page.getByLabel('Results per request').fill('50');
  await expect(runButton(page)).toContainText('up to 50 records');
  const call = await run(page, service);
  expect([call.path, call.status]).toEqual(['/api/v1/companies', 200]);
  const all = Number(await results(page).getAttribute('aria-rowcount')) - 1;
  expect(all).toBeGreaterThan(3);
  await expect(resultsPane(page).getByRole('heading', { level: 2 })).toHaveText(
    /^Companies, All countries, Seed, /,
  );

  await chooseList(page, 'Rounds');
  await expect(resultsPane(page).getByText('Funding rounds appear here.')).toBeVisible();
  await chooseList(page, 'Companies');
  await expect(results(page)).toHaveAttribute('aria-rowcount', String(all + 1));
});

test('the library answers fewer countries but not fewer days, and Search explains it', async () => {
  const { page } = app;
  const before = await calls();
  const { code, name } = await firstCountry(page);
  await page.getByRole('combobox', { name: 'Countries' }).fill(code);
  await page.getByRole('option', { name, exact: true }).click();
  await leaveTooltips(page);
  await filters(page)
    .getByRole('button', { name: /^Show \d+ stored match/ })
    .click();
  await expect(resultsPane(page).getByText(/from your library, fetched \d\d:\d\d/)).toBeVisible();
  const rows = results(page).getByRole('row');
  for (const text of (await rows.allInnerTexts()).slice(1)) expect(text).toContain(name);
  await page.getByRole('textbox', { name: 'First day' }).fill(daysAgo(9));
  await expect(plan(page).getByRole('button', { name: /^Count matches/ })).toBeVisible();
  await expect(filters(page).getByRole('button', { name: /^Show \d+ stored match/ })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'First day' }).fill(daysAgo(13));
  expect(await calls()).toBe(before);
});

test('stored rounds are offered as a free alternative', async () => {
  const { page } = app;
  await chooseList(page, 'Rounds');
  const call = await run(page, service);
  expect(call.path).toBe('/api/v1/fundings');
  await expect(results(page)).toBeVisible();
  const shown = await results(page).getAttribute('aria-rowcount');
  const before = await calls();
  await chooseList(page, 'Companies');
  await expect(aboutMatches(page)).toHaveAccessibleDescription(
    /^\d+ matching rounds? already in your library, fetched/,
  );
  await (await searchAction(page, /^Show rounds in your library/)).click();
  await expect(page.getByRole('radio', { name: 'Rounds' })).toBeChecked();
  await expect(results(page)).toHaveAttribute('aria-rowcount', shown ?? '');
  expect(await calls()).toBe(before);
});

const found = z.object({ value: z.object({ set: z.object({ setId: z.string() }) }) });
const rowsOf = z.object({
  value: z.object({ rows: z.array(z.object({ countryCode: z.string(), countryName: z.string() })).min(1) }),
});
async function firstCountry(page: Page): Promise<{ code: string; name: string }> {
  const { setId } = found.parse(await callCore(page, 'search.last', { list: 'companies' })).value.set;
  const { rows } = rowsOf.parse(await callCore(page, 'search.rows', { setId, offset: 0, limit: 1 })).value;
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return { code: row.countryCode, name: row.countryName };
}
