import type { Page } from '@playwright/test';
import { NO_FILTERS } from '../../renderer/features/library/library-filters.ts';
import { LIST_LIMIT_MAX } from '../../shared/model/limits.ts';
import { callCore } from '../../test/support/browser/loopback-app.ts';

/* Verifies the rows after scrolling. Without this check, a list that draws wrong rows could count as fast. */

export interface HeldKeyResult {
  readonly presses: number;
  /** Number of frames in which the wrong row was selected, or the selected row was not fully visible. */
  readonly wrong: number;
  readonly frames: number;
}

/** Holds down a key for `ms` milliseconds and simulates key repeat. */
export async function holdKey(page: Page, key: 'j' | 'k', ms: number): Promise<HeldKeyResult> {
  await page.getByRole('grid').focus();
  await page.evaluate(watchHeldKey, key === 'j' ? 1 : -1);
  const until = Date.now() + ms;
  while (Date.now() < until) {
    await page.keyboard.down(key);
    await page.waitForTimeout(30);
  }
  await page.keyboard.up(key);
  await page.waitForTimeout(100);
  return page.evaluate(
    () =>
      new Promise<HeldKeyResult>((resolve) =>
        window.dispatchEvent(new CustomEvent('held', { detail: resolve })),
      ),
  );
}

/**
 * Checks the selected row in every frame. The row must be visible, and the key presses up to this frame must
 * have selected it. Runs in the page.
 */
function watchHeldKey(step: number): void {
  const grid = document.querySelector('[role="grid"]');
  const head = grid?.querySelector('[role="row"]');
  if (!grid || !head) throw new Error('no list');
  const activeRow = (): Element | null =>
    document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  const start = Number(activeRow()?.getAttribute('aria-rowindex') ?? 1);
  const seen = { presses: 0, wrong: 0, frames: 0 };
  let isOver = false;
  const count = (): void => void (seen.presses += 1);
  window.addEventListener('keydown', count, { capture: true });
  window.addEventListener(
    'held',
    (event) => {
      isOver = true;
      window.removeEventListener('keydown', count, { capture: true });
      if (event instanceof CustomEvent) (event.detail as (held: typeof seen) => void)(seen);
    },
    { once: true },
  );
  const checkFrame = (): void => {
    if (isOver) return;
    const row = activeRow();
    const box = row?.getBoundingClientRect();
    const isVisible =
      box !== undefined &&
      box.top >= head.getBoundingClientRect().bottom - 1 &&
      box.bottom <= grid.getBoundingClientRect().bottom + 1;
    // A held `k` stops at the first row, which has the index 2, because row 1 is the header.
    const expected = Math.max(2, start + step * seen.presses);
    const isExpectedRow = Number(row?.getAttribute('aria-rowindex')) === expected;
    if (seen.presses > 0) {
      seen.frames += 1;
      if (!isExpectedRow || !isVisible) seen.wrong += 1;
    }
    requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}

/**
 * Waits until the rows are sorted in the document, but at most 2 s. The list sorts them once scrolling has paused.
 * Runs in the page.
 */
async function waitForSortedRows(): Promise<void> {
  const isSorted = (): boolean => {
    const indexes = [...document.querySelectorAll('[role="grid"] [role="row"]')].map((row) =>
      Number(row.getAttribute('aria-rowindex')),
    );
    return indexes.every((index, place) => place === 0 || index > (indexes[place - 1] ?? 0));
  };
  for (let wait = 0; wait < 40 && !isSorted(); wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/**
 * Compares the rows drawn for a search with the core's rows. Describes each fault: the grid has a wrong
 * `aria-rowcount`, or a row shows the wrong company, is out of order or has the wrong `aria-rowindex`.
 */
export async function findWrongRows(page: Page, text = ''): Promise<string[]> {
  await page.evaluate(waitForSortedRows);
  const shown = await page.evaluate(() => {
    const grid = document.querySelector('[role="grid"]');
    const rows = [...(grid?.querySelectorAll('[role="row"]') ?? [])].slice(1);
    const top = grid?.querySelector('[role="row"]')?.getBoundingClientRect().bottom ?? 0;
    return {
      // A page without results has no grid, so only the header row is counted.
      rowCount: grid ? Number(grid.getAttribute('aria-rowcount')) : 1,
      scrolled: grid?.scrollTop ?? 0,
      rows: rows.map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')),
        top: row.getBoundingClientRect().top - top,
        height: row.getBoundingClientRect().height,
        // Until a row's company is loaded, the row shows a placeholder without a checkbox.
        name: row.querySelector('[role="checkbox"]')?.checkVisibility()
          ? (row.querySelector('bdi')?.textContent ?? '')
          : null,
      })),
    };
  });
  const wrong: string[] = [];
  const { total, names } = await namesFrom(page, text, (shown.rows[0]?.index ?? 2) - 2, shown.rows.length);
  if (shown.rowCount - 1 !== total)
    wrong.push(`aria-rowcount is ${shown.rowCount}, for ${String(total)} rows and a head`);
  shown.rows.forEach(({ index, top, height, name }, offset) => {
    const line = Math.round((top + shown.scrolled) / height);
    if (index !== line + 2) wrong.push(`the row at line ${line} has aria-rowindex ${index}`);
    if (index !== (shown.rows[0]?.index ?? 0) + offset) wrong.push(`row ${index} is out of order`);
    if (name !== null && name !== names[offset])
      wrong.push(`row ${index} shows ${name} for ${names[offset] ?? 'nothing'}`);
  });
  return wrong;
}

/**
 * Returns the core's total for a search, and the company names in `count` rows, starting with row `first`.
 */
async function namesFrom(
  page: Page,
  text: string,
  first: number,
  count: number,
): Promise<{ readonly total: unknown; readonly names: readonly string[] }> {
  const opened = await callCore(page, 'library.open', { text, filters: NO_FILTERS, sort: 'relevance' });
  const queryId = valueOf(opened, 'queryId');
  const names: string[] = [];
  for (let offset = first; offset < first + count; offset += LIST_LIMIT_MAX) {
    const limit = Math.min(LIST_LIMIT_MAX, first + count - offset);
    const rows = valueOf(await callCore(page, 'library.rows', { queryId, offset, limit }), 'rows');
    if (Array.isArray(rows)) names.push(...rows.map((row) => String(Reflect.get(Object(row), 'name'))));
  }
  return { total: valueOf(opened, 'total'), names };
}
const valueOf = (reply: unknown, key: string): unknown =>
  Reflect.get(Object(Reflect.get(Object(reply), 'value')), key);
