import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { tooltips } from '../support/tooltips.ts';
import * as journey from '../support/journey.ts';

// All tests use one demo, and each test continues where the previous test ended.
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path, ['--demo']);
  await app.page.setViewportSize({ width: 1440, height: 900 });
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

const totalOf = z.object({ value: z.object({ total: z.int() }) });
/** Returns the number of requests that the simulated service received. */
async function callsSeen(page: Page): Promise<number> {
  return totalOf.parse(await callCore(page, 'demo.transcript', { offset: 0, limit: 1 })).value.total;
}
const allowances = (page: Page) => page.getByRole('region', { name: 'Spending caps' });

async function setRecordsToday(page: Page, cap: string): Promise<void> {
  await allowances(page).getByRole('button', { name: 'Change caps' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spending caps' });
  await dialog.getByLabel('All requests, per day').fill(cap);
  await journey.expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save caps' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a spending cap refuses by name, offers what still fits, and can be lifted there', async () => {
  const { page } = app;
  await journey.goTo(page, 'Quota');
  await expect(page.getByText('The forecast appears after three days of use.')).toBeVisible();
  await setRecordsToday(page, '12');
  await expect(allowances(page).getByText('0 of 12')).toBeVisible();

  await journey.goTo(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  const run = page.getByRole('button', { name: /^Run search/ });
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await expect(
    page.getByText('This request would exceed your spending cap for all requests').first(),
  ).toBeVisible();
  const seen = await callsSeen(page);
  await page.getByRole('button', { name: /^Fetch 12 results instead/ }).click();
  const results = page.getByRole('grid', { name: 'Results' });
  await expect(results).toHaveAttribute('aria-rowcount', '13');
  expect(await callsSeen(page)).toBe(seen + 1);

  // The spending cap is now used up, and the button is disabled. If a request is made anyway, it is refused
  // and recorded in the ledger.
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  const free = { requests: 1, records: 25, pageTurns: 1, companies: 0 };
  const query = z
    .object({
      value: z.object({
        set: z.object({ question: z.object({ query: z.record(z.string(), z.unknown()) }) }),
      }),
    })
    .parse(await callCore(page, 'search.last')).value.set.question.query;
  expect(
    await callCore(page, 'search.run', {
      question: { list: 'fundings', query: { ...query, limit: 25 } },
      accepted: free,
      screen: 'search',
    }),
  ).toMatchObject({ ok: false, error: { kind: 'quota-exhausted', allowance: 'all' } });
  expect(await callsSeen(page)).toBe(seen + 1);
  await page.getByRole('button', { name: 'Change spending caps' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spending caps' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('All requests, per day').fill('');
  await dialog.getByRole('button', { name: 'Save caps' }).click();
  await expect(
    page.getByRole('grid', { name: 'Request history' }).getByText('refused: spending cap'),
  ).toBeVisible();
  await expect(allowances(page).getByText('12 records, no cap')).toBeVisible();
  await journey.goTo(page, 'Search');
  await expect(run).not.toHaveAttribute('aria-disabled', 'true');
});

test('the request ledger filters by period, screen and result', async () => {
  const { page } = app;
  await journey.goTo(page, 'Quota');
  const ledger = page.getByRole('grid', { name: 'Request history' });
  const all = Number(await ledger.getAttribute('aria-rowcount'));
  await page.getByRole('button', { name: 'Result: All results' }).click();
  await page.getByRole('menuitem', { name: 'Refused' }).click();
  await expect(ledger).toHaveAttribute('aria-rowcount', '2');
  await expect(ledger.getByText('refused: spending cap')).toBeVisible();
  await page.getByRole('button', { name: 'Screen: All screens' }).click();
  await page.getByRole('menuitem', { name: 'Library' }).click();
  await expect(page.getByText('No requests match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Screen: Library' }).click();
  await page.getByRole('menuitem', { name: 'All screens' }).click();
  await page.getByRole('button', { name: 'Result: Refused' }).click();
  await page.getByRole('menuitem', { name: 'All results' }).click();
  await expect(ledger).toHaveAttribute('aria-rowcount', String(all));
});

test('a calibration shows its price and its result', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Show account and request costs' }).click();
  const learned = page.getByRole('region', { name: 'Request costs' });
  await expect(
    learned.getByText('No costs measured yet. Roundwatch uses the published prices.'),
  ).toBeVisible();
  const button = learned.getByRole('button', { name: /^Measure costs/ });
  await expect(button).toContainText(/\d+ (record|request|page turn)/);
  await expect(
    learned.getByText(/^The measurement costs up to 6 requests, \d+ records, 1 page turn: /),
  ).toBeVisible();
  const seen = await callsSeen(page);
  await button.click();
  await expect(learned.getByText('The costs were measured with the service’s own counters.')).toBeVisible({
    timeout: 20_000,
  });
  expect(await callsSeen(page)).toBe(seen + 6);
  await expect(learned.getByText(/^A usage check costs /)).toBeVisible();
  await expect(learned.getByText(/^measured \d+ \w+$/)).toBeVisible();
  // The price details also show the measured cost.
  await page.getByRole('button', { name: /^Confirm usage/ }).hover();
  await expect(
    tooltips(page)
      .getByText(/^measured \d+ \w+$/)
      .first(),
  ).toBeVisible();
});

test('a waiting request shows its time and can be cancelled for free', async () => {
  const { page } = app;
  // Moves the clock by a day, so requests from earlier tests no longer count toward the per-minute limit.
  // Otherwise, these requests could leave the minute's window during this test, which would free part of the
  // budget.
  expect(await callCore(page, 'demo.travel', { days: 1 })).toMatchObject({ ok: true });
  const accepted = { requests: 1, records: 1, pageTurns: 0, companies: 0 };
  const confirm = () => callCore(page, 'quota.confirm', { accepted, screen: 'quota' });
  const price = z.object({ value: z.object({ decision: z.object({ kind: z.string() }) }) });
  const isOpen = async (): Promise<boolean> =>
    price.parse(await callCore(page, 'quota.price', { call: { endpoint: 'stats' } })).value.decision.kind ===
    'go';
  for (let calls = 0; calls < 20 && (await isOpen()); calls += 1) await confirm();
  // The minute budget is used up, so these two requests wait.
  const replies = Promise.all([confirm(), confirm()]);
  const line = page.getByRole('contentinfo').getByRole('button', { name: / for .+, next at \d\d:\d\d/ });
  await expect(line).toBeVisible();
  await expect.poll(async () => (await line.innerText()).includes('running')).toBe(false);
  const seen = await callsSeen(page);
  await line.click();
  const list = page.getByRole('dialog', { name: 'Requests in progress' });
  await expect(
    list.getByText(/starts \d\d:\d\d:\d\d, as soon as the per-minute limit allows/).first(),
  ).toBeVisible();
  await journey.expectAccessible(page);
  const cancel = list.getByRole('button', { name: 'Cancel Usage check' });
  for (let left = await cancel.count(); left > 0; left -= 1) {
    await cancel.first().click();
    await expect(cancel).toHaveCount(left - 1);
  }
  await expect(page.getByText(/^Cancelled: .* Nothing was spent\./).first()).toBeVisible();
  await expect(line).toHaveCount(0);
  const ended = await replies;
  expect(JSON.stringify(ended)).toContain('aborted');
  expect(await callsSeen(page)).toBe(seen);
});

test('forecast, charts and their tables follow the days', async () => {
  const { page } = app;
  await journey.goTo(page, 'Quota');
  for (let day = 0; day < 4; day += 1) {
    await callCore(page, 'demo.travel', { days: 1 });
    expect(
      await callCore(page, 'quota.confirm', {
        accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
        screen: 'quota',
      }),
    ).toMatchObject({ ok: true });
  }
  await expect(page.getByText(/^(At this pace, your records last until|Records run out on) /)).toBeVisible();
  const days = page.getByRole('region', { name: 'Records per day, last 30 days' });
  const chart = days.getByRole('group', { name: 'Records per day, last 30 days' });
  await expect(chart).toHaveAccessibleDescription(/records used in 30 days, \d+ on the busiest day/);
  await journey.expectAccessible(page);
  // Only one mark is in the tab order. The arrow keys move between marks, and a focused mark shows its tip.
  const marks = chart.getByRole('img');
  await expect(marks).toHaveCount(30);
  await chart.locator('[tabindex="0"]').focus();
  await page.keyboard.press('End');
  await expect(marks.last()).toBeFocused();
  await expect(chart.locator('.chart-tip')).toContainText(/record/);
  await page.keyboard.press('ArrowLeft');
  await expect(marks.nth(28)).toBeFocused();
  await expect(chart.locator('[tabindex="0"]')).toHaveCount(1);
  await expect(marks.nth(28)).toHaveAttribute('tabindex', '0');
  const labels = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')));
  await days.getByRole('button', { name: 'Records per day, last 30 days, as a table' }).click();
  await expect(chart).toHaveCount(0);
  // The table contains the same days and figures as the marks of the chart.
  const rows = days.getByRole('row');
  await expect(rows).toHaveCount(31);
  for (const [at, label] of labels.entries()) {
    const [day = '', own = ''] = await rows
      .nth(at + 1)
      .locator('th, td')
      .allTextContents();
    expect(label).toMatch(new RegExp(`^${day}: ${own} records?`));
  }
  await journey.expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(chart).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quota' })).toBeVisible();
  expect(app.pageErrors).toEqual([]);
});

test('one press caps spending to the even pace if records would run out, and another undoes it', async () => {
  const { page } = app;
  const hold = page.getByRole('button', { name: /^Cap at \d+ records? a day$/ });
  await expect(page.getByText(/^At this pace, your records last until /)).toBeVisible();
  await expect(hold).toHaveCount(0);
  const budgets = z.object({
    value: z.object({
      serverNowMs: z.number(),
      budgets: z.array(z.object({ budget: z.string(), resetsAtMs: z.number().nullable(), used: z.number() })),
    }),
  });
  const records = async () => {
    const { value } = budgets.parse(await callCore(page, 'quota.status'));
    const month = value.budgets.find(({ budget }) => budget === 'month-records');
    return { used: month?.used ?? 0, leftMs: (month?.resetsAtMs ?? 0) - value.serverNowMs };
  };
  // The app offers the cap only if the single remaining record would run out before the reset. Less than a
  // day before the reset, that record would last, so the test first moves the clock past the reset.
  if ((await records()).leftMs < 86_400_000) await callCore(page, 'demo.travel', { days: 1 });
  await callCore(page, 'quota.setRecordLimit', { records: (await records()).used + 1 });
  await hold.click();
  await expect(page.getByText(/^Capped at \d+ records? a day$/)).toBeVisible();
  await expect(hold).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(page.getByText(/^Capped at \d+ records? a day$/)).toHaveCount(0);
  await expect(hold).toBeVisible();
  await callCore(page, 'quota.setRecordLimit', { records: null });
  await expect(hold).toHaveCount(0);
});

test('the account panel shows the reported use, and offers a daily reading that is off by default', async () => {
  const { page } = app;
  const account = page.getByRole('region', { name: 'Account' });
  await expect(
    account.getByRole('group', { name: 'Requests per day, last 30 days' }),
  ).toHaveAccessibleDescription(/^\d+ requests by this computer and \d+ by other/);
  await expect(account.getByText('Production key, live key')).toBeVisible();
  const seen = await callsSeen(page);
  const daily = account.getByRole('checkbox', { name: 'Check account usage once a day' });
  await expect(daily).not.toBeChecked();
  await expect(account.getByText(/^1 request(, 1 record)? a day$/)).toBeVisible();
  await daily.check({ force: true });
  await expect(daily).toBeChecked();
  const limit = account.getByLabel('Alert me if other devices exceed');
  await limit.fill('many');
  await limit.press('Enter');
  await expect(account.getByText('Enter a whole number from 0 to 100,000.')).toBeVisible();
  await limit.fill('40');
  await limit.press('Enter');
  await expect(page.getByText('Alert limit set to 40 requests a day')).toBeVisible();
  await journey.expectAccessible(page);
  expect(await callsSeen(page)).toBe(seen);
  expect(app.pageErrors).toEqual([]);
});

test('the spending cap of a screen is shown on its buttons before anything is sent', async () => {
  const { page } = app;
  const cap = (scope: string, records: number | null) =>
    callCore(page, 'quota.setAllowance', { scope, period: 'day', records });
  await journey.goTo(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  const run = page.getByRole('button', { name: /^Run search/ });
  await expect(run).not.toHaveAttribute('aria-disabled', 'true');
  await cap('screen-company', 0);
  await expect(run).not.toHaveAttribute('aria-disabled', 'true');
  await cap('screen-search', 12);
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await expect(
    page.getByText('This request would exceed your spending cap for the Search screen.').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Fetch 12 results instead/ })).toBeVisible();
  await journey.expectAccessible(page);

  await cap('screen-search', null);
  await run.click();
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  const refusal = page.getByText('This request would exceed your spending cap for company pages.');
  await expect(refusal.first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Fetch profile/ })).toHaveAttribute('aria-disabled', 'true');
  await cap('screen-company', null);
  await expect(refusal).toHaveCount(0);
});
