import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/screen-host.ts';
import { smallPng } from '../../support/small-png.ts';
import { expectAccessible, IN_FULL, settled } from '../accessible.ts';
import { leaveTooltips } from '../tooltips.ts';
import type { ScreenState, Walk } from './state.ts';

/**
 * `all` for `npm run screenshots`; of those that the repository keeps `kept` to take them anew, `compared` to hold what is drawn
 * now against them; otherwise no picture is taken.
 */
const WANTED = process.env['ROUNDWATCH_SCREENS'] ?? '';
const KEPT = join('test', 'e2e', '__screens__');
const FOLDER = WANTED === 'kept' ? KEPT : join('test-results', 'screens');
const isOfKept = WANTED === 'kept' || WANTED === 'compared';
/** What was compared goes here, a line a picture, for whoever says it. */
const COMPARED = join('test-results', 'screens-compared.txt');
/** Edges of letters may fall a little otherwise on another machine; a word that changed is more than this part of a picture. */
const SAME = { threshold: 0.2, maxDiffPixelRatio: 0.000_2 } as const;
const SIZES = [
  { size: '', width: 1440, height: 900 },
  { size: '-1024', width: 1024, height: 700 },
] as const;
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Goes from state to state; each is proved by its sentence, looked at by axe in both themes, and photographed if wanted. */
export async function walk(browser: Browser, { options, states }: Walk): Promise<void> {
  const host = await openScreenHost(browser, options);
  // One that fails does not hide the others.
  const failures: string[] = [];
  for (const state of states)
    await test.step(state.name, async () => {
      await visit(host, state).catch((error: unknown) => failures.push(`${state.name}: ${String(error)}`));
    });
  expect(failures).toEqual([]);
  expect(host.complaints).toEqual([]);
  await host.close();
}

async function visit(host: ScreenHost, state: ScreenState): Promise<void> {
  try {
    await state.reach(host);
    await expect(host.page.getByText(state.says).filter({ visible: true }).first()).toBeVisible();
    const scrolled = await host.page.evaluate(() => document.scrollingElement?.scrollTop ?? 0);
    expect(scrolled, 'the frame stays in its place').toBe(0);
    await look(host, state);
  } catch (error) {
    await host.page.screenshot({ path: join('test-results', `state-failed-${state.name}.png`) });
    throw error;
  } finally {
    await state.leave?.(host);
  }
}

async function look(host: ScreenHost, state: ScreenState): Promise<void> {
  const { page } = host;
  // A price that is shown because the pointer happens to be there is no part of the state.
  await leaveTooltips(page);
  const takes = WANTED === 'all' || (isOfKept && state.keeps !== undefined);
  for (const theme of IN_FULL || state.keeps !== undefined ? THEMES : (['light'] as const)) {
    await useTheme(page, theme);
    if (takes) await photograph(page, state, theme);
    // Everything axe knows of in the light theme; in the dark one only the colours differ. Pictures are no test of that.
    if (!isOfKept) await expectAccessible(page, { coloursOnly: theme === 'dark', bestPractice: true });
  }
  await useTheme(page, 'light');
}

/** As the app itself draws it, without asking the core: it may be gone. */
async function useTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

async function photograph(page: Page, { name, keeps }: ScreenState, theme: Theme): Promise<void> {
  for (const { size, width, height } of SIZES) {
    const picture = `${theme}${size}` as const;
    if (isOfKept && keeps?.includes(picture) !== true) continue;
    await page.setViewportSize({ width, height });
    await settled(page);
    if (isOfKept) await page.evaluate(withoutChance);
    const taken = await page.screenshot({ animations: 'disabled' });
    const file = `${name}-${picture}.png`;
    if (WANTED === 'compared') {
      compare(file, smallPng(taken));
      continue;
    }
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, file), WANTED === 'kept' ? smallPng(taken) : taken);
  }
  if (isOfKept) await page.evaluate(withChance);
  await page.setViewportSize(SIZES[0]);
  await settled(page);
}

/**
 * What differs from run to run is drawn always the same where pictures are kept: the simulator's port, the minutes that the walk
 * took so far, and toasts, which go after their seconds. Runs in the page.
 */
function withoutChance(): void {
  const steady = (text: string): string =>
    text
      .replace(/127\.0\.0\.1:\d{4,5}/g, '127.0.0.1:47821')
      .replace(/\b09:0\d\b/g, '09:00')
      .replace(/^(\s*)(?:\d{1,2} s|[1-9] min)(?: ago)?(?=$| ·)/, '$1just now');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (steady(text) !== text) node.nodeValue = steady(text);
  }
  for (const input of document.querySelectorAll('input'))
    if (steady(input.value) !== input.value) input.value = steady(input.value);
  // Which backup of the first minutes there is. The page's policy takes no style sheet but its own.
  const backups = [...document.querySelectorAll('section')].find((each) =>
    each.querySelector('h2')?.textContent.includes('Backups'),
  );
  const hidden = [...document.querySelectorAll<HTMLElement>('[data-sonner-toaster]')];
  for (const each of [...hidden, backups?.querySelector('table')]) {
    each?.style.setProperty('visibility', 'hidden');
    each?.setAttribute('data-hidden', '');
  }
}

/** What was hidden for a picture is there again. Runs in the page. */
function withChance(): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-hidden]')) {
    each.style.removeProperty('visibility');
    each.removeAttribute('data-hidden');
  }
}

/** One that differs fails the walk at its end, with all others that do; what differs is drawn beside it in test-results. */
function compare(file: string, taken: Buffer): void {
  let verdict = 'same';
  try {
    expect(taken, `${file} is as it was kept`).toMatchSnapshot(file, SAME);
  } catch (error) {
    verdict = /(\d+) pixels/.exec(String(error))?.[0] ?? 'differs';
    expect.soft(verdict, file).toBe('same');
  }
  appendFileSync(COMPARED, `${file}: ${verdict}\n`);
}
