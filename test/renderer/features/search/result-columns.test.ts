import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ResultRow } from '../../../../shared/model/company.ts';
import { RESULT_COLUMNS_DEFAULT } from '../../../../shared/model/settings/result-columns.ts';
import { compiled } from '../../support/compiled.ts';
import { NOW_MS } from '../../fixture/time.ts';

/* The headings and the cells of search results, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });
const RESULTS = '/renderer/features/search/results';

async function renderHtml(file: string, props: Record<string, unknown>): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load(`${RESULTS}/${file}`);
  return renderedSchema.parse({ body: render(component, { props }).body }).body;
}
/** Returns the texts of all elements with a role, in order. */
async function textsOf(role: string, file: string, props: Record<string, unknown>): Promise<string[]> {
  const body = await renderHtml(file, props);
  return body
    .split(`role="${role}"`)
    .slice(1)
    .map((html) =>
      html
        .slice(html.indexOf('>') + 1)
        .replaceAll(/<[^>]*>/g, '')
        .trim(),
    );
}
const columns = [...RESULT_COLUMNS_DEFAULT];
const layout = { columns, template: '' };
const row: ResultRow = {
  position: 0,
  companyId: '1',
  roundId: '1',
  name: 'Halden Grid',
  countryCode: 'NO',
  countryName: 'Norway',
  industry: 'Energy',
  stage: 'Series B',
  amount: null,
  announcedOn: null,
  window: { state: 'unknown', closesAtMs: null },
  stamp: { source: 'fundings', fetchedAtMs: NOW_MS },
  known: true,
};
const cells = {
  ...layout,
  isNew: false,
  showsCodes: false,
  selected: false,
  picked: false,
  picking: false,
  markText: null,
  lists: [],
  onpick: () => undefined,
  nowMs: NOW_MS,
};

test('the headings explain the fit and the contact window', async () => {
  const html = await renderHtml('ResultColumns.svelte', {
    ...layout,
    search: { rows: [], sort: null },
    onsort: () => undefined,
  });
  const titles = [...html.matchAll(/role="columnheader"[^>]* title="([^"]*)"/g)].map(([, title]) => title);
  expect(titles).toEqual([
    expect.stringMatching(/^Contacts can be fetched for 30 days /),
    expect.stringMatching(/^How well a company matches your market, from 0 to 100\./),
  ]);
});

test('the column “Library” shows whether each company was stored before', async () => {
  const headings = await textsOf('columnheader', 'ResultColumns.svelte', {
    ...layout,
    search: { rows: [], sort: null },
    onsort: () => undefined,
  });
  // Does not count the first heading, which is above the check boxes and only for screen readers.
  const at = headings.findIndex((text) => text.startsWith('Library')) - 1;
  expect(at).toBe(1 + columns.indexOf('known'));
  const cellOf = async (known: boolean) =>
    (await textsOf('gridcell', 'ResultCells.svelte', { ...cells, row: { ...row, known } }))[at + 1];
  expect([await cellOf(true), await cellOf(false)]).toEqual(['already in', 'added']);
});
