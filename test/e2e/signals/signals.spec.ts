import { expect, test, type Locator, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { eventOf, freePort } from '../../support/webhook/webhook-receiver.ts';
import { startSimulatorHere, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { pressShortcut } from '../support/keyboard.ts';
import { closeToasts, undoByToast } from '../support/toasts.ts';

/* Sets up the receiver and receives webhook events from the service. None of this costs records. */
let app: LoopbackApp;
let service: SimulatorProcess;
let port = 0;
let key = '';
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorHere(['--seed', '11']);
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  const account = { baseUrl: service.baseUrl, apiKey: service.liveKey, passphrase: 'correct horse battery' };
  await journey.connectAccount(app.page, account);
  await journey.search30DaysUs(app.page);
  port = await freePort();
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  await service.stop();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const stream = (page: Page): Locator => page.getByRole('region', { name: 'List of signals' });
const list = (page: Page): Locator => page.getByRole('grid', { name: 'List of signals' });
const receiver = (page: Page): Locator => page.getByRole('region', { name: 'Receiver', exact: true });
const step = (page: Page, title: string): Locator =>
  receiver(page).getByRole('listitem').filter({ hasText: title });
const light = (page: Page): Locator =>
  page.getByRole('contentinfo').getByRole('button', { name: /^Receiver/ });

test('four steps set up a receiver that waits for its test event', async () => {
  const { page } = app;
  await expect(light(page)).toHaveText('Receiver off');
  await pressShortcut(page, 'g', 'i');
  await expect(stream(page).getByText('No signals yet.')).toBeVisible();
  await step(page, 'Receive events on this computer').getByRole('button', { name: 'Change port' }).click();
  await receiver(page).getByLabel('Port').fill('80');
  await page.keyboard.press('Enter');
  await expect(receiver(page).getByRole('alert')).toHaveText('Enter a number from 1024 to 65535.');
  await receiver(page).getByLabel('Port').fill(String(port));
  await page.keyboard.press('Enter');
  await receiver(page).getByRole('switch').click();
  await expect(
    receiver(page).getByText('The receiver starts listening once you add a key (step 3).'),
  ).toBeVisible();
  await receiver(page).getByText('ngrok', { exact: true }).click();
  await expect(receiver(page).getByText(`ngrok http ${port}`)).toBeVisible();
  await receiver(page).getByLabel('Your tunnel’s public hostname').fill('https://Hooks.Example.com/anything');
  await page.keyboard.press('Enter');
  await expect(receiver(page).getByText(/^https:\/\/hooks\.example\.com\/hook\/[0-9a-f]{32}$/)).toBeVisible();
  await receiver(page).getByRole('button', { name: 'Create a key' }).click();
  key = await receiver(page).getByText(/^whk_/).innerText();
  await journey.expectBothThemesAccessible(page, 'signals-set-up');
  await receiver(page).getByRole('button', { name: 'Hide key' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(receiver(page).getByText('Waiting for an event.')).toBeVisible();
  await expect(light(page)).toHaveText('Receiver waiting for an event');
});

test('the service’s deliveries arrive, open beside the list and cost nothing', async () => {
  const { page } = app;
  const calls = (await service.transcript()).length;
  const state = await callCore(page, 'signals.receiver');
  const path = String(Reflect.get(Object(Reflect.get(Object(state), 'value')), 'path'));
  const url = `http://127.0.0.1:${port}${path}`;
  await service.control('webhook', { url, key: 'whk_another-key', icpAlerts: false });
  await service.control('webhook/test', { realIds: true });
  await expect(receiver(page).getByText(/rejected .* because it had the wrong key\./)).toBeVisible();
  await service.control('webhook', { url, key, icpAlerts: false });
  await service.control('webhook/test', { realIds: true });
  // The app stores this event. Because the event came from this computer and not through the tunnel, the
  // setup step states that the event doesn't prove that the tunnel works.
  const local = step(page, 'Receive a test event').getByText(/doesn’t prove that your tunnel works/);
  await expect(local).toBeVisible();
  await expect(light(page)).toHaveText('Receiver waiting for an event');
  await journey.expectBothThemesAccessible(page, 'signals-local-delivery');
  await service.control('webhook', { url, key, icpAlerts: false, duplicates: 1, tunnel: true });
  await service.control('webhook/test', { realIds: true });
  await expect(step(page, 'Receive a test event').getByText(/^Event received\./)).toBeVisible();
  await expect(light(page)).toContainText('Receiver listening');
  await expect(list(page).getByRole('row')).toHaveCount(3);
  await expect(stream(page).getByText('1 new · 1 signal')).toBeVisible();
  const rows: unknown = await callCore(page, 'library.open', { text: '', rowsFrom: 0 });
  const [known] = Reflect.get(Object(Reflect.get(Object(rows), 'value')), 'rows') as { companyId: string }[];
  await service.control('webhook/context', {
    companyId: known?.companyId,
    userNote: 'Met at <b>Expo</b>',
    trackingStatus: 'contacted',
    icpMatch: 84,
  });
  await service.control('webhook/send', { companyId: known?.companyId, as: 'icp' });
  const row = list(page).getByRole('row').filter({ hasText: '84%' });
  await expect(row).toBeVisible();
  await row.click();
  const rawEvent = page.getByRole('region', { name: 'Original event' });
  await expect(rawEvent.getByText('Met at <b>Expo</b>')).toBeVisible();
  await expect(rawEvent.getByText('contacted', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'signals-heard');
  await page.keyboard.press('m');
  await expect(page.getByText('1 signal marked as seen')).toBeVisible();
  await page.keyboard.press('e');
  // Waits until marking the company as done has moved the selection. Otherwise, the selection could move
  // after the pane is closed.
  await expect(page.getByText(/marked as done/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(receiver(page)).toBeVisible();
  expect((await service.transcript()).length).toBe(calls);
});

test('a pasted event is stored, recognised, rejected if invalid, filtered and found', async () => {
  const { page } = app;
  const event = JSON.stringify(
    eventOf({ icp: null, companyId: 'cmp_pasted', roundId: 'fnd_pasted' }),
    null,
    2,
  );
  const text = receiver(page).getByLabel('Event as JSON');
  const add = receiver(page).getByRole('button', { name: 'Add event' });
  await text.fill(event.replace('"trigger":', 'trigger:'));
  await add.click();
  await expect(receiver(page).getByRole('alert')).toHaveText(
    /This isn’t valid JSON\. The error is on line [56]\./,
  );
  await text.fill(event);
  await add.click();
  await expect(page.getByText('Event added')).toBeVisible();
  const row = list(page).getByRole('row').filter({ hasText: 'Company cmp_pasted' });
  await expect(row).toContainText('no score');
  await page.getByRole('button', { name: 'Show event' }).click();
  await expect(page.getByRole('heading', { name: 'Company cmp_pasted' })).toBeVisible();
  await page.getByRole('region', { name: 'Original event' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(receiver(page)).toBeVisible();
  await text.fill(event);
  await add.click();
  await expect(page.getByText('This event is already in Signals')).toBeVisible();
  await stream(page).getByRole('searchbox').fill('company cmp_p');
  await expect(list(page).getByRole('row')).toHaveCount(3);
  await stream(page).getByRole('searchbox').fill('');
  await stream(page).getByRole('button', { name: 'Filter signals' }).click();
  await page.getByRole('menuitem', { name: 'No ICP match score' }).click();
  await expect(row).toBeVisible();
  await expect(list(page).getByRole('row').filter({ hasText: '84%' })).toHaveCount(0);
  await stream(page)
    .getByRole('button', { name: /^Filter signals, 1 filter active/ })
    .click();
  await page.getByRole('menuitem', { name: 'Any ICP match' }).click();
  // An earlier test may have left a toast with the same text, so all toasts are closed first.
  await closeToasts(page);
  await stream(page)
    .getByRole('button', { name: /^Mark \d+ signals? as seen/ })
    .click();
  await expect(stream(page).getByText(/^0 new/)).toBeVisible();
  await undoByToast(page, /\d+ signals? marked as seen/);
  await expect(stream(page).getByText(/^1 new/)).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'signals-listening');
});

test('a test event is labelled and removable, and companies with the same website name each other', async () => {
  const { page } = app;
  const paste = async (companyId: string, roundId: string): Promise<void> => {
    const event = eventOf({ companyId, roundId });
    const company = { ...Object(Reflect.get(event, 'company')), websiteUrl: 'https://www.twin.example' };
    await receiver(page)
      .getByLabel('Event as JSON')
      .fill(JSON.stringify({ ...event, company }));
    await receiver(page).getByRole('button', { name: 'Add event' }).click();
    await expect(
      list(page)
        .getByRole('row')
        .filter({ hasText: `Company ${companyId}` }),
    ).toBeVisible();
  };
  await paste('cmp_twin', 'fnd_twin');
  await paste('cmp_sample', 'fnd_sample');
  const row = list(page).getByRole('row').filter({ hasText: 'Company cmp_sample' });
  await expect(row.getByLabel('Test event')).toBeVisible();
  await row.click();
  const hint = page.getByRole('region', { name: 'Possible duplicates' });
  await expect(hint).toHaveText(/Possible duplicate: Company cmp_twin has the same website\./);
  await hint.getByRole('button', { name: 'Open Company cmp_twin' }).click();
  await expect(hint).toHaveText(/Possible duplicate: Company cmp_sample has the same website\./);
  await hint.getByRole('button', { name: 'Mark as different: Company cmp_sample' }).click();
  await expect(page.getByText('Company cmp_sample marked as a different company')).toBeVisible();
  await expect(hint).toHaveCount(0);
  await row.click();
  await expect(page.getByRole('heading', { name: 'Company cmp_sample' })).toBeVisible();
  await expect(hint).toHaveCount(0);
  await page
    .getByRole('region', { name: 'Original event' })
    .getByRole('button', { name: 'Remove test event' })
    .click();
  await expect(row).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(row).toBeVisible();
});
