import { expect, test } from 'vitest';
import { z } from 'zod';
import type { LibraryRow } from '../../../../shared/model/company.ts';
import { LIBRARY_COLUMNS_DEFAULT } from '../../../../shared/model/settings/library-columns.ts';
import { compiled } from '../../support/compiled.ts';
import { NOW_MS } from '../../fixture/time.ts';

/* The text and accessible names of the Library screen's components, rendered to HTML. */
const load = compiled();

const renderedSchema = z.object({ body: z.string() });
async function renderHtml(file: string, props: Record<string, unknown>): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load(file);
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return body.replace(/<!--.*?-->/g, '');
}
const value = (label: string, count: number, checked = false) => ({
  value: label.toLowerCase(),
  label,
  count,
  checked,
});
const ROW: LibraryRow = {
  companyId: '1',
  name: 'Halden <b>Grid</b>',
  countryCode: 'NO',
  countryName: 'Norway',
  industry: 'Energy',
  stage: 'Series B',
  amount: null,
  announcedOn: null,
  window: { state: 'unknown', closesAtMs: null },
  stamp: { source: 'fundings', fetchedAtMs: NOW_MS },
  watchlists: ['Warm intros'],
  hasNote: true,
  hasPeople: false,
  status: 'Talking',
  ownTags: ['grid', 'EU'],
};
const cells = {
  selected: false,
  picked: false,
  picking: false,
  nowMs: NOW_MS,
  columns: LIBRARY_COLUMNS_DEFAULT,
  template: '',
  onpick: () => undefined,
};

test('a facet names each value with its count, keeps a chosen one with 0, and hides values after the first ones', async () => {
  const values = [
    ...Array.from({ length: 9 }, (_, at) => value(`Value ${at}`, 90 - at)),
    value('Chosen', 0, true),
  ];
  const html = await renderHtml('/renderer/ui/lists/Facet.svelte', {
    title: 'Country',
    values,
    more: 4,
    ontoggle: () => undefined,
    onclear: () => undefined,
  });
  expect(html).toContain('aria-checked="true" aria-label="Chosen, 0"');
  expect(html).toContain('aria-label="Value 0, 90"');
  expect(html).not.toContain('Value 6');
  expect(html).toMatch(/Show all 10/);
  expect(html).toContain('aria-label="Clear the Country filter"');
});

test('choosing one of the first values of a facet shows no other values', async () => {
  const shown = async (chosen: boolean): Promise<string[]> => {
    const values = Array.from({ length: 9 }, (_, at) => value(`Value ${at}`, 1, chosen && at === 1));
    const html = await renderHtml('/renderer/ui/lists/Facet.svelte', {
      title: 'Country',
      values,
      ontoggle: () => undefined,
    });
    return [...html.matchAll(/aria-label="(Value \d), 1"/g)].map(([, label]) => label ?? '');
  };
  expect(await shown(false)).toHaveLength(6);
  expect(await shown(true)).toEqual(await shown(false));
});

test('a facet whose values have no companies has a greyed heading', async () => {
  const heading = async (count: number): Promise<string> => {
    const html = await renderHtml('/renderer/ui/lists/Facet.svelte', {
      title: 'Country',
      values: [value('Germany', 0), value('France', count)],
      ontoggle: () => undefined,
    });
    return /<h2[^>]*class="([^"]*)"/.exec(html)?.[1] ?? '';
  };
  expect(await heading(0)).toContain('empty');
  expect(await heading(1)).not.toContain('empty');
});

test('a facet without values shows its placeholder', async () => {
  const html = await renderHtml('/renderer/ui/lists/Facet.svelte', {
    title: 'Lists',
    values: [],
    none: 'No lists yet.',
    ontoggle: () => undefined,
  });
  expect(html).toContain('No lists yet.');
  expect(html).not.toContain('Show all');
});

test('a row shows status, lists, tags and notes, and escapes text of the service', async () => {
  const html = await renderHtml('/renderer/features/library/LibraryCells.svelte', { ...cells, row: ROW });
  expect(html).toContain('Talking');
  expect(html).toContain('on Warm intros');
  expect(html).toContain('tagged grid, EU');
  expect(html).toContain('has a note');
  expect(html).not.toContain('has contacts');
  expect(html).not.toContain('<b>Grid</b>');
  expect(html).toMatch(/role="checkbox"[^>]*aria-checked="false"/);
});

test('a row shows the fit in its column, and values with their own column not after the name', async () => {
  const html = (columns: readonly string[], row: object = ROW) =>
    renderHtml('/renderer/features/library/LibraryCells.svelte', { ...cells, columns, row });
  expect(await html(['fit'], { ...ROW, fit: 83 })).toMatch(/title="Fit 83 of 100"[^>]*>83</);
  expect(await html(['fit'])).toMatch(/role="gridcell"[^>]* aria-label="Fit unknown[^>]*>–</);
  expect(await html([])).toMatch(/Norway.*Energy/s);
  const own = await html(['country', 'industry']);
  expect([own.match(/Norway/g)?.length, own.match(/Energy/g)?.length]).toEqual([1, 1]);
});

test('a row that is loading is a placeholder with a text for screen readers', async () => {
  const html = await renderHtml('/renderer/features/library/LibraryCells.svelte', { ...cells, row: null });
  expect(html).toContain('Loading');
  expect(html).not.toContain('checkbox');
});

test('a heading names the currency, or that it or the amount is unknown, or the matches of contacts', async () => {
  const headingHtml = (heading: object) =>
    renderHtml('/renderer/features/library/GroupHeading.svelte', { heading });
  expect(await headingHtml({ kind: 'currency', currency: 'NOK', count: 1_200 })).toMatch(/NOK.*1,200/s);
  expect(await headingHtml({ kind: 'unknown', currency: null, count: 2 })).toContain('Unknown currency');
  expect(await headingHtml({ kind: 'rest', currency: null, count: 2 })).toContain('No amount');
  const byContact = (count: number) => headingHtml({ kind: 'contacts', currency: null, count });
  expect(await byContact(9)).not.toContain('narrow the results');
  expect(await byContact(10)).toMatch(/Contact matches.*narrow the results/s);
});
