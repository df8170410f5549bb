import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  launchElectron,
  newElectronPlace,
  request,
  type ElectronPlace,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';

/* The replies that the app saves when it closes, and shows at the next start (ADR 122). */
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const PROBE = join(import.meta.dirname, '../support/electron/first-view-probe.cjs');
/**
 * Requests that the page does not send again. Their replies describe the app or the state before the start, or the
 * core publishes the new state, as for `progress.list`.
 */
const SENT_ONCE = [
  'app.info {}',
  'marks.undoable {"limit":20}',
  'onboarding.get {}',
  'progress.list {}',
  'triage.tally {"sinceMs":null}',
];
const STALE = 'Company of an earlier start';

let place: ElectronPlace;
/** A company on Today. */
let company = '';
test.beforeAll(async () => {
  place = newElectronPlace();
  // The first view of a new installation is the first run. The second start saves the one with Today.
  const { app, page } = await launchElectron(place, { keyring: false });
  expect(await request(page, 'workspaces.exploreDemo', { filled: true })).toMatchObject({ ok: true });
  expect(await request(page, 'market.skip')).toMatchObject({ ok: true });
  await app.close();
  await startAndClose(async ({ page: again }) => {
    await expect(rows(again).nth(5)).toBeVisible();
    company = await rows(again).locator('.row-name-who').first().innerText();
  });
});
test.afterAll(() => place.remove());

const savedFile = (): string => join(place.dataDir, 'first-view.json');
const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Today’s list' }).getByRole('row');
const CORE_LOADED = 'core loaded';
/** Returns the page's requests, and `CORE_LOADED` at the time when the core was loaded, in order. */
const requestsOf = (log: LaunchedElectron['log']): readonly string[] =>
  [...log().matchAll(/^probe: (.+)$/gm)].map(([, what = '']) => what);

/** Changes the name of the company in the saved replies. */
function renameInSavedFile(): string {
  const saved = readFileSync(savedFile(), 'utf8');
  const [before, after] = [JSON.stringify(company), JSON.stringify(STALE)];
  expect(company).not.toBe('');
  expect(saved).toContain(before);
  writeFileSync(savedFile(), saved.replaceAll(before, after));
  return saved;
}

async function startAndClose(
  use: (launched: LaunchedElectron) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const launched = await launchElectron(place, { keyring: false, preload: [PROBE], env });
  await use(launched);
  expect(launched.pageErrors).toEqual([]);
  await launched.app.close();
}

test('Today is complete before the core replies', async () => {
  renameInSavedFile();
  await startAndClose(
    async ({ page }) => {
      await expect(rows(page).filter({ hasText: STALE })).toBeVisible();
      await expect(rows(page).nth(5)).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Receiver off');
      expect(existsSync(savedFile())).toBe(false);
    },
    { ROUNDWATCH_TEST_CORE: 'silent' },
  );
});

test('without saved replies, the page waits for the core', async () => {
  expect(existsSync(savedFile())).toBe(false);
  await startAndClose(
    async ({ page, log }) => {
      await expect.poll(() => requestsOf(log)).toContain('["workspaces.list",{}]');
      await expect.poll(() => requestsOf(log)).toContain(CORE_LOADED);
      // The page shows saved replies long before this time has passed.
      await page.waitForTimeout(1_000);
      await expect(rows(page)).toHaveCount(0);
    },
    { ROUNDWATCH_TEST_CORE: 'silent' },
  );
});

test('once the core is open, the page reads everything again', async () => {
  await startAndClose(async ({ page }) => expect(rows(page).nth(5)).toBeVisible());
  const saved = renameInSavedFile();
  const { replies } = JSON.parse(saved) as { replies: { channel: string; input: unknown }[] };
  const sentAgain = replies.flatMap(({ channel, input }) =>
    SENT_ONCE.includes(`${channel} ${JSON.stringify(input)}`) ? [] : [JSON.stringify([channel, input])],
  );
  expect(sentAgain.length).toBeGreaterThan(20);
  await startAndClose(async ({ page, log }) => {
    await expect.poll(log).toContain('"first-view-saved"');
    await expect
      .poll(() => {
        const sent = requestsOf(log);
        const loadedAt = sent.indexOf(CORE_LOADED);
        return sentAgain.filter((each) => loadedAt === -1 || sent.lastIndexOf(each) < loadedAt);
      })
      .toEqual([]);
    await expect(page.getByText(STALE)).toHaveCount(0);
    await expect(rows(page).filter({ hasText: company }).first()).toBeVisible();
  });
});
