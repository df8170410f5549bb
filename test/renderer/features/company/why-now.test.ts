import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LibraryRow } from '../../../../shared/model/company.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import { hiringOffer } from '../../../../renderer/features/company/why-now/hiring-offer.ts';
import { compiled } from '../../support/compiled.ts';
import { manyCompanies } from '../../fixture/companies.ts';
import { NOW_MS } from '../../fixture/time.ts';

/* Renders to HTML each component that shows the why-now line. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

async function renderHtml(file: string, props: object): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load(`/renderer/features/${file}`);
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return body.replace(/<!--.*?-->/g, '');
}
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const DAY = 86_400_000;
const facts: WhyNow = {
  companyId: 'a',
  round: {
    roundId: 'r1',
    stage: 'Series A',
    amount: { text: '12M', value: 12e6, precision: 'rounded', currency: 'EUR' },
    announcedOn: new Date(NOW_MS - 21 * DAY).toISOString().slice(0, 10),
    lead: { name: '<img src=x>', isOnly: true },
    stamp: { source: 'rounds', fetchedAtMs: NOW_MS },
  },
  hiring: { departments: ['sales'], count: 4, isAtLeast: false, sinceMs: null, fetchedAtMs: NOW_MS },
  closesAtMs: NOW_MS + 9 * DAY,
};
const [company] = manyCompanies(1);
const row = { ...company, watchlists: [], hasNote: false, hasPeople: false } as LibraryRow;

describe('the offer to fetch open roles', () => {
  const preview = null;
  const companyWith = (roles: object | null, change: object = {}) =>
    ({
      whyNow: { ...facts, hiring: null },
      offersProfileOnly: false,
      panels: { roles, of: { 'open-roles': { price: { preview, busy: false } } } },
      ...change,
    }) as unknown as Parameters<typeof hiringOffer>[0];
  const isOffered = (...args: Parameters<typeof companyWith>): boolean =>
    hiringOffer(companyWith(...args), () => undefined) !== null;
  it('is shown beside a line that names only a round, until roles have been fetched', () => {
    expect(isOffered({ state: 'never-fetched', total: 0 })).toBe(true);
    expect(isOffered({ state: 'summary', total: 3 })).toBe(true);
    for (const state of ['fetched', 'none', 'unavailable'])
      expect(isOffered({ state, total: 0 })).toBe(false);
    expect(isOffered(null)).toBe(false);
  });
  it('is omitted if it could add nothing, or if the profile is offered instead', () => {
    const never = { state: 'never-fetched', total: 0 };
    expect(isOffered({ state: 'summary', total: 0 })).toBe(false);
    expect(isOffered(never, { whyNow: facts })).toBe(false);
    expect(isOffered(never, { whyNow: { ...facts, hiring: null, round: null } })).toBe(false);
    expect(isOffered(never, { whyNow: null })).toBe(false);
    expect(isOffered(never, { offersProfileOnly: true })).toBe(false);
  });
});

describe('the header of a company', () => {
  const header = (of: WhyNow | null, full = false): Promise<string> =>
    renderHtml('company/why-now/WhyNow.svelte', {
      app: {},
      facts: of,
      nowMs: NOW_MS,
      full,
      goTo: () => undefined,
    });
  it('has a button for each fact, but none for the contact window, which has a chip', async () => {
    const html = await header(facts);
    expect([...html.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, text = '']) => text)).toEqual([
      '<bdi>€12M Series A 21 days ago</bdi>',
      '<bdi>&lt;img src=x></bdi>',
      '<bdi>hiring 4 in sales</bdi>',
    ]);
    expect(textOf(html)).toBe(
      'Why now Raised €12M Series A 21 days ago, led by &lt;img src=x> · hiring 4 in sales',
    );
  });
  it('has a button that copies the line, if there is room', async () => {
    expect(await header(facts, true)).toContain('aria-label="Copy this line"');
  });
  it('has an empty state if nothing is known', async () => {
    expect(textOf(await header(null, true))).toBe('Why now No reason known yet');
    expect(textOf(await header({ ...facts, round: null, hiring: null }))).toBe('Why now No reason known yet');
  });
});

describe('the column of a list', () => {
  const cells = {
    selected: false,
    picked: false,
    picking: false,
    markText: null,
    lists: [],
    template: '',
    nowMs: NOW_MS,
  };
  const props = { ...cells, row, onpick: () => undefined, columns: ['why-now'] };
  it('shows the line in the library, or that nothing is known', async () => {
    const render = (whyNow: string | null): Promise<string> =>
      renderHtml('library/LibraryCells.svelte', { ...props, whyNow });
    expect(await render('Raised <b>')).toMatch(/title="Raised &lt;b>"[^>]*><bdi>Raised &lt;b><\/bdi>/);
    expect(textOf(await render(''))).toContain('No reason known yet');
    expect(textOf(await render(null))).not.toContain('No reason known yet');
  });
  it('shows the line in search results, or that nothing is known', async () => {
    const render = (whyNow: string | null): Promise<string> =>
      renderHtml('search/results/ResultCells.svelte', { ...props, isNew: false, showsCodes: false, whyNow });
    expect(textOf(await render('Raised €12M'))).toContain('Raised €12M');
    expect(textOf(await render(''))).toContain('No reason known yet');
  });
});

describe('the card on a board', () => {
  it('shows the line, or nothing if nothing is known', async () => {
    const card = (whyNow: string | null): Promise<string> =>
      renderHtml('library/board/BoardCard.svelte', {
        row,
        others: [],
        isTabStop: true,
        chosen: false,
        nowMs: NOW_MS,
        whyNow,
        onkeydown: () => undefined,
        onfocus: () => undefined,
        onopen: () => undefined,
        onmove: () => undefined,
      });
    expect(textOf(await card('Hiring 4 in sales'))).toContain('Hiring 4 in sales');
    expect(await card('')).not.toContain('why-now');
  });
});
