import { expect, test } from '@playwright/test';
import type { NoticeResult } from '../../../electron/core/ports.ts';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';

/* Tests how the app reacts if the system does not show a notification. */
let host: ScreenHost;
let result: NoticeResult = { isShown: false, reason: 'Notifications are turned off\u202e for this app' };
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser, {
    notifier: {
      supported: () => true,
      show: (_notice, _onClick, onResult) => {
        onResult?.(result);
        return true;
      },
    },
  });
  await journey.exploreDemo(host.page);
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});

const sendTest = async ({ page }: ScreenHost): Promise<void> => {
  await page.getByRole('button', { name: 'Send test notification' }).click();
};

test('the status bar says once that nothing is shown, and Settings gives the reason until one is shown', async () => {
  const { page } = host;
  const statusBar = page.getByRole('contentinfo', { name: 'Status' });
  const said = statusBar.getByText('Your system isn’t showing Roundwatch notifications');
  await host.core().handlers.notifications.test({});
  await expect(said).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await statusBar.getByRole('button', { name: 'Open Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeFocused();
  const reason = page.getByText(/^The last notification wasn’t shown\. The system’s reason: /);
  await expect(reason).toContainText('“Notifications are turned off for this app”');
  await expect(reason).toContainText('Allow notifications from Roundwatch in your system settings');
  await journey.expectAccessible(page);

  await expect(said).toHaveCount(0);
  result = { isShown: false, reason: null };
  await sendTest(host);
  await expect(
    page.getByText('The last notification wasn’t shown: the system didn’t respond.'),
  ).toBeVisible();
  await expect(said).toHaveCount(0);

  result = { isShown: true };
  await sendTest(host);
  await expect(statusBar.getByText('Test notification sent')).toBeVisible();
  await expect(page.getByText('The last notification wasn’t shown')).toHaveCount(0);
});
