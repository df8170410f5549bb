import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Preview } from '../../../../shared/model/budget.ts';
import { compiled } from '../../support/compiled.ts';

/* The button that runs a search, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });
const preview: Preview = {
  cost: { requests: 1, records: 25, pageTurns: 1, companies: 0 },
  certainty: 'up-to',
  lines: [],
  binding: 'month-records',
  decision: { kind: 'go' },
  instead: null,
};

/**
 * Renders the button.
 *
 * @param expectedRecords the known number of matches; undefined if the matches were never counted
 */
async function renderHtml(expectedRecords: number | undefined): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/search/filters/FilterFoot.svelte');
  const count = expectedRecords === undefined ? null : { total: expectedRecords, atMs: 0 };
  const props = {
    app: { clock: { nowMs: 0 } },
    search: {
      firstPage: { price: { preview: { ...preview, expectedRecords }, busy: false }, fewerQuestion: null },
      plan: { plan: { library: null, count }, error: null },
      set: null,
      form: { isClear: false },
      isPlanStepRunning: false,
    },
    // Without a question, the line about matches and stored rows is left out.
    question: null,
    isInvalid: false,
    actions: {},
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
