import { expect, test } from '@playwright/test';
import { callCore, openLoopback } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { writeToBestMatch } from '../support/buyer-journey.ts';
import * as journey from '../support/journey.ts';

// This test covers several days, from a search to a reply, and takes a long time on a busy machine.
test.describe.configure({ timeout: 120_000 });

test('buyer roles lead to the best match, a reason to write, and follow-ups that a reply completes', async ({
  browser,
}) => {
  const folder = tempDir();
  const { page, pageErrors, close } = await openLoopback(browser, folder.path);
  await page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(page);
  await writeToBestMatch(page, (channel, input) => callCore(page, channel, input));
  expect(pageErrors).toEqual([]);
  await close();
  folder.remove();
});
