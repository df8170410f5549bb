import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import {
  launchElectron,
  newElectronPlace,
  request,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';
import { answerFileDialogs } from '../support/electron/native-dialogs.ts';

/*
 * An archive with a passphrase is saved on one computer and imported on another, where the import is then
 * undone.
 */
test.describe.configure({ timeout: 180_000 });

const COMPANY = 'c';
const NOTE = 'Call on Tuesday. Ask for the budget owner.';
const PASSPHRASE = 'long enough to keep';

const valueOf = (reply: unknown): unknown => Reflect.get(Object(reply), 'value');
const noteOn = async (page: Page): Promise<unknown> =>
  Reflect.get(Object(valueOf(await request(page, 'notes.get', { companyId: COMPANY }))), 'body');
const listsOn = async (page: Page): Promise<string> =>
  JSON.stringify(valueOf(await request(page, 'watchlists.list')));

/**
 * Returns the start of a file. The app's process reads the file, because that process may run as another
 * user, and the test may not be allowed to read the file.
 */
const startOf = ({ app }: LaunchedElectron, file: string): Promise<string> =>
  app.evaluate(
    (_electron, path) => process.getBuiltinModule('node:fs').readFileSync(path, 'latin1').slice(0, 40),
    file,
  );

async function saveProtected(launched: LaunchedElectron, file: string): Promise<void> {
  const { app, page } = launched;
  await journey.exploreDemo(page, null);
  expect(
    await request(page, 'notes.save', { companyId: COMPANY, body: NOTE, baseRevision: 0, begins: true }),
  ).toMatchObject({ ok: true });
  expect(
    await request(page, 'watchlists.create', { name: journey.LIST, companyIds: [COMPANY] }),
  ).toMatchObject({ ok: true });
  await journey.goTo(page, 'Settings');
  const asked = await answerFileDialogs(app, null);
  await page.getByRole('button', { name: 'Save an archive…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save an archive' });
  await dialog.getByText('Protect the archive with a passphrase').click();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  const save = dialog.getByRole('button', { name: 'Save archive' });
  await save.click();
  // If the user cancels the system's dialog, the app's own dialog stays open.
  await expect.poll(asked).toEqual(['Save your data']);
  await expect(save).toBeEnabled();
  await answerFileDialogs(app, file);
  await save.click();
  await expect(page.getByText(/\.roundwatch saved with \d+ items?/)).toBeVisible();
  expect(await startOf(launched, file)).toMatch(/^ROUNDWATCH-ENCRYPTED-ARCHIVE\n/);
}

async function importAndUndo({ app, page }: LaunchedElectron, file: string): Promise<void> {
  await journey.exploreDemo(page, null);
  expect(await noteOn(page)).toBe('');
  await journey.goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Import…' }).click();
  const asked = await answerFileDialogs(app, file);
  await page.getByRole('button', { name: 'Choose an archive…' }).click();
  await expect.poll(asked).toEqual(['Import an archive']);
  await page.getByLabel('Passphrase').fill('another passphrase');
  await page.getByRole('button', { name: 'Unlock archive' }).click();
  await expect(page.getByText('The passphrase is wrong, or the archive is damaged.')).toBeVisible();
  await page.getByLabel('Passphrase').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Unlock archive' }).click();
  await expect(page.getByRole('heading', { name: 'Import archive' })).toBeVisible();
  await expect(page.getByText('other.roundwatch ·')).toContainText('file intact');
  await expect(page.getByRole('row').filter({ hasText: 'Notes' })).toContainText('1');
  // The preview changes nothing.
  expect(await noteOn(page)).toBe('');
  await page.getByRole('button', { name: /^Import \d+ changes$/ }).click();
  await expect(page.getByText(/^\d+ changes imported$/)).toBeVisible();
  expect(await noteOn(page)).toBe(NOTE);
  expect(await listsOn(page)).toContain(journey.LIST);
  await page.keyboard.press('Control+z');
  await expect.poll(() => noteOn(page)).toBe('');
  expect(await listsOn(page)).not.toContain(journey.LIST);
}

test('an archive with a passphrase is saved, imported on another computer and undone in one step', async () => {
  const [here, there] = [newElectronPlace(), newElectronPlace()];
  const file = join(here.dataDir, '..', 'other.roundwatch');
  for (const [place, use] of [
    [here, saveProtected],
    [there, importAndUndo],
  ] as const) {
    const launched = await launchElectron(place);
    await use(launched, file);
    expect(launched.pageErrors).toEqual([]);
    await launched.app.close();
  }
  here.remove();
  there.remove();
});
