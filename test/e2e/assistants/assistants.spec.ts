import { expect, test, type Locator } from '@playwright/test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
import { connectClient } from '../../support/assistants/mcp-client.ts';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';
import { callForResult, callsSent, type CoreRequest } from '../today/week-away.ts';
import { runCommand } from '../support/keyboard.ts';

/*
 * A morning with an assistant: the user adds a client in Settings, the official client connects with the key, finds
 * a company and proposes a request, the user approves it in Today, and the client reads the receipt.
 */
let app: LoopbackApp;
let client: Client;
let company = { id: '', name: '' };
let proposalId = '';
const NAME = 'Desk Assistant';
const REASON = 'For your 11:00 call';
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await app.page.getByRole('button', { name: 'Explore the demo' }).click();
  await expect(app.page.getByRole('grid', { name: 'Today’s list' }).getByRole('row').nth(8)).toBeVisible();
});
test.afterAll(async () => {
  await client.close();
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const requestCore: CoreRequest = (channel, input) => callCore(app.page, channel, input);
const button = (name: string | RegExp): Locator => app.page.getByRole('button', { name });
const statusBar = (): Locator => app.page.getByRole('contentinfo', { name: 'Status' });
const log = (): Locator => region(app.page, 'Assistant log').getByRole('row');

/** Calls a tool, and returns its data or the code of its refusal. */
async function callTool(name: string, input: Record<string, unknown> = {}): Promise<unknown> {
  const { structuredContent } = z
    .object({
      structuredContent: z.object({
        data: z.unknown().optional(),
        error: z.object({ code: z.string() }).optional(),
      }),
    })
    .parse(await client.callTool({ name, arguments: input }));
  return structuredContent.error?.code ?? structuredContent.data;
}

test('nothing listens until the user turns assistants on', async () => {
  const { page } = app;
  await journey.goTo(page, 'Settings');
  const section = region(page, 'Assistants');
  await expect(section).toContainText('Off. No assistant can connect.');
  await expect(region(page, 'Your assistants')).toHaveCount(0);
  await section.getByRole('switch', { name: 'Assistants can connect' }).click();
  await expect(section).toContainText(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
  await expect(section.getByRole('button', { name: 'Pause all' })).toHaveCount(0);
  await expect(region(page, 'What leaves this computer')).toContainText('Nothing has been read.');
  await expect(region(page, 'Your assistants')).toContainText('No assistants. Add one below.');
});

test('a new client gets a key that is shown once, and the official client connects with it', async () => {
  const { page } = app;
  await button('Another assistant').click();
  await page.getByLabel('Name').fill(NAME);
  await button('Create key').click();
  await expect(page.getByRole('dialog')).toContainText('If you aren’t sure, choose the cloud.');
  await expect(page.getByText('Choose where the AI runs.')).toBeVisible();
  await page.getByRole('dialog').getByRole('radio', { name: 'In the cloud' }).click();
  await button('Create key').click();
  const dialog = page.getByRole('dialog', { name: `Key for ${NAME}` });
  await dialog.locator('code').nth(2).waitFor();
  const [address = '', key = '', header = ''] = await dialog.locator('code').allTextContents();
  expect(key).not.toBe('');
  expect(header).toBe(`Authorization: Bearer ${key}`);
  // The key cannot be shown again, so Escape must not close the dialog before the key has been copied.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('You haven’t copied the key')).toBeVisible();
  await dialog.getByText('VS Code', { exact: true }).click();
  await expect(dialog.locator('code')).toContainText(`Bearer ${key}`);
  await dialog.getByRole('button', { name: 'Copy the configuration' }).click();
  await expect(dialog.getByText('You haven’t copied the key')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toContain(key);
  expect(JSON.stringify(await requestCore('assistants.status'))).not.toContain(key);

  client = await connectClient(address, key);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('propose');
  await expect(statusBar().getByRole('button', { name: NAME })).toBeVisible();
});

test('contacts and drafts are off, and the log shows what was handed out, including nothing', async () => {
  const { page } = app;
  const permission = (name: string): Locator => page.getByRole('checkbox', { name });
  await expect(permission('Read contacts')).not.toBeChecked();
  await expect(permission('Draft messages')).not.toBeChecked();
  await expect(permission('Propose requests')).toBeChecked();

  const closing = await callForResult<{ rows: { companyId: string; name: string }[] }>(
    requestCore,
    'plan.closing',
    { offset: 0, limit: 50 },
  );
  const { items } = z
    .object({ items: z.array(z.object({ key: z.string(), companyId: z.string().nullable() })) })
    .parse((await callForResult<{ proposal: unknown }>(requestCore, 'plan.today')).proposal);
  const planned = new Set(
    items.filter(({ key }) => key.startsWith('contacts')).map(({ companyId }) => companyId),
  );
  const closingSoon = closing.rows.find(({ companyId }) => planned.has(companyId));
  if (closingSoon === undefined) throw new Error('the demo has no open contact window');
  company = { id: closingSoon.companyId, name: closingSoon.name };

  expect(await callTool('find_companies', { text: company.name })).toMatchObject({
    companies: expect.arrayContaining([expect.objectContaining({ id: company.id })]) as unknown,
  });
  expect(await callTool('company_contacts', { company_id: company.id })).toBe('not-allowed');
  await expect(log().nth(1)).toContainText(`Contacts`);
  await expect(log().nth(1)).toContainText('nothing');
  await expect(log().nth(1)).toContainText('not allowed');
  const found = log().nth(2);
  await expect(found).toContainText(`Find “${company.name}”`);
  await found
    .getByRole('button', { name: /^\d+ compan.*. Show the companies from this request: Find/ })
    .click();
  await log().nth(3).getByRole('button', { name: company.name }).click();
  await expect(page.getByRole('article', { name: company.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(region(page, 'What leaves this computer')).toContainText(/Today it read \d+ compan/);
  await expect(region(page, 'What leaves this computer')).toContainText('Everything that it reads here');
});

test('a proposal waits on Today with its own price, and spends nothing', async () => {
  const { page } = app;
  const before = await callsSent(requestCore);
  await journey.goTo(page, 'Today');
  const plan = region(page, 'Today’s plan');
  // Includes the number of available records, which the plan has no room to show beside a proposal.
  const planText = await plan.textContent();
  const proposed = await callTool('propose', { request: 'contacts', company_id: company.id, reason: REASON });
  proposalId = z.object({ proposal_id: z.string() }).parse(proposed).proposal_id;
  const proposals = region(page, 'Proposals');
  await expect(proposals).toContainText(`1 from ${NAME}`);
  await expect(proposals.getByRole('button', { name: 'Review' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Today 1 proposal waiting' })).toBeVisible();
  await expect(proposals).toContainText(`Contacts for ${company.name}`);
  await expect(proposals).toContainText(`“${REASON}”`);
  expect(await plan.textContent()).toBe(planText);
  expect(await callsSent(requestCore)).toBe(before);
  await journey.expectBothThemesAccessible(page, 'today-proposals');
});

test('a low window names a single proposal with its price, its reason and its end', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1024, height: 700 });
  const proposals = region(page, 'Proposals');
  await expect(proposals.getByText(`Contacts for ${company.name}`).filter({ visible: true })).toHaveCount(1);
  await expect(proposals.getByRole('button', { name: /^Approve.*about \d+ records?/ })).toBeVisible();
  await expect(proposals.getByText(`“${REASON}”`)).toBeVisible();
  await expect(proposals.getByText(/expires (today|tomorrow) \d\d:\d\d/)).toBeVisible();
  // A click that narrowly misses Approve must not decline the proposal, and a click that misses Decline must
  // not approve it.
  const approve = await proposals.getByRole('button', { name: /^Approve/ }).boundingBox();
  const decline = await proposals.getByRole('button', { name: /^Decline/ }).boundingBox();
  expect((decline?.x ?? 0) - (approve?.x ?? 0) - (approve?.width ?? 0)).toBeGreaterThanOrEqual(16);
  // Both titles are at the same height.
  const middleOf = async (name: string): Promise<number> => {
    const box = await page.getByRole('heading', { name, exact: true }).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middleOf('Proposals')) - (await middleOf('Today’s plan')))).toBeLessThan(1);
  await proposals.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Proposals from assistants' });
  await expect(dialog).toContainText(`Contacts for ${company.name}`);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a row of Today shows the title of the person to write to readably or not at all', async () => {
  const { page } = app;
  const titles = page.locator('.whom .job');
  await expect(titles).not.toHaveCount(0);
  for (const width of [1024, 1100, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const widths = await titles.evaluateAll((elements) =>
      elements.flatMap((element) => {
        const box = element.getBoundingClientRect();
        const isHidden = box.top >= (element.parentElement?.getBoundingClientRect().bottom ?? 0) - 1;
        return isHidden || element.scrollWidth <= element.clientWidth + 1 ? [] : [Math.round(box.width)];
      }),
    );
    for (const cut of widths) expect(cut, `at ${width}`).toBeGreaterThanOrEqual(90);
  }
});

test('a double click approves a proposal once, and the client reads the receipt', async () => {
  const { page } = app;
  const before = await callsSent(requestCore);
  const approve = region(page, 'Proposals').getByRole('button', { name: /^Approve/ });
  await expect(approve).not.toHaveAttribute('aria-disabled');
  await approve.dblclick();
  // After the user approves a proposal, its outcome stays visible for the rest of the day.
  await expect(region(page, 'Proposals')).toContainText(/none waiting.*Fetched, \d+ records?/s);
  await expect(page.getByRole('link', { name: 'Today', exact: true })).toBeVisible();
  await expect
    .poll(() => callTool('receipt', { proposal_id: proposalId }))
    .toMatchObject({ state: 'done', request: 'contacts' });
  await journey.goTo(page, 'Settings');
  const proposal = log().filter({ hasText: `Propose contacts for ${company.name}` });
  await expect(proposal).toContainText(/approved, \d+ records?/);
  await journey.goTo(page, 'Today');
  expect(await callsSent(requestCore)).toBe(before + 1);
  await expect(statusBar()).toContainText(/Fetched: Contacts for .+, \d+ records?/);
});

test('a declined proposal is gone, and was never sent', async () => {
  const { page } = app;
  const before = await callsSent(requestCore);
  const proposed = await callTool('propose', { request: 'news', company_id: company.id, reason: REASON });
  // After one proposal is declined, the next one moves under the pointer. The second click of a double click
  // must not decline that one too.
  await callTool('propose', { request: 'highlights', company_id: company.id, reason: REASON });
  const decline = region(page, 'Proposals').getByRole('button', { name: /^Decline/ });
  await expect(decline).toHaveCount(2);
  await expect(decline.last()).toHaveText('Decline');
  const cross = await decline.last().boundingBox();
  const [x, y] = [(cross?.x ?? 0) + 8, (cross?.y ?? 0) + 8];
  await page.mouse.click(x, y);
  await expect(decline).toHaveCount(1);
  const rest = await decline.boundingBox();
  await page.mouse.move((rest?.x ?? 0) + 8, (rest?.y ?? 0) + 8);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(500);
  await expect(decline).toHaveCount(1);
  await decline.click();
  await expect(region(page, 'Proposals')).toContainText('none waiting');
  // Each press of Z undoes one decline, and its proposal is waiting again.
  await page.keyboard.press('z');
  await expect(statusBar()).toContainText(`Proposal restored: News for ${company.name}`);
  await page.keyboard.press('z');
  await expect(decline).toHaveCount(2);
  await decline.first().click();
  await expect(decline).toHaveCount(1);
  await decline.click();
  await region(page, 'Proposals').getByRole('button', { name: 'Show last 24 hours' }).click();
  const dialog = page.getByRole('dialog', { name: 'Proposals from assistants' });
  await expect(dialog).toContainText(`Highlights for ${company.name}`);
  await expect(dialog).toContainText('Declined');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const { proposal_id } = z.object({ proposal_id: z.string() }).parse(proposed);
  expect(await callTool('receipt', { proposal_id })).toMatchObject({ state: 'declined' });
  expect(await callsSent(requestCore)).toBe(before);
});

test('the log undoes what an assistant added, and says so', async () => {
  const { page } = app;
  const title = 'Call before noon';
  await callTool('add_task', { company_id: company.id, title });
  const tasks = async (): Promise<string[]> => {
    const { tasks: all } = await callForResult<{ tasks: { title: string; addedBy?: string }[] }>(
      requestCore,
      'tasks.of',
      { companyId: company.id, offset: 0, limit: 50 },
    );
    return all.filter(({ addedBy }) => addedBy === NAME).map((each) => each.title);
  };
  expect(await tasks()).toEqual([title]);
  await journey.goTo(page, 'Settings');
  const added = log().filter({ hasText: `Add a task to ${company.name}` });
  await added.getByRole('button', { name: 'Undo' }).click();
  await expect(added).toContainText('undone');
  // The toast must neither shorten nor cover the text beside it in the status bar.
  const toast = page.locator('[data-sonner-toast][data-removed=false]');
  const light = statusBar().getByRole('button', { name: /connected$/ });
  for (const size of [
    { width: 1024, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(toast).toContainText('Undone:');
    await expect
      .poll(async () => {
        const [right, left] = [await light.boundingBox(), await toast.boundingBox()];
        return (left?.x ?? 0) - (right?.x ?? 0) - (right?.width ?? 0);
      })
      .toBeGreaterThan(0);
    expect(
      await light.evaluate((bar) =>
        [bar, ...bar.querySelectorAll('*')].every(
          ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1,
        ),
      ),
    ).toBe(true);
  }
  await expect(log().filter({ hasText: `Propose news for ${company.name}` })).toContainText('declined');
  expect(await tasks()).toEqual([]);
});

test('one command pauses all assistants, and the light leads to the settings', async () => {
  const { page } = app;
  await runCommand(page, 'Pause all assistants', /^Pause all assistants/);
  await statusBar().getByRole('button', { name: 'Assistants paused' }).click();
  await expect(page.getByRole('heading', { name: 'Assistants', exact: true, level: 2 })).toBeFocused();
  await expect(region(page, 'Assistants')).toContainText('You can still approve their proposals on Today.');
  expect(await callTool('today')).toBe('paused');
  await button('Resume').click();
  await expect(statusBar().getByRole('button', { name: 'Assistants paused' })).toHaveCount(0);
  expect(await callTool('quota')).toMatchObject({});
});

test('caps can be lowered, and not raised above the maximum', async () => {
  const { page } = app;
  const caps = region(page, 'Reading limits');
  const hour = caps.getByRole('textbox', { name: 'Companies per hour' });
  await hour.fill('21');
  await expect(caps).toContainText('Enter a whole number from 1 to 20.');
  await expect(caps.getByRole('button', { name: 'Save limits' })).toHaveCount(0);
  await hour.fill('10');
  await page.keyboard.press('Tab');
  await expect(caps).toContainText(/of 10 read/);
  await expect(caps.getByRole('button', { name: 'Save limits' })).toHaveCount(0);
  await page
    .locator('[data-sonner-toast][data-removed=false]')
    .getByRole('button', { name: /^Undo/ })
    .click();
  await expect(hour).toHaveValue('20');
});

test('a revoked client can no longer connect', async () => {
  const { page } = app;
  await button(`Revoke access for ${NAME}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
  await expect(region(page, 'Your assistants')).toContainText('All assistants have been revoked.');
  const leaves = region(page, 'What leaves this computer');
  await expect(leaves).toContainText(`${NAME} was revoked (`);
  await expect(leaves).toContainText(/Today it read \d+ compan/);
  await expect(statusBar().getByRole('button', { name: NAME })).toHaveCount(0);
  await expect(callTool('today')).rejects.toThrow();
  await expect(region(page, 'Assistant log')).toContainText(NAME);
});
