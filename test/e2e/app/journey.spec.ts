import { expect, test } from '@playwright/test';
import { callCore, openLoopback } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';

// This test goes through a whole working day, which takes a long time on a busy machine.
test.describe.configure({ timeout: 150_000 });

test('the demo works from the first run to stored data after a restart', async ({ browser }) => {
  const folder = tempDir();
  const first = await openLoopback(browser, folder.path);
  await journey.exploreDemo(first.page);
  const searched = await journey.search30DaysUs(first.page);
  const { paid, found } = await journey.fetchContacts(first.page);
  const copied = await journey.copyFirstEmail(first.page);
  await first.context.grantPermissions(['clipboard-read']);
  expect(await first.page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  await journey.saveToList(first.page, journey.LIST);
  await journey.writeNote(first.page, journey.NOTE);
  const transcript = await callCore(first.page, 'demo.transcript', { offset: 0, limit: 50 });
  expect(transcript).toMatchObject({ ok: true, value: { total: searched.length + paid.length } });
  expect(first.pageErrors).toEqual([]);
  await first.close();

  const second = await openLoopback(browser, folder.path);
  await callCore(second.page, 'demo.setService', { running: false });
  await journey.expectStoredData(second.page, found);
  expect(await callCore(second.page, 'demo.transcript', { offset: 0, limit: 1 })).toMatchObject({
    ok: true,
    value: { total: 0 },
  });
  expect(second.pageErrors).toEqual([]);
  await second.close();
  folder.remove();
});
