import { expect, test } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import { freePort } from '../support/webhook/webhook-receiver.ts';
import { launchElectron, newElectronPlace, request } from '../support/electron/electron-app.ts';

/* In Electron, the receiver accepts and stores webhook events. */
test.describe.configure({ timeout: 120_000 });

test('the demo’s dashboard connects, and its event is read, marked and still there after a restart', async () => {
  const place = newElectronPlace();
  const first = await launchElectron(place);
  await journey.exploreDemo(first.page);
  await request(first.page, 'signals.setAddress', { port: await freePort(), tunnelHost: null });
  await first.page.keyboard.press('g');
  await first.page.keyboard.press('i');
  await first.page.getByRole('button', { name: 'Connect the demo’s dashboard' }).click();
  const list = first.page.getByRole('grid', { name: 'What was heard' });
  await expect(list.getByRole('row')).toHaveCount(3);
  const company = await list.getByRole('row').nth(2).locator('bdi').first().innerText();
  await list.getByRole('row').nth(2).click();
  await expect(first.page.getByRole('heading', { name: company, exact: true })).toBeVisible();
  await first.page.keyboard.press('m');
  await expect(first.page.getByText('Marked 1 signal as seen')).toBeVisible();
  expect(await request(first.page, 'demo.transcript', { offset: 0, limit: 1 })).toMatchObject({
    ok: true,
    value: { total: 0 },
  });
  expect(first.pageErrors).toEqual([]);
  await first.app.close();

  const second = await launchElectron(place);
  await second.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await second.page.keyboard.press('g');
  await second.page.keyboard.press('i');
  await expect(second.page.getByRole('grid', { name: 'What was heard' }).getByText(company)).toBeVisible();
  await expect(second.page.getByText('0 new · 1 in all, free')).toBeVisible();
  // The demo's key was stored for one session only, and without a key the receiver accepts nothing.
  await expect(second.page.getByText('Receiver has no key').first()).toBeVisible();
  await second.app.close();
  place.remove();
});
