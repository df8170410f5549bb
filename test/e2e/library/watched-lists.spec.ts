import { expect, test, type Locator, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { region, results } from '../support/locators.ts';

/* Watched lists, and the queue of requests that were made offline. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(app.page);
  await journey.search30DaysUs(app.page);
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

const value = (reply: unknown): object => Object(Reflect.get(Object(reply), 'value'));
const calls = async (page: Page): Promise<number> =>
  Number(Reflect.get(value(await callCore(page, 'demo.transcript', { offset: 0, limit: 1 })), 'total'));
const news = (page: Page): Locator => page.getByRole('region', { name: /^Changes/ });
const refreshProfile = (page: Page): Locator =>
  region(page, 'Overview').getByRole('button', { name: /^(Fetch profile|Refresh)/ });

/** Creates a list with the first twelve companies in the library. */
async function listed(page: Page, name: string): Promise<void> {
  const { queryId } = { queryId: Reflect.get(value(await callCore(page, 'library.open', {})), 'queryId') };
  const found = value(await callCore(page, 'library.rows', { queryId, offset: 0, limit: 12 }));
  const companyIds = (Reflect.get(found, 'rows') as { companyId: string }[]).map((row) => row.companyId);
  const id: unknown = Reflect.get(value(await callCore(page, 'watchlists.create', { name })), 'id');
  expect(await callCore(page, 'watchlists.add', { id, companyIds })).toMatchObject({ ok: true });
}

test('a list is watched with its own age and allowance, and undo stops it', async () => {
  const { page } = app;
  await listed(page, 'Storage');
  await journey.goTo(page, 'Library');
  const menu = page.getByRole('button', { name: 'Actions for the list Storage' });
  await menu.focus();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Watch this list…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Watch Storage' });
  await expect(dialog.getByRole('switch', { name: 'Watch this list' })).toBeChecked();
  await expect(dialog.getByLabel('Refresh due after')).toHaveValue('14');
  await dialog.getByLabel('Monthly spending cap').fill('many');
  await expect(dialog.getByText('Enter a whole number from 0 to 100,000.')).toBeVisible();
  await dialog.getByLabel('Monthly spending cap').fill('8');
  await journey.expectBothThemesAccessible(page, 'watch-dialog');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Watching Storage')).toBeVisible();
  await expect(news(page)).toContainText('No unseen changes.');
  await page.keyboard.press('z');
  await expect(news(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expect(news(page)).toBeVisible();
});

test('refreshing due companies stays within the allowance and shows changes as unseen', async () => {
  const { page } = app;
  const before = await calls(page);
  // Moves the demo's clock by sixteen months, in which most companies raise another round.
  for (const days of [366, 120])
    expect(await callCore(page, 'demo.travel', { days })).toMatchObject({ ok: true });
  await expect(news(page)).toContainText('No unseen changes.');
  expect(await calls(page)).toBe(before);
  // Twelve companies are due, but the list's spending cap allows only eight.
  const again = news(page).getByRole('button', { name: /^Refresh/ });
  await expect(news(page)).toContainText('8 due companies can be refreshed now.');
  await expect(again).toContainText('8 records');
  await again.click();
  await expect.poll(() => calls(page), { timeout: 30_000 }).toBe(before + 8);
  await expect(
    news(page)
      .getByText(/New round/)
      .first(),
  ).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: /^Storage.*unseen change/ })).toBeVisible();
  await news(page)
    .getByText(/New round/)
    .first()
    .click();
  await expect(region(page, 'Overview')).toBeVisible();

  await news(page).getByRole('button', { name: 'Show all changes' }).click();
  const feed = page.getByRole('dialog', { name: 'Changes to companies and investors you watch' });
  await expect(feed.getByRole('img', { name: 'New' }).first()).toBeVisible();
  await feed.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(feed.getByRole('img', { name: 'New' })).toHaveCount(0);
  await feed.getByRole('button', { name: 'Close' }).click();
  await expect(news(page)).toContainText('No unseen changes.');
  await page.keyboard.press('z');
  await expect(
    news(page)
      .getByText(/New round/)
      .first(),
  ).toBeVisible();
  expect(await calls(page)).toBe(before + 8);
});

