import { expect, test } from '@playwright/test';
import { callCore } from '../../support/browser/loopback-app.ts';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';
import { undoByToast } from '../support/toasts.ts';
import { connect } from '../states/screen-state.ts';

/* One account with a passphrase, from its first contacts until everything is deleted. */

const FIRST = 'correct horse battery';
const SECOND = 'staple of another colour';
let host: ScreenHost;
let company = '';

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser, { hasKeychain: false, startsBlank: true });
  await connect(host, { mode: 'passphrase', passphrase: FIRST }, host.service.testKey);
  await journey.search30DaysUs(host.page);
  const { found } = await journey.fetchContacts(host.page);
  company = found.company;
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

test('a company shows why its data is stored: request, time, price, reason and retention', async () => {
  const { page } = host;
  const why = region(page, 'Why do I have this?');
  await expect(why.getByRole('listitem').filter({ hasText: /^\d+ contacts?\b/ })).toHaveCount(1);
  await expect(why).toContainText(/Fetched by you, on the company page · \d+ requests?, \d+ records?/);
  await expect(why).toContainText('Contacts for this company');
  await expect(why).toContainText(/Rounds: United States, .*results \d/);
  await expect(why).toContainText(/\/companies\/\S+/);
  await expect(why).toContainText(/Will be deleted automatically on /);
  await expect(why).toContainText('Never deleted automatically');
});

test('a blocked contact is removed, is not stored again, and can be unblocked in Settings', async () => {
  const { page } = host;
  const people = region(page, 'Contacts');
  const first = people.getByRole('listitem').first();
  const name = await first.locator('b').innerText();
  const before = await people.getByRole('listitem').count();
  // Opens a form in which the contact is selected. The form stays open while the user blocks the contact.
  const log = region(page, 'Contact log');
  const whom = log.getByRole('combobox', { name: 'Contact', exact: true });
  await log.getByRole('button', { name: 'Add entry' }).click();
  await whom.selectOption({ label: name });
  await log.getByRole('textbox', { name: 'Summary' }).fill('Wants to be left alone');
  await first.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Block contact…' }).click();
  const dialog = page.getByRole('dialog', { name: `Block ${name}?` });
  await expect(dialog).toContainText('a code, without the name');
  await expect(dialog).toContainText('your notes, templates, tasks and contact log');
  await expect(dialog).toContainText('any extra data from the service');
  await journey.expectBothThemesAccessible(page, 'suppress');
  await dialog.getByRole('button', { name: 'Block contact' }).click();
  await expect(page.getByText(`${name} is blocked and won’t be stored again`)).toBeVisible();
  await expect(people.getByRole('listitem')).toHaveCount(before - 1);
  await expect(people.getByText(name)).toHaveCount(0);
  await expect(whom.getByRole('option', { selected: true })).toHaveText('No specific contact');
  await log.getByRole('button', { name: 'Save entry' }).click();
  await expect(log.getByRole('listitem')).toContainText('Wants to be left alone');
  await undoByToast(page, /logged/);
  await expect(log.getByRole('listitem')).toHaveCount(0);

  await journey.goTo(page, 'Settings');
  const privacy = region(page, 'Privacy and deletion');
  const list = privacy.getByRole('list', { name: 'Blocked contacts' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(/blocked on a company page · recognised by/);
  expect(await privacy.innerText()).not.toContain(name);
  await list.getByRole('button', { name: /^Unblock/ }).click();
  await expect(privacy.getByText('No contacts are blocked.')).toBeVisible();
});

test('a contact is blocked by address', async () => {
  const { page } = host;
  const privacy = region(page, 'Privacy and deletion');
  await privacy.getByRole('button', { name: 'Block a contact…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block a contact' });
  await dialog.getByRole('button', { name: 'Block contact' }).click();
  await expect(dialog.getByText('Enter an e-mail address or a LinkedIn profile.')).toBeVisible();
  await dialog.getByLabel('E-mail address').fill('nobody@elsewhere.example');
  await journey.expectAccessible(page);
  await dialog.getByRole('button', { name: 'Block contact' }).click();
  await expect(page.getByText('Contact blocked. No stored contacts matched.')).toBeVisible();
  await expect(privacy.getByText(/blocked in Settings/)).toBeVisible();
});

test('a retention period is previewed first, and can be undone if it removed no contact', async () => {
  const { page } = host;
  const privacy = region(page, 'Privacy and deletion');
  const months = privacy.getByLabel('Keep contacts', { exact: true });
  await expect(months).toHaveValue('12');
  await expect(privacy.getByRole('table', { name: 'When contacts are erased' })).toBeVisible();
  await months.selectOption({ label: '24 months' });
  await privacy.getByRole('button', { name: 'Apply change' }).click();
  await expect(page.getByText('Contacts are erased after 24 months')).toBeVisible();
  await undoByToast(page, 'Contacts are erased after 24 months');
  await expect(months).toHaveValue('12');
});

test('the contact key changes, and only the new passphrase unlocks contacts after a restart', async () => {
  const { page } = host;
  const people = region(page, 'Contacts');
  await expect(people).toContainText('derives the key from your passphrase each time you unlock contacts');
  await people.getByRole('button', { name: 'Change contact key…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change contact key' });
  await expect(dialog.getByRole('radio', { name: 'The keychain' })).toBeDisabled();
  await dialog.getByLabel('New passphrase', { exact: true }).fill(SECOND);
  await dialog.getByLabel('Repeat the new passphrase').fill('something else');
  await dialog.getByRole('button', { name: 'Change key' }).click();
  await expect(dialog.getByText('The passphrases don’t match.')).toBeVisible();
  await dialog.getByLabel('Repeat the new passphrase').fill(SECOND);
  await journey.expectBothThemesAccessible(page, 'change-key');
  await dialog.getByRole('button', { name: 'Change key' }).click();
  await expect(page.getByText('Contacts are now encrypted with the new passphrase')).toBeVisible({
    timeout: 15_000,
  });

  await host.restart();
  const locked = page.getByRole('status').filter({ hasText: 'Contacts are locked.' });
  await expect(locked).toContainText('Everything else still works');
  // Companies and lists are available without the passphrase.
  await journey.goTo(page, 'Library');
  await page.getByRole('grid').getByRole('row').filter({ hasText: company }).first().click();
  await expect(region(page, 'Contacts')).toContainText('locked');
  await expect(region(page, 'Overview')).toBeVisible();
  await locked.getByLabel('Passphrase').fill(FIRST);
  await locked.getByRole('button', { name: 'Unlock' }).click();
  await expect(locked.getByText('Wrong passphrase. Try again.')).toBeVisible();
  await locked.getByLabel('Passphrase').fill(SECOND);
  await locked.getByRole('button', { name: 'Unlock' }).click();
  await expect(locked).toHaveCount(0);
});

test('an erased company leaves the library, and its user data stays', async () => {
  const { page } = host;
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Erase company…' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${company}?` });
  await expect(dialog).toContainText(/downloaded data from \d+ requests? or webhook events?/);
  await expect(dialog).toContainText('your data about this company, such as notes, tasks and lists');
  await journey.expectBothThemesAccessible(page, 'erase-company');
  await dialog.getByRole('button', { name: 'Erase company' }).click();
  await expect(page.getByText(new RegExp(`^${company} erased`))).toBeVisible();
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: company })).toHaveCount(0);
});

