import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import { smallPng } from '../../support/browser/small-png.ts';
import type { AppearanceChoice } from '../../../shared/model/settings/appearance.ts';
import { expectAccessible, IN_FULL, settled } from '../support/accessibility.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { leaveTooltips } from '../support/tooltips.ts';
import type { PictureKind, ScreenState, Walk } from './screen-state.ts';

/**
 * What the run does with screenshots. `all` takes a screenshot of every state (`npm run screenshots`). `kept`
 * updates the screenshots stored in the repository. `compared` compares the stored screenshots with the
 * current screens. `layout` looks for layout faults instead. By default, the run takes no screenshots.
 */
const MODE = process.env['ROUNDWATCH_SCREENS'] ?? '';
const REFERENCE_FOLDER = join('test', 'e2e', '__screens__');
const FOLDER = MODE === 'kept' ? REFERENCE_FOLDER : join('test-results', 'screens');
const usesReferences = MODE === 'kept' || MODE === 'compared';
/** A file with one line for each compared screenshot. The npm command reads it and reports the results. */
const COMPARED = join('test-results', 'screens-compared.txt');
/** A file with one line for each check of a `layout` run. The npm command reads it and reports the results. */
const LAYOUT = join('test-results', 'layout-checks.txt');
/** Allows for small differences in anti-aliasing between machines. A changed word exceeds this tolerance. */
const TOLERANCE = { threshold: 0.2, maxDiffPixelRatio: 0.000_2 } as const;
const SIZES = [
  { size: '', width: 1440, height: 900 },
  { size: '-1024', width: 1024, height: 700 },
] as const;
const THEMES = ['light', 'dark'] as const;
/** A `layout` run visits every state once with each of these combinations of row density and text size. */
const APPEARANCES: readonly Partial<AppearanceChoice>[] = [
  { density: 'comfortable', textSize: 100 },
  { density: 'compact', textSize: 100 },
  { density: 'comfortable', textSize: 200 },
  { density: 'compact', textSize: 200 },
];
/** The window sizes and colour modes in which a `layout` run checks each state. */
const WINDOWS = [
  { width: 1024, height: 700, forcedColors: 'none' },
  { width: 1024, height: 700, forcedColors: 'active' },
  { width: 1920, height: 1080, forcedColors: 'active' },
  { width: 1920, height: 1080, forcedColors: 'none' },
] as const;
type Theme = (typeof THEMES)[number];

/**
 * The appearances in which every state is visited. Only a `layout` run uses more than the default appearance.
 */
export const appearances = (): readonly Partial<AppearanceChoice>[] =>
  MODE === 'layout' ? APPEARANCES : [{}];

/**
 * Visits the states in turn and expects the text of each. Depending on `MODE`, also runs axe, takes
 * screenshots or looks for layout faults.
 */
export async function walk(
  browser: Browser,
  { options, states }: Walk,
  appearance: Partial<AppearanceChoice>,
): Promise<void> {
  const host = await openScreenHost(browser, options);
  if (Object.keys(appearance).length > 0) {
    await host.core().handlers.settings.setAppearance(appearance);
    await host.page.reload();
  }
  // Collects the failures and continues, so a failing state does not hide failures in later states.
  const failures: string[] = [];
  for (const state of states)
    await test.step(state.name, async () => {
      await visit(host, state, appearance).catch((error: unknown) =>
        failures.push(`${state.name}: ${String(error)}`),
      );
    });
  expect(failures).toEqual([]);
  expect(host.pageErrors).toEqual([]);
  await host.close();
}

async function visit(
  host: ScreenHost,
  state: ScreenState,
  appearance: Partial<AppearanceChoice>,
): Promise<void> {
  try {
    await state.reach(host);
    await expect(host.page.getByText(state.text).filter({ visible: true }).first()).toBeVisible();
    const scrolled = await host.page.evaluate(() => document.scrollingElement?.scrollTop ?? 0);
    expect(scrolled, 'the page does not scroll').toBe(0);
    if (MODE === 'layout')
      await checkLayout(host.page, [state.name, ...Object.values(appearance)].join(', '));
    else await checkAndPhotograph(host, state);
  } catch (error) {
    await host.page.screenshot({ path: join('test-results', `state-failed-${state.name}.png`) });
    throw error;
  } finally {
    await state.leave?.(host);
  }
}

/**
 * Looks for layout faults in all windows. Fails with a list of all faults that it finds.
 * @param name the state and the appearance
 */
