import { expect, test } from '@playwright/test';
import { openScreenHost } from '../../support/browser/screen-host.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { connect, go, openFirstResult, press } from '../states/screen-state.ts';

test('a website over plain http opens after a confirmation that names its host', async ({ browser }) => {
  test.setTimeout(60_000);
  const host = await openScreenHost(browser, { startsBlank: true });
  const { page, service, context } = host;
  await connect(host);
  await go(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  await press(page, /^Run search/);
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible();
  const website = 'http://plain.example/about';
  service.addFaults([{ match: '/api/v1/companies/', action: { kind: 'patch', set: { website } } }]);
  await openFirstResult(host);
  await press(page, /^Fetch profile/);
  const link = page.getByRole('button', { name: 'Open the website' }).first();
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'Open plain.example without encryption?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);

  await context.route('http://plain.example/**', (route) => route.fulfill({ body: 'the site' }));
  await link.click();
  const confirm = dialog.getByRole('button', { name: 'Open in browser' });
  const [opened] = await Promise.all([context.waitForEvent('page'), confirm.click()]);
  await expect.poll(() => opened.url()).toBe(website);
  expect(host.pageErrors).toEqual([]);
  await host.close();
});
