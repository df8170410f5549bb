import { expect, test } from '@playwright/test';
import { z } from 'zod';
import * as journey from '../e2e/support/journey.ts';
import {
  crashPage,
  launchElectron,
  newElectronPlace,
  request,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';

/* No typed text is lost when the window closes or its page crashes. */

const replySchema = z.object({ value: z.object({ body: z.string(), revision: z.int() }) });
const listSchema = z.object({ value: z.object({ rows: z.array(z.object({ companyId: z.string() })) }) });

async function note({
  page,
}: LaunchedElectron): Promise<{ companyId: string; body: string; revision: number }> {
  const { value } = listSchema.parse(await request(page, 'library.open', { text: 'Skerry', rowsFrom: 0 }));
  const companyId = value.rows[0]?.companyId ?? '';
  return { companyId, ...replySchema.parse(await request(page, 'notes.get', { companyId })).value };
}

/** Opens a company and starts to write a note about it. */
async function writing(): Promise<{ place: ReturnType<typeof newElectronPlace>; first: LaunchedElectron }> {
  const place = newElectronPlace();
  const first = await launchElectron(place, { args: ['--demo'] });
  await journey.searchHiring(first.page);
  const row = first.page
    .getByRole('grid', { name: 'Results' })
    .getByRole('row')
    .filter({ hasText: 'Skerry' });
  await row.first().click();
  await expect(first.page.getByRole('heading', { name: /^Skerry/, level: 2 })).toBeVisible();
  await first.page.keyboard.press('n');
  await expect(first.page.getByRole('textbox', { name: /^Note on/ })).toBeFocused();
  return { place, first };
}

test('text typed right before the window closes is there at the next start', async () => {
  const { place, first } = await writing();
  await first.page.keyboard.type('Call in June');
  await first.app.close();
  const second = await launchElectron(place, { args: ['--demo'] });
  expect((await note(second)).body).toBe('Call in June');
  await second.app.close();
  place.remove();
});

test('a crash loses only the last moment of continuous typing', async () => {
  const { place, first } = await writing();
  const typed = 'They decide in June and the budget is theirs. '.repeat(4);
  // Types without a pause that is as long as the autosave delay.
  await first.page.keyboard.type(typed, { delay: 20 });
  await crashPage(first);
  await first.app.close();
  const second = await launchElectron(place, { args: ['--demo'] });
  const { body } = await note(second);
  expect(typed.startsWith(body)).toBe(true);
  expect(body.length).toBeGreaterThan(typed.length / 2);
  await second.app.close();
  place.remove();
});

test('a note with an open conflict asks before the window closes', async () => {
  const { place, first } = await writing();
  const { app, page } = first;
  const choice = page.getByRole('button', { name: 'Keep mine' });
  // Saves another text before the autosave of the typed text, which causes a conflict. Retries, because the
  // autosave may be faster.
  await expect(async () => {
    await page.keyboard.type('mine ');
    const { companyId, revision } = await note(first);
    await request(page, 'notes.save', { companyId, body: `theirs ${revision}`, baseRevision: revision });
    await expect(choice).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
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
  await expect.poll(async () => (await note(first)).body).toContain('mine');
  await app.close();
  place.remove();
});
