import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import { smallPng } from '../../support/browser/small-png.ts';
import { expectAccessible, IN_FULL, settled } from '../support/accessibility.ts';
import { leaveTooltips } from '../support/tooltips.ts';
import type { PictureKind, ScreenState, Walk } from './screen-state.ts';

/**
 * `all` takes all screenshots (`npm run screenshots`); `kept` updates the ones stored in the repository;
 * `compared` compares those with the current rendering. Otherwise no screenshot is taken.
 */
const MODE = process.env['ROUNDWATCH_SCREENS'] ?? '';
const REFERENCE_FOLDER = join('test', 'e2e', '__screens__');
const FOLDER = MODE === 'kept' ? REFERENCE_FOLDER : join('test-results', 'screens');
const usesReferences = MODE === 'kept' || MODE === 'compared';
/** One line per compared screenshot, for the command that reports the result. */
const COMPARED = join('test-results', 'screens-compared.txt');
/**
 * Anti-aliasing may differ slightly between machines; a changed word covers more than this share of a
 * screenshot.
 */
const TOLERANCE = { threshold: 0.2, maxDiffPixelRatio: 0.000_2 } as const;
const SIZES = [
  { size: '', width: 1440, height: 900 },
  { size: '-1024', width: 1024, height: 700 },
] as const;
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/**
 * Visits each state in turn: expects its text, checks both themes with axe, and takes screenshots if
 * requested.
 */
export async function walk(browser: Browser, { options, states }: Walk): Promise<void> {
  const host = await openScreenHost(browser, options);
  // A failing state does not hide the others.
  const failures: string[] = [];
  for (const state of states)
    await test.step(state.name, async () => {
      await visit(host, state).catch((error: unknown) => failures.push(`${state.name}: ${String(error)}`));
    });
  expect(failures).toEqual([]);
  expect(host.pageErrors).toEqual([]);
  await host.close();
}

async function visit(host: ScreenHost, state: ScreenState): Promise<void> {
  try {
    await state.reach(host);
    await expect(host.page.getByText(state.text).filter({ visible: true }).first()).toBeVisible();
    const scrolled = await host.page.evaluate(() => document.scrollingElement?.scrollTop ?? 0);
    expect(scrolled, 'the page does not scroll').toBe(0);
    await checkAndPhotograph(host, state);
  } catch (error) {
    await host.page.screenshot({ path: join('test-results', `state-failed-${state.name}.png`) });
    throw error;
  } finally {
    await state.leave?.(host);
  }
}

async function checkAndPhotograph(host: ScreenHost, state: ScreenState): Promise<void> {
  const { page } = host;
  // A tooltip under the resting pointer is not part of the state.
  await leaveTooltips(page);
  const takesPictures = MODE === 'all' || (usesReferences && state.pictures !== undefined);
  for (const theme of IN_FULL || state.pictures !== undefined ? THEMES : (['light'] as const)) {
    await useTheme(page, theme);
    if (takesPictures) await takePictures(page, state, theme);
    // All rules in the light theme, only colours in the dark one. Runs for stored screenshots skip these
    // checks.
    if (!usesReferences)
      await expectAccessible(page, { coloursOnly: theme === 'dark', colours: true, bestPractice: true });
  }
  await useTheme(page, 'light');
}

/** Sets the theme the way the app does but without the core, which may be stopped. */
async function useTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

async function takePictures(page: Page, { name, pictures }: ScreenState, theme: Theme): Promise<void> {
  for (const { size, width, height } of SIZES) {
    const picture = `${theme}${size}` as const;
    if (usesReferences && pictures?.includes(picture) !== true) continue;
    await page.setViewportSize({ width, height });
    await settled(page);
    if (usesReferences) await page.evaluate(hideVariableContent);
    const taken = await page.screenshot({ animations: 'disabled' });
    if (MODE === 'compared') {
      compare(picture, `${name}.png`, smallPng(taken));
      continue;
    }
    const folder = join(FOLDER, picture);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.png`), MODE === 'kept' ? smallPng(taken) : taken);
  }
  if (usesReferences) await page.evaluate(showVariableContent);
  await page.setViewportSize(SIZES[0]);
  await settled(page);
}

/**
 * Replaces content that differs between runs before a stored screenshot is taken: the simulator's port,
 * elapsed minutes, and toasts, which disappear after seconds. Runs in the page.
 */
function hideVariableContent(): void {
  const withFixedValues = (text: string): string =>
    text
      .replace(/127\.0\.0\.1:\d{4,5}/g, '127.0.0.1:47821')
      .replace(/\b09:0\d\b/g, '09:00')
      .replace(/^(\s*)(?:\d{1,2} s|[1-9] min)(?: ago)?(?=$| ·)/, '$1just now');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (withFixedValues(text) !== text) node.nodeValue = withFixedValues(text);
  }
  for (const input of document.querySelectorAll('input'))
    if (withFixedValues(input.value) !== input.value) input.value = withFixedValues(input.value);
  // Hide the backup table, whose rows depend on timing. The page's content security policy forbids adding a
  // style sheet for this.
  const backups = [...document.querySelectorAll('section')].find((each) =>
    each.querySelector('h2')?.textContent.includes('Backups'),
  );
  const hidden = [...document.querySelectorAll<HTMLElement>('[data-sonner-toaster]')];
  for (const each of [...hidden, backups?.querySelector('table')]) {
    each?.style.setProperty('visibility', 'hidden');
    each?.setAttribute('data-hidden', '');
  }
}

/** Shows the content hidden for a screenshot again. Runs in the page. */
function showVariableContent(): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-hidden]')) {
    each.style.removeProperty('visibility');
    each.removeAttribute('data-hidden');
  }
}

/**
 * Reports a difference at the end of the walk, with all others; Playwright writes a diff image to
 * test-results.
 */
function compare(picture: PictureKind, name: string, taken: Buffer): void {
  const file = `${picture}/${name}`;
  let verdict = 'same';
  try {
    expect(taken, `${file} matches its reference picture`).toMatchSnapshot([picture, name], TOLERANCE);
  } catch (error) {
    verdict = /(\d+) pixels/.exec(String(error))?.[0] ?? 'differs';
    expect.soft(verdict, file).toBe('same');
  }
  appendFileSync(COMPARED, `${file}: ${verdict}\n`);
}
