import { expect, test } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { region, results } from '../support/locators.ts';

let host: ScreenHost;
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
  await journey.exploreDemo(host.page);
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

test('a second search on the first screen shows its own rows', async () => {
  const { page } = host;
  await journey.search30DaysUs(page);
  await page.getByRole('switch', { name: 'Only companies that are hiring' }).click();
  await page.getByRole('button', { name: /^Run search/ }).click();
  const { search } = host.core().handlers;
  await expect.poll(async () => JSON.stringify(await search.last({}))).toContain('"hasOpenRoles":true');
  const { set } = await search.last({});
  const { rows } = await search.rows({ setId: set?.setId ?? '', offset: 0, limit: 5 });
  expect(rows.length).toBeGreaterThan(0);
  for (const [at, { name }] of rows.entries())
    await expect(
      results(page)
        .getByRole('row')
        .nth(at + 1),
    ).toContainText(name);
  await page.getByRole('button', { name: 'Clear filters' }).click();
});

test('a search after a visit to another screen shows its own rows', async () => {
  const { page } = host;
  await results(page).getByRole('row').nth(2).click();
  await expect(region(page, 'Overview')).toBeVisible();
  await journey.goTo(page, 'Library');
  await page.getByRole('grid').getByRole('row').nth(3).click();
  await journey.goTo(page, 'Search');
  await page.getByRole('combobox', { name: 'Countries' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).first().click();
  await page.getByRole('button', { name: /^Run search/ }).click();
  await expect(page.getByRole('heading', { name: /^Germany/ })).toBeVisible();
  const { set } = await host.core().handlers.search.last({});
  // The column headers count as a row.
  await expect(results(page)).toHaveAttribute('aria-rowcount', String((set?.loaded ?? 0) + 1));
  await expect(results(page).getByRole('row').nth(1)).toContainText(/DE|Germany/);
});

test('the last typed text is saved when the page closes', async () => {
  const { page } = host;
  await results(page).getByRole('row').nth(1).click();
  const notes = region(page, 'Notes');
  await notes.getByRole('button', { name: /^Write/ }).click();
  await page.getByRole('textbox', { name: /^Note on/ }).fill('typed a moment before the page went');
  await page.reload();
  await journey.goTo(page, 'Search');
  await results(page).getByRole('row').nth(1).click();
  await expect(notes).toContainText('typed a moment before the page went');
});

test('a request to a stopped service fails for free, with a message', async () => {
  const { page } = host;
  await host.core().handlers.demo.setService({ running: false });
  const left = page
    .getByRole('button', { name: /Open Quota|records/i })
    .or(page.getByText(/[\d,]+ left/))
    .first();
  const before = await left.innerText();
  await page.getByRole('button', { name: /^Run search/ }).click();
  await expect(page.getByText(/waiting for the network/).first()).toBeVisible();
  // The app reserved records for the request. The failed attempt costs nothing, so the reserved records must
  // be available again.
  await expect.poll(() => left.innerText()).toBe(before);
});
