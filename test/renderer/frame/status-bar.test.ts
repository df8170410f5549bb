import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Receipt } from '../../../shared/model/budget.ts';
import { compiled } from '../support/compiled.ts';
import { NOW_MS } from '../fixture/time.ts';

/* The status bar, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

async function renderHtml(lastReceipt: Receipt): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/frame/status/StatusBar.svelte');
  const budgets = [{ budget: 'month-records', left: 612 }];
  const app = {
    clock: { nowMs: NOW_MS },
    connection: { state: 'online', sinceMs: null },
    workspaces: { active: null },
    toasts: { notice: null, items: [] },
    progress: { works: [] },
    offline: { calls: [], waiting: [], failed: [] },
    quota: { status: { lastReceipt: null, budgets } },
    lastReceipt,
  };
  return renderedSchema.parse({ body: render(component, { props: { app } }).body }).body;
}

test('the last request shows the records that are left, and page turns only in the tooltip', async () => {
  const cost = { requests: 1, records: 25, pageTurns: 1, companies: 0 };
  const html = await renderHtml({
    ledgerId: 1,
    atMs: NOW_MS,
    reserved: cost,
    cost,
    outcome: 'spent',
    binding: { budget: 'page-turns', left: 87, resetsAtMs: null },
  });
  const titles = [...html.matchAll(/title="([^"]*)"/g)].map(([, title]) => title);
  expect(titles).toContainEqual(expect.stringMatching(/ · Page turns this month: 87 left$/));
  const text = html.replaceAll(/<[^>]*>/g, ' ');
  expect(text).toContain('Last request: 25 records. 612 left.');
  expect(text).not.toMatch(/page turn/i);
});
