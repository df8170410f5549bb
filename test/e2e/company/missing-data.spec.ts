import { expect, test } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { startSimulatorProcess, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { callsDuring, expectTimelineEntry, openInFull } from './company-page.ts';
import * as journey from '../support/journey.ts';
import { openRow } from './company-panels.ts';
import { region } from '../support/locators.ts';

/*
 * Companies with missing data: the messages for each kind of missing data, closed and revealed contacts, and
 * use by keyboard only.
 */
let app: LoopbackApp;
let service: SimulatorProcess;
const data = tempDir();
const DAY = 86_400_000;
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorProcess(['--companies', '600', '--seed', '5']);
  app = await openLoopback(browser, data.path);
  await journey.connectAccount(app.page, {
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    passphrase: 'a long enough passphrase',
  });
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.searchHiring(app.page);
});
test.afterAll(async () => {
  await app.close();
  await service.stop();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

const people = () => region(app.page, 'People');
const emails = () => people().getByText(/@.+\.example/);
const fetchContacts = () => people().getByRole('button', { name: /^Fetch contacts/ });

test('closed contacts cost nothing, and are fetched after a reveal in the dashboard', async () => {
  const { page } = app;
  // Find a company whose profile contains contacts.
  let row = 0;
  do {
    row += 1;
    await openRow(page, row);
    await region(page, 'Overview')
      .getByRole('button', { name: /^Fetch profile/ })
      .click();
    await expect(region(page, 'Overview').getByRole('button', { name: /^Refresh/ })).toBeVisible();
  } while ((await people().getByRole('listitem').count()) === 0);
  const profile = (await service.transcript()).at(-1)?.path ?? '';
  const companyId = decodeURIComponent(profile.split('/').at(-1) ?? '');
  await service.control('clock', { advanceMs: 45 * DAY });

  const closed = await callsDuring(service, async () => {
    await fetchContacts().click();
    await expect(people()).toContainText('Reveal them in the dashboard, then try again here');
  });
  expect(closed.map(({ status, charged }) => [status, charged.requests, charged.records])).toEqual([
    [404, 0, 0],
  ]);
  // The service's own hint appears below the app's message.
  await expect(people().locator('.hint')).toHaveText(/\w{3,}/);
  await expectTimelineEntry(page, 'Contacts asked for: nothing there, free');

  await service.control('reveal', { companyId });
  const revealed = await callsDuring(service, async () => {
    await fetchContacts().click();
    await expect(emails().first()).toBeVisible();
  });
  expect(revealed.map(({ status }) => status)).toEqual([200]);
  expect(revealed[0]?.charged.records).toBeGreaterThan(0);
  await expect(people()).not.toContainText('not available now');
});

test('a company that the service no longer knows reports it and keeps its data', async () => {
  const { page } = app;
  const name = await page.getByRole('article').getByRole('heading', { level: 2 }).first().innerText();
  const path = (await service.transcript()).at(-1)?.path ?? '';
  const companyId = decodeURIComponent(path.split('/').at(-2) ?? '');
  await service.control('companies/vanish', { companyId });
  const notFoundCalls = await callsDuring(service, async () => {
    await region(page, 'Overview')
      .getByRole('button', { name: /^Refresh/ })
      .click();
    await expect(page.getByText(/^The service does not know this company any more/)).toBeVisible();
  });
  expect(notFoundCalls.map(({ status, charged }) => [status, charged.records])).toEqual([[404, 0]]);
  await expect(emails().first()).toBeVisible();
  await expectTimelineEntry(page, 'did not know this company any more');
  await service.control('companies/return', { companyId });
  await expect(page.getByRole('article')).toContainText(name);
});

test('by keyboard alone a company is found in the palette, opened, and given a task and a note', async () => {
  const { page } = app;
  const name = await page.getByRole('article').getByRole('heading', { level: 2 }).first().innerText();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  const calls = await callsDuring(service, async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder('What do you want to do?')).toBeFocused();
    await page.keyboard.type(name.slice(0, 12).toLowerCase());
    await expect(page.getByRole('option', { name, exact: false }).first()).toBeVisible();
    while (
      !(await page.getByRole('dialog').getByRole('option', { selected: true }).innerText()).includes(name)
    )
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByRole('textbox', { name: 'What is to be done' })).toBeFocused();
    await page.keyboard.type('Ask for the buying process');
    await page.keyboard.press('Enter');
    await expectTimelineEntry(page, 'Task: Ask for the buying process');
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: /^Note on/ })).toBeFocused();
    await page.keyboard.type('Spoke with their office.');
    await expectTimelineEntry(page, 'Note written');
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await page.getByPlaceholder('New list').focus();
    await expect(page.getByPlaceholder('New list')).toBeFocused();
    await page.keyboard.type('By hand');
    await page.keyboard.press('Enter');
    await expectTimelineEntry(page, 'Put on By hand');
    // The field closes by itself. Escape then returns to the list of results.
    await expect(page.getByPlaceholder('New list')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  });
  // No step above sent a request to the service.
  expect(calls).toEqual([]);
  const before = (await service.transcript()).length;
  await page.locator('body').press('p');
  await expect
    .poll(async () => (await service.transcript()).slice(before).map(({ charged }) => charged.records))
    .toEqual([1]);
});

test('the company pane’s width is set by mouse and keys within bounds, and remembered', async () => {
  const { page } = app;
  const edge = page.getByRole('separator', { name: 'Width of the company beside the list' });
  const width = async (): Promise<number> =>
    Math.round((await page.getByRole('article').boundingBox())?.width ?? 0);
  await expect(edge).toHaveAttribute('aria-valuenow', '480');
  expect(await width()).toBe(480);
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '496');
  await expect.poll(width).toBe(496);
  const box = await edge.boundingBox();
  if (box === null) throw new Error('no edge');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x - 400, box.y + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBe(560);
  await expect.poll(() => callCore(page, 'settings.preview')).toEqual({ ok: true, value: { width: 560 } });
  await page.reload();
  await journey.goTo(page, 'Search');
  await openRow(page, 1);
  await expect.poll(width).toBe(560);
  await edge.dblclick();
  await expect.poll(width).toBe(480);
});

test('the full view at 1024 pixels cuts nothing off, and Settings manage the templates', async () => {
  const { page } = app;
  await openInFull(page);
  await page.setViewportSize({ width: 1024, height: 700 });
  const overflow = await page.evaluate(
    () =>
      [...document.querySelectorAll('article .panel')].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
      ).length,
  );
  expect(overflow).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await callCore(page, 'templates.create', { name: 'Short', subject: 'Hi {first name}', body: '{company}' });
  await journey.goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Message templates' });
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await section.getByRole('button', { name: 'More about Short' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(section.getByRole('listitem')).toHaveCount(1);
  expect(app.pageErrors).toEqual([]);
});
