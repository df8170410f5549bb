import { expect, test } from '@playwright/test';
import { ask, openLoopback, type LoopbackApp } from '../support/loopback-app.ts';
import { tempDir } from '../support/temp-dir.ts';
import * as journey from './journey.ts';

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

test('a search after a visit elsewhere shows its own rows', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  await journey.search30DaysUs(page);
  const results = page.getByRole('grid', { name: 'Results' });
  await results.getByRole('row').nth(2).click();
  await expect(page.getByRole('region', { name: 'Overview', exact: true })).toBeVisible();
  await journey.goTo(page, 'Library');
  await journey.goTo(page, 'Search');
  await page.getByRole('button', { name: 'Remove United States' }).click();
  await page.getByRole('combobox', { name: 'Countries' }).fill('germany');
  await page.getByRole('option', { name: 'Germany' }).first().click();
  await page.getByRole('button', { name: /^Run search/ }).click();
  await expect(page.getByRole('heading', { name: /^Germany/ })).toBeVisible();
  const reply = await ask(page, 'search.last');
  const loaded: unknown = Reflect.get(
    Object(Reflect.get(Object(Reflect.get(Object(reply), 'value')), 'set')),
    'loaded',
  );
  // The column heads are a row, too.
  await expect(results).toHaveAttribute('aria-rowcount', String(Number(loaded) + 1));
  await expect(results.getByText(/\b(US|United States)\b/)).toHaveCount(0);
});

test('what is typed last is kept when the page goes', async () => {
  const { page } = app;
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  const note = page.getByRole('textbox', { name: /^Note on/ });
  await note.fill('typed a moment before the page went');
  await page.reload();
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('textbox', { name: /^Note on/ })).toHaveValue(
    'typed a moment before the page went',
  );
});

test('a stopped service refuses for nothing, and the screen says so', async () => {
  const { page } = app;
  await ask(page, 'demo.setService', { running: false });
  const left = page
    .getByRole('button', { name: /Open Quota|records/i })
    .or(page.getByText(/[\d,]+ left/))
    .first();
  const before = await left.innerText();
  await page.getByRole('button', { name: /^Run search/ }).click();
  await expect(page.getByText(/could not be reached/).first()).toBeVisible();
  expect(await left.innerText()).toBe(before);
  await ask(page, 'demo.setService', { running: true });
});

test('the demo’s clock moves the whole screen', async () => {
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
  expect(app.complaints).toEqual([]);
});
