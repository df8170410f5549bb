import { KEY_CHECK } from '../../support/common/key-check.ts';
import { expect, test } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';
import { connect } from '../states/screen-state.ts';

/*
 * Locked contacts in one account. The user locks and unlocks contacts while the app runs, and works while
 * they are locked. After a restart, the user has forgotten the passphrase, and removes the contacts.
 */

test.describe.configure({ mode: 'serial', timeout: 90_000 });

const PASSPHRASE = 'correct horse battery';
const WRITTEN_WHILE_LOCKED = 'Written while locked';
let host: ScreenHost;
let found: journey.FetchedContacts;
let name = '';

test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser, { hasKeychain: false, startsBlank: true });
  const { page } = host;
  await connect(host, { mode: 'passphrase', passphrase: PASSPHRASE });
  await journey.search30DaysUs(page);
  ({ found } = await journey.fetchContacts(page));
  name = await region(page, 'Contacts').getByRole('listitem').first().locator('b').innerText();
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

/** The contacts panel of the open company, or the contacts section of Settings. */
const card = () => host.page.getByRole('region', { name: /^(People|Contacts)$/ });
const openInLibrary = async (): Promise<void> => {
  await journey.goTo(host.page, 'Library');
  await host.page.getByRole('grid').getByRole('row').filter({ hasText: found.company }).first().click();
};
const unlockBanner = () => host.page.getByRole('status').filter({ hasText: 'Everything else still works' });
/** Expects that neither the screen nor the page's markup contains a contact. */
async function expectNoContact(): Promise<void> {
  const content = await host.page.content();
  expect([name, ...found.emails].filter((text) => content.includes(text))).toEqual([]);
}

test('locked contacts appear on no screen until the passphrase is entered', async () => {
  const { page, service } = host;
  await openInLibrary();
  await expect(card()).toContainText(found.emails[0] ?? '@');
  const log = region(page, 'Contact log');
  await log.getByRole('button', { name: 'Add entry' }).click();
  await log.getByRole('combobox', { name: 'Contact', exact: true }).selectOption({ label: name });
  await log.getByRole('textbox', { name: 'Summary' }).fill('Wants an offer');
  await log.getByRole('button', { name: 'Save entry' }).click();
  await expect(log.getByRole('listitem')).toContainText(name);

  await journey.goTo(page, 'Settings');
  const lock = page.getByRole('button', { name: 'Lock contacts' });
  await lock.press('Enter');
  await expect(
    page.getByText('Contacts are locked. Enter your passphrase to unlock them.').first(),
  ).toBeVisible();
  await expect(lock).toHaveCount(0);
  await expect(region(page, 'Privacy and deletion').getByText(/^Contacts are locked\. Enter/)).toBeFocused();
  await expect(unlockBanner()).toContainText('Contacts are locked.');

  // No reply to the page contains text that identifies a contact.
  const calls = service.transcript().length;
  await openInLibrary();
  await expect(card()).toContainText('locked');
  const search = page.getByRole('searchbox', { name: 'Search the library' });
  await search.fill(name);
  await expect(page.getByText(/^No companies match/)).toBeVisible();
  await search.fill('');
  await expectNoContact();
  expect(await host.core().handlers.keys.state({})).toMatchObject({ people: { why: 'passphrase' } });
  await journey.saveToList(page, 'While locked');
  expect(service.transcript()).toHaveLength(calls);

  await unlockBanner().getByLabel('Passphrase').fill(PASSPHRASE);
  await unlockBanner().getByRole('button', { name: 'Unlock' }).click();
  await expect(unlockBanner()).toHaveCount(0);
  for (const email of found.emails) await expect(card()).toContainText(email);
  await search.fill(name);
  await expect(page.getByText('Contact matches')).toBeVisible();
  await search.fill('');

  // The palette finds a contact by name, and opens its company at this contact.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(name);
  const byContact = page.getByRole('group', { name: 'Contacts' }).getByRole('option').first();
  await expect(byContact).toContainText(name);
  await expect(byContact).toContainText(`at ${found.company}`);
  await byContact.click();
  await expect(page.locator('[data-person]:focus')).toContainText(name);
  // At full size, `w` writes the first message.
  await page.keyboard.press('w');
  await expect(page.getByRole('dialog', { name: /^Message to / })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: found.company })).toHaveCount(0);
  await openInLibrary();

  // Locking contacts removes the contacts that the open palette has found.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(name);
  await expect(byContact).toContainText(name);
  await host.core().handlers.keys.lockContacts({});
  await expect(byContact).toHaveCount(0);
  await page.keyboard.press('Escape');
  await unlockBanner().getByLabel('Passphrase').fill(PASSPHRASE);
  await unlockBanner().getByRole('button', { name: 'Unlock' }).click();
  await expect(unlockBanner()).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('lock contacts');
  await page.keyboard.press('Enter');
  await expect(unlockBanner()).toBeVisible();
  // Locking hides the contacts of the open company immediately.
  await expect(card()).toContainText('locked');
  await expectNoContact();
});

