import { expect, test, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { NOW_MS, openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { pressShortcut } from '../support/keyboard.ts';

/*
 * Tests the first steps in the demo, which the user can complete, skip and resume. Also tests the control
 * that moves the demo's clock.
 */
let host: ScreenHost;
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
  await journey.exploreDemo(host.page);
});
test.afterAll(async () => {
  expect(host.pageErrors).toEqual([]);
  await host.close();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const frameOf = z.object({
  id: z.union([z.string(), z.number()]),
  channel: z.string().optional(),
  input: z.unknown().optional(),
});
const card = (page: Page): Locator => page.getByRole('region', { name: 'First steps' });
const step = (page: Page, name: string): Locator =>
  card(page).getByRole('listitem').filter({ hasText: name });
const isDone = async (page: Page, name: string): Promise<void> => {
  await expect(step(page, name).getByRole('img', { name: 'done' })).toBeVisible();
};
const row = (page: Page, at: number): Locator =>
  page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(at);
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test('the first steps are shown, skipped with one press and resumed', async () => {
  const { page } = host;
  await expect(card(page)).toContainText('0 of 6');
  await expect(step(page, 'Move through a list')).toHaveAttribute('aria-current', 'step');
  await card(page).getByRole('button', { name: 'Skip first steps' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Demo controls' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('button', { name: 'Show first steps' }).click();
  await expect(card(page)).toContainText('0 of 6');
  await press(page, 'Escape');
});

/**
 * Reloads the page and returns all WebSocket frames that are sent or received until the first view is
 * complete.
 */
async function framesOfAStart(page: Page): Promise<string[]> {
  const frames: string[] = [];
  page.once('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push(String(payload)));
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
  });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  return frames;
}

test('the first view’s data is requested once, before its code loads, with the screens’ own requests', async () => {
  const { page } = host;
  const isPush = (frame: string): boolean => frame.startsWith('{"push"');
  const isProof = (frame: string): boolean => frame.startsWith('{"session"');
  let requested: z.infer<typeof frameOf>[] = [];
  const questionsOf = (kind: 'string' | 'number'): string[] =>
    requested.flatMap(({ id, channel, input }) =>
      channel !== undefined && typeof id === kind ? [`${channel} ${JSON.stringify(input)}`] : [],
    );
  // The test uses only the requests before the core's first push, because screens repeat requests after a
  // push. Earlier tests may cause a push right after the reload. The page is therefore reloaded until enough
  // requests precede the first push.
  await expect(async () => {
    const frames = (await framesOfAStart(page)).filter((frame) => !isProof(frame));
    const changed = frames.findIndex(isPush);
    requested = frames
      .slice(0, changed < 0 ? undefined : changed)
      .map((frame) => frameOf.parse(JSON.parse(frame)));
    expect(questionsOf('string').length).toBeGreaterThan(10);
  }).toPass();
  const early = questionsOf('string');
  expect(questionsOf('number').filter((question) => early.includes(question))).toEqual([]);
  // The early requests (with string ids) fetch everything that the screens need from these channels. The
  // screens must therefore send no requests on these channels, not even with another input.
  const channels = new Set(early.map((question) => question.split(' ')[0]));
  const others = questionsOf('number').filter((question) => channels.has(question.split(' ')[0]));
  expect(others).toEqual([]);
});

test('completed steps are detected in any order and stay completed', async () => {
  const { page } = host;
  await pressShortcut(page, 'g', 'q');
  await isDone(page, 'Check your limits');
  await journey.search30DaysUs(page);
  await page.mouse.move(0, 0);
  await press(page, 'j', 'Enter');
  await expect(page.getByRole('article')).toBeVisible();
  await expect(step(page, 'Move through a list')).toHaveAttribute('aria-current', 'step');
  await press(page, 'j');
  await isDone(page, 'Move through a list');
  // Waits until the company is fully open. A popover that the next key opens before then would close again.
  await expect(page.locator('article.company .behind')).toHaveCount(0);
  await press(page, 's');
  await page.getByPlaceholder('New list').fill('Warm intros');
  await press(page, 'Enter');
  await isDone(page, 'Save a company');
  await page.reload();
  await expect(card(page)).toContainText('3 of 6');
  await expect(step(page, 'Write a note')).toHaveAttribute('aria-current', 'step');
});

test('the last steps close the first steps for good', async () => {
  const { page } = host;
  await journey.goTo(page, 'Search');
  await expect(row(page, 1)).toBeVisible();
  await press(page, 'j', 'n');
  await page.getByRole('textbox', { name: /^Note on/ }).fill('Ask in spring.');
  await isDone(page, 'Write a note');
  await press(page, 'Escape');
  await expect(
    page.getByRole('region', { name: 'Overview' }).getByRole('button', { name: /^Fetch profile/ }),
  ).toBeEnabled();
  await press(page, 'p');
  await isDone(page, 'Fetch a profile');
  // Opening the palette does not complete the step. Running a command does.
  await press(page, 'Control+K', 'Escape');
  await expect(step(page, 'Find any command')).toHaveAttribute('aria-current', 'step');
  await press(page, 'Control+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Go to Search');
  await press(page, 'Enter');
  await expect(card(page)).toContainText('You’re ready to start.');
  expect(await card(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await journey.expectBothThemesAccessible(page, 'onboarding-done');
  await card(page).getByRole('button', { name: 'Close first steps' }).click();
  await expect(card(page)).toHaveCount(0);
});

test('a month later contact windows are closed and budgets reset, with a message and the new date', async () => {
  const { page } = host;
  await press(page, 'Escape');
  await expect(row(page, 1)).not.toContainText('closed');
  await page.getByRole('button', { name: 'Demo controls' }).click();
  const controls = page.getByRole('dialog', { name: 'Demo controls' });
  await controls.getByRole('button', { name: '30 days' }).click();
  await expect(controls.getByRole('status')).toHaveText(
    /^\d+ contact windows closed, monthly limits reset\.$/,
  );
  await press(page, 'Escape');
  await expect(row(page, 1)).toContainText('closed');
  const date = new Date(NOW_MS + 30 * 86_400_000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await expect(page.getByRole('contentinfo').getByText(date).first()).toBeVisible();
});
