import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { results } from '../support/locators.ts';

/*
 * The library list reuses row elements while scrolling. Each element must show the company of its current
 * row.
 */
// One test measures the layout before and after an animation, so animations must be on.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let app: LoopbackApp;
/** The names of all companies, in the order of the library. */
let names: readonly string[] = [];
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 640 });
  await journey.exploreDemo(page);
  await journey.search30DaysUs(page);
  const found = await page
    .getByText(/^\d+ match/)
    .first()
    .innerText();
  await page.getByRole('button', { name: 'More loading options' }).click();
  await page.getByRole('menuitem', { name: /^Load the remaining/ }).click();
  await journey.goTo(page, 'Library');
  // Waits for all rows, because the list still grows while the remaining pages are loaded.
  const rows = Number.parseInt(found, 10);
  await expect(results(page)).toHaveAttribute('aria-rowcount', String(rows + 1), { timeout: 60_000 });
  names = await storedNames(page, rows);
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Waits until the list has drawn the visible rows. */
const expectRowsDrawn = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      results(page).evaluate((list) => {
        const rows = [...list.querySelectorAll('[role="row"]')].slice(1);
        const line = Math.floor(list.scrollTop / (rows[0]?.clientHeight ?? 1));
        return (
          rows.some((row) => Number(row.getAttribute('aria-rowindex')) === line + 2) &&
          rows.every((row) => row.querySelector('[role="checkbox"]')?.checkVisibility())
        );
      }),
    )
    .toBe(true);
async function scrollTo(page: Page, top: number): Promise<void> {
  await results(page).evaluate((list, to) => void (list.scrollTop = to), top);
  await expectRowsDrawn(page);
}

interface Shown {
  readonly index: number;
  readonly top: number;
  readonly name: string;
}
/** Returns the drawn rows in document order, without the column header. */
const shown = (page: Page): Promise<readonly Shown[]> =>
  results(page).evaluate((list) => {
    const [head, ...rows] = list.querySelectorAll('[role="row"]');
    const start = (head?.getBoundingClientRect().bottom ?? 0) - list.scrollTop;
    return rows.map((row) => ({
      index: Number(row.getAttribute('aria-rowindex')),
      top: Math.round((row.getBoundingClientRect().top - start) / row.getBoundingClientRect().height),
      name: row.querySelector('bdi')?.textContent ?? '',
    }));
  });

const openedSchema = z.object({ value: z.object({ queryId: z.string() }) });
const rowsSchema = z.object({ value: z.object({ rows: z.array(z.object({ name: z.string() })) }) });
async function storedNames(page: Page, rows: number): Promise<string[]> {
  const { queryId } = openedSchema.parse(await callCore(page, 'library.open', { sort: 'relevance' })).value;
  const stored: string[] = [];
  for (let offset = 0; offset < rows; offset += 50) {
    const reply = await callCore(page, 'library.rows', { queryId, offset, limit: 50 });
    stored.push(...rowsSchema.parse(reply).value.rows.map(({ name }) => name));
  }
  return stored;
}

async function expectRightRows(page: Page): Promise<void> {
  for (const { index, top, name } of await shown(page)) {
    expect(top, 'its position matches its number').toBe(index - 2);
    expect(name).toBe(names[index - 2]);
  }
  await expectReadingOrder(page);
}
/** Waits until the rows are sorted in the document. They are sorted once scrolling has paused. */
const expectReadingOrder = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      const indexes = (await shown(page)).map(({ index }) => index);
      return indexes.every((index, place) => index === (indexes[0] ?? 0) + place);
    })
    .toBe(true);

test('each row shows its position and its company at any scroll position', async () => {
  const { page } = app;
  expect(names.length).toBeGreaterThan(100);
  for (const line of [0, 1, 3, 40, 41, 39, 90, 12, 0, names.length]) {
    await scrollTo(page, line * 36 + 7);
    await expectRightRows(page);
  }
});

test('a new list lays out its visible rows first and the others right after', async () => {
  const { page } = app;
  await scrollTo(page, 0);
  const search = page.getByRole('searchbox', { name: 'Search the library' });
  const atFirst = await results(page).evaluateHandle((list) => {
    const seen = new Promise<{ inSight: boolean[]; beyond: boolean[] }>((resolve) => {
      const observer = new MutationObserver(() => {
        const rows = [...list.querySelectorAll('[role="row"]')].slice(1);
        const { bottom } = list.getBoundingClientRect();
        const drawn = rows.map((row) => ({
          isBeyond: row.getBoundingClientRect().top >= bottom,
          isThere: row.querySelector('[role="checkbox"]')?.checkVisibility() === true,
        }));
        if (drawn.every(({ isThere }) => isThere)) return;
        observer.disconnect();
        const those = (isBeyond: boolean): boolean[] =>
          drawn.filter((each) => each.isBeyond === isBeyond).map(({ isThere }) => isThere);
        resolve({ inSight: those(false), beyond: those(true) });
      });
      observer.observe(list, { subtree: true, attributes: true, childList: true, characterData: true });
    });
    return () => seen;
  });
  await search.fill('a');
  const { inSight, beyond } = await atFirst.evaluate((seen) => seen());
  expect(inSight.length).toBeGreaterThan(10);
  expect(inSight).not.toContain(false);
  expect(beyond.length).toBeGreaterThan(0);
  expect(beyond).not.toContain(true);
  await expectRowsDrawn(page);
  await search.fill('');
  await expectRowsDrawn(page);
});

