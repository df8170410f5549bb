import { expect, test } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';

let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});

test('the spending cap of a screen is shown on its buttons before anything is sent', async () => {
  const { page } = app;
  const cap = (scope: string, records: number | null) =>
    callCore(page, 'quota.setAllowance', { scope, period: 'day', records });
  await journey.goTo(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  const run = page.getByRole('button', { name: /^Run search/ });
  await expect(run).not.toHaveAttribute('aria-disabled', 'true');
  await cap('screen-company', 0);
  await expect(run).not.toHaveAttribute('aria-disabled', 'true');
  await cap('screen-search', 12);
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await expect(
    page.getByText('This request would exceed your spending cap for the Search screen.').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Fetch 12 results instead/ })).toBeVisible();
  await journey.expectAccessible(page);

  await cap('screen-search', null);
  await run.click();
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  const refusal = page.getByText('This request would exceed your spending cap for company pages.');
  await expect(refusal.first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Fetch profile/ })).toHaveAttribute('aria-disabled', 'true');
  await cap('screen-company', null);
  await expect(refusal).toHaveCount(0);
});
