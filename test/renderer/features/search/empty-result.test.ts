import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Cost } from '../../../../shared/model/budget.ts';
import { compiled } from '../../support/compiled.ts';

/* The text of an empty result, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });
const cost = (requests: number, records: number): Cost => ({
  requests,
  records,
  pageTurns: 1,
  companies: 0,
});

/** @param latestPage the receipt of the latest page and its result set; the empty result is set 1 */
async function renderHtml(
  latestPage: { setId: number; receipt: { reserved: Cost; cost: Cost } } | null,
): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/search/results/EmptyResult.svelte');
  const search = {
    set: { setId: 1, question: { list: 'companies', query: {} } },
    latestPage,
    form: { filterCount: 1, list: 'companies' },
    plan: { plan: null },
    longerPage: { price: { preview: null }, busy: false, load: () => Promise.resolve() },
  };
  const props = { app: { clock: { nowMs: 0 } }, search, question: null, actions: {}, isOutdated: false };
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return body.replaceAll(/<!--.*?-->/g, '');
}

test('an empty result names what the search cost, and that it updated the filter options', async () => {
  const page = (reserved: Cost, spent: Cost, setId = 1) =>
    renderHtml({ setId, receipt: { reserved, cost: spent } });
  expect(await page(cost(2, 26), cost(2, 1))).toContain(
    'No matches. The search cost 1 record, including refreshing the filter options. Choose other dates.',
  );
  expect(await page(cost(1, 25), cost(1, 0))).toContain(
    'No matches. The search cost 0 records. Choose other dates.',
  );
});

test('an empty result without its receipt names no cost', async () => {
  const others = { setId: 2, receipt: { reserved: cost(1, 25), cost: cost(1, 25) } };
  for (const latestPage of [null, others])
    expect(await renderHtml(latestPage)).toContain('No matches. Choose other dates.');
});
