import { expect, type Page } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import { callCore } from '../support/browser/loopback-app.ts';
import type { Random } from '../../electron/simulator/data/random.ts';

/*
 * Actions of a simulated user on the screens. If the service fails, the user continues with the next action.
 */

export const PASSPHRASE = 'correct horse battery';

/** A note that the app reported as saved. */
export interface SavedNote {
  readonly companyId: string;
  readonly text: string;
}

const COUNTRIES = [
  'United States',
  'Germany',
  'France',
  'India',
  'Brazil',
  'Japan',
  'Canada',
  'Spain',
  'Sweden',
  'Italy',
  'Kenya',
  'Israel',
];

const library = (page: Page) => page.getByRole('grid').first();

/** Searches for rounds in a random country. The search may fail. */
export async function search(page: Page, random: Random): Promise<void> {
  await journey.goTo(page, 'Search');
  // The empty result list has a button with the same name, so the button is looked up within the form.
  const filters = page.getByRole('form', { name: 'Filters' });
  const clear = filters.getByRole('button', { name: 'Clear filters' });
  if ((await clear.isVisible()) && (await clear.isEnabled())) await clear.click();
  await page.getByText(random.pick(['7 days', '30 days']), { exact: true }).click();
  const country = random.pick(COUNTRIES);
  await page.getByRole('combobox', { name: 'Countries' }).fill(country);
  await page.getByRole('option', { name: country }).first().click();
  await page.keyboard.press('Escape');
  // The button shows a price or offers to queue the search. A missing button means that the budget is used up
  // or that the library has already answered the search.
  const run = page.getByRole('button', { name: /^(Run search|Queue until)/ }).filter({ hasText: /\d/ });
  const isThere = await run.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (!isThere || !(await run.isEnabled())) return;
  await run.click();
  await waitUntilIdle(page);
}

/**
 * Opens a company from the library, sometimes fetches data, and writes a note, which is saved automatically.
 */
export async function workOn(page: Page, random: Random, text: string): Promise<SavedNote | null> {
  await journey.goTo(page, 'Library');
  const rows = library(page).getByRole('row');
  if ((await rows.count()) < 3) return null;
  await rows.nth(random.int(1, Math.min(12, (await rows.count()) - 1))).click();
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await expect(notes).toBeVisible();
  for (const name of [/^Fetch profile/, /^Fetch contacts/]) {
    const priced = page.getByRole('button', { name }).first();
    // The button may disappear at any moment, because the result of the previous request may arrive.
    const isReady = (): Promise<boolean> => priced.isEnabled({ timeout: 2_000 }).catch(() => false);
    if (!random.chance(0.7) || !(await priced.isVisible()) || !(await isReady())) continue;
    const wasClicked = await priced.click({ timeout: 10_000 }).then(
      () => true,
      async (error: unknown) => {
        if (await priced.isVisible()) throw error;
        return false;
      },
    );
    if (wasClicked) await waitUntilIdle(page);
  }
  const before = await notedIds(page);
  await notes.getByRole('button', { name: /^Write/ }).click();
  const writer = page.getByRole('textbox', { name: /^Note on/ });
  await expect(writer).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(`${text} `);
  await expect(notes.getByRole('status')).toHaveText(/^Saved /);
  await page.keyboard.press('Escape');
  const saved = [...(await notedIds(page))].find(([id, body]) => before.get(id) !== body);
  if (saved === undefined) throw new Error(`the app reported "Saved", but no note contains "${text}"`);
  return { companyId: saved[0], text };
}

/** Returns the text of every note, keyed by company id. */
export async function notedIds(page: Page): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { queryId, total } = valueOf(await callCore(page, 'library.open', { has: 'note' }));
  for (let offset = 0; offset < Number(total); offset += 50) {
    const { rows } = valueOf(await callCore(page, 'library.rows', { queryId, offset, limit: 50 }));
    for (const { companyId } of rows as Array<{ companyId: string }>) {
      const { body } = valueOf(await callCore(page, 'notes.get', { companyId }));
      found.set(companyId, String(body));
    }
  }
  return found;
}

/** Unlocks the contacts. Call this after every start. */
export async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const { people } = valueOf(await callCore(page, 'keys.unlockPeople', { passphrase: PASSPHRASE }));
  expect(people).toMatchObject({ state: 'open' });
}

/** How an attempt to enter the API key can end if the service, or another device, is the reason. */
const REFUSED_BY_SERVICE: readonly unknown[] = [
  'network',
  'upstream',
  'rate-limited',
  'quota-exhausted',
  'not-available',
];

/**
 * Enters the API key if it is missing, as after every start, because it is kept only for the session. Returns
 * false if the service did not confirm the key; the user then tries again later.
 */
export async function enterKey(page: Page, apiKey: string): Promise<boolean> {
  const { apiKey: stored } = valueOf(await callCore(page, 'keys.state'));
  if (Reflect.get(Object(stored), 'state') === 'ready') return true;
  const { cost } = valueOf(await callCore(page, 'quota.price', { call: { endpoint: 'stats' } }));
  const reply = await callCore(page, 'keys.setApiKey', {
    apiKey,
    place: 'session',
    sameAccount: true,
    accepted: cost,
    screen: 'settings',
  });
  const error: unknown = Reflect.get(Object(reply), 'error');
  if (REFUSED_BY_SERVICE.includes(Reflect.get(Object(error), 'kind'))) return false;
  valueOf(reply);
  return true;
}

/** Waits until no request is in flight or waiting. Cancels the requests that wait too long. */
async function waitUntilIdle(page: Page): Promise<void> {
  const waiting = page
    .getByRole('contentinfo', { name: 'Status' })
    .getByRole('button', { name: /running|waiting/ });
  await expect(waiting)
    .toHaveCount(0, { timeout: 12_000 })
    .catch(() => cancelWaiting(page));
}

async function cancelWaiting(page: Page): Promise<void> {
  const { queue } = valueOf(await callCore(page, 'quota.status'));
  for (const { id } of queue as Array<{ id: number }>) await callCore(page, 'quota.cancel', { id });
}

export function valueOf(reply: unknown): Record<string, unknown> {
  const value: unknown = Reflect.get(Object(reply), 'value');
  if (typeof value !== 'object' || value === null)
    throw new Error(`refused: ${JSON.stringify(reply).slice(0, 300)}`);
  return { ...value };
}
