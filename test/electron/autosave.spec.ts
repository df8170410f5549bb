import { once } from 'node:events';
import { expect, test, type Locator } from '@playwright/test';
import { z } from 'zod';
import * as journey from '../e2e/support/journey.ts';
import {
  crashPage,
  type LaunchedElectron,
  launchElectron,
  mainProcessId,
  newElectronPlace,
  request,
} from '../support/electron/electron-app.ts';

/*
 * Tests that no typed text is lost when the window closes or its page crashes. The tests share one data
 * folder.
 */
test.describe.configure({ mode: 'serial' });

const replySchema = z.object({ value: z.object({ body: z.string(), revision: z.int() }) });
const listSchema = z.object({ value: z.object({ rows: z.array(z.object({ companyId: z.string() })) }) });

const place = newElectronPlace();
let running: LaunchedElectron;
const start = async (): Promise<void> => {
  running = await launchElectron(place);
};
test.beforeAll(async () => {
  await start();
  await journey.exploreDemo(running.page);
});
test.afterAll(async () => {
  await running.app.close();
  place.remove();
});

const companyId = async (): Promise<string> => {
  const opened = await request(running.page, 'library.open', { text: 'Skerry', rowsFrom: 0 });
  return listSchema.parse(opened).value.rows[0]?.companyId ?? '';
};
const note = async (): Promise<{ companyId: string; body: string; revision: number }> => {
  const id = await companyId();
  return {
    companyId: id,
    ...replySchema.parse(await request(running.page, 'notes.get', { companyId: id })).value,
  };
};

/** Opens the company Skerry in the results, and puts the cursor in its note. */
async function write(): Promise<void> {
  const { page } = running;
  await page
    .getByRole('grid', { name: 'Results' })
    .getByRole('row')
    .filter({ hasText: 'Skerry' })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^Skerry/, level: 2 })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: /^Note on/ })).toBeFocused();
}

test('text typed right before the window closes is there at the next start', async () => {
  await journey.searchHiring(running.page);
  await write();
  await running.page.keyboard.type('Call in June. ');
  await running.app.close();
  await start();
  expect((await note()).body).toBe('Call in June. ');
});

/**
 * Types into a note and causes a conflict by saving another text before the app saves the typed one. Tries
 * again if the app saved first. Returns the button that resolves the conflict.
 */
async function causeConflict(): Promise<Locator> {
  const { page } = running;
  await write();
  const choice = page.getByRole('button', { name: 'Keep my text' });
  await expect(async () => {
    await page.keyboard.type('mine ');
    const { companyId: id, revision } = await note();
    await request(page, 'notes.save', { companyId: id, body: `theirs ${revision}`, baseRevision: revision });
    await expect(choice).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  return choice;
}

test('a note with an open conflict asks before the window closes', async () => {
  const { app, page } = running;
  await journey.goTo(page, 'Search');
  const choice = await causeConflict();
  const answers = (button: number): Promise<void> =>
    app.evaluate(({ dialog }, pressed) => {
      const count: unknown = Reflect.get(globalThis, 'asked') ?? 0;
      dialog.showMessageBoxSync = () => {
        Reflect.set(globalThis, 'asked', Number(count) + 1);
        return pressed;
      };
    }, button);
  const dialogCount = (): Promise<unknown> => app.evaluate(() => Reflect.get(globalThis, 'asked'));
  await answers(0);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(dialogCount).toBe(1);
  await expect(choice).toBeVisible();
  await choice.click();
  await expect.poll(async () => (await note()).body).toContain('mine');
});

test('a note with an open conflict does not keep the app open when the system ends it', async () => {
  await causeConflict();
  const { app } = running;
  // The app must not open a dialog, which would block the main process until someone closes it.
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBoxSync = () => {
      process.stderr.write('asked\n');
      return 0;
    };
  });
  const pid = await mainProcessId(app);
  const ended = once(app.process(), 'exit');
  process.kill(pid, 'SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(running.log()).not.toContain('asked');
  await start();
  await journey.goTo(running.page, 'Search');
});

test('a crash loses only the last moment of continuous typing', async () => {
  const { app, page } = running;
  const id = await companyId();
  await write();
  await page.getByRole('textbox', { name: /^Note on/ }).fill('');
  await expect.poll(async () => (await note()).body).toBe('');
  const typed = 'They decide in June and the budget is theirs. '.repeat(3);
  // The pauses between the keys are shorter than the autosave delay.
  await page.keyboard.type(typed, { delay: 20 });
  await crashPage(running);
  // Playwright cannot use a page that was reloaded after a crash. The main process therefore runs this script
  // in the page.
  const reply = await app.evaluate(
    ({ BrowserWindow }, script) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script) as Promise<unknown>,
    `roundwatch.request('notes.get', ${JSON.stringify({ companyId: id })})`,
  );
  const { body } = replySchema.parse(reply).value;
  expect(typed.startsWith(body)).toBe(true);
  expect(body.length).toBeGreaterThan(typed.length / 2);
});
