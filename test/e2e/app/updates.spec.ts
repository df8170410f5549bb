import { readFileSync } from 'node:fs';
import { expect, test, type Locator } from '@playwright/test';
import {
  FILE_PATH,
  INSTALLER,
  makeUpdateCertificates,
  MANIFEST_PATH,
  startUpdateWorld,
  type UpdateWorld,
} from '../../security/updates/update-world.ts';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';

/* Updates in About, from a real HTTPS server. */

const HOSTILE_NOTES = '<img src="x" onerror="document.title = 1"> [More](javascript:alert(1))\u202egpj.exe';
let world: UpdateWorld;
let host: ScreenHost;
let opened: readonly string[];
test.beforeAll(async ({ browser }) => {
  world = await startUpdateWorld(await makeUpdateCertificates());
  const { updates, opened: files } = world.ports();
  opened = files;
  host = await openScreenHost(browser, { updates });
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
  await world.dispose();
});

async function openAbout({ page }: ScreenHost): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('about roundwatch');
  // The commands are not available right after the page has loaded, so the test waits for this command.
  await expect(page.getByRole('option', { name: 'About Roundwatch' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  return page.getByRole('dialog').getByRole('region', { name: 'Updates' });
}

test('an update is offered, refused if its file was replaced, and opened in the installer; daily checks are off', async () => {
  world.publish(world.manifest({ notes: HOSTILE_NOTES }));
  world.serve(FILE_PATH, { body: Buffer.from(INSTALLER).fill('X', 100, 107) });
  const about = await openAbout(host);
  await expect(about.getByText('Not checked yet.')).toBeVisible();
  expect(world.takeRequests()).toEqual([]);

  await about.getByRole('button', { name: 'Check for updates' }).click();
  await expect(about.getByRole('heading', { name: 'Version 1.3.0 is available' })).toBeVisible();
  expect(world.takeRequests()).toEqual([MANIFEST_PATH]);
  await about.getByText('What’s new in 1.3.0').click();
  await expect(about.getByText('<img src="x" onerror="document.title = 1">')).toBeVisible();
  await expect(about.locator('img, a')).toHaveCount(0);
  expect(await about.innerText()).not.toContain('\u202e');

  await about.getByRole('button', { name: 'Download update' }).click();
  await expect(about.getByRole('heading', { name: 'Update rejected' })).toBeVisible();
  await expect(about.getByText('Nothing was installed')).toBeVisible();
  expect(world.downloads()).toEqual([]);

  world.serve(FILE_PATH, { body: INSTALLER });
  await about.getByRole('button', { name: 'Try again' }).click();
  await expect(about.getByRole('heading', { name: 'Version 1.3.0 is ready to install' })).toBeVisible();
  expect(opened).toEqual([]);
  await about.getByRole('button', { name: 'Open installer' }).click();
  await expect.poll(() => opened.map((path) => readFileSync(path).equals(INSTALLER))).toEqual([true]);

  const schedule = about.getByRole('switch', { name: 'Check for updates once a day' });
  await expect(schedule).not.toBeChecked();
  await schedule.click();
  await host.page.reload();
  await openAbout(host);
  await expect(schedule).toBeChecked();

  await host.page.keyboard.press('Escape');
  host.push('updates.onFound', { version: '1.4.0' });
  await expect(host.page.getByText('Roundwatch 1.4.0 is available')).toBeVisible();
  await host.page.getByRole('button', { name: 'Show update' }).click();
  await expect(about).toBeVisible();
});