test('user data works while contacts are locked, and the contact log contains no name', async () => {
  const { page } = host;
  const log = region(page, 'Contact log');
  const entry = log.getByRole('listitem');
  await expect(entry).toContainText('locked contact');
  await expect(entry).toContainText('Wants an offer');
  await journey.writeNote(page, WRITTEN_WHILE_LOCKED);
  await page.keyboard.press('Escape');
  await region(page, 'Tasks').getByRole('button', { name: /^Add/ }).click();
  await page.keyboard.type('Unlock people');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Tasks').getByRole('listitem')).toContainText('Unlock people');
  await entry.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await log.getByRole('textbox', { name: 'Summary' }).fill('Wants two offers');
  await log.getByRole('button', { name: 'Save changes' }).click();
  await expect(entry).toContainText('Wants two offers');
  await expectNoContact();

  await unlockBanner().getByLabel('Passphrase').fill(PASSPHRASE);
  await unlockBanner().getByRole('button', { name: 'Unlock' }).click();
  // The edited entry still refers to its contact.
  await expect(entry).toContainText(name);
  expect(await host.core().handlers.words.export({})).toMatchObject({ files: 1 });
});

test('contacts with a forgotten passphrase are removed and fetched again under a new one', async () => {
  await host.restart();
  const { page, service } = host;
  const banner = page.getByRole('status').filter({ hasText: 'Enter your passphrase to unlock them' });
  await banner.getByLabel('Passphrase').fill('another horse battery');
  await banner.getByRole('button', { name: 'Unlock' }).click();
  await expect(banner).toContainText('Wrong passphrase. Try again.');
  await banner.getByRole('button', { name: 'Forgot passphrase?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove unreadable contacts?' });
  await expect(dialog.getByRole('list', { name: 'Deleted' })).toContainText(
    /\d+ contacts? stored on this computer/,
  );
  await expect(dialog.getByRole('list', { name: 'Kept' })).toContainText('all notes, tags, lists and tasks');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await host.core().handlers.keys.state({})).toMatchObject({ people: { why: 'passphrase' } });

  // Contacts can also be removed in Settings.
  await journey.goTo(page, 'Settings');
  await expect(card()).toContainText('Without the passphrase, nobody can read these contacts');
  await card().getByRole('button', { name: 'Remove unreadable contacts…' }).click();
  await dialog.getByRole('button', { name: 'Remove contacts' }).click();
  await expect(
    page.getByText(/Removed \d+ contacts?\. Choose how to protect contacts/).first(),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(banner).toHaveCount(0);
  await expect(card().getByRole('heading', { name: 'Contacts', exact: true })).toBeFocused();
  await expect(card()).toContainText('Not stored on this computer');

  await card().getByText('passphrase', { exact: false }).first().click();
  await card().getByLabel('Passphrase', { exact: true }).fill('a newer passphrase');
  await card().getByLabel('Repeat the passphrase').fill('a newer passphrase');
  await card().getByRole('button', { name: 'Store contacts' }).click();
  await expect(card()).toContainText('Encrypted with your passphrase');

  // Without a keyring, the API key is stored only in memory and lost on restart. The test therefore sets the
  // key again.
  const { liveKey: apiKey } = service;
  await host.core().handlers.keys.setApiKey({ apiKey, place: 'session', sameAccount: true, ...KEY_CHECK });
  await openInLibrary();
  for (const email of found.emails) await expect(card()).not.toContainText(email);
  await card()
    .getByRole('button', { name: /^Fetch contacts/ })
    .click();
  for (const email of found.emails) await expect(card()).toContainText(email);
  await expect(page.getByText(WRITTEN_WHILE_LOCKED).first()).toBeVisible();
});
