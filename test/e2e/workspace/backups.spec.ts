import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, type Page } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { region, results } from '../support/locators.ts';

// The tests share one demo. Each test leaves it open and undamaged.
test.describe.configure({ mode: 'serial', timeout: 90_000 });

const COMPANY = 'c';
const NOTE = 'Called in May, wants a pilot.';

let host: ScreenHost;
/** The folder of the demo's files. */
let workspace = '';
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
  const { page, core, dataDir } = host;
  await journey.exploreDemo(page, null);
  await core().handlers.notes.save({ companyId: COMPANY, body: NOTE, baseRevision: 0 });
  const [id = ''] = readdirSync(join(dataDir, 'workspaces'));
  workspace = join(dataDir, 'workspaces', id);
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

const inWorkspace = (file: string): string => join(workspace, file);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const noteOf = async (companyId: string): Promise<string> =>
  (await host.core().handlers.notes.get({ companyId })).body;

async function createList(page: Page): Promise<void> {
  const name = page.getByPlaceholder('New list');
  // The menu closes if the company finishes opening after the click. The test therefore retries.
  await expect(async () => {
    if (!(await name.isVisible())) await page.getByRole('button', { name: /^Save( to a list)?$/ }).click();
    await expect(name).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await name.fill('Warm intros');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.keyboard.press('Escape');
}

test('a full disk allows reading and reports unsaved changes until they can be saved', async () => {
  const { page } = host;
  await journey.searchHiring(page);
  await results(page).getByRole('row').nth(1).click();
  host.answer('watchlists.create', { kind: 'storage', reason: 'full', file: 'yours' });
  await createList(page);
  const banner = page.getByRole('alert').filter({ hasText: 'The disk is full.' });
  await expect(banner).toContainText('Not saved: a list. You can still read everything.');
  const next = results(page).getByRole('row').nth(2);
  const company = await next.locator('bdi').first().innerText();
  await next.click();
  await expect(page.getByRole('heading', { name: company })).toBeVisible();
  host.answer('watchlists.create', null);
  await createList(page);
  await expect(banner).toHaveCount(0);
});

test('damaged user data offers the newest backup and keeps the damaged file', async () => {
  const { page } = host;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('backup');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Backup made and verified')).toBeVisible();
  await host.restart(() => writeFileSync(inWorkspace('yours.db'), 'not a database'));
  await expect(heading(page, 'Demo can’t be opened')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('damaged');
  await expect(page.getByText(/^The newest good backup is from .* and contains 1 note/)).toBeVisible();
  // Leaving the error page and opening the workspace again must show the same error page.
  await page.getByRole('button', { name: 'Choose another workspace' }).click();
  await page.getByRole('button', { name: 'Explore the demo' }).click();
  await expect(heading(page, 'Demo can’t be opened')).toBeVisible();
  await page.getByRole('button', { name: 'Restore the newest good backup…' }).click();
  await expect(page.getByRole('dialog')).toContainText('The damaged file, unchanged');
  await page.getByRole('button', { name: 'Restore backup' }).click();
  const restoredMessage = page.getByText(/^Backup restored\. The damaged file is kept as /).first();
  await expect(restoredMessage).toBeVisible();
  const keptFile = (await restoredMessage.innerText()).split(' ').at(-1)?.replace(/\.$/, '') ?? '';
  expect(readFileSync(inWorkspace(keptFile), 'utf8')).toBe('not a database');
  expect(await noteOf(COMPANY)).toBe(NOTE);
});

test('a backup is listed and restored, and the previous state is backed up', async () => {
  const { page } = host;
  await journey.goTo(page, 'Settings');
  const section = region(page, 'Backups');
  const row = section.getByRole('row').nth(1);
  await expect(row).toContainText('1 note');
  await expect(row).toContainText('verified');
  // Before restoring a backup, the app backs up newer changes such as this note.
  await host.core().handlers.notes.save({ companyId: 'd', body: 'Written since.', baseRevision: 0 });
  await row.getByRole('button', { name: /^Restore the backup from/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 note');
  await expect(dialog).toContainText('Your current data, as a separate backup');
  await journey.expectBothThemesAccessible(page, 'restore-dialog');
  await dialog.getByRole('button', { name: 'Restore backup' }).click();
  await expect(
    page.getByText('Backup restored. Your previous data is kept as a separate backup.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'page');
  await journey.goTo(page, 'Settings');
  await expect(section.getByRole('row').filter({ hasText: 'before a restore' })).toContainText('2 notes');
  expect(await noteOf('d')).toBe('');
});

test('a missing ledger is recreated only on request, with the dashboard’s figure', async () => {
  const { page } = host;
  await host.restart(() => {
    for (const side of ['', '-wal', '-shm']) rmSync(inWorkspace(`ledger.db${side}`), { force: true });
  });
  await expect(heading(page, 'New request history')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('missing');
  await page.getByLabel('Records used this month').fill('many');
  await page.getByRole('button', { name: 'Start a new request history' }).click();
  await expect(page.getByText('Enter a whole number, as shown in the dashboard.')).toBeVisible();
  await page.getByLabel('Records used this month').fill('1,200');
  await page.getByRole('button', { name: 'Start a new request history' }).click();
  // Before the error page closes, it shows the notice. The next page shows the notice in its status bar.
  const statusBar = page.getByRole('contentinfo');
  await expect(statusBar.getByText(/^New request history started/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByText('1,800 left')).toBeVisible();
});

/** Sets the version of `yours.db` and returns the previous one. */
function setVersion(version: number): number {
  const yours = new Database(inWorkspace('yours.db'));
  const before = Number(yours.pragma('user_version', { simple: true }));
  yours.pragma(`user_version = ${version}`);
  yours.close();
  return before;
}

test('a damaged library is rebuilt with a message; a newer version’s file is left until it opens', async () => {
  const { page } = host;
  await host.restart(() => writeFileSync(inWorkspace('cache.db'), 'not a database'));
  await expect(page.getByText(/is kept as cache\S*damaged/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(
    page.getByText('The library was damaged and has been replaced with an empty one.'),
  ).toHaveCount(0);

  let version = 0;
  await host.restart(() => (version = setVersion(9_999)));
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('from a newer version');
  await expect(page.getByText(/^Update Roundwatch, then check again\./)).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The workspace still can’t be opened')).toBeVisible();
  expect(setVersion(version)).toBe(9_999);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Demo is open again')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('single notes and lists come back from a backup, and copies from a second folder', async () => {
  const { page } = host;
  const { handlers } = host.core();
  const before = await noteOf(COMPANY);
  const list = await handlers.watchlists.create({ name: 'Warm leads', companyIds: [COMPANY] });
  await handlers.backups.make({});
  await handlers.watchlists.remove({ id: list.id });
  const note = await handlers.notes.get({ companyId: COMPANY });
  await handlers.notes.save({ companyId: COMPANY, body: 'Overwritten.', baseRevision: note.revision });

  await journey.goTo(page, 'Settings');
  const made = page.getByRole('row').filter({ hasText: '1 note and 2 lists' });
  await made.getByRole('button', { name: /^Browse the backup from/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Backup from/ });
  const search = dialog.getByLabel('Search this backup', { exact: true }).and(page.locator('input'));
  await search.fill('no such text');
  await expect(dialog.getByText('No matches in this backup')).toBeVisible();
  await expect(search).toHaveValue('no such text');
  await search.fill(before.slice(0, 6).toUpperCase());
  await dialog
    .getByRole('row')
    .filter({ hasText: before })
    .getByRole('button', { name: /^Restore/ })
    .click();
  await search.fill('');
  await expect(
    dialog.getByText('No notes to restore: your current notes contain everything in this backup.'),
  ).toBeVisible();
  expect(await noteOf(COMPANY)).toBe(before);
  await dialog.getByText('Lists', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Restore Warm leads' }).click();
  await expect(
    dialog.getByText('No lists to restore: your current lists contain everything in this backup.'),
  ).toBeVisible();
  expect((await handlers.watchlists.list({})).watchlists).toContainEqual(
    expect.objectContaining({ name: 'Warm leads', count: 1 }),
  );
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Use a second folder' }).click();
  await expect(page.getByText(/^Last copied and verified/)).toBeVisible();
  const second = join(host.dataDir, 'second-backups');
  const [folder = ''] = readdirSync(second);
  const own = readdirSync(inWorkspace('backups'));
  expect(readdirSync(join(second, folder)).sort()).toEqual(own.sort());
  rmSync(inWorkspace('backups'), { recursive: true });
  await page.getByRole('button', { name: 'Find backups in the second folder' }).click();
  await expect(page.getByText(/^\d+ backups? added to the list$/)).toBeVisible();

  renameSync(second, `${second} unplugged`);
  await page.getByRole('button', { name: 'Copy backups now' }).click();
  await expect(page.getByText(/^The folder has been unavailable since/)).toBeVisible();
  await handlers.demo.travel({ days: 7 });
  const reminder = page.getByText(/^No backups have been copied to the second folder since/);
  await handlers.backups.make({});
  await expect(reminder).toBeVisible();
  renameSync(`${second} unplugged`, second);
  await page.getByRole('button', { name: 'Copy backups now' }).click();
  await expect(reminder).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop copying' }).click();
  await expect(page.getByRole('button', { name: 'Use a second folder' })).toBeVisible();
});
