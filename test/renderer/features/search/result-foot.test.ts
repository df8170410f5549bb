import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ResultSet } from '../../../../shared/model/search.ts';
import { fundingsQuerySchema } from '../../../../shared/model/query.ts';
import { allowedPrice } from '../../fixture/quota.ts';
import { compiled } from '../../support/compiled.ts';

/* The line below the results, rendered to HTML. */
const load = compiled();
const COST = { requests: 1, records: 50, pageTurns: 1, companies: 50 };
const renderedSchema = z.object({ body: z.string() });

async function renderHtml(
  change: Partial<ResultSet>,
  nextOffset: number | null = null,
  library: { readonly rows: number; readonly complete: boolean } | null = null,
  isPlanStepRunning = false,
): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/search/results/ResultFoot.svelte');
  const dates = { fundingDateStart: '2026-05-01', fundingDateEnd: '2026-05-10' };
  const set: ResultSet = {
    setId: '1',
    question: { list: 'fundings', query: fundingsQuerySchema.parse({ ...dates, limit: 50, offset: 0 }) },
    total: 1_240,
    loaded: 500,
    state: 'partial',
    fetchedAtMs: 0,
    origin: 'service',
    ...change,
  };
  const props = {
    app: { clock: { nowMs: 0 }, connection: { state: 'online' }, quota: { status: null } },
    set,
    search: {
      next: nextOffset === null ? null : { query: { limit: 50, offset: nextOffset } },
      plan: { plan: { library: library && { ...library, asOfMs: 0 } } },
      isPlanStepRunning,
      nextPage: {
        fewerQuestion: null,
        fewerPrice: {},
        price: { preview: allowedPrice(COST, 'up-to'), busy: false },
      },
    },
    actions: { pagesToLoad: () => null },
    isCurrent: true,
  };
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return body.replace(/<!--.*?-->/g, '');
}

test('explains why no more than 500 rows can be loaded', async () => {
  const html = await renderHtml({});
  expect(html).toContain('Only the first 500 of 1,240 matches can be loaded. Narrow the dates or stages.');
  expect(html).not.toContain('<button');
  expect(await renderHtml({ total: 500, state: 'complete' })).not.toContain('can be loaded');
});

test('counts the rows that are shown', async () => {
  expect(await renderHtml({ total: 358, loaded: 24 })).toContain('1–24 of 358');
  expect(await renderHtml({ total: 1, loaded: 1, state: 'complete' })).toMatch(/[^–]1 of 1[^,\d]/);
  expect(await renderHtml({ total: 3, loaded: 0 })).toMatch(/[^–]0 of 3/);
});

test('offers no further page if the library contains all matches, but shows them for free', async () => {
  const partly = await renderHtml({ total: 60, loaded: 25 }, 25, { rows: 40, complete: false });
  expect(partly).toContain('Load 50 more');
  const wholly = await renderHtml({ total: 60, loaded: 25 }, 25, { rows: 60, complete: true });
  expect(wholly).toMatch(/Show 60 stored matches<.*free/s);
  expect(wholly).not.toContain('Load 50 more');
});

test('the rest does not include a row that was fetched but could not be read', async () => {
  const html = await renderHtml({ total: 358, loaded: 24 }, 25);
  expect(html).toContain('333 more');
  expect(await renderHtml({ total: 358, loaded: 24 })).toContain('334 more');
});

test('cannot load the next page while all remaining results are being loaded', async () => {
  const buttonOf = (html: string): string =>
    /<button[^>]*>(?=(?:(?!<button).)*Load 50 more)/s.exec(html)?.[0] ?? '';
  expect(buttonOf(await renderHtml({}, 50))).not.toMatch(/disabled/);
  const running = buttonOf(await renderHtml({}, 50, null, true));
  expect(running).toContain('aria-disabled="true"');
  expect(running).toContain('title="Other results are still loading."');
});
