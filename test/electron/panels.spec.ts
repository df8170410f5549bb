import { expect, test } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import { fetchPanel, openRow, PANELS } from '../e2e/company/company-panels.ts';
import { region } from '../e2e/support/locators.ts';
import { launchElectron, newElectronPlace, request } from '../support/electron/electron-app.ts';

test('each panel is fetched at its price and available without the service', async () => {
  test.setTimeout(120_000);
  const place = newElectronPlace();
  const { app, page, pageErrors } = await launchElectron(place);
  await journey.exploreDemo(page);
  await journey.searchHiring(page);
  await openRow(page, 1);
  for (const { name } of PANELS) await fetchPanel(page, name);
  const transcript = await request(page, 'demo.transcript', { offset: 0, limit: 1 });
  expect(transcript).toMatchObject({ ok: true, value: { total: 1 + PANELS.length } });

  await request(page, 'demo.setService', { running: false });
  await page.getByRole('button', { name: 'Open in full' }).click();
  await expect(region(page, 'Open roles').getByRole('listitem').first()).toBeVisible();
  await expect(region(page, 'Rounds').getByText('lead', { exact: true }).first()).toBeVisible();
  await region(page, 'Tech')
    .getByRole('button', { name: /^(Refresh|Ask again)/ })
    .click();
  // The request finds that there is no network, and waits in the offline queue.
  await expect(page.getByText(/waits for the network/).first()).toBeVisible();
  for (const name of ['Tech', 'News']) await expect(region(page, name).getByRole('alert')).toHaveCount(0);
  expect(pageErrors).toEqual([]);
  await app.close();
  place.remove();
});
