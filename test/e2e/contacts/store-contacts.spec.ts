import { expect, test } from '@playwright/test';
import { openScreenHost } from '../../support/browser/screen-host.ts';
import { delayRequests } from '../support/delay-requests.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';
import { connect, go } from '../states/screen-state.ts';

test.describe.configure({ timeout: 90_000 });

test('two fields connect an account without a keychain, and contacts can be stored later', async ({
  browser,
}) => {
  const host = await openScreenHost(browser, { hasKeychain: false });
  const { page, service } = host;
  // Detecting the keychain may take a while. Until it is detected, the form cannot be submitted.
  const release = await delayRequests(page, 'keys.keychain', 'next load');
  await page.reload();
  await page.getByLabel('Base URL').fill(service.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill(service.testKey);
  await expect(page.getByRole('button', { name: /^Connect/ })).toBeDisabled();
  await page.keyboard.press('Enter');
  await release();
  await journey.connectAccount(page, { baseUrl: service.baseUrl, apiKey: service.testKey });
  await expect(page.getByText('TEST KEY', { exact: true })).toBeVisible();
  await journey.search30DaysUs(page);
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  const people = page.getByRole('region', { name: 'Contacts', exact: true });
  await expect(people).toContainText('doesn’t store contacts');
  await expect(people.getByRole('button', { name: /^Fetch contacts/ })).toHaveCount(0);

  await journey.goTo(page, 'Settings');
  const lock = page.getByRole('button', { name: 'Lock contacts' });
  await expect(lock).toHaveCount(0);
  await page.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Store contacts' }).click();
  await expect(page.getByText('The passphrases don’t match.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Repeat the passphrase' }).fill('correct horse battery');
  await journey.expectAccessible(page);
  await page.getByRole('button', { name: 'Store contacts' }).click();
  await expect(page.getByText('Encrypted with your passphrase', { exact: true })).toBeVisible();
  // Contacts can be locked only if they are encrypted with a passphrase.
  await expect(lock).toBeVisible();
  await journey.goTo(page, 'Search');
  await journey.fetchContacts(page);
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

test('a late keychain answer: contacts are stored as the user chose, and no other dialog changes', async ({
  browser,
}) => {
  const host = await openScreenHost(browser, { startsBlank: true });
  const { page } = host;
  await connect(host, { mode: 'none' });
  const people = region(page, 'Contacts');
  const passphrase = people.getByRole('radio', { name: 'Encrypt with a passphrase' });
  const keychain = people.getByRole('radio', { name: 'Encrypt with a key in the keychain' });
  const field = people.getByLabel('Passphrase', { exact: true });
  for (const chooses of ['chosen', 'typed', 'nothing'] as const)
    await test.step(chooses, async () => {
      // The page checks the keychain only when Settings opens for the first time after a page load.
      await page.reload();
      const release = await delayRequests(page, 'keys.keychain');
      await go(page, 'Settings');
      await expect(passphrase).toBeChecked();
      await expect(keychain).toBeDisabled();
      if (chooses === 'chosen') await people.getByText('Encrypt with a passphrase').click();
      if (chooses === 'typed') await field.fill('correct horse');
      await release();
      await expect(keychain).toBeEnabled();
      await expect(keychain).toBeChecked({ checked: chooses === 'nothing' });
      if (chooses === 'typed') await expect(field).toHaveValue('correct horse');
      await people.getByText('Encrypt with a key in the keychain').click();
      await expect(keychain).toBeChecked();
    });

  await people.getByRole('button', { name: 'Store contacts' }).click();
  const changeKey = people.getByRole('button', { name: 'Change contact key…' });
  await expect(changeKey).toBeVisible();
  await page.reload();
  const release = await delayRequests(page, 'keys.keychain');
  await go(page, 'Settings');
  await changeKey.click();
  const dialog = page.getByRole('dialog', { name: 'Change contact key' });
  const [inKeychain, byPassphrase] = [dialog.getByRole('radio').first(), dialog.getByRole('radio').last()];
  await expect(inKeychain).toBeDisabled();
  await byPassphrase.click();
  await release();
  await expect(inKeychain).toBeEnabled();
  await expect(byPassphrase).toBeChecked();
  // The reopened dialog selects the default again.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await changeKey.click();
  await expect(inKeychain).toBeChecked();
  await host.close();
});
