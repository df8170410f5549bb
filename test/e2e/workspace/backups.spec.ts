import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';

// Runs all tests in one worker, so the demo is prepared only once.
test.describe.configure({ mode: 'default', timeout: 45_000 });

const COMPANY = 'c';
const NOTE = 'Called in May, wants a pilot.';

const prepared = tempDir();
test.beforeAll(async ({ browser }) => {
  const { page, pageErrors, close } = await openLoopback(browser, prepared.path, ['--demo']);
  await journey.search30DaysUs(page);
  await writeNote(page);
  await makeBackup(page);
  expect(pageErrors).toEqual([]);
  await close();
});
test.afterAll(() => prepared.remove());

/** Copies the prepared, closed demo to `dataDir`. Returns the folder of its workspace. */
function used(dataDir: string): string {
  cpSync(prepared.path, dataDir, { recursive: true });
  const [id] = readdirSync(join(dataDir, 'workspaces'));
  return join(dataDir, 'workspaces', id ?? '');
}
async function writeNote(page: Page): Promise<void> {
  const saved = await callCore(page, 'notes.save', { companyId: COMPANY, body: NOTE, baseRevision: 0 });
  expect(saved).toMatchObject({ ok: true });
}
async function makeBackup(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('What do you want to do?').fill('backup');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Made a backup and verified it')).toBeVisible();
}
async function createList(page: Page): Promise<void> {
  const name = page.getByPlaceholder('New list');
  // Retries, because a company that is still opening closes the menu.
  await expect(async () => {
    if (!(await name.isVisible())) await page.getByRole('button', { name: /^Save( to a list)?$/ }).click();
    await expect(name).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
  await name.fill('Warm intros');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.keyboard.press('Escape');
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a backup is made, listed and restored, and the previous state is backed up', async ({ browser }) => {
  const folder = tempDir();
  used(folder.path);
  const { page, pageErrors, close } = await openLoopback(browser, folder.path);
  await journey.goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Backups', exact: true });
  const row = section.getByRole('row').nth(1);
  await expect(row).toContainText('1 note');
  await expect(row).toContainText('verified');
  await section.scrollIntoViewIfNeeded();
  // Restoring first makes a backup of newer changes such as this note.
  const since = await callCore(page, 'notes.save', {
    companyId: 'd',
    body: 'Written since.',
    baseRevision: 0,
  });
  expect(since).toMatchObject({ ok: true });
  await row.getByRole('button', { name: /^Restore the backup of/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 note');
  await expect(dialog).toContainText('What stands now, as a backup of its own');
  await journey.expectBothThemesAccessible(page, 'restore-dialog');
  await dialog.getByRole('button', { name: 'Restore it' }).click();
  await expect(page.getByText('Restored. What stood before is a backup of its own')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'page');
  await journey.goTo(page, 'Settings');
  await expect(section.getByRole('row').filter({ hasText: 'before a restore' })).toContainText('2 notes');
  expect(await callCore(page, 'notes.get', { companyId: 'd' })).toMatchObject({ value: { body: '' } });
  expect(pageErrors).toEqual([]);
  await close();
  folder.remove();
});

test('damaged user data offers the newest backup and keeps the damaged file', async ({ browser }) => {
  const folder = tempDir();
  const workspace = used(folder.path);
  writeFileSync(join(workspace, 'yours.db'), 'not a database');
  const { page, pageErrors, close } = await openLoopback(browser, folder.path);
  await expect(heading(page, 'Demo does not open')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Its files' })).toContainText('damaged');
  await expect(page.getByText(/^The newest good backup is of .*: 1 note/)).toBeVisible();
  // The page appears again when the workspace is opened again.
  await page.getByRole('button', { name: 'Other workspaces' }).click();
  await page.getByRole('button', { name: 'Explore the demo' }).click();
  await expect(heading(page, 'Demo does not open')).toBeVisible();
  await page.getByRole('button', { name: 'Restore the newest good backup…' }).click();
  await expect(page.getByRole('dialog')).toContainText('The file that does not open, as it is');
  await page.getByRole('button', { name: 'Restore it' }).click();
  const restoredMessage = page.getByText(/^Restored\. The file that did not open is kept as /);
  await expect(restoredMessage).toBeVisible();
  const keptFile = (await restoredMessage.innerText()).split(' ').at(-1) ?? '';
  expect(readFileSync(join(workspace, keptFile), 'utf8')).toBe('not a database');
  expect(await callCore(page, 'notes.get', { companyId: COMPANY })).toMatchObject({ value: { body: NOTE } });
  expect(pageErrors).toEqual([]);
  await close();
  folder.remove();
});

test('a missing ledger is recreated only on request, with the dashboard’s figure', async ({ browser }) => {
  const folder = tempDir();
  const workspace = used(folder.path);
  for (const side of ['', '-wal', '-shm']) rmSync(join(workspace, `ledger.db${side}`), { force: true });
  const { page, pageErrors, close } = await openLoopback(browser, folder.path);
  await expect(heading(page, 'Begin a new ledger')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Its files' })).toContainText('gone');
  await page.getByLabel('Records used this month').fill('many');
  await page.getByRole('button', { name: 'Begin a new ledger' }).click();
  await expect(page.getByText('A whole number, as the dashboard shows it')).toBeVisible();
  await page.getByLabel('Records used this month').fill('1,200');
  await page.getByRole('button', { name: 'Begin a new ledger' }).click();
  await expect(page.getByText(/^A new ledger was begun/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByText('1,800 left')).toBeVisible();
  expect(pageErrors).toEqual([]);
  await close();
  folder.remove();
});

test('a damaged library is rebuilt with a message; one from a newer version stays unchanged', async ({
  browser,
}) => {
  const folder = tempDir();
  const workspace = used(folder.path);
  writeFileSync(join(workspace, 'cache.db'), 'not a database');
  const first = await openLoopback(browser, folder.path);
  await expect(first.page.getByText(/is kept as cache\S*damaged/)).toBeVisible();
  await first.page.getByRole('button', { name: 'Fine' }).click();
  await expect(first.page.getByText('The library was damaged and began anew.')).toHaveCount(0);
  await first.close();

  const yours = new Database(join(workspace, 'yours.db'));
  yours.pragma('user_version = 9999');
  yours.close();
  const { page, pageErrors, close } = await openLoopback(browser, folder.path);
  await expect(page.getByRole('list', { name: 'Its files' })).toContainText('from a newer Roundwatch');
  await expect(page.getByText(/^Update Roundwatch\./)).toBeVisible();
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText('It still does not open')).toBeVisible();
  expect(pageErrors).toEqual([]);
  await close();
  folder.remove();
});

/** Replies to the page in place of the core, for channels for which `reply` returns a value. */
async function interpose(app: LoopbackApp, reply: (channel: string) => unknown): Promise<void> {
  await app.page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, channel }: { id: number; channel: string } = JSON.parse(String(message));
      const replacement = reply(channel);
      if (replacement === undefined) server.send(message);
      else socket.send(JSON.stringify({ id, reply: replacement }));
    });
  });
  await app.page.reload();
}