async function checkLayout(page: Page, name: string): Promise<void> {
  await leaveTooltips(page);
  const faults: string[] = [];
  for (const { width, height, forcedColors } of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ forcedColors });
    await settled(page);
    const window = `${width} × ${height}${forcedColors === 'active' ? ', forced colours' : ''}`;
    const found = await lastingFaults(page);
    faults.push(...found.map((fault) => `${window}: ${fault}`));
    const verdict = found.length === 0 ? 'no fault' : found.join('; ');
    appendFileSync(LAYOUT, `${name}, ${window}: ${verdict}\n`);
  }
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize(SIZES[0]);
  await settled(page);
  expect(faults).toEqual([]);
}

/**
 * Returns the faults that persist for a second. Shorter faults are ignored, because moving elements may be
 * cut off for a moment.
 */
async function lastingFaults(page: Page): Promise<string[]> {
  let faults = await layoutFaults(page);
  for (let again = 0; again < 5 && faults.length > 0; again += 1) {
    await page.waitForTimeout(200);
    faults = (await layoutFaults(page)).filter((fault) => faults.includes(fault));
  }
  return faults;
}

async function checkAndPhotograph(host: ScreenHost, state: ScreenState): Promise<void> {
  const { page } = host;
  // Closes tooltips, which are not part of the state.
  await leaveTooltips(page);
  const takesPictures = MODE === 'all' || (usesReferences && state.pictures !== undefined);
  // Measuring contrast is slow. `npm test` therefore measures it only in states that have stored screenshots.
  // These are enough, because the other states consist of the same components.
  const isThorough = IN_FULL || state.pictures !== undefined;
  const checked = (IN_FULL ? undefined : state.themes) ?? THEMES;
  for (const theme of isThorough ? THEMES : (['light'] as const)) {
    if (!takesPictures && !checked.includes(theme)) continue;
    await useTheme(page, theme);
    if (takesPictures) await takePictures(page, state, theme);
    // The light theme is checked against all rules, the dark theme only for contrast. Runs that update or
    // compare stored screenshots skip these checks.
    if (!usesReferences && checked.includes(theme))
      await expectAccessible(page, {
        coloursOnly: theme === 'dark',
        colours: isThorough,
        bestPractice: isThorough,
      });
  }
  await useTheme(page, 'light');
}

/** Switches the theme through the browser, because the core may be stopped. */
async function useTheme(page: Page, theme: Theme): Promise<void> {
  // Sets the theme only if it differs, because even setting the current theme would restyle the whole page.
  if ((await page.locator('html').getAttribute('data-theme')) !== theme)
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
 * Replaces or hides content that differs between runs, such as ports, folders, times and toasts. Called
 * before a screenshot is stored or compared. Runs in the page.
 */
function hideVariableContent(): void {
  const withFixedValues = (text: string): string =>
    text
      .replace(/127\.0\.0\.1:\d{4,5}/g, '127.0.0.1:47821')
      .replace(/\S+\/workspaces\/[\da-f]+/, '/data/workspaces/demo')
      .replace(/\b09:0\d\b/g, '09:00')
      .replace(/^(\s*)(?:\d{1,2} s|[1-9] min)(?: ago)?(?=$| ·)/, '$1just now');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (withFixedValues(text) !== text) node.nodeValue = withFixedValues(text);
  }
  for (const input of document.querySelectorAll('input'))
    if (withFixedValues(input.value) !== input.value) input.value = withFixedValues(input.value);
  // Hides the backup table, whose rows depend on timing. Sets inline styles, because the content security
  // policy forbids new style sheets.
  const backups = [...document.querySelectorAll('section')].find((each) =>
    each.querySelector('h2')?.textContent.includes('Backups'),
  );
  const hidden = [...document.querySelectorAll<HTMLElement>('[data-sonner-toaster]')];
  for (const each of [...hidden, backups?.querySelector('table')]) {
    each?.style.setProperty('visibility', 'hidden');
    each?.setAttribute('data-hidden', '');
  }
}

/** Restores the content that `hideVariableContent` hid. Runs in the page. */
function showVariableContent(): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-hidden]')) {
    each.style.removeProperty('visibility');
    each.removeAttribute('data-hidden');
  }
}

/**
 * Compares a screenshot with the stored one. If they differ, writes an image of the differences to
 * test-results and makes the test fail at the end of the walk.
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
