import { expect, test, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { delayRequests } from '../support/delay-requests.ts';
import * as journey from '../support/journey.ts';
import { pressShortcut } from '../support/keyboard.ts';
import { region } from '../support/locators.ts';

/* If a change is rejected, the control shows the previous value again. */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const refusals = (page: Page) => page.getByText('Something you entered isn’t valid.');

test('the demo service’s switch shows its current value', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Demo controls' }).click();
  const service = page.getByRole('switch', { name: 'Simulated service' });
  await expect(service).toBeChecked();
  const release = await delayRequests(page, 'demo.setService');
  await service.click();
  await release('refused');
  await expect(refusals(page)).not.toHaveCount(0);
  await expect(service).toBeChecked();
  await service.click();
  await expect(service).not.toBeChecked();
  await service.click();
  await expect(service).toBeChecked();
  await page.keyboard.press('Escape');
});

test('the receiver’s switch shows its current value', async () => {
  const { page } = app;
  await pressShortcut(page, 'g', 'i');
  await region(page, 'Receiver').getByRole('button', { name: 'Show setup and deliveries' }).click();
  const listens = region(page, 'Receiver').getByRole('switch');
  const was = await listens.getAttribute('aria-checked');
  const release = await delayRequests(page, 'signals.setEnabled');
  await listens.click();
  await release('refused');
  await expect(refusals(page)).not.toHaveCount(0);
  await expect(listens).toHaveAttribute('aria-checked', String(was));
  await listens.click();
  await expect(listens).toHaveAttribute('aria-checked', was === 'true' ? 'false' : 'true');
});

test('the retention field shows its current value', async () => {
  const { page } = app;
  await journey.goTo(page, 'Settings');
  const privacy = region(page, 'Privacy and deletion');
  const months = privacy.getByLabel('Keep contacts', { exact: true });
  const was = await months.inputValue();
  const release = await delayRequests(page, 'privacy.retention');
  await months.selectOption({ label: '24 months' });
  await expect(months).toHaveValue('24');
  await release('refused');
  await expect(months).toHaveValue(was);
  await expect(privacy.getByRole('button', { name: 'Apply change' })).toHaveCount(0);
  await months.selectOption({ label: '24 months' });
  await expect(privacy.getByRole('button', { name: 'Apply change' })).toBeVisible();
  await expect(months).toHaveValue('24');
});
