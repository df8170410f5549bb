import { expect, test, type Locator } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { startSimulatorHere, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import {
  callsDuring,
  expectTimelineEntry,
  openInFull,
  timelineOf,
  recordOpened,
  type Opened,
} from './company-page.ts';
import { delayRequests } from '../support/delay-requests.ts';
import * as journey from '../support/journey.ts';
import { fetchPanel, openRow, PANELS } from './company-panels.ts';
import { region } from '../support/locators.ts';
import { leaveTooltips } from '../support/tooltips.ts';

/* The company page: prices, external links, messages and the timeline. */
let app: LoopbackApp;
let service: SimulatorProcess;
let opened: Opened;
const data = tempDir();
const PASSPHRASE = 'a long enough passphrase';
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorHere(['--companies', '600', '--seed', '5']);
  app = await openLoopback(browser, data.path);
  await journey.connectAccount(app.page, {
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    passphrase: PASSPHRASE,
  });
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.searchHiring(app.page);
  opened = await recordOpened(app.context, app.page);
});
test.afterAll(async () => {
  await app.close();
  await service.stop();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

/** Presses a button that shows a price, and returns the number of records in the price. */
async function pay(button: Locator): Promise<number> {
  await expect(button).toBeEnabled();
  await expect(button).toContainText(/\d+ record/);
  const price = /(\d+) record/.exec(await button.innerText())?.[1];
  await leaveTooltips(app.page);
  await button.click();
  return Number(price);
}
/** Returns the id of the company whose contacts were fetched first. */
async function idOpen(): Promise<string> {
  const path = (await service.transcript())
    .map((call) => call.path)
    .find((each) => each.endsWith('/contacts'));
  return decodeURIComponent(path?.split('/').at(-2) ?? '');
}
async function recordsUsed(): Promise<number> {
  const reply = JSON.stringify(await callCore(app.page, 'quota.status'));
  return Number(/"budget":"month-records","used":(\d+)/.exec(reply)?.[1]);
}
const emails = () => region(app.page, 'Contacts').getByText(/@.+\.example/);

test('every request up to the full profile costs its shown price, as its receipt states', async () => {
  const { page } = app;
  const [before, used] = [(await service.transcript()).length, await recordsUsed()];
  let [row, people] = [0, 0];
  while (people === 0 && row < 8) {
    row += 1;
    await openRow(page, row);
    let most = 0;
    const [call, ...more] = await callsDuring(service, async () => {
      most = await pay(region(page, 'Overview').getByRole('button', { name: /^Fetch profile/ }));
      await expect(region(page, 'Overview').getByRole('button', { name: /^Refresh/ })).toBeVisible();
    });
    expect(more).toEqual([]);
    expect(call?.charged.records).toBe(most);
    await expect(page.getByText(/^Last request: 1 record\b.*left\.$/)).toBeVisible();
    people = await region(page, 'Contacts').getByRole('listitem').count();
  }
  const contacts = await callsDuring(service, async () => {
    const most = await pay(region(page, 'Contacts').getByRole('button', { name: /^Fetch contacts/ }));
    expect(most).toBeGreaterThanOrEqual(1);
    await expect(emails().first()).toBeVisible();
  });
  expect(contacts.map(({ path, status }) => `${path.split('/').at(-1) ?? ''} ${status}`)).toEqual([
    'contacts 200',
  ]);
  for (const { name } of PANELS) {
    const calls = await callsDuring(service, () => fetchPanel(page, name));
    expect(calls).toHaveLength(1);
  }
  // The app counts exactly the records that the service charged.
  const charged = (await service.transcript())
    .slice(before)
    .reduce((sum, { charged: { records } }) => sum + records, 0);
  expect((await recordsUsed()) - used).toBe(charged);
});

test('the timeline lists requests with prices, service data and actions, each with its source', async () => {
  const { page } = app;
  await openInFull(page);
  const whyNow = page.getByRole('group', { name: 'Why now' });
  await whyNow.getByRole('button', { name: /^hiring \d+ since/ }).click();
  await expect(region(page, 'Open roles')).toBeFocused();
  await whyNow.getByRole('button', { name: /(?:ago|today|yesterday)$/ }).click();
  await expect(region(page, 'Rounds').locator('[data-round]').first()).toBeFocused();
  await expectTimelineEntry(page, /Profile fetched, 1 request, 1 record/);
  await expectTimelineEntry(page, /Contacts fetched, 1 request, \d+ record/);
  await region(page, 'Timeline').getByText('Facts', { exact: true }).click();
  await expectTimelineEntry(page, /announced/);
  await expectTimelineEntry(page, /open roles? first seen/);
  const length = (await timelineOf(page)).length;
  const older = region(page, 'Timeline').getByRole('button', { name: 'Show older entries' });
  if ((await older.count()) > 0) {
    await older.click();
    await expect.poll(async () => (await timelineOf(page)).length).toBeGreaterThan(length);
  }
  await region(page, 'Timeline').getByText('Your data', { exact: true }).click();
  await expect(region(page, 'Timeline')).toContainText(
    'Your activity, such as notes, tasks and calls, appears here.',
  );
  await region(page, 'Timeline').getByText('All', { exact: true }).click();
  const nav = page.getByRole('navigation', { name: 'Sections' });
  const current = nav.locator('[aria-current]');
  await nav.getByRole('button', { name: /^Tech stack \d+/ }).press('Enter');
  await expect(current).toHaveText(/^Tech stack/);
  await expect(region(page, 'Tech stack')).toBeFocused();
  await expect(region(page, 'Tech stack')).toBeInViewport();
  await nav.getByRole('button', { name: /^Timeline \d+/ }).click();
  await expect(region(page, 'Timeline')).toBeInViewport();
  await expect(current).toHaveText(/^Timeline/);
  await region(page, 'Timeline').hover();
  await page.mouse.wheel(0, -10_000);
  await expect(current).toHaveText('Overview');
});

test('a link shows its target, opens in an isolated tab and is logged', async () => {
  const { page } = app;
  const link = region(page, 'Overview').getByRole('button', { name: 'Open the website' });
  const host = (await link.innerText()).replace(/^www\./, '');
  await expect(link).toHaveAttribute('title', /^Opens \S+\.example in your browser: https:/);
  const [tab] = await Promise.all([app.context.waitForEvent('page'), link.click()]);
  // A new tab is blank at first.
  await expect.poll(() => tab.url()).toContain(host.split('/')[0]);
  await tab.waitForLoadState();
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  expect(opened.pages.at(-1)?.referer).toBeUndefined();
  await tab.close();
  await expectTimelineEntry(page, 'Website opened');
  expect(app.pageErrors).toEqual([]);
});

test('contacts that match the buyer roles come first, with the reason, until this is undone', async () => {
  const { page } = app;
  const rows = region(page, 'Contacts').getByRole('listitem');
  const names = () => rows.locator('b').allInnerTexts();
  const before = await names();
  const company = await page.locator('article h1').innerText();
  const [name = '', title = ''] = await Promise.all([
    rows.last().locator('b').innerText(),
    rows.last().locator('.title').innerText(),
  ]);
  await region(page, 'Contacts').getByRole('button', { name: 'Set your buyer roles' }).click();
  const roles = region(page, 'Buyer roles');
  await expect(roles.getByRole('heading', { name: 'Buyer roles' })).toBeFocused();
  await roles.getByRole('button', { name: 'Add role' }).click();
  await expect(roles.getByLabel('Department')).toBeFocused();
  // A new role has no department until one is chosen, and cannot be saved without one.
  await expect(roles.getByLabel('Department')).toHaveValue('');
  await roles.getByRole('button', { name: 'Save buyer roles' }).click();
  await expect(roles.getByText('Choose a department, or remove this role.')).toBeVisible();
  await expect(roles.getByLabel('Department')).toBeFocused();
  await roles.getByLabel('Department').selectOption('Legal');
  await roles.getByRole('button', { name: 'Executive', exact: true }).click();
  await expect(roles.getByRole('button', { name: 'Back to the company' })).toBeVisible();
  await journey.expectBothThemesAccessible(page, 'buyer-roles');
  // The test types this text, but does not add it as a keyword before saving the form. Saving must include it
  // anyway.
  await roles.getByLabel('Words in the title').fill(title);
  await roles.getByRole('button', { name: 'Save buyer roles' }).click();
  // Saving returns to the company, whose contacts panel is now above the overview.
  await expect(page.locator('article h1')).toHaveText(company);
  await expect(page.locator('article .column section.panel').first()).toHaveAttribute(
    'aria-label',
    'Contacts',
  );
  await expect(rows.first().locator('b')).toHaveText(name);
  await expect(rows.first()).toContainText(`contains “${title}”. Matches your buyer roles.`);
  await expect(page.locator('header').getByText(/^Best match:/)).toContainText(name);
  await expect(region(page, 'Contacts')).toContainText(/\d+ of \d+ match(es)? your buyer roles/);
  const others = region(page, 'Contacts').getByRole('button', { name: /^\d+ others?/ });
  await others.click();
  await expect(rows).toHaveCount(before.length);
  await journey.expectBothThemesAccessible(page, 'company-matches');
  await page.locator('body').press('z');
  await expect.poll(names).toEqual(before);
  await expect(page.getByText(/^Best match:/)).toHaveCount(0);
});

test('a copied field equals the stored one, and the timeline names its owner, not its value', async () => {
  const { page } = app;
  const name = await region(page, 'Contacts').getByRole('listitem').first().locator('b').innerText();
  const email = await journey.copyFirstEmail(page);
  await expectTimelineEntry(page, /^[\s\S]*E-mail address of .+ copied/);
  expect((await timelineOf(page)).join('\n')).not.toContain(email);
  expect(name).not.toBe('');
});

test('the key c copies one known field and names it', async () => {
  const { page } = app;
  await page.locator('body').press('c');
  const dialog = page.getByRole('dialog', { name: 'Addresses and links' });
  const choice = dialog.getByRole('button', { name: /^LinkedIn profile of / }).first();
  const name = /^LinkedIn profile of (.+?) https/.exec((await choice.innerText()).replace(/\s+/g, ' '))?.[1];
  await journey.expectBothThemesAccessible(page, 'company-copy');
  await choice.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expectTimelineEntry(page, `LinkedIn profile of ${name ?? ''} copied`);
});

test('a template is filled from the library, marks gaps, and becomes a mail that can be logged', async () => {
  const { page } = app;
  await page
    .getByRole('button', { name: /^Write to / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Message to / });
  // Without a template, the dialog suggests a message that can be copied as it is.
  await expect(dialog.getByLabel('Message')).toHaveValue(/^Hello \S+,\n\nI saw that you raised .+\. /);
  await expect(dialog.getByRole('status')).toHaveText(
    'Suggested message without a signature. Add what you offer.',
  );
  await expect(dialog.getByRole('button', { name: 'Copy message' })).not.toHaveAttribute('aria-disabled');
  await expect(dialog.getByRole('button', { name: 'Edit template' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'New template' }).click();
  const editor = page.getByRole('dialog', { name: 'New template' });
  await expect(editor.getByRole('textbox', { name: 'Name' })).toHaveValue('First message after a round');
  await editor
    .getByLabel('Message')
    .fill('Hello {first name}, {company} raised {amount}. {your note line} {mood}');
  await expect(editor.getByRole('status')).toContainText('{mood}');
  await journey.expectBothThemesAccessible(page, 'company-template');
  await editor.getByRole('button', { name: 'Save template' }).click();
  await expect(editor).toHaveCount(0);
  const message = dialog.getByLabel('Message');
  const company = await page.locator('article h1').innerText();
  await expect(message).toHaveValue(
    new RegExp(
      `^Hello \\S+, ${company.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} raised .+\\. \\[your note line\\] \\{mood\\}$`,
    ),
  );
  await expect(dialog.getByRole('status')).toContainText(
    'Fill in [your note line] and {mood} before you copy',
  );
  await journey.expectBothThemesAccessible(page, 'company-write');
  // A message with placeholders can be neither copied nor opened.
  for (const name of ['Copy message', 'Open in mail program'])
    await expect(dialog.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Go to placeholder' }).click();
  await page.keyboard.type('Well done!');
  await expect(message).toHaveValue(/Well done! \{mood\}$/);
  await message.fill((await message.inputValue()).replace('{mood}', '& 50 % off?'));
  const text = await message.inputValue();
  await dialog.getByText('Add to the contact log').click();
  await dialog.getByRole('button', { name: 'Open in mail program' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(opened.mails).toHaveLength(1);
  const [mail = ''] = await opened.mails();
  const { protocol, pathname, searchParams } = new URL(mail);
  expect(protocol).toBe('mailto:');
  expect(decodeURIComponent(pathname)).toBe(await emails().first().innerText());
  expect(searchParams.get('body')).toBe(text);
  await expect(region(page, 'Contact log').getByRole('listitem')).toHaveCount(1);
  // The log contains the recipient and the template, but not the text of the message.
  await expect(region(page, 'Contact log').getByRole('listitem')).toContainText(
    'First message after a round',
  );
  const log = JSON.stringify(
    await callCore(page, 'contactLog.of', { companyId: await idOpen(), offset: 0, limit: 5 }),
  );
  expect(log).not.toContain('Congratulations');
  await expectTimelineEntry(page, /Message to .+ passed to your mail program/);
  await page.keyboard.press('z');
  await expect(region(page, 'Contact log').getByRole('listitem')).toHaveCount(0);
});

test('a copied message is logged if the user asks for it, once, and carries the signature', async () => {
  const { page } = app;
  await page
    .getByRole('button', { name: /^Write to / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Message to / });
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('');
  await dialog.getByRole('button', { name: 'Add signature' }).click();
  const editor = page.getByRole('dialog', { name: 'Signature' });
  await editor.getByLabel('Your signature').fill('Ines Moreau\nHarbour');
  await editor.getByRole('button', { name: 'Save signature' }).click();
  await expect(dialog.getByRole('button', { name: 'Edit signature' })).toBeVisible();
  const message = dialog.getByLabel('Message');
  await expect(message).toHaveValue('\n\nInes Moreau\nHarbour\n');
  await message.fill(`Hello${await message.inputValue()}`);
  await app.context.grantPermissions(['clipboard-read']);
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const copySubject = dialog.getByRole('button', { name: 'Copy subject' });
  await dialog.getByLabel('Subject').fill('');
  await expect(copySubject).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Subject').fill('About your round');
  await copySubject.click();
  await expect(dialog.getByRole('status')).toHaveText('Subject copied.');
  expect(await clipboard()).toBe('About your round');
  await dialog.getByText('Add to the contact log').click();
  // The dialog loads the effects of logging. The buttons move when these effects appear.
  await expect(dialog.getByText('Also sets the status to Contacted.')).toBeVisible();
  const close = dialog.getByRole('button', { name: 'Close' });
  const closeAt = await close.boundingBox();
  await dialog.getByRole('button', { name: 'Copy message' }).click();
  await expect(page.getByText('Message copied and logged')).toBeVisible();
  // The message is copied without the subject, and the buttons beside "Copied" stay in place.
  expect(await clipboard()).toBe('Hello\n\nInes Moreau\nHarbour\n');
  expect(await close.boundingBox()).toEqual(closeAt);
  await expect(dialog.getByRole('checkbox', { name: 'Add to the contact log' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Message logged' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(dialog.getByRole('status')).toHaveText(/^Message copied\. /);
  // For a few seconds, the label of the copy button is "Copied". The button can still be pressed.
  await dialog.getByRole('button', { name: 'Copied' }).last().click();
  await page.keyboard.press('Escape');
  const entries = region(page, 'Contact log').getByRole('listitem');
  await expect(entries).toHaveCount(1);
  await page.keyboard.press('z');
  await expect(entries).toHaveCount(0);
  // The user can also copy a message first and log it afterwards.
  await page
    .getByRole('button', { name: /^Write to / })
    .first()
    .click();
  await message.fill('Hello again');
  await dialog.getByRole('button', { name: 'Copy message' }).click();
  await dialog.getByRole('button', { name: 'Log message' }).click();
  await expect(dialog.getByRole('button', { name: 'Message logged' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entries).toHaveCount(1);
  await page.keyboard.press('z');
  await expect(entries).toHaveCount(0);
  await callCore(page, 'settings.setSignature', { text: '' });
});

test('text written before the templates load stays', async () => {
  const { page } = app;
  const release = await delayRequests(page, 'templates.list');
  await page
    .getByRole('button', { name: /^Write to / })
    .first()
    .click();
  const message = page.getByRole('dialog', { name: /^Message to / }).getByLabel('Message');
  await message.fill('By hand');
  await release();
  await expect(message).toHaveValue('By hand');
  await page.keyboard.press('Escape');
});

test('a message or template closed with Escape is restored; a cancelled or copied one is not', async () => {
  const { page } = app;
  const write = page.getByRole('button', { name: /^Write to / }).first();
  const dialog = page.getByRole('dialog', { name: /^Message to / });
  const message = dialog.getByLabel('Message');
  await write.click();
  // The recipient and the subject are already filled in, so the message field has focus.
  await expect(message).toBeFocused();
  await message.fill('Half a message');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const notice = page.getByRole('contentinfo').getByText('Draft kept until you quit Roundwatch');
  await expect(notice).toBeVisible();
  await write.click();
  await expect(message).toHaveValue('Half a message');
  await expect(dialog.getByRole('status')).toHaveText('Your earlier draft was restored.');
  await dialog.getByLabel('Subject').fill('');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await write.click();
  await expect(dialog.getByLabel('Subject')).toBeFocused();
  await expect(message).toHaveValue('Half a message');
  // The palette must not open here, because it could open a company behind the dialog.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByText('Close this dialog first')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
  // Choosing "No template" leaves the message unchanged, even after the dialog is reopened.
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('');
  await expect(message).toHaveValue('Half a message');
  await page.keyboard.press('Escape');
  await write.click();
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toHaveValue('');
  await expect(message).toHaveValue('Half a message');
  // Each recipient has a separate draft.
  const to = dialog.getByRole('combobox', { name: 'To' });
  const him = await to.inputValue();
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Write to / })
    .last()
    .click();
  await expect(to).not.toHaveValue(him);
  await expect(message).not.toHaveValue('Half a message');
  const her = await to.inputValue();
  await message.fill('Hers');
  await to.selectOption(him);
  await expect(message).toHaveValue('Half a message');
  await to.selectOption(her);
  await expect(message).toHaveValue('Hers');
  // Clearing the recipient must not discard the draft.
  await to.selectOption('');
  await expect(message).toHaveValue('Hers');
  await dialog.getByLabel('Subject').fill('');
  await message.fill('');
  await to.selectOption(him);
  await expect(message).toHaveValue('Half a message');
  await dialog.getByRole('button', { name: 'New template' }).click();
  const editor = page.getByRole('dialog', { name: 'New template' });
  await editor.getByLabel('Message').fill('Half a template');
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await dialog.getByRole('button', { name: 'New template' }).click();
  await expect(editor.getByLabel('Message')).toHaveValue('Half a template');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'New template' }).click();
  await expect(editor.getByLabel('Message')).not.toHaveValue('Half a template');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(message).toHaveValue('Half a message');
  await dialog.getByRole('button', { name: 'Copy message' }).click();
  await expectTimelineEntry(page, /Message to .+ copied/);
  await page.keyboard.press('Escape');
  await write.click();
  await expect(message).not.toHaveValue('Half a message');
  await page.keyboard.press('Escape');
});

test('a message too long for a mail link can be copied; with locked contacts it has no name', async () => {
  const { page } = app;
  await page
    .getByRole('button', { name: /^Write to / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Message to / });
  await dialog.getByLabel('Message').fill('ä'.repeat(1_000));
  await dialog.getByRole('button', { name: 'Open in mail program' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The link is too long');
  await dialog.getByRole('button', { name: 'Copy message' }).click();
  await page.keyboard.press('Escape');
  await expectTimelineEntry(page, /Message to .+ copied/);

  await callCore(page, 'keys.lockContacts');
  await expect(region(page, 'Contacts')).toContainText('locked');
  await page.getByRole('button', { name: 'Write a message' }).click();
  await expect(dialog).toContainText('Contacts are locked');
  await expect(dialog.getByLabel('Message')).toHaveValue(/^Hello \[first name\], /);
  await dialog.getByLabel('Message').fill('Hello, well done');
  await expect(dialog.getByRole('button', { name: 'Open in mail program' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await dialog.getByRole('button', { name: 'Copy message' }).click();
  await page.keyboard.press('Escape');
  await expectTimelineEntry(page, /^[\s\S]*a locked contact/);
  await callCore(page, 'keys.unlockPeople', { passphrase: PASSPHRASE });
  await expect(emails().first()).toBeVisible();
});

test('a blocked contact cannot be copied or written to, and the timeline contains no name', async () => {
  const { page } = app;
  const before = await emails().count();
  const first = region(page, 'Contacts').getByRole('listitem').first();
  const name = await first.locator('b').innerText();
  await first.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: /^Block/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block contact', exact: true }).click();
  await expect(emails()).toHaveCount(before - 1);
  await expectTimelineEntry(page, 'Contact blocked');
  expect((await timelineOf(page)).join('\n')).not.toContain(name);
});

test('a company erased elsewhere leaves the screen, which shows the price of fetching it', async () => {
  const { page } = app;
  const name = await page.locator('article h1').innerText();
  const companyId = await idOpen();
  const calls = await callsDuring(service, async () => {
    await callCore(page, 'privacy.eraseCompany', { companyId });
    await expect(page.getByRole('heading', { name: 'This company isn’t in your library' })).toBeVisible();
    await expect(page.getByRole('article')).not.toContainText(name);
    await expect(page.getByRole('button', { name: /^Fetch profile/ })).toContainText('1 record');
    await journey.expectBothThemesAccessible(page, 'company-missing');
  });
  expect(calls).toEqual([]);
  await page.getByRole('article').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(app.pageErrors).toEqual([]);
});
