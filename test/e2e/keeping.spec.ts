import { expect, test } from '@playwright/test';
import { openLoopback } from '../support/loopback-app.ts';
import { startSimulatorProcess } from '../support/simulator-process.ts';
import { tempDir } from '../support/temp-dir.ts';
import { holdBack } from './hold-back.ts';
import * as journey from './journey.ts';

test.describe.configure({ timeout: 90_000 });

test('without a keychain two fields are enough to connect, and contacts can be kept later', async ({
  browser,
}) => {
  const folder = tempDir();
  const service = await startSimulatorProcess(['--seed', '11']);
  const { page, complaints, close } = await openLoopback(browser, folder.path);
  // Whether there is a keychain may take a while to be found out: nothing is sent before.
  const release = await holdBack(page, 'keys.keychain', 'next load');
  await page.reload();
  await page.getByLabel('Base URL').fill(service.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill(service.testKey);
  await expect(page.getByRole('button', { name: /^Connect/ })).toBeDisabled();
  await page.keyboard.press('Enter');
  await release();
  await journey.connectAccount(page, { baseUrl: service.baseUrl, apiKey: service.testKey });
  await expect(page.getByText('TEST KEY')).toBeVisible();
  await journey.search30DaysUs(page);
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  const people = page.getByRole('region', { name: 'People', exact: true });
  await expect(people).toContainText('does not keep contacts');
  await expect(people.getByRole('button', { name: /^Fetch contacts/ })).toHaveCount(0);

  await journey.goTo(page, 'Settings');
  await page.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Keep contacts' }).click();
  await expect(page.getByText('The two are not the same')).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase again' }).fill('correct horse battery');
  await journey.expectAccessible(page);
  await page.screenshot({ path: 'test-results/keep-contacts.png' });
  await page.getByRole('button', { name: 'Keep contacts' }).click();
  await expect(page.getByText('Sealed under your passphrase', { exact: true })).toBeVisible();
  await journey.goTo(page, 'Search');
  await journey.fetchContacts(page);
  expect(complaints).toEqual([]);
  await close();
  await service.stop();
  folder.remove();
});
