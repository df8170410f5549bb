import { expect, type Locator, type Page } from '@playwright/test';
import type { Cost } from '../../../shared/model/budget.ts';
import * as journey from '../support/journey.ts';

/* Steps and checks for Today after a week away, shared by the tests of both shells. */

export const TASK = 'Ask about the second site';
const DAY_MS = 86_400_000;

/** Sends a request to the core through the shell under test. */
export type CoreRequest = (channel: string, input?: unknown) => Promise<unknown>;

/** Sends a request that must succeed, and returns its result. */
export async function callForResult<T>(
  request: CoreRequest,
  channel: string,
  input: unknown = {},
): Promise<T> {
  const reply = (await request(channel, input)) as { readonly ok: boolean; readonly value: T };
  expect(reply).toMatchObject({ ok: true });
  return reply.value;
}

/** Returns the number of requests that the demo's service received. */
export const callsSent = async (request: CoreRequest): Promise<number> =>
  (await callForResult<{ total: number }>(request, 'demo.transcript', { offset: 0, limit: 1 })).total;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Creates a list of companies that raised a round two to three weeks ago, and adds a task to one of the
 * companies. Returns the ids of the companies.
 */
export async function followSome(request: CoreRequest): Promise<readonly string[]> {
  const { serverNowMs: now } = await callForResult<{ serverNowMs: number }>(request, 'quota.status');
  const query = {
    fundingDateStart: dateOf(now - 20 * DAY_MS),
    fundingDateEnd: dateOf(now - 14 * DAY_MS),
    limit: 25,
    offset: 0,
  };
  const accepted: Cost = { requests: 1, records: 25, pageTurns: 1, companies: 0 };
  const question = { list: 'fundings', query };
  const { set } = await callForResult<{ set: { setId: string } }>(request, 'search.run', {
    question,
    accepted,
    screen: 'search',
  });
  const { rows } = await callForResult<{ rows: { companyId: string }[] }>(request, 'search.rows', {
    setId: set.setId,
    offset: 0,
    limit: 25,
  });
  const { id } = await callForResult<{ id: string }>(request, 'watchlists.create', { name: journey.LIST });
  const companyIds = [...new Set(rows.map(({ companyId }) => companyId))].slice(0, 4);
  await callForResult(request, 'watchlists.add', { id, companyIds, reason: '' });
  const { today } = await callForResult<{ today: string }>(request, 'tasks.due', { offset: 0, limit: 1 });
  await callForResult(request, 'tasks.add', {
    companyIds: companyIds.slice(0, 1),
    title: TASK,
    dueOn: today,
  });
  return companyIds;
}

export const list = (page: Page): Locator => page.getByRole('grid', { name: 'Today’s list' });
export const plan = (page: Page): Locator => page.getByRole('region', { name: 'Today’s plan' });

/** Expects Today to show the gap with its price, the closing contact windows by date, and the due tasks. */
export async function expectWeekAway(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Gap' })).toContainText(
    /Your library may be missing rounds since .*\./,
  );
  await expect(page.getByRole('button', { name: /^Catch up/ })).toContainText('up to 25 records');
  await expect(list(page)).toContainText('Contact windows closing soon');
  // Matches only windows of at most ten days. The rows of other groups have longer windows.
  const left = list(page)
    .getByText(/^([1-9]|10) (?:d|days) left$/)
    .filter({ visible: true });
  await expect(left.first()).toBeVisible();
  const days = await left.allInnerTexts();
  const counted = days.map((text) => Number.parseInt(text, 10));
  expect(counted.length).toBeGreaterThan(0);
  expect(counted).toEqual([...counted].sort((a, b) => a - b));
  // No company is open beside the list, so each row shows the full text. The pattern requires the spaces,
  // because a space at the edge of a flex item would be lost.
  const chips = await list(page).locator('.window-chip').allInnerTexts();
  expect(chips.filter((text) => /left/.test(text) && !/^<?\d+ days? left$/.test(text))).toEqual([]);
  await expect(list(page)).toContainText(TASK);
}

/**
 * Approves the plan with one key press. Then compares the run's receipts with the ledger and the transcript.
 */
export async function approvePlanByKey(page: Page, request: CoreRequest): Promise<void> {
  const before = await callsSent(request);
  // Hides the month-end plan, which would replace today's plan at the end of a month.
  await callForResult(request, 'plan.hideMonthEnd');
  await expect(plan(page).getByRole('button', { name: /^Approve plan/ })).toContainText(/about \d+ records/);
  const runId = async (): Promise<string | undefined> =>
    (await callForResult<{ run: { id: string } | null }>(request, 'plan.run')).run?.id;
  const runBefore = await runId();
  // The key works once the plan and its price have been on screen for a while. If the plan changes, that time
  // begins again.
  await expect(async () => {
    if ((await runId()) === runBefore) await page.keyboard.press('a');
    await expect.poll(runId, { timeout: 1_000 }).not.toBe(runBefore);
  }).toPass({ timeout: 20_000 });
  await expect(plan(page).getByText('Plan ended')).toBeVisible({ timeout: 20_000 });
  const { run } = await callForResult<{
    run: { spent: Cost; approved: Cost; items: { step: string }[] };
  }>(request, 'plan.today');
  const page50 = { offset: 0, limit: 50 };
  const { calls } = await callForResult<{ calls: { cost: Cost }[] }>(request, 'demo.transcript', page50);
  const sent = calls.slice(0, (await callsSent(request)) - before);
  type Row = { readonly reason: string; readonly state: string; readonly cost: Cost | null };
  const { rows } = await callForResult<{ rows: Row[] }>(request, 'quota.ledger', page50);
  const planned = rows.filter(({ reason, state }) => reason.startsWith('Plan: ') && state === 'spent');
  const records = planned.reduce((sum, { cost }) => sum + (cost?.records ?? 0), 0);
  expect(sent.length).toBeGreaterThan(0);
  expect(run.spent.records).toBe(records);
  expect(run.spent.requests).toBe(sent.reduce((sum, { cost }) => sum + cost.requests, 0));
  expect(run.spent.records).toBeLessThanOrEqual(run.approved.records);
  expect(sent.length).toBe(run.items.filter(({ step }) => step === 'done' || step === 'free').length);
}
