import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { slugOf } from '../../../electron/simulator/data/tags.ts';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';

// The tests share one demo, and each test continues where the previous one ended.
test.describe.configure({ mode: 'serial', timeout: 90_000 });

const COMPANY = 'c';
let host: ScreenHost;
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
  await host.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(host.page, null);
  await write('Call on Tuesday. Ask for the budget owner.');
  await host.core().handlers.watchlists.create({ name: 'Warm intros', companyIds: [COMPANY] });
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

async function write(body: string): Promise<void> {
  const { notes } = host.core().handlers;
  const { revision } = await notes.get({ companyId: COMPANY });
  await notes.save({ companyId: COMPANY, body, baseRevision: revision, begins: true });
}
const body = async (): Promise<string> => (await host.core().handlers.notes.get({ companyId: COMPANY })).body;

const inData = (folder: string): string => join(host.dataDir, folder);
async function saveArchive(page: Page, passphrase?: string): Promise<string> {
  await journey.goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Save an archive…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save an archive' });
  if (passphrase !== undefined) {
    await dialog.getByText('Protect the archive with a passphrase').click();
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await dialog.getByRole('button', { name: 'Save archive' }).click();
    await expect(dialog.getByText('The passphrases don’t match.')).toBeVisible();
    await dialog.getByLabel('Repeat the passphrase').fill(passphrase);
  }
  await dialog.getByRole('button', { name: 'Save archive' }).click();
  await expect(page.getByText(/\.roundwatch saved with \d+ items?/)).toBeVisible();
  mkdirSync(inData('imports'), { recursive: true });
  const saved = (): string[] => readdirSync(inData('exports')).filter((each) => each.endsWith('.roundwatch'));
  // Waits for the file, because the toast may belong to an earlier archive and does not prove that this one
  // is saved.
  await expect.poll(saved).toHaveLength(1);
  const [name = ''] = saved();
  renameSync(join(inData('exports'), name), join(inData('imports'), name));
  return name;
}
async function openArchive(page: Page): Promise<void> {
  await journey.goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Import…' }).click();
  await page.getByRole('button', { name: 'Open the archive in the imports folder' }).click();
}
const row = (page: Page, kind: string) => page.getByRole('row').filter({ hasText: kind });

test('without a file in the imports folder, the screen states where to put it', async () => {
  const { page } = host;
  await openArchive(page);
  await expect(page.getByRole('alert')).toHaveText(/Put the file in a folder named “imports”/);
});