test('a full disk allows reading and reports unsaved changes until they can be saved', async ({
  browser,
}) => {
  const folder = tempDir();
  const app = await openLoopback(browser, folder.path, ['--demo']);
  let isFull = false;
  const full = { ok: false, error: { kind: 'storage', reason: 'full', file: 'yours' } };
  await interpose(app, (channel) => (isFull && channel === 'watchlists.create' ? full : undefined));
  const { page } = app;
  await journey.search30DaysUs(page);
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  isFull = true;
  await createList(page);
  const banner = page.getByRole('alert').filter({ hasText: 'The disk is full.' });
  await expect(banner).toContainText('Not saved: a list. Reading works.');
  const next = page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(2);
  const company = await next.locator('bdi').first().innerText();
  await next.click();
  await expect(page.getByRole('heading', { name: company })).toBeVisible();
  isFull = false;
  await createList(page);
  await expect(banner).toHaveCount(0);
  expect(app.pageErrors).toEqual([]);
  await app.close();
  folder.remove();
});

test('a file that is locked at the start opens once it is free', async ({ browser }) => {
  const folder = tempDir();
  used(folder.path);
  const app = await openLoopback(browser, folder.path);
  const remedy = 'close-other';
  const failure = { ok: false, error: { kind: 'storage', reason: 'busy', file: 'yours', remedy } };
  const id = readdirSync(join(folder.path, 'workspaces'))[0] ?? '';
  const file = (name: string, how = 'ok') => ({ file: name, state: how, remedy: null, setAside: null });
  const files = [{ ...file('yours', 'locked'), remedy }, file('ledger'), file('cache')];
  const status = {
    workspaceId: id,
    isOpen: false,
    files,
    newest: null,
    isRoomLow: false,
    lastFailure: null,
  };
  const demo = {
    id,
    kind: 'demo',
    name: 'Demo',
    baseUrl: 'http://127.0.0.1/api/v1',
    loopback: true,
    keyType: 'live',
    createdAtMs: 1,
  };
  let isBlocked = true;
  const replies: Readonly<Record<string, unknown>> = {
    'workspaces.list': { ok: true, value: { workspaces: [demo], activeId: null, lost: [] } },
    'workspaces.open': failure,
    'backups.status': { ok: true, value: status },
  };
  await interpose(app, (channel) => (isBlocked ? replies[channel] : undefined));
  const { page } = app;
  await expect(page.getByText('Close the other program or window')).toBeVisible();
  isBlocked = false;
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText('Demo is open again')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(app.pageErrors).toEqual([]);
  await app.close();
  folder.remove();
});
