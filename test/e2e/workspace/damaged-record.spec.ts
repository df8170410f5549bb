import { copyFileSync, readdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';
import { connect, go, press } from '../states/screen-state.ts';

/* A workspace whose record was damaged while the app was closed. */

test.describe.configure({ timeout: 90_000 });

const NOTE = 'Called in May, wants a pilot.';
const [RECORD, COPY] = ['workspace.json', 'workspace.copy.json'] as const;
const MESSAGE = 'A workspace can’t be opened.';

/** Connects an account, saves a note in its workspace, and returns the workspace's folder. */
async function used(host: ScreenHost): Promise<string> {
  await connect(host);
  await host.core().handlers.notes.save({ companyId: 'c', body: NOTE, baseRevision: 0 });
  const [id] = readdirSync(join(host.dataDir, 'workspaces'));
  return join(host.dataDir, 'workspaces', id ?? '');
}

test('if a record and its copy are truncated, a message names the folder, and a restored record opens', async ({
  browser,
}) => {
  const host = await openScreenHost(browser, { startsBlank: true });
  const { page } = host;
  const folder = await used(host);
  await host.restart(() => {
    copyFileSync(join(folder, RECORD), join(folder, 'kept'));
    for (const name of [RECORD, COPY]) truncateSync(join(folder, name), 40);
  });
  const alert = page.getByRole('alert').filter({ hasText: MESSAGE });
  await expect(alert).toContainText('Nothing was deleted');
  await expect(alert).toContainText(folder);
  await press(page, 'Check again');
  await expect(page.getByText('workspace.json is still missing or damaged')).toBeVisible();
  // The message also appears while the demo is open. Settings still shows it after the user has dismissed it.
  await press(page, 'Explore the demo');
  await journey.skipMarket(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(alert).toBeVisible();
  await press(page, 'Dismiss');
  await expect(alert).toHaveCount(0);
  await go(page, 'Settings');
  const settings = region(page, 'Workspaces');
  await expect(settings.getByText(MESSAGE)).toBeVisible();
  renameSync(join(folder, 'kept'), join(folder, RECORD));
  await settings.getByRole('button', { name: 'Check again' }).click();
  await expect(settings.getByText(MESSAGE)).toHaveCount(0);
  await settings.getByRole('button', { name: 'Open', exact: true }).click();
  await expect
    .poll(async () => (await host.core().handlers.workspaces.list({})).activeId)
    .toBe(folder.split(/[/\\]/).at(-1));
  expect(await host.core().handlers.notes.get({ companyId: 'c' })).toMatchObject({ body: NOTE });
  expect(host.pageErrors).toEqual([]);
  await host.close();
});
