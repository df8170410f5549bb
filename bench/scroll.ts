import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../scripts/common/environment.mjs';
import { openWithoutLeakCheck } from '../test/support/browser/loopback-app.ts';
import { tempDir } from '../test/support/common/temp-dir.ts';
import { makeFilledLibrary } from './filled-library.ts';
import { reportGoals } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';
import { holdKey, findWrongRows } from './lib/scroll-checks.ts';
import {
  BARE_LIST,
  measureFrames,
  measureKeystrokes,
  measureRowsDrawn,
  type KeystrokeTimes,
} from './scroll-page.ts';
import { openReferenceList } from './scroll-peer.ts';
import { reportOf, type Figures } from './scroll-report.ts';

/*
 * `npm run bench -- scroll` measures the Library screen in Chromium, with the real core and 100,000
 * companies. It scrolls the Library's list and a bare list alternately, and measures the time between frames.
 * It also measures the time from a keystroke in the search field to the matching rows, and checks the rows
 * after scrolling and while a key is held down. The benchmark exits with 1 if a goal is missed.
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    companies: { type: 'string' },
    renderer: { type: 'string' },
  },
});
const COMPANIES = Number(values.companies ?? (values.quick ? 5_000 : 100_000));
const TURNS = values.quick ? 2 : 4;
const FRAMES = 150;
const HELD_MS = values.quick ? 2_000 : 10_000;

/** Scroll speeds in pixels per frame, typical of reading, searching and dragging the scroll bar. */
const SPEEDS = [40, 300, 900];
const TYPED = (
  'con stra pre over trin shio gre exto pla dert mion ster chan brio uno lack sting ream wond crea ' +
  'toin hea vist nock'
).split(' ');

/** Selects another build of the renderer, so an older build can be measured under the same conditions. */
const shellArguments = values.renderer === undefined ? [] : ['--renderer', values.renderer];
const print = (line: string): void => void process.stdout.write(line);

async function measure(browser: Browser, folder: string): Promise<Figures> {
  const app = await openWithoutLeakCheck(browser, folder, shellArguments);
  const { page } = app;
  try {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
    await page.getByRole('grid').getByRole('row').nth(5).waitFor({ timeout: 120_000 });
    const blank = await blankFrames(page);
    const size = await page.getByRole('grid').evaluate(({ clientWidth: width, clientHeight: height }) => ({
      width,
      height,
    }));
    const peer = await openReferenceList(page.context(), size, COMPANIES);
    const { scrolls, drawnMs, wrong } = await scrollInTurns(peer, page);
    const held = [await holdKey(page, 'j', HELD_MS), await holdKey(page, 'k', HELD_MS)];
    wrong.push(...(await findWrongRows(page)));
    const { typed, bareTyped } = await typeInTurns(peer, page);
    wrong.push(...typed.wrong);
    return { blank, scrolls, drawnMs, wrong, held, typed, bareTyped };
  } finally {
    await app.close();
  }
}

/** Scrolls the bare list and the Library's list alternately, so other load on the machine affects both. */
async function scrollInTurns(
  peer: Page,
  page: Page,
): Promise<Pick<Figures, 'scrolls' | 'drawnMs'> & { wrong: string[] }> {
  const scrolls = SPEEDS.map((pixels) => ({ pixels, bare: new Array<number>(), list: new Array<number>() }));
  const drawnMs: number[] = [];
  const wrong: string[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const { pixels, bare, list } of scrolls) {
      await peer.bringToFront();
      // The first frames are still affected by switching pages and are discarded.
      await measureFrames(peer, 30, pixels);
      bare.push(...(await measureFrames(peer, FRAMES, pixels)));
      await page.bringToFront();
      await measureFrames(page, 30, pixels);
      list.push(...(await measureFrames(page, FRAMES, pixels)));
      drawnMs.push(await measureRowsDrawn(page));
      wrong.push(...(await findWrongRows(page)));
    }
  return { scrolls, drawnMs, wrong };
}

/** Types each text into the bare list's search field and into the Library's. */
async function typeInTurns(peer: Page, page: Page): Promise<Pick<Figures, 'typed' | 'bareTyped'>> {
  const typed: KeystrokeTimes[] = [];
  const bareTyped: KeystrokeTimes[] = [];
  for (const text of TYPED) {
    await peer.bringToFront();
    bareTyped.push(await measureKeystrokes(peer, [text], BARE_LIST));
    await page.bringToFront();
    typed.push(await measureKeystrokes(page, [text]));
  }
  return { typed: joined(typed), bareTyped: joined(bareTyped) };
}

const joined = (all: readonly KeystrokeTimes[]): KeystrokeTimes => ({
  times: all.flatMap(({ times }) => times),
  unanswered: all.reduce((sum, { unanswered }) => sum + unanswered, 0),
  wrong: all.flatMap(({ wrong }) => wrong),
});

async function blankFrames(page: Page): Promise<number[]> {
  const blank = await page.context().newPage();
  await blank.goto('about:blank');
  await blank.bringToFront();
  const frames = await measureFrames(blank, FRAMES, 0);
  await blank.close();
  await page.bringToFront();
  return frames;
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const executablePath = findChromium();
  const folder = tempDir();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArguments,
  });
  try {
    await makeFilledLibrary(browser, folder.path, { companies: COMPANIES, shellArguments });
    const figures = await measure(browser, folder.path);
    print(`${COMPANIES} companies, load ${loadavg()[0]?.toFixed(1) ?? '?'}, drawn by software\n`);
    const { goals, text, recorded } = reportOf(figures, COMPANIES);
    print(text);
    const isMet = reportGoals('scroll', goals, startedMs);
    if (!values.quick && values.companies === undefined && values.renderer === undefined)
      saveResults('scroll', { isMet, ...recorded }, { load: loadavg()[0] });
    return isMet ? 0 : 1;
  } finally {
    await browser.close();
    folder.remove();
  }
}

process.exitCode = await main();
