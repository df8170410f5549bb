import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Preview } from '../../../../shared/model/budget.ts';
import { compiled } from '../../support/compiled.ts';
import { allowedPrice } from '../../fixture/quota.ts';

/* The button that runs a search, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });
const preview = allowedPrice({ requests: 1, records: 25, pageTurns: 1, companies: 0 }, 'up-to');

/**
 * Renders the button.
 *
 * @param expectedRecords the known number of matches; undefined if the matches were never counted
 * @param also another request whose cost the price includes
 * @param line the typed line above the filters
 * @param stored the number of matches in the library; undefined if the library does not cover the search
 */
async function renderHtml(
  expectedRecords: number | undefined,
  stored?: number,
  also?: Preview['also'],
  line: { readonly isPending: boolean; readonly isBusy: boolean } = { isPending: false, isBusy: false },
): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/search/filters/FilterFoot.svelte');
  const count = expectedRecords === undefined ? null : { total: expectedRecords, atMs: 0 };
  const props = {
    app: { clock: { nowMs: 0 }, progress: { of: () => null }, connection: { state: 'online' } },
    search: {
      firstPage: {
        price: { preview: { ...preview, expectedRecords, ...(also && { also }) }, busy: false },
        fewerQuestion: null,
      },
      plan: {
        plan: {
          library: stored === undefined ? null : { rows: stored, asOfMs: 0, complete: true },
          count,
        },
        error: null,
      },
      line,
      set: null,
      form: { isClear: false },
      isPlanStepRunning: false,
    },
    // If `question` is null, the component omits the line about matches and stored rows.
    question: null,
    isInvalid: false,
    actions: {},
    fill: () => undefined,
  };
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return body.replaceAll(/<!--.*?-->/g, '');
}

test('a known number of matches changes the price, and without matches the search cannot be run', async () => {
  const unknown = await renderHtml(undefined);
  expect(unknown).toContain('up to 25 records');
  expect(await renderHtml(7)).toContain('about 7, at most 25 records');
  const none = await renderHtml(0);
  expect(none).toContain('0 matches, nothing to fetch');
  expect(none).toMatch(/title="No matches as of \d\d:\d\d\. Change or remove a filter\."/);
  expect(none).toContain('aria-disabled="true"');
  for (const html of [unknown, await renderHtml(7)]) expect(html).not.toContain('aria-disabled');
});

test('the records for results and for the filter options are shown below the button', async () => {
  const also = (records: number): Preview['also'] => ({
    endpoint: 'filters',
    cost: { requests: 1, records, pageTurns: 0, companies: 0 },
  });
  expect(await renderHtml(undefined, undefined, also(1))).toContain(
    'Up to 24 records for results, plus 1 to refresh the filter options, such as industries (at most once a week)',
  );
  expect(await renderHtml(undefined, undefined, also(0))).not.toContain('filter options');
  expect(await renderHtml(undefined)).not.toContain('filter options');
});

test('stored matches are offered with their number, and not if there are none', async () => {
  expect(await renderHtml(undefined, 12)).toMatch(
    /The stored matches are from \d\d:\d\d\..*Show 12 stored matches<.*free/s,
  );
  expect(await renderHtml(undefined, 1)).toContain('Show 1 stored match');
  expect(await renderHtml(undefined, 0)).not.toContain('stored match');
});

test('a typed line must be filled in before its search can be run', async () => {
  const html = await renderHtml(undefined, undefined, undefined, { isPending: true, isBusy: false });
  expect(html).toMatch(/Fill in filters.*free/s);
  expect(html).not.toContain('Run search');
  expect(html).not.toContain('25 records');
});