test('a request made offline waits in the queue and is sent once, with its receipt', async () => {
  const { page } = app;
  const before = await calls(page);
  expect(await callCore(page, 'demo.setService', { running: false })).toMatchObject({ ok: true });
  await expect(refreshProfile(page)).toBeVisible();
  // When this request fails, the app notices that there is no network. The app then queues this request and
  // all later requests.
  await refreshProfile(page).click();
  await expect(page.getByText(/^Queued until you’re online: Profile for .* \(up to/)).toBeVisible();
  await expect(page.getByRole('button', { name: /1 request is waiting for the network/ })).toBeVisible();
  await region(page, 'Contacts')
    .getByRole('button', { name: /^(Queue|Queue until you’re online)/ })
    .click();
  const line = page.getByRole('button', {
    name: /2 requests are waiting for the network \(about \d+ records\)/,
  });
  await expect(line).toBeVisible();
  await line.click();
  const queue = page.getByRole('region', { name: 'Offline queue' });
  await expect(queue.getByRole('listitem')).toHaveCount(2);
  await journey.expectBothThemesAccessible(page, 'offline-queue');
  await queue.getByRole('button', { name: /^Cancel Contacts/ }).click();
  await expect(queue.getByRole('listitem')).toHaveCount(1);

  expect(await callCore(page, 'demo.setService', { running: true })).toMatchObject({ ok: true });
  await callCore(page, 'offline.tryNow');
  await expect(page.getByRole('button', { name: /1 queued request done/ })).toBeVisible({ timeout: 30_000 });
  await expect(queue).toContainText(/1 record/);
  expect(await calls(page)).toBe(before + 1);
  await queue.getByRole('button', { name: /^Dismiss Profile/ }).click();
});

test('an investor of a round is watched, filters the library, and its next stored round is reported', async () => {
  const { page } = app;
  await journey.goTo(page, 'Library');
  await results(page).getByRole('row').nth(2).click();
  const before = await calls(page);
  // Fetches the rounds, because the profile contains no investors.
  await region(page, 'Rounds')
    .getByRole('button', { name: /^(Fetch|Refresh)/ })
    .click();
  const link = region(page, 'Rounds')
    .getByTitle(/^Show investor/)
    .first();
  const investor = (await link.innerText()).trim();
  await link.click();
  const dialog = page.getByRole('dialog', { name: investor });
  await expect(dialog.getByText(/^1 company in/)).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'investor');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByText(`Watching ${investor}`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Show in Library' }).click();
  await expect(page.getByRole('checkbox', { name: `${investor}, 1`, exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Clear the Investor filter' }).click();
  await page.getByRole('button', { name: 'Watched investors' }).click();
  await page.getByRole('button', { name: `Stop watching ${investor}` }).click();
  await expect(page.getByText('You aren’t watching any investors.')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.keyboard.press('Escape');
  expect(await calls(page)).toBe(before + 1);

  const event = eventOf({ companyId: 'cmp_backed', roundId: 'fnd_backed' });
  const investors = [{ name: investor, type: 'lead' }];
  Object.assign(Object(Reflect.get(Object(Reflect.get(event, 'trigger')), 'evidence')), { investors });
  expect(await callCore(page, 'signals.paste', { text: JSON.stringify(event) })).toMatchObject({ ok: true });
  await journey.goTo(page, 'Today');
  // A more important notice, such as the one shown in the last days of a month, may hide the notice about
  // changes.
  const changes = page.getByRole('button', { name: 'Show changes' });
  const more = page.getByRole('button', { name: /more notices?$/ });
  await expect(changes.or(more)).toBeVisible();
  if (await more.isVisible()) await more.click();
  await changes.click();
  const feed = page.getByRole('dialog', { name: 'Changes to companies and investors you watch' });
  await expect(feed.getByText(new RegExp(`^Round backed by ${investor}`))).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'investor-news');
  await feed.getByRole('button', { name: 'Close' }).click();

  await page.keyboard.press('Control+k');
  await page.keyboard.type(investor);
  await page.getByRole('option', { name: investor, exact: true }).click();
  await expect(dialog.getByText(/^2 companies in/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('an address in the library’s search field finds its company, or offers to look it up at its price', async () => {
  const { page } = app;
  const before = await calls(page);
  await journey.goTo(page, 'Library');
  const field = page.getByRole('searchbox', { name: 'Search the library' });
  await field.fill('https://www.polarvik.example/team');
  const offers = page.getByRole('group', { name: 'No company in your library matches polarvik.example' });
  await expect(offers.getByRole('button', { name: /^Fetch the first company .*1 record$/ })).toBeVisible();
  await expect(offers.getByRole('button', { name: 'Search the service for “polarvik”' })).toBeVisible();
  expect(await calls(page)).toBe(before);
  // This address is the website of the company in the pasted event.
  await field.fill('https://www.x.example/about');
  await page.getByRole('group', { name: 'In your library' }).getByRole('button').click();
  await expect(page.getByRole('article')).toBeVisible();
});

test('notifications are switched in Settings, which say that this shell cannot show them', async () => {
  const { page } = app;
  await journey.goTo(page, 'Settings');
  const settings = region(page, 'Notifications');
  await expect(settings).toContainText('Notifications aren’t available here.');
  await settings.getByRole('switch', { name: 'Daily digest' }).click();
  await expect(page.getByText('Notification settings saved')).toBeVisible();
  expect(await callCore(page, 'notifications.settings')).toMatchObject({ value: { digest: false } });
  expect(app.pageErrors).toEqual([]);
});