test('downloaded data is deleted, then everything', async () => {
  const { page } = host;
  await journey.goTo(page, 'Settings');
  const privacy = region(page, 'Privacy and deletion');
  await privacy.getByRole('button', { name: 'Delete downloaded data…' }).click();
  const service_ = page.getByRole('dialog', { name: 'Delete downloaded data?' });
  await expect(service_.getByRole('list', { name: 'Deleted' })).toContainText(/\d+ companies and all/);
  await expect(service_.getByRole('list', { name: 'Kept' })).toContainText('the request history');
  await service_.getByRole('button', { name: 'Delete downloaded data' }).click();
  await expect(page.getByText('Downloaded data deleted')).toBeVisible();
  // The library still contains the companies on the user's lists, but no downloaded data such as countries.
  expect(JSON.stringify(await callCore(page, 'library.open'))).toContain('"countries":{"values":[]');

  await journey.goTo(page, 'Settings');
  await privacy.getByRole('button', { name: 'Delete everything…' }).click();
  const all = page.getByRole('dialog', { name: /^Delete everything in / });
  await expect(all.getByRole('list', { name: 'Deleted' })).toContainText('the API key and the contact key');
  await expect(all.getByRole('list', { name: 'Kept' })).toContainText('your other workspaces');
  await journey.expectBothThemesAccessible(page, 'wipe-all');
  await all.getByRole('button', { name: 'Delete everything', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Connect your account', exact: true })).toBeVisible();
  expect(await host.core().handlers.workspaces.list({})).toMatchObject({ workspaces: [] });
});
