import { expect, test } from '@playwright/test';
import { callCore, openLoopback } from '../../support/browser/loopback-app.ts';
import { startSimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';

/* The user forgot the passphrase. The contacts are lost, but everything else works. */

test.describe.configure({ timeout: 90_000 });

test('contacts with a forgotten passphrase are removed and fetched again under a new one', async ({
  browser,
}) => {
  const data = tempDir();
  const service = await startSimulatorProcess(['--seed', '11']);
  let app = await openLoopback(browser, data.path);
  let { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  const account = { baseUrl: service.baseUrl, apiKey: service.liveKey };
  await journey.connectAccount(page, { ...account, passphrase: 'correct horse battery' });
  await journey.search30DaysUs(page);
  const { found } = await journey.fetchContacts(page);
  await journey.writeNote(page, journey.NOTE);
  await app.close();

  app = await openLoopback(browser, data.path);
  ({ page } = app);
  await page.setViewportSize({ width: 1440, height: 900 });
  const banner = page.getByRole('status').filter({ hasText: 'names and addresses need their passphrase' });
  await banner.getByLabel('Passphrase').fill('another horse battery');
  await banner.getByRole('button', { name: 'Unlock' }).click();
  await expect(banner).toContainText('That is not the passphrase.');
  await banner.getByRole('button', { name: 'Forgotten…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the sealed people and begin anew?' });
  await expect(dialog.getByRole('list', { name: 'Goes' })).toContainText(
    /the sealed contacts on this laptop: \d+ p/,
  );
  await expect(dialog.getByRole('list', { name: 'Stays' })).toContainText('every note, tag, list and task');
  await expect(dialog).toContainText('What they cost is not given back');
  await journey.expectBothThemesAccessible(page, 'give-up-people-dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(JSON.stringify(await callCore(page, 'keys.state'))).toContain('"why":"passphrase"');

  // Contacts can also be removed in Settings.
  await journey.goTo(page, 'Settings');
  const people = region(page, 'People');
  await people.scrollIntoViewIfNeeded();
  await expect(people).toContainText('Without their passphrase nobody can read them');
  await people.getByRole('button', { name: 'Remove the sealed people and begin anew…' }).click();
  await dialog.getByRole('button', { name: 'Remove them' }).click();
  await expect(page.getByText(/Removed \d+ people; choose how contacts are kept/).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(banner).toHaveCount(0);
  await expect(people.getByRole('heading', { name: 'People', exact: true })).toBeFocused();
  await expect(people).toContainText('Contacts are not kept on this laptop');

  await people.getByText('passphrase', { exact: false }).first().click();
  await people.getByLabel('Passphrase', { exact: true }).fill('a newer passphrase');
  await people.getByLabel('Passphrase again').fill('a newer passphrase');
  await people.getByRole('button', { name: 'Keep contacts' }).click();
  await expect(people).toContainText('Sealed under your passphrase');

  // Set the API key again, because without a keyring it was only in memory.
  const { liveKey: apiKey } = service;
  await callCore(page, 'keys.setApiKey', { apiKey, place: 'session', sameAccount: true });
  await journey.goTo(page, 'Library');
  await page.getByRole('grid').getByRole('row').filter({ hasText: found.company }).first().click();
  const card = region(page, 'People');
  for (const email of found.emails) await expect(card).not.toContainText(email);
  await card.getByRole('button', { name: /^Fetch contacts/ }).click();
  for (const email of found.emails) await expect(card).toContainText(email);
  await expect(page.getByText(journey.NOTE).first()).toBeVisible();
  expect(app.pageErrors).toEqual([]);
  await app.close();
  await service.stop();
  data.remove();
});
