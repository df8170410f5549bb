import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import {
  launchElectron,
  newElectronPlace,
  request,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';
import { answerQuestions } from '../support/electron/native-dialogs.ts';
import { findPlaintext } from '../support/privacy/plaintext-scan.ts';
import { startSimulatorProcess } from '../support/simulator/simulator-process.ts';

// This test goes through a whole working day and starts the app at least three times.
test.describe.configure({ timeout: 180_000 });

async function quit({ app, pageErrors }: LaunchedElectron): Promise<void> {
  expect(pageErrors).toEqual([]);
  await app.close();
}

/**
 * Returns the command line and environment of each of the app's processes. Returns an empty list on systems
 * other than Linux.
 */
async function processFacts({ app }: LaunchedElectron): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const pids = await app.evaluate(({ app: electron }) => electron.getAppMetrics().map(({ pid }) => pid));
  return pids.flatMap((pid) =>
    ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1')),
  );
}

/**
 * Turns on automatic locking. Expects contacts to be locked when the screen is locked and when the computer
 * goes to sleep. The test emits the Electron events for this, and unlocks the contacts through the native
 * dialog.
 */
async function expectAutomaticLock({ app, page }: LaunchedElectron): Promise<void> {
  const emit = (event: 'lock-screen' | 'suspend'): Promise<unknown> =>
    app.evaluate(({ powerMonitor }, name) => powerMonitor.emit(name), event);
  const answer = (button: number): Promise<void> =>
    app.evaluate(({ dialog }, response) => {
      dialog.showMessageBox = () => Promise.resolve({ response, checkboxChecked: false });
    }, button);
  const people = async (): Promise<unknown> =>
    Reflect.get(Object(Reflect.get(Object(await request(page, 'keys.state')), 'value')), 'people');
  await emit('lock-screen');
  expect(await people()).toEqual({ mode: 'keychain', state: 'open' });
  await request(page, 'settings.setAutoLock', { onScreenLock: true });
  for (const event of ['lock-screen', 'suspend'] as const) {
    await emit(event);
    await expect.poll(people).toEqual({ mode: 'keychain', state: 'locked', why: 'auto-locked' });
    await answer(0);
    const show = page.getByRole('button', { name: 'Show contacts' }).first();
    await show.click();
    expect(await people()).toMatchObject({ state: 'locked' });
    await answer(1);
    await show.click();
    await expect.poll(people).toEqual({ mode: 'keychain', state: 'open' });
    await expect(show).toBeHidden();
  }
}

test('an account works with its key in the real keyring, and offline once the service is gone', async () => {
  const place = newElectronPlace();
  const service = await startSimulatorProcess(['--seed', '11']);
  const first = await launchElectron(place);
  await expect(first.page.getByText(/never in a file/)).toBeVisible();
  const questions = await answerQuestions(first.app, true);
  const paid = await journey.connectAccount(first.page, {
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
  });
  expect(await questions()).toEqual([`Connect to ${new URL(service.baseUrl).host}?`]);
  paid.push(...(await journey.search30DaysUs(first.page)));
  const { paid: fetched, found } = await journey.fetchContacts(first.page);
  paid.push(...fetched);
  await journey.saveToList(first.page, journey.LIST);
  await journey.writeNote(first.page, journey.NOTE);
  const calls = await service.transcript();
  journey.expectFirstRequests(calls, fetched.length);
  // Connecting sends two requests, but `paid` contains only one price for both.
  expect(calls).toHaveLength(paid.length + 1);
  const id = calls.at(-1)?.path.split('/').at(-2);
  const personal = journey.personalTexts(await request(first.page, 'companies.people', { id }));
  const visibleText = [first.log(), ...(await processFacts(first))].join('\n');
  expect([service.liveKey, ...personal].filter((text) => visibleText.includes(text))).toEqual([]);
  await quit(first);
  await service.stop();

  // Searches the whole data folder, which also contains Chromium's files.
  const { hits, bytes } = findPlaintext(place.dataDir, [...personal, service.liveKey]);
  expect(bytes).toBeGreaterThan(100_000);
  expect(hits).toEqual([]);

  const second = await launchElectron(place);
  await journey.expectStoredData(second.page, found);
  expect(await request(second.page, 'keys.state')).toMatchObject({
    ok: true,
    value: { apiKey: { state: 'ready', place: 'keychain' }, people: { mode: 'keychain', state: 'open' } },
  });
  await expectAutomaticLock(second);
  await quit(second);
  // The second start began with Today, so its replies are saved for the next start.
  expect(existsSync(join(place.dataDir, 'first-view.json'))).toBe(true);
  expect(findPlaintext(place.dataDir, [...personal, service.liveKey]).hits).toEqual([]);
  // A start that takes longer than a second, such as on a busy machine, does not use the saved replies.
  const pageErrors: string[] = [];
  await expect(async () => {
    const third = await launchElectron(place);
    try {
      await expect.poll(third.log).toContain('"first-view-saved"');
    } finally {
      pageErrors.push(...third.pageErrors.map(String));
      await third.app.close();
    }
  }).toPass({ timeout: 120_000 });
  expect(pageErrors).toEqual([]);
  place.remove();
});
