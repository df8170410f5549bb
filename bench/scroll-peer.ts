import type { BrowserContext, Page } from '@playwright/test';

/*
 * The bare list with which the Library's list is compared. It draws only the visible rows, with plain DOM
 * calls, and reuses the row elements. As in the Library, rows have a fixed height and six columns. Unlike the
 * Library, the bare list has all rows in memory, and it supports no keyboard, selection or accessibility. A letter
 * typed into its search field shows other rows immediately, without a search.
 */

const MARKUP = `<!doctype html><meta charset="utf-8"><title>bare list</title><style>
* { box-sizing: border-box; }
body { margin: 0; font: 13px/20px system-ui, sans-serif; color: #1b1b18; background: #fff; }
#list { position: absolute; top: 0; right: 0; overflow: hidden auto; overflow-anchor: none; }
#all { contain: strict; }
.row { display: grid; grid-template-columns: 24px minmax(0, 1fr) 96px 88px 96px 112px; align-items: center;
  height: 36px; padding: 0 16px; column-gap: 12px; white-space: nowrap; }
.row > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.monogram { width: 24px; height: 24px; display: grid; place-items: center; border-radius: 4px; background: #f3f3f1;
  font-size: 12px; font-weight: 600; }
.name b { font-weight: 600; } .name i { margin-left: 8px; font-style: normal; font-size: 12px; color: #5c5c55; }
.pill { padding: 0 8px; border-radius: 4px; background: #f3f3f1; font-size: 12px; justify-self: start; }
.num { text-align: right; font-variant-numeric: tabular-nums; } .small { font-size: 12px; color: #5c5c55; }
</style><input type="search"><div id="list"><div id="all"><div id="window"></div></div></div>`;

/** Opens the reference list on a separate page, at the same size as the Library's list. */
export async function openReferenceList(
  context: BrowserContext,
  size: { readonly width: number; readonly height: number },
  rows: number,
): Promise<Page> {
  const page = await context.newPage();
  await page.setContent(MARKUP);
  await page.evaluate(fillPeer, { ...size, rows });
  return page;
}

function fillPeer({ width, height, rows }: { width: number; height: number; rows: number }): void {
  const ROW = 36;
  const MARGIN = 8;
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const word = (seed: number): string =>
    [5, 7, 11, 13, 17, 19].map((step) => letters[(seed * step + (seed >> (step % 7))) % 26]).join('');
  const data = Array.from({ length: rows }, (_, at) => ({
    monogram: word(at).slice(0, 2),
    name: `${word(at)} ${word(at * 31)}`,
    about: ` · ${word(at * 7)}`,
    stage: `Series ${letters[at % 5]}`,
    amount: `$${(at % 90) + 1}.${at % 10} M`,
    window: `${at % 60} d`,
    age: `${at % 23} h · list`,
  }));
  const find = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
  const [list, all, holder] = ['list', 'all', 'window'].map(find) as [HTMLElement, HTMLElement, HTMLElement];
  Object.assign(list.style, { width: `${width}px`, height: `${height}px` });
  all.style.height = `${rows * ROW}px`;
  const pool = Array.from({ length: Math.ceil(height / ROW) + 2 * MARGIN + 1 }, () => {
    const row = document.createElement('div');
    row.className = 'row';
    row.innerHTML =
      '<span class="monogram"> </span><span class="name"><b> </b><i> </i></span><span class="pill"> </span>' +
      '<span class="num"> </span><span class="small"> </span><span class="num small"> </span>';
    return { row, texts: [...row.querySelectorAll('.monogram, b, i, .pill, .num, .small')] };
  });
  let shift = 0;
  const draw = (): void => {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - MARGIN);
    holder.style.transform = `translateY(${first * ROW}px)`;
    pool.forEach(({ row, texts }, at) => {
      const company = first + at < rows ? data[(first + at + shift) % rows] : undefined;
      row.hidden = company === undefined;
      if (company)
        Object.values(company).forEach((text, cell) => {
          const node = texts[cell]?.firstChild;
          if (node) node.nodeValue = text;
        });
    });
  };
  holder.append(...pool.map(({ row }) => row));
  list.addEventListener('scroll', draw, { passive: true });
  document.querySelector('input')?.addEventListener('input', () => {
    shift += pool.length;
    draw();
  });
  draw();
}