test('fast scrolling shows placeholders, and the right rows appear at rest', async () => {
  const { page } = app;
  await scrollTo(page, 0);
  await expect(results(page).getByRole('row').nth(4)).toBeVisible();
  const unseen = await results(page).evaluate(async (list) => {
    let hidden = 0;
    for (let jumps = 0; jumps < 40; jumps += 1) {
      list.scrollTop = jumps % 2 === 0 ? list.scrollHeight : 0;
      // The test dispatches the scroll event itself, because the browser would dispatch the event only at the
      // next frame. On a busy machine, the app would treat the scrolling as paused by then.
      list.dispatchEvent(new Event('scroll'));
      await new Promise<void>((resolve) => queueMicrotask(resolve));
      const row = list.querySelectorAll('[role="row"]')[5];
      if (row && !row.checkVisibility({ contentVisibilityAuto: true })) hidden += 1;
    }
    return hidden;
  });
  expect(unseen).toBeGreaterThan(10);
  await expectRowsDrawn(page);
  await expectRightRows(page);
});

test('scrolling moves no element in the document until it pauses', async () => {
  const { page } = app;
  await scrollTo(page, 20 * 36);
  await expectReadingOrder(page);
  // Runs in one task, so the pause that sorts the rows cannot begin.
  const { replaced, moved } = await results(page).evaluate(async (list) => {
    const indexes = (): (string | null)[] =>
      [...list.querySelectorAll('[role="row"]')].map((row) => row.getAttribute('aria-rowindex'));
    const before = indexes();
    const observer = new MutationObserver(() => undefined);
    observer.observe(list, { childList: true, subtree: true });
    list.scrollTop += 5 * 36;
    list.dispatchEvent(new Event('scroll'));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    const isRow = (node: Node): boolean => node instanceof Element && node.role === 'row';
    return {
      replaced: indexes().filter((index, place) => index !== before[place]).length,
      moved: observer.takeRecords().filter(({ addedNodes }) => [...addedNodes].some(isRow)).length,
    };
  });
  expect(replaced, 'only the rows that scrolled out').toBe(5);
  expect(moved).toBe(0);
  await expectRowsDrawn(page);
  await expectRightRows(page);
});

test('rows with selected text are not moved in the document', async () => {
  const { page } = app;
  await scrollTo(page, 0);
  await expectReadingOrder(page);
  // More than half of the rows scroll out, so sorting would move the others, among them the one with the selection.
  await results(page).evaluate((list) => {
    const name = list.querySelector('[aria-rowindex="20"] bdi');
    if (name !== null) document.getSelection()?.selectAllChildren(name);
    list.scrollTop = 18 * 36;
  });
  await expectRowsDrawn(page);
  await page.waitForTimeout(500);
  const selected = await page.evaluate(() => document.getSelection()?.toString());
  expect(selected).toBe(names[18]);
  await page.evaluate(() => document.getSelection()?.removeAllRanges());
  await expectRightRows(page);
});

test('a held key moves the selection each time and keeps its row visible', async () => {
  const { page } = app;
  await results(page).focus();
  await page.keyboard.press('Home');
  // The window has room for about 13 rows, so the list scrolls in both directions.
  for (const [key, count, step] of [
    ['j', 24, 1],
    ['k', 18, -1],
  ] as const) {
    const start = Number(await results(page).locator('[aria-selected="true"]').getAttribute('aria-rowindex'));
    for (let at = 1; at <= count; at += 1) {
      await page.keyboard.down(key);
      const active = results(page).locator('[aria-selected="true"]');
      await expect(active).toHaveAttribute('aria-rowindex', String(start + step * at));
      await expect(active).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.up(key);
  }
  await expect(results(page)).toHaveAttribute('aria-activedescendant', /-6$/);
});

test('an opened company shows its panels in the first frame; the list makes room in the next', async () => {
  const { page } = app;
  await results(page).focus();
  await page.keyboard.press('Home');
  const before = await listWidth(page);
  // Waits until the script has created its observer. Otherwise, Chromium might handle the key press first,
  // although the script was sent before it.
  const observed = await page.evaluateHandle(firstFrameOfPane);
  await page.keyboard.press('Enter');
  const { panels, over, beside } = await observed.evaluate(({ seen }) => seen);
  // The company was never fetched, so only the panels of user data are shown.
  expect(panels).toBeGreaterThanOrEqual(6);
  expect(over.list).toBe(before);
  expect(over.pane).toBeLessThan(over.listEnd);
  expect(beside.list).toBeLessThan(before);
  expect(beside.pane).toBeGreaterThanOrEqual(beside.listEnd);
  await expect.poll(() => listWidth(page)).toBe(beside.list);
});

const listWidth = (page: Page): Promise<number> =>
  results(page).evaluate((list) => list.getBoundingClientRect().width);
/**
 * Runs in the page when a company is about to open beside the list. `seen` resolves to two measurements of
 * the layout: `over` in the pane's first frame, and `beside` after the pane's animation.
 */
function firstFrameOfPane() {
  const measured = () => {
    const [list, pane] = ['[role="grid"]', 'article.company'].map((css) =>
      document.querySelector(css)?.getBoundingClientRect(),
    );
    return { list: list?.width ?? NaN, listEnd: list?.right ?? NaN, pane: pane?.left ?? NaN };
  };
  type Seen = { panels: number; over: ReturnType<typeof measured>; beside: ReturnType<typeof measured> };
  const seen = new Promise<Seen>((resolve) => {
    const observer = new MutationObserver(() => {
      const pane = document.querySelector('article.company');
      if (pane === null) return;
      observer.disconnect();
      // The animation is paused at its start, because it is so short that it could end before the next frame.
      const coming = pane.getAnimations();
      for (const each of coming) {
        each.pause();
        each.currentTime = 0;
      }
      requestAnimationFrame(() => {
        const panels = pane.querySelectorAll('section.panel').length;
        const over = measured();
        for (const each of coming) each.finish();
        resolve({ panels, over, beside: measured() });
      });
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  return { seen };
}
