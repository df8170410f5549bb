import { expect, test } from '@playwright/test';
import { callCore, openLoopback } from '../../support/browser/loopback-app.ts';
import { startSimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';

/* The user locks contacts while the app runs, for instance before leaving the laptop. */

test.describe.configure({ timeout: 90_000 });

test('locked contacts appear on no screen until the passphrase is entered; user data works', async ({
  browser,
}) => {
  const data = tempDir();
  const passphrase = 'correct horse battery';
  const service = await startSimulatorProcess(['--seed', '11']);
  const app = await openLoopback(browser, data.path);
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  await journey.connectAccount(page, { baseUrl: service.baseUrl, apiKey: service.liveKey, passphrase });
  await journey.search30DaysUs(page);
  const { found } = await journey.fetchContacts(page);
  await journey.goTo(page, 'Library');
  await page.getByRole('grid').getByRole('row').filter({ hasText: found.company }).first().click();
  const card = region(page, 'People');
  await expect(card).toContainText(found.emails[0] ?? '@');
  const name = await card.getByRole('listitem').first().locator('b').innerText();
  const log = region(page, 'Contact log');
  await log.getByRole('button', { name: 'Add', exact: true }).click();
  const whom = log.getByRole('combobox', { name: 'Whom' });
  const person = (await whom.getByRole('option').nth(1).innerText()).trim();
  await whom.selectOption({ label: person });
  await log.getByRole('textbox', { name: 'In a line' }).fill('Wants an offer');
  await log.getByRole('button', { name: 'Add to the log' }).click();
  const entry = log.getByRole('listitem');
  await expect(entry).toContainText(person);

  await journey.goTo(page, 'Settings');
  const lock = page.getByRole('button', { name: 'Lock people now' });
  await lock.scrollIntoViewIfNeeded();
  await journey.expectBothThemesAccessible(page, 'lock-people');
  await lock.press('Enter');
  await expect(page.getByText('People are locked. Your passphrase opens them.').first()).toBeVisible();
  await expect(lock).toHaveCount(0);
  await expect(region(page, 'Privacy').getByText('Locked now.')).toBeFocused();
  const banner = page.getByRole('status').filter({ hasText: 'People are locked.' }).first();
  await expect(banner).toContainText('Companies work');

  // No reply to the page identifies a contact.
  const calls = (await service.transcript()).length;
  await journey.goTo(page, 'Library');
  await page.getByRole('grid').getByRole('row').filter({ hasText: found.company }).first().click();
  await expect(card).toContainText('locked');
  const search = page.getByRole('searchbox', { name: 'Search the library' });
  await search.fill(name);
  await expect(page.getByText(/Nothing here matches/)).toBeVisible();
  await search.fill('');
  for (const text of [name, person, ...found.emails]) {
    await expect(page.getByText(text)).toHaveCount(0);
    expect(await page.content()).not.toContain(text);
  }
  expect(JSON.stringify(await callCore(page, 'keys.state'))).toContain('"why":"passphrase"');
  // The user's own data works. The contact log names nobody.
  await journey.saveToList(page, 'While locked');
  await expect(entry).toContainText('someone, locked');
  await entry.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Change…' }).click();
  await log.getByRole('textbox', { name: 'In a line' }).fill('Wants two offers');
  await log.getByRole('button', { name: 'Change the entry' }).click();
  await expect(entry).toContainText('Wants two offers');
  expect((await service.transcript()).length).toBe(calls);

  const unlock = page.getByRole('status').filter({ hasText: 'Companies work' });
  await unlock.getByLabel('Passphrase').fill(passphrase);
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await expect(unlock).toHaveCount(0);
  for (const email of found.emails) await expect(card).toContainText(email);
  // The changed entry still refers to its contact.
  await expect(entry).toContainText(person);

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('lock people');
  await page.keyboard.press('Enter');
  await expect(unlock).toBeVisible();
  // Locking hides the contacts of the open company immediately.
  await expect(card).toContainText('locked');
  for (const text of [name, ...found.emails]) expect(await page.content()).not.toContain(text);
  expect(app.pageErrors).toEqual([]);
  await app.close();
  await service.stop();
  data.remove();
});

test('contacts without a passphrase cannot be locked', async ({ browser }) => {
  const data = tempDir();
  const app = await openLoopback(browser, data.path);
  await journey.exploreDemo(app.page);
  await journey.goTo(app.page, 'Settings');
  await expect(region(app.page, 'Privacy')).toBeVisible();
  await expect(app.page.getByRole('button', { name: 'Lock people now' })).toHaveCount(0);
  expect(JSON.stringify(await callCore(app.page, 'keys.lockContacts'))).toContain('"reason":"no-passphrase"');
  await app.close();
  data.remove();
});
