import { expect, test } from 'vitest';
import { z } from 'zod';
import type { LastReceipt, Receipt } from '../../../shared/model/budget.ts';
import { compiled } from '../support/compiled.ts';
import { NOW_MS } from '../fixture/time.ts';

/* The status bar, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

interface Shown {
  readonly lastReceipt?: Receipt;
  /** The newest receipt that the core reports. */
  readonly reported?: LastReceipt;
  /** Whether other devices may have used more records than the app has counted. */
  readonly atLeast?: boolean;
  /** Whether work is in progress. The component that shows the work is then still being loaded. */
  readonly isWorking?: boolean;
  readonly notice?: { readonly text: string; readonly action: { readonly label: string } | null };
}

async function renderHtml({
  lastReceipt,
  reported,
  atLeast = false,
  isWorking = false,
  notice,
}: Shown): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/frame/status/StatusBar.svelte');
  const budgets = [{ budget: 'month-records', left: 612, atLeast }];
  const app = {
    clock: { nowMs: NOW_MS },
    connection: { state: 'online', sinceMs: null },
    workspaces: { active: null },
    toasts: { notice: notice ?? null, items: [] },
    progress: { works: isWorking ? [{}] : [] },
    components: { of: () => ({ component: null, hasFailed: false }) },
    offline: { calls: [], waiting: [], failed: [] },
    quota: { status: { lastReceipt: reported ?? null, budgets } },
    lastReceipt: lastReceipt ?? null,
  };
  const { body } = renderedSchema.parse({ body: render(component, { props: { app } }).body });
  return body.replaceAll(/<!--.*?-->/g, '');
}

const cost = { requests: 1, records: 25, pageTurns: 1, companies: 0 };
const receipt: Receipt = {
  ledgerId: 1,
  atMs: NOW_MS,
  reserved: cost,
  cost,
  outcome: 'spent',
  binding: { budget: 'page-turns', left: 87, resetsAtMs: null },
};
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('the last request shows the records that are left, and page turns only in the tooltip', async () => {
  const html = await renderHtml({ lastReceipt: receipt });
  const titles = [...html.matchAll(/title="([^"]*)"/g)].map(([, title]) => title);
  expect(titles).toContainEqual(expect.stringMatching(/ · Page turns this month: 87 left$/));
  const text = textOf(html);
  expect(text).toContain('Last request: 25 records. 612 left.');
  expect(text).not.toMatch(/page turn/i);
});

test('records that other devices may have used are left at most', async () => {
  const html = await renderHtml({ lastReceipt: receipt, atLeast: true });
  expect(textOf(html)).toContain('Last request: 25 records. Up to 612 left.');
  expect(html).toMatch(
    /title="[^"]*87 left\. The service hasn’t reported [^"]*you may have fewer records left\."/,
  );
});

test('requests that followed each other share one receipt, with a button that leads to all of them', async () => {
  const burst = { requests: 6, reserved: cost, cost: { ...cost, requests: 6, records: 22 }, unknown: 1 };
  const html = await renderHtml({ reported: { ...receipt, isBackground: true, burst } });
  expect(textOf(html)).toContain(
    'Last 6 requests: 22 records of up to 25. 612 left. No response to 1 request, which counts as spent.',
  );
  expect(html).toMatch(/<button[^>]*>6 receipts<\/button>/);
  const guessed = await renderHtml({
    reported: { ...receipt, isBackground: true, burst: { ...burst, isEstimate: true } },
  });
  expect(textOf(guessed)).toContain('Last 6 requests: 22 records. 612 left.');
});

test('a notice takes the place of the receipt, with its button', async () => {
  const notice = { text: 'Caught up: 5 new rounds', action: { label: 'Show rounds' } };
  const html = await renderHtml({ lastReceipt: receipt, notice });
  expect(textOf(html)).toContain('Caught up: 5 new rounds');
  expect(textOf(html)).not.toContain('Last request');
  expect(html).toMatch(/<button[^>]*>Show rounds<\/button>/);
  const plain = await renderHtml({ lastReceipt: receipt, notice: { ...notice, action: null } });
  expect(plain).not.toContain('Show rounds');
});

test('loading the text about work in progress shows nothing', async () => {
  expect(textOf(await renderHtml({ isWorking: true }))).toBe(textOf(await renderHtml({})));
});
