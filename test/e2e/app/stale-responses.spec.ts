import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';

let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

test('a second search on the first screen shows its own rows', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  await journey.search30DaysUs(page);
  const named = z.object({ value: z.object({ rows: z.array(z.object({ name: z.string() })) }) });
  await page.getByRole('switch', { name: 'Only hiring' }).click();
  await page.getByRole('button', { name: /^Run search/ }).click();
  const results = page.getByRole('grid', { name: 'Results' });
  await expect
    .poll(async () => JSON.stringify(await callCore(page, 'search.last')))
    .toContain('"hasOpenRoles":true');
  const { set } = z
    .object({ value: z.object({ set: z.object({ setId: z.string() }) }) })
    .parse(await callCore(page, 'search.last')).value;
  const { rows } = named.parse(
    await callCore(page, 'search.rows', { setId: set.setId, offset: 0, limit: 5 }),
  ).value;
  for (const [at, { name }] of rows.entries())
    await expect(results.getByRole('row').nth(at + 1)).toContainText(name);
  await page.getByRole('button', { name: 'Clear filters' }).click();
});

test('a search after a visit to another screen shows its own rows', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  await journey.search30DaysUs(page);
  const results = page.getByRole('grid', { name: 'Results' });
  await results.getByRole('row').nth(2).click();
  await expect(page.getByRole('region', { name: 'Overview', exact: true })).toBeVisible();
  for (const country of ['Germany', 'France', 'India']) {
    await journey.goTo(page, 'Library');
    await page.getByRole('grid').getByRole('row').nth(3).click();
    await journey.goTo(page, 'Search');
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByRole('combobox', { name: 'Countries' }).fill(country);
    await page.getByRole('option', { name: country }).first().click();
    await page.getByRole('button', { name: /^Run search/ }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`^${country}`) })).toBeVisible();
    const reply = await callCore(page, 'search.last');
    const { loaded } = z.object({ value: z.object({ set: z.object({ loaded: z.int() }) }) }).parse(reply)
      .value.set;
    // The column headers count as a row.
    await expect(results).toHaveAttribute('aria-rowcount', String(loaded + 1));
    await expect(results.getByRole('row').nth(1)).toContainText(
      country === 'Germany' ? /DE|Germany/ : country === 'France' ? /FR|France/ : /IN|India/,
    );
  }
});

test('the last typed text is saved when the page closes', async () => {
  const { page } = app;
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await notes.getByRole('button', { name: /^Write/ }).click();
  await page.getByRole('textbox', { name: /^Note on/ }).fill('typed a moment before the page went');
  await page.reload();
  await journey.goTo(page, 'Search');
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  await expect(notes).toContainText('typed a moment before the page went');
});

test('a request to a stopped service fails for free, with a message', async () => {
  const { page } = app;
  await callCore(page, 'demo.setService', { running: false });
  const left = page
    .getByRole('button', { name: /Open Quota|records/i })
    .or(page.getByText(/[\d,]+ left/))
    .first();
  const before = await left.innerText();
  await page.getByRole('button', { name: /^Run search/ }).click();
  await expect(page.getByText(/waits for the network/).first()).toBeVisible();
  // The attempt costs nothing, so its reserved price is released.
  await expect.poll(() => left.innerText()).toBe(before);
  await callCore(page, 'demo.setService', { running: true });
});

test('moving the demo’s clock updates the whole screen', async () => {
  const { page } = app;
  const day = (ms: number): string =>
    new Date(ms).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('button', { name: '30 days', exact: true }).click();
  await expect(page.getByText(day(Date.now() + 30 * 86_400_000)).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    page
      .getByRole('contentinfo')
      .or(page.getByLabel('Status'))
      .getByText(day(Date.now() + 30 * 86_400_000))
      .first(),
  ).toBeVisible();
  expect(app.pageErrors).toEqual([]);
});
