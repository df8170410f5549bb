import { existsSync, readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { createSystemClock } from '../electron/adapters/system-clock.ts';
import { openDatabase } from '../electron/core/db/open.ts';
import { close } from '../electron/core/db/sql.ts';
import { openWorkspaceFiles } from '../electron/core/library/open-files.ts';
import { createLibrarySearch } from '../electron/core/library/search/library-search.ts';
import { chromiumArguments, findChromium } from '../scripts/environment.mjs';
import { openLoopback } from '../test/support/loopback-app.ts';
import { tempDir } from '../test/support/temp-dir.ts';
import { median, rounded, textTable } from './lib/figures.ts';
import { keepResults } from './lib/results.ts';
import { framesOf, typedMs } from './scroll-page.ts';
import { fillCache, makeCompanies } from './search-world.ts';

/*
 * `npm run bench -- scroll`: the Library screen over the real core and a library of 100,000 companies, in Chromium. Frames
 * while the list is scrolled slowly and fast, beside a blank page in the same browser that only asks for frames; and what
 * lies between a keystroke in the search and the rows that answer it. Exits 1 where a goal is missed.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const COMPANIES = values.quick ? 5_000 : 100_000;
const FRAMES = 300;
/** Pixels a frame. */
const SPEEDS = { slow: 40, fast: 900 };
const GOALS = { frames: 1.05, longestMs: 50, keystrokeMs: 50 };
const TYPED = ['con', 'stra', 'pre', 'over', 'trin', 'shio', 'gre', 'exto'];

const say = (line: string): void => void process.stdout.write(line);
const p95 = (of: readonly number[]): number =>
  [...of].sort((a, b) => a - b)[Math.floor((of.length - 1) * 0.95)] ?? NaN;
const longest = (of: readonly number[]): number => of.reduce((most, ms) => Math.max(most, ms), 0);

/** A demo workspace whose library holds so many companies, indexed. */
async function makeLibrary(browser: Browser, folder: string): Promise<void> {
  const app = await openLoopback(browser, folder);
  await app.page.getByRole('button', { name: 'Explore the demo' }).click();
  await app.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await app.close();
  const parent = join(folder, 'workspaces');
  const id = readdirSync(parent).find((name) => existsSync(join(parent, name, 'cache.db')));
  const workspace = join(parent, id ?? '');
  const clock = createSystemClock();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const filled = openDatabase(join(workspace, 'cache.db'), { clock, log });
  fillCache(filled, [...makeCompanies(COMPANIES)], Date.now());
  close(filled);
  const files = openWorkspaceFiles(workspace, { clock, log });
  const search = createLibrarySearch({ ...files, clock, log, seal: () => ({ mode: 'locked' }) });
  search.warm();
  await search.settled();
  search.dispose();
  files.close();
}

interface Figures {
  readonly blank: readonly number[];
  readonly slow: readonly number[];
  readonly fast: readonly number[];
  readonly keystrokes: readonly number[];
}

async function measure(browser: Browser, folder: string): Promise<Figures> {
  const app = await openLoopback(browser, folder);
  const { page } = app;
  try {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
    await page.getByRole('grid').getByRole('row').nth(5).waitFor({ timeout: 120_000 });
    const blank = await blankFrames(page);
    await framesOf(page, 60, SPEEDS.slow);
    const slow = await framesOf(page, FRAMES, SPEEDS.slow);
    const fast = await framesOf(page, FRAMES, SPEEDS.fast);
    return { blank, slow, fast, keystrokes: await typedMs(page, TYPED) };
  } finally {
    await app.close();
  }
}

async function blankFrames(page: Page): Promise<number[]> {
  const blank = await page.context().newPage();
  await blank.goto('about:blank');
  await blank.bringToFront();
  const frames = await framesOf(blank, FRAMES, 0);
  await blank.close();
  await page.bringToFront();
  return frames;
}

function report({ blank, slow, fast, keystrokes }: Figures): boolean {
  const interval = median(blank);
  const line = (name: string, of: readonly number[]): string[] => [
    name,
    ...[median(of), p95(of), longest(of)].map((ms) => ms.toFixed(1)),
    String(of.filter((ms) => ms > GOALS.longestMs).length),
  ];
  say(`${COMPANIES} companies, load ${loadavg()[0]?.toFixed(1) ?? '?'}, drawn by software\n`);
  say(
    textTable([
      ['ms', 'median', 'p95', 'longest', `over ${GOALS.longestMs}`],
      line('frames of a blank page', blank),
      line(`list, ${SPEEDS.slow} px a frame`, slow),
      line(`list, ${SPEEDS.fast} px a frame`, fast),
      line('keystroke to painted rows', keystrokes),
    ]),
  );
  const goals = [
    { name: 'slow scroll, p95 frame beside the refresh interval', times: p95(slow) / interval },
    { name: 'fast scroll, p95 frame beside the refresh interval', times: p95(fast) / interval },
  ].map(({ name, times }) => ({ words: `${name}: ${times.toFixed(2)}`, isMet: times <= GOALS.frames }));
  const long = [...slow, ...fast].filter((ms) => ms > GOALS.longestMs).length;
  goals.push({ words: `frames over ${GOALS.longestMs} ms: ${long}`, isMet: long === 0 });
  const keyMs = p95(keystrokes);
  goals.push({
    words: `keystroke to painted rows, p95 ${keyMs.toFixed(1)} ms`,
    isMet: keyMs <= GOALS.keystrokeMs,
  });
  for (const { words, isMet } of goals) say(`${isMet ? 'met   ' : 'MISSED'} ${words}\n`);
  say(`the blank page's own p95 is ${(p95(blank) / interval).toFixed(2)} of the interval\n`);
  return goals.every(({ isMet }) => isMet);
}

async function main(): Promise<number> {
  const executablePath = findChromium();
  const folder = tempDir();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArguments,
  });
  try {
    await makeLibrary(browser, folder.path);
    const figures = await measure(browser, folder.path);
    const isMet = report(figures);
    const kept = Object.entries(figures).map(([name, of]: [string, readonly number[]]) => [
      name,
      { medianMs: rounded(median(of), 1), p95Ms: rounded(p95(of), 1), longestMs: rounded(longest(of), 1) },
    ]);
    if (!values.quick) keepResults('scroll', { isMet, ...Object.fromEntries(kept) }, { load: loadavg()[0] });
    say(`scroll: ${isMet ? 'every goal met' : 'a goal was missed'}\n`);
    return isMet ? 0 : 1;
  } finally {
    await browser.close();
    folder.remove();
  }
}

process.exitCode = await main();
