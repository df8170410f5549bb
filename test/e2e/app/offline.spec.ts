import { resolve } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import {
  callCore,
  openLoopback,
  openLoopbackProcess,
  type LoopbackProcess,
} from '../../support/browser/loopback-app.ts';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import { startSimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';

/*
 * Tests an account whose service runs in another process: first with a network and then, after a restart,
 * without one. Without a network, every screen shows the library's data, every change to user data succeeds,
 * and no control waits for a reply.
 */

test.describe.configure({ timeout: 150_000 });

const PASSPHRASE = 'correct horse battery';

/**
 * Starts the loopback shell with `block-network.ts`. The shell can then accept connections from the browser,
 * but cannot open connections to a service.
 */
async function openOffline(
  browser: Parameters<typeof openLoopback>[0],
  folder: string,
): Promise<LoopbackProcess> {
  const before = process.env['NODE_OPTIONS'];
  process.env['NODE_OPTIONS'] =
    `${before ?? ''} --import=${resolve('test/support/browser/block-network.ts')}`;
  try {
    return await openLoopbackProcess(browser, folder);
  } finally {
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
  }
}

const replySchema = z.object({ ok: z.literal(true), value: z.record(z.string(), z.unknown()) });
/** Calls the core, expects the call to succeed, and returns the result. */
const callForResult = async (
  page: Page,
  channel: string,
  input: unknown = {},
): Promise<Record<string, unknown>> => replySchema.parse(await callCore(page, channel, input)).value;

const expectNothingBusy = (page: Page): Promise<void> =>
  expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

async function openCompany(page: Page, company: string): Promise<void> {
  await journey.goTo(page, 'Library');
  await page.getByRole('grid').getByRole('row').filter({ hasText: company }).first().click();
  await expect(region(page, 'Notes')).toBeVisible();
}

test('an account works on a separate service; all screens and local changes work without service and sockets', async ({
  browser,
}) => {
  const folder = tempDir();
  const service = await startSimulatorProcess(['--seed', '11']);
  const online = await openLoopback(browser, folder.path);
  const paid = await journey.connectAccount(online.page, {
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    passphrase: PASSPHRASE,
  });
  paid.push(...(await journey.search30DaysUs(online.page)));
  const { paid: fetched, found } = await journey.fetchContacts(online.page);
  const calls = await service.transcript();
  journey.expectFirstRequests(calls, fetched.length);
  // Adds 1, because connecting sends two requests but `paid` contains only one price for it.
  expect(calls).toHaveLength(paid.length + fetched.length + 1);
  const id = calls.at(-1)?.path.split('/').at(-2);
  const personal = journey.personalTexts(await callCore(online.page, 'companies.people', { id }));
  // The scan includes the WAL, because the app is still running.
  expect(findPlaintext(folder.path, [...personal, service.liveKey])).toMatchObject({ hits: [] });
  expect(online.pageErrors).toEqual([]);
  await online.close();
  await service.stop();

  const offline = await openOffline(browser, folder.path);
  const { page } = offline;
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Unlock' }).click();

  await openCompany(page, found.company);
  for (const email of found.emails) await expect(region(page, 'Contacts').getByText(email)).toBeVisible();
  await expectNothingBusy(page);

  await journey.writeNote(page, journey.NOTE);
  await page.keyboard.press('Escape');
  await region(page, 'Tasks').getByRole('button', { name: /^Add/ }).click();
  await page.keyboard.type('Call them');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Tasks').getByRole('listitem')).toContainText('Call them');
  await journey.saveToList(page, journey.LIST);
  await page.keyboard.press('Escape');
  await expectNothingBusy(page);
  await expectMarked(page, found.company);

  for (const screen of ['Search', 'Quota', 'Settings', 'Library'] as const) {
    await journey.goTo(page, screen);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await expectNothingBusy(page);
  }
  await journey.goTo(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  await expectNothingBusy(page);

  // The API key was stored only in memory, so it is gone after the restart. It cannot be set again offline,
  // because the app would have to check the key with a request.
  const { cost } = await callForResult(page, 'quota.price', { call: { endpoint: 'stats' } });
  const reply = await callCore(page, 'keys.setApiKey', {
    apiKey: service.liveKey,
    place: 'session',
    sameAccount: true,
    accepted: cost,
    screen: 'settings',
  });
  expect(reply).toMatchObject({ ok: false, error: { kind: 'network' } });
  expect(offline.started.log()).toContain('no-sockets');
  await expectNothingBusy(page);
  await page.reload();
  await journey.expectStoredData(page, found);
  await expect(region(page, 'Tasks').getByRole('listitem')).toContainText('Call them');
  await expectNothingBusy(page);
  expect(offline.pageErrors).toEqual([]);
  await offline.close();
  folder.remove();
});

async function expectMarked(page: Page, company: string): Promise<void> {
  const opened = await callForResult(page, 'library.open', { text: company });
  const { rows } = await callForResult(page, 'library.rows', {
    queryId: opened['queryId'],
    offset: 0,
    limit: 1,
  });
  const [row] = z.array(z.object({ companyId: z.string() })).parse(rows);
  const companyId = row?.companyId ?? '';
  const { statuses } = await callForResult(page, 'marks.statuses');
  const [status] = z.array(z.object({ id: z.string() })).parse(statuses);
  await callForResult(page, 'marks.setStatus', { companyIds: [companyId], statusId: status?.id });
  await callForResult(page, 'marks.addTag', { companyIds: [companyId], name: 'Warm' });
  const question = { text: company.slice(0, 200), sort: 'name', filters: { statuses: [status?.id] } };
  await callForResult(page, 'savedFilters.create', { name: 'Written offline', question });
  expect(JSON.stringify(await callForResult(page, 'savedFilters.list'))).toContain('Written offline');
  const marks = JSON.stringify(await callForResult(page, 'marks.get', { companyId }));
  expect(marks).toContain('Warm');
  expect(marks).toContain(`"${status?.id ?? ''}"`);
}
