import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback } from '../../support/browser/loopback-app.ts';
import { startSimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';

test.describe.configure({ timeout: 120_000 });

test('user data works while contacts are locked, and the contact log names nobody', async ({ browser }) => {
  const folder = tempDir();
  const service = await startSimulatorProcess(['--seed', '11']);
  const passphrase = 'correct horse battery';
  const first = await openLoopback(browser, folder.path);
  await journey.connectAccount(first.page, {
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    passphrase,
  });
  await journey.search30DaysUs(first.page);
  const { found } = await journey.fetchContacts(first.page);
  const log = region(first.page, 'Contact log');
  await log.getByRole('button', { name: 'Add', exact: true }).click();
  const whom = log.getByRole('combobox', { name: 'Whom' });
  const person = (await whom.getByRole('option').nth(1).innerText()).trim();
  await whom.selectOption({ label: person });
  await log.getByRole('textbox', { name: 'In a line' }).fill('Wants an offer');
  await log.getByRole('button', { name: 'Add to the log' }).click();
  await expect(log.getByRole('listitem')).toContainText(person);
  await first.close();
  await service.stop();

  const second = await openLoopback(browser, folder.path);
  const { page } = second;
  await journey.goTo(page, 'Library');
  await page.getByRole('grid').getByRole('row').filter({ hasText: found.company }).first().click();
  const entry = region(page, 'Contact log').getByRole('listitem');
  await expect(entry).toContainText('someone, locked');
  await expect(entry).toContainText('Wants an offer');
  await expect(page.getByText(person)).toHaveCount(0);
  await journey.writeNote(page, 'Written while locked');
  await page.keyboard.press('Escape');
  await region(page, 'Tasks').getByRole('button', { name: /^Add/ }).click();
  await page.keyboard.type('Unlock people');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Tasks').getByRole('listitem')).toContainText('Unlock people');
  await entry.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Change…' }).click();
  await region(page, 'Contact log').getByRole('textbox', { name: 'In a line' }).fill('Wants two offers');
  await journey.expectAccessible(page);
  await region(page, 'Contact log').getByRole('button', { name: 'Change the entry' }).click();
  await expect(entry).toContainText('Wants two offers');

  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  // The edited entry still refers to its contact.
  await expect(entry).toContainText(person);
  const { value } = z
    .object({ value: z.object({ place: z.string(), files: z.int() }) })
    .parse(await callCore(page, 'words.export'));
  expect(value.files).toBe(1);
  expect(second.pageErrors).toEqual([]);
  await second.close();
  folder.remove();
});
