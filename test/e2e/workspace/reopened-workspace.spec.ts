import { expect, test } from '@playwright/test';
import { openScreenHost } from '../../support/browser/screen-host.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { region } from '../support/locators.ts';
import { connect, go, press } from '../states/screen-state.ts';

/*
 * The app's frame shows current counts and the receiver's status after the workspace's files have been
 * replaced.
 */

test('rail and status bar are up to date after a restore and after deleting downloaded data', async ({
  browser,
}) => {
  const host = await openScreenHost(browser, { startsBlank: true });
  const { page } = host;
  await connect(host);
  const { signals, backups } = host.core().handlers;
  const count = page.getByRole('navigation', { name: 'Main' }).getByLabel(/ new$/);
  const light = page.getByRole('contentinfo').getByRole('button', { name: /^Receiver/ });
  await signals.paste({ text: JSON.stringify(eventOf({ companyId: 'one', roundId: 'fnd_one' })) });
  await expect(count).toHaveText('1');
  await expect(light).toHaveText('Receiver off');
  await backups.make({});
  await signals.markSeen({ ids: null });
  await signals.setEnabled({ enabled: true, pauseMs: null });
  await expect(count).toHaveCount(0);
  await expect(light).toHaveText('Receiver: no key');

  await go(page, 'Settings');
  await region(page, 'Backups')
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Restore the backup from/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore backup' }).click();
  await expect(
    page.getByText('Backup restored. Your previous data is kept as a separate backup.'),
  ).toBeVisible();
  await expect(count).toHaveText('1');
  await expect(light).toHaveText('Receiver off');
  // The frame also shows later changes.
  await signals.paste({ text: JSON.stringify(eventOf({ companyId: 'two', roundId: 'fnd_two' })) });
  await signals.setEnabled({ enabled: true, pauseMs: null });
  await expect(count).toHaveText('2');
  await expect(light).toHaveText('Receiver: no key');

  await go(page, 'Settings');
  await press(page, 'Delete downloaded data…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete downloaded data' }).click();
  await expect(page.getByText('Downloaded data deleted')).toBeVisible();
  await expect(count).toHaveCount(0);
  await expect(light).toHaveText('Receiver: no key');
  expect(host.pageErrors).toEqual([]);
  await host.close();
});
