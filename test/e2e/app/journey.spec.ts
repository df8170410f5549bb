import { expect, test } from '@playwright/test';
import { callCore, openLoopback } from '../../support/browser/loopback-app.ts';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import { startSimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';

// This test goes through a whole working day, which takes long on a busy machine.
test.describe.configure({ timeout: 150_000 });

test('the demo works from the first run to stored data after a restart', async ({ browser }) => {
  const folder = tempDir();
  const first = await openLoopback(browser, folder.path);
  await journey.expectAccessible(first.page);
  await journey.exploreDemo(first.page);
  const searched = await journey.search30DaysUs(first.page);
  await journey.expectAccessible(first.page);
  const { paid, found } = await journey.fetchContacts(first.page);
  const copied = await journey.copyFirstEmail(first.page);
  await first.context.grantPermissions(['clipboard-read']);
  expect(await first.page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  await journey.saveToList(first.page, journey.LIST);
  await journey.writeNote(first.page, journey.NOTE);
  await journey.expectAccessible(first.page);
  const transcript = await callCore(first.page, 'demo.transcript', { offset: 0, limit: 50 });
  expect(transcript).toMatchObject({ ok: true, value: { total: searched.length + paid.length } });
  expect(first.pageErrors).toEqual([]);
  await first.close();

  const second = await openLoopback(browser, folder.path);
  await callCore(second.page, 'demo.setService', { running: false });
  await journey.expectStoredData(second.page, found);
  await journey.expectAccessible(second.page);
  expect(await callCore(second.page, 'demo.transcript', { offset: 0, limit: 1 })).toMatchObject({
    ok: true,
    value: { total: 0 },
  });
  expect(second.pageErrors).toEqual([]);
  await second.close();
  folder.remove();
});

test('an account works on a separate service, and offline once the service is gone', async ({ browser }) => {
  const folder = tempDir();
  const service = await startSimulatorProcess(['--seed', '11']);
  const first = await openLoopback(browser, folder.path);
  const passphrase = 'correct horse battery';
  const paid = await journey.connectAccount(first.page, {
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    passphrase,
  });
  paid.push(...(await journey.search30DaysUs(first.page)));
  const { paid: fetched, found } = await journey.fetchContacts(first.page);
  paid.push(...fetched);
  await journey.saveToList(first.page, journey.LIST);
  await journey.writeNote(first.page, journey.NOTE);
  const calls = await service.transcript();
  expect(calls.map(({ path }) => path.replace('/api/v1', '').replace(/cmp_\w+/, '{id}'))).toEqual([
    '/stats',
    '/fundings',
    ...fetched.slice(0, -1).map(() => '/companies/{id}'),
    '/companies/{id}/contacts',
  ]);
  expect(calls).toHaveLength(paid.length);
  const id = calls.at(-1)?.path.split('/').at(-2);
  const personal = journey.personalTexts(await callCore(first.page, 'companies.people', { id }));
  // The scan includes the WAL, because the app is still running.
  expect(findPlaintext(folder.path, [...personal, service.liveKey])).toMatchObject({ hits: [] });
  expect(first.pageErrors).toEqual([]);
  await first.close();
  await service.stop();

  const second = await openLoopback(browser, folder.path);
  await second.page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await second.page.getByRole('button', { name: 'Unlock' }).click();
  await journey.expectStoredData(second.page, found);
  expect(second.pageErrors).toEqual([]);
  await second.close();
  folder.remove();
});