test('an archive of this workspace has nothing to import', async () => {
  const { page } = host;
  const name = await saveArchive(page);
  await openArchive(page);
  await expect(page.getByRole('heading', { name: 'Import archive' })).toBeVisible();
  await expect(page.getByText(`${name} ·`)).toContainText('file intact');
  await expect(page.getByText('This file contains nothing new')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 0 changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('a note changed on both sides is settled, imported and undone in one step', async ({ browser }) => {
  const { page } = host;
  const other = await openScreenHost(browser);
  try {
    await journey.exploreDemo(other.page, null);
    const there = other.core().handlers;
    mkdirSync(join(other.dataDir, 'imports'), { recursive: true });
    const name = await saveArchive(page);
    renameSync(join(inData('imports'), name), join(other.dataDir, 'imports', name));
    const opened = await there.archive.open({});
    if (opened.state !== 'opened') throw new Error(`the archive is ${opened.state}`);
    const { importId, kinds } = opened.preview;
    await there.archive.apply({
      importId,
      kinds: kinds.map(({ kind }) => kind),
      kindChoices: [],
      conflicts: [],
    });
    const { revision } = await there.notes.get({ companyId: COMPANY });
    await there.notes.save({
      companyId: COMPANY,
      body: 'Call on Tuesday. Budget owner is Silje. Ask for the budget owner.',
      baseRevision: revision,
      begins: true,
    });
    await there.archive.save({});
    const [changed = ''] = readdirSync(join(other.dataDir, 'exports'));
    renameSync(join(other.dataDir, 'exports', changed), join(inData('imports'), 'changed.roundwatch'));
  } finally {
    await other.close();
  }
  await write('Call on Tuesday. They start in August. Ask for the budget owner.');
  await openArchive(page);
  const conflict = page.getByRole('region', { name: 'Conflicts' });
  await expect(conflict.getByText('conflict 1 of 1')).toBeVisible();
  await expect(conflict.locator('mark')).toHaveText([/They start in August/, /Budget owner is Silje/]);
  await journey.expectBothThemesAccessible(page, 'import-preview');
  await conflict.getByText('This computer', { exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Import 0 changes' })).toBeDisabled();
  await conflict.getByText('Keep both', { exact: true }).click();
  await page.getByRole('button', { name: 'Import 1 change' }).click();
  await expect(page.getByText('1 change imported')).toBeVisible();
  expect(await body()).toContain('They start in August');
  expect(await body()).toContain('Budget owner is Silje');
  await page.keyboard.press('Control+z');
  await expect.poll(body).toBe('Call on Tuesday. They start in August. Ask for the budget owner.');
});

test('an archive with a passphrase opens only with it', async () => {
  const { page } = host;
  await saveArchive(page, 'long enough');
  await openArchive(page);
  await page.getByLabel('Passphrase').fill('another one');
  await page.getByRole('button', { name: 'Unlock archive' }).click();
  await expect(page.getByText('The passphrase is wrong, or the archive is damaged.')).toBeVisible();
  await page.getByLabel('Passphrase').fill('long enough');
  await page.getByRole('button', { name: 'Unlock archive' }).click();
  await expect(page.getByRole('heading', { name: 'Import archive' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('a file that is no archive is refused, and nothing changes', async () => {
  const { page } = host;
  const before = await body();
  writeFileSync(join(inData('imports'), 'zzz.roundwatch'), 'not an archive');
  await openArchive(page);
  await expect(page.getByRole('alert')).toHaveText(/isn’t a Roundwatch archive/);
  expect(await body()).toBe(before);
});

test('a table that cannot be read states why', async () => {
  const { page } = host;
  writeFileSync(join(inData('imports'), 'broken.csv'), 'Firm,Note\nNorthwind,"never closed\n');
  await journey.goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Import…' }).click();
  await page.getByRole('button', { name: 'Open the CSV file in the imports folder' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /a quote is not closed \(row \d+\)\. Nothing was changed\.$/,
  );
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
});

test('a table of notes is mapped, compared and imported, and one undo takes it back', async () => {
  const { page } = host;
  writeFileSync(
    join(inData('imports'), 'notes.csv'),
    'Firm,Site,Remark,Labels\nNorthwind,northwind.example,Met at the fair,fair\n,,no company,\n',
  );
  await journey.goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Import…' }).click();
  await page.getByRole('button', { name: 'Open the CSV file in the imports folder' }).click();
  await expect(page.getByText('2 rows read.', { exact: false })).toBeVisible();
  for (const column of ['Firm', 'Site'])
    await page.getByLabel(`What ${column} contains`).selectOption({ label: 'Not imported' });
  await page.getByRole('button', { name: 'Compare with your data' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Choose the column that contains the company’s name/);
  for (const column of ['Firm', 'Site'])
    await page.getByLabel(`What ${column} contains`).selectOption({ label: 'Company name' });
  await page.getByRole('button', { name: 'Compare with your data' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^You chose the same content for two columns/);
  await page.getByLabel('What Firm contains').selectOption({ label: 'Company name' });
  await page.getByLabel('What Site contains').selectOption({ label: 'Website' });
  await page.getByLabel('What Remark contains').selectOption({ label: 'Note' });
  await page.getByLabel('What Labels contains').selectOption({ label: 'Tags' });
  await journey.expectBothThemesAccessible(page, 'import-columns');
  await page.getByRole('button', { name: 'Compare with your data' }).click();
  await expect(page.getByRole('heading', { name: 'Import files' })).toBeVisible();
  await expect(row(page, 'Notes')).toContainText('1');
  await page.getByRole('button', { name: /^Import \d+ changes?$/ }).click();
  await expect(page.getByText('3 changes imported', { exact: true })).toBeVisible();
  const tags = async (): Promise<string[]> =>
    (await host.core().handlers.marks.tags({ text: '', offset: 0, limit: 50 })).tags.map(({ name }) => name);
  expect(await tags()).toContain('fair');
  await page.keyboard.press('Control+z');
  await expect.poll(tags).not.toContain('fair');
});

test('the open page of a company from a file follows it to the fetched company with its website', async () => {
  const { page } = host;
  const { companies, quota, search } = host.core().handlers;
  await journey.search30DaysUs(page);
  const { set } = await search.last({});
  const { rows } = await search.rows({ setId: set?.setId ?? '', offset: 0, limit: 1 });
  const { companyId = '', name = '' } = rows[0] ?? {};
  writeFileSync(
    join(inData('imports'), 'zz.csv'),
    `Firm,Site,Remark\nFrom the fair,${slugOf(name)}.example,Met at the fair\n`,
  );
  await journey.goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Import…' }).click();
  await page.getByRole('button', { name: 'Open the CSV file in the imports folder' }).click();
  await page.getByLabel('What Firm contains').selectOption({ label: 'Company name' });
  await page.getByLabel('What Site contains').selectOption({ label: 'Website' });
  await page.getByLabel('What Remark contains').selectOption({ label: 'Note' });
  await page.getByRole('button', { name: 'Compare with your data' }).click();
  await page.getByRole('button', { name: /^Import \d+ changes?$/ }).click();
  await journey.goTo(page, 'Library');
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('From the fair');
  await page.getByRole('row', { name: /From the fair/ }).click();
  const pane = page.getByRole('article');
  await expect(pane.getByRole('heading', { name: 'From the fair' })).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Look up' })).toBeVisible();
  const { cost: accepted } = await quota.price({
    call: { endpoint: 'company', companyId },
    screen: 'company',
  });
  await companies.fetchProfile({ id: companyId, accepted, screen: 'company' });
  await expect(pane.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(pane.getByText('Met at the fair')).toBeVisible();
});
