import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type ElectronApplication } from '@playwright/test';
import { removeFirstView } from '../electron/shells/startup/first-view.ts';
import { chromiumArguments, findChromium } from '../scripts/common/environment.mjs';
import {
  launchElectron,
  newElectronPlace,
  type ElectronPlace,
  type LaunchOptions,
} from '../test/support/electron/electron-app.ts';
import { tempDir } from '../test/support/common/temp-dir.ts';
import { makeFilledLibrary } from './filled-library.ts';
import { median, rounded, textTable } from './lib/figures.ts';
import { LIBRARY_CONTENT, painted } from './lib/first-paint.ts';
import { MILLION, reportGoals, type Goal } from './lib/goals.ts';
import { packageGoals } from './lib/package-goals.ts';
import {
  BARE_CONTENT,
  createBareApp,
  createBlankApp,
  createScriptlessApp,
  launchPeer,
  SCRIPTLESS_CONTENT,
} from './lib/peer-apps.ts';
import { idleGoals } from './lib/idle.ts';
import { cpuSecondsOfTree, memoryOfTree, type TreeMemory } from './lib/process-memory.ts';
import { saveResults } from './lib/results.ts';
import {
  largestParts,
  measureParts,
  medianParts,
  START_MARKS,
  type Part,
  type StartParts,
} from './lib/start-parts.ts';
import { windowlessGoals } from './lib/windowless.ts';

/*
 * `npm run bench -- shell` compares the app's window with a blank window in the same version of Electron, with
 * the smallest app that shows stored rows, with the first view without scripts, and with the page without the
 * core. It starts them alternately, and measures the time until the content is painted and the memory used at
 * rest. The app also starts without the replies that it saves when it is closed, as on the first start of a
 * day. Then it measures the app while it is idle and without a window, and the size of the package. The command
 * exits with 1 if a goal is missed. With `--without=NAME`, it also starts the app without the named optimisation.
 * With `--against=FOLDER`, it also starts the app that was built in another working tree.
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    without: { type: 'string' },
    against: { type: 'string' },
    companies: { type: 'string' },
  },
});
/** Name of the other app in the comparison; undefined if the app is not compared with another one. */
const OTHER = values.without === undefined ? values.against : `without ${values.without}`;
/** The functions that remove an optimisation from the built app in a folder, by optimisation. */
const OPTIMISATIONS: Readonly<Record<string, (app: string) => void>> = {
  'code-cache': (app) => removeCaches(app, /./),
  'window-cache': (app) => removeCaches(app, /\b(?:start-app|schemas|theme|folder-lock)\b/),
};

/** Removes the code caches of the scripts with matching names. */
function removeCaches(app: string, scripts: RegExp): void {
  const built = join(app, 'out', 'main');
  for (const name of readdirSync(built, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.cache') && scripts.test(name)) rmSync(join(built, name));
}
const COMPANIES = Number(values.companies ?? (values.quick ? 3_000 : 100_000));
const STARTS = values.quick ? 2 : 10;
/** Number of starts of each kind for which the duration of each part is recorded. */
const STARTS_WITH_PARTS = values.quick ? 1 : 5;
/** Memory is measured only in the last starts, because each measurement takes seconds. */
const MEMORY_STARTS = 3;
/** Time in ms to wait until the facts are loaded and garbage has been collected. */
const REST_MS = 6_000;
/** With a million companies, only the start has a goal, in multiples of a blank window's start. */
const GOALS = COMPANIES >= MILLION ? { times: 2.5 } : { times: 1.5, moreMs: 220, moreMiB: 110 };

/**
 * A module, loaded with `-r`, that records the core's replies, or returns recorded replies without loading the core.
 */
const RECORDED_REPLIES = resolve('bench/lib/recorded-replies.cjs');

const print = (text: string): void => void process.stdout.write(text);

interface Start {
  readonly ms: number;
  /** Processor time of all processes in ms until the content is painted; null without /proc. */
  readonly cpuMs: number | null;
  readonly memory: TreeMemory | null;
}

/**
 * Measures the time from the launch until the element that matches `css` is painted. If `measuresMemory` is
 * set, also measures the memory used at rest.
 */
async function measureStart(
  launch: () => Promise<ElectronApplication>,
  css: string,
  measuresMemory: boolean,
): Promise<Start> {
  const startMs = Date.now();
  const app = await launch();
  try {
    const page = await app.firstWindow();
    const ms = (await painted(page, css)) - startMs;
    const { pid } = app.process();
    const cpuSeconds = pid === undefined ? null : cpuSecondsOfTree(pid);
    const start = { ms, cpuMs: cpuSeconds === null ? null : cpuSeconds * 1_000, memory: null };
    if (!measuresMemory) return start;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return { ...start, memory: pid === undefined ? null : memoryOfTree(pid) };
  } finally {
    await app.close();
  }
}

/** Starts the app, and returns the HTML of its first view. */
async function firstView(launch: () => Promise<ElectronApplication>): Promise<string> {
  const app = await launch();
  try {
    const page = await app.firstWindow();
    await painted(page, LIBRARY_CONTENT);
    return await page.evaluate(() => document.documentElement.outerHTML);
  } finally {
    await app.close();
  }
}

interface Measured {
  readonly blank: Start[];
  readonly bare: Start[];
  readonly scriptless: Start[];
  /** The app's page with recorded replies, without the core. */
  readonly page: Start[];
  /** The app without saved replies, as on the first start of a day. */
  readonly fresh: Start[];
  readonly own: Start[];
  /** The starts of the other app, selected by `--without` or `--against`; empty if neither is set. */
  readonly other: Start[];
  readonly parts: readonly Part[];
  readonly freshParts: readonly Part[];
}

/**
 * Copies the built app, and changes the copy as specified by `--without` or `--against`. Returns null if
 * neither option is set.
 */
function createOtherApp(): { path: string; remove(): void } | null {
  const { without, against } = values;
  if (OTHER === undefined) return null;
  const change =
    without === undefined
      ? (app: string) => {
          rmSync(join(app, 'out'), { recursive: true });
          cpSync(join(against ?? '', 'out'), join(app, 'out'), { recursive: true });
        }
      : OPTIMISATIONS[without];
  if (change === undefined)
    throw new Error(`--without takes one of these: ${Object.keys(OPTIMISATIONS).join(', ')}`);
  const path = mkdtempSync(join(tmpdir(), 'roundwatch-other-'));
  cpSync(process.env['ROUNDWATCH_STAGE'] ?? '.', path, { recursive: true, verbatimSymlinks: true });
  change(path);
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Gives the data folder the same owner as the home folder. ELECTRON_LAUNCHER may run Electron as another
 * user, who must own both folders. At each start, the launcher changes the owner of all files in the home
 * folder, which makes these files look modified. The data folder is therefore outside the home folder, and
 * this function changes its owner only once.
 */
function changeOwner({ home, dataDir }: ElectronPlace): void {
  if (!existsSync(home)) return;
  const { uid, gid } = statSync(home);
  const below = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  for (const path of [dataDir, ...below.map((entry) => join(entry.parentPath, entry.name))])
    lchownSync(path, uid, gid);
}

/**
 * Starts the windows alternately, so other load on the machine affects both equally. Discards the first
 * run of each, because it only warms up the disk cache.
 */
async function measure(place: ElectronPlace, workspace: string): Promise<Measured> {
  const blank = createBlankApp();
  const bare = createBareApp(workspace);
  const other = createOtherApp();
  const launchOwn = async (options: Partial<LaunchOptions> = {}): Promise<ElectronApplication> =>
    (await launchElectron(place, { keyring: false, ...options })).app;
  const measured = {
    blank: [] as Start[],
    bare: [] as Start[],
    scriptless: [] as Start[],
    page: [] as Start[],
    fresh: [] as Start[],
    own: [] as Start[],
    other: [] as Start[],
  };
  const [blankParts, freshParts, ownParts]: [StartParts[], StartParts[], StartParts[]] = [[], [], []];
  const temporary = [blank, bare, ...(other === null ? [] : [other])];
  try {
    // Electron's launcher creates the home folder, which `changeOwner` needs.
    await measureStart(() => launchPeer(blank, place), 'body', false);
    changeOwner(place);
    const replies = tempDir();
    temporary.push(replies);
    // The launcher may run Electron as another user.
    chmodSync(replies.path, 0o777);
    const launchPage = (mode: 'record' | 'replay') =>
      launchOwn({
        preload: [RECORDED_REPLIES],
        env: { ROUNDWATCH_REPLIES: `${mode}:${join(replies.path, 'replies.json')}` },
      });
    const scriptless = createScriptlessApp(await firstView(() => launchPage('record')));
    temporary.push(scriptless);
    for (let time = 0; time <= STARTS; time += 1) {
      const measuresMemory = time > STARTS - MEMORY_STARTS;
      const empty = await measureStart(() => launchPeer(blank, place), 'body', measuresMemory);
      const least = await measureStart(() => launchPeer(bare, place), BARE_CONTENT, measuresMemory);
      const finished = await measureStart(
        () => launchPeer(scriptless, place),
        SCRIPTLESS_CONTENT,
        measuresMemory,
      );
      const page = await measureStart(() => launchPage('replay'), LIBRARY_CONTENT, false);
      removeFirstView(place.dataDir);
      const fresh = await measureStart(launchOwn, LIBRARY_CONTENT, false);
      const own = await measureStart(launchOwn, LIBRARY_CONTENT, measuresMemory);
      const others: Start[] = [];
      if (other !== null) {
        const launchOther = () => launchOwn({ stage: other.path });
        // Each build uses only the replies that it has saved itself.
        await measureStart(launchOther, LIBRARY_CONTENT, false);
        others.push(await measureStart(launchOther, LIBRARY_CONTENT, measuresMemory));
      }
      if (time === 0) continue;
      measured.blank.push(empty);
      measured.bare.push(least);
      measured.scriptless.push(finished);
      measured.page.push(page);
      measured.fresh.push(fresh);
      measured.own.push(own);
      measured.other.push(...others);
    }
    const preload = [START_MARKS];
    for (let time = 0; time < STARTS_WITH_PARTS; time += 1) {
      blankParts.push(await measureParts(() => launchPeer(blank, place, preload), 'body'));
      removeFirstView(place.dataDir);
      freshParts.push(await measureParts(() => launchOwn({ preload }), LIBRARY_CONTENT));
      ownParts.push(await measureParts(() => launchOwn({ preload }), LIBRARY_CONTENT));
    }
  } finally {
    for (const each of temporary) each.remove();
  }
  return {
    ...measured,
    parts: medianParts(blankParts, ownParts),
    freshParts: medianParts(blankParts, freshParts),
  };
}

const medianMs = (starts: readonly Start[]): number => median(starts.map(({ ms }) => ms));
/**
 * Returns the median of the memory measured at several starts; null if the memory could not be measured.
 * Single values vary by a few megabytes, because of garbage collection.
 */
function memoryOf(starts: readonly Start[]): TreeMemory | null {
  const measured = starts.flatMap(({ memory }) => memory ?? []);
  if (measured.length === 0) return null;
  return {
    rssMiB: median(measured.map(({ rssMiB }) => rssMiB)),
    pssMiB: median(measured.map(({ pssMiB }) => pssMiB)),
    processes: median(measured.map(({ processes }) => processes)),
    rssByType: Object.fromEntries(
      Object.keys(measured[0]?.rssByType ?? {}).map((type) => [
        type,
        median(measured.map(({ rssByType }) => rssByType[type] ?? 0)),
      ]),
    ),
  };
}

/** Returns the goal for the time until the stored rows are painted. */
function startGoal(
  which: string,
  starts: readonly Start[],
  blank: readonly Start[],
  parts: readonly Part[],
): Goal {
  const [blankMs, ms] = [medianMs(blank), medianMs(starts)];
  const [times, more] = [ms / blankMs, ms - blankMs];
  return {
    words: `Electron with ${COMPANIES} companies, from ${which} to the stored rows, beside a blank window`,
    figure: `${times.toFixed(2)} times and ${more.toFixed(0)} ms more, goal ${GOALS.times}${GOALS.moreMs === undefined ? '' : ` and ${GOALS.moreMs}`}`,
    isMet: times <= GOALS.times && more <= (GOALS.moreMs ?? Infinity),
    parts: largestParts(
      parts.map(({ words, ownMs, blankMs: emptyMs }) => ({ words, more: ownMs - (emptyMs ?? 0) })),
      'ms',
    ),
  };
}

function goalsOf({ blank, fresh, own, parts, freshParts }: Measured): Goal[] {
  const [empty, full] = [memoryOf(blank), memoryOf(own)];
  const start = [
    startGoal('the first start of a day', fresh, blank, freshParts),
    startGoal('a later start', own, blank, parts),
  ];
  if (empty === null || full === null || GOALS.moreMiB === undefined) return start;
  const heavier = full.rssMiB - empty.rssMiB;
  const counted = full.pssMiB - empty.pssMiB;
  return [
    ...start,
    {
      words: `Electron with ${COMPANIES} companies, memory beside a blank window`,
      figure: `${heavier.toFixed(0)} MiB more (${counted.toFixed(0)} with shared pages counted once), goal ${GOALS.moreMiB}`,
      isMet: heavier <= GOALS.moreMiB,
      parts: largestParts(
        Object.entries(full.rssByType).map(([type, rss]) => ({
          words: `${type} process`,
          more: rss - (empty.rssByType[type] ?? 0),
        })),
        'MiB',
      ),
    },
  ];
}

function printTable({ blank, bare, scriptless, page, fresh, own, other, parts }: Measured): void {
  const line = (name: string, starts: readonly Start[]): string[] => {
    const memory = memoryOf(starts);
    const all = starts.map(({ ms }) => ms);
    return [
      name,
      ...[medianMs(starts), Math.min(...all), Math.max(...all)].map((ms) => ms.toFixed(0)),
      median(starts.flatMap(({ cpuMs }) => cpuMs ?? [])).toFixed(0),
      ...(memory === null
        ? ['–', '–', '–']
        : [memory.rssMiB.toFixed(0), memory.pssMiB.toFixed(0), `${memory.processes}`]),
    ];
  };
  const head = ['', 'median ms', 'least', 'most', 'CPU ms', 'RSS MiB', 'PSS MiB', 'processes'];
  const others = OTHER === undefined ? [] : [line(OTHER, other)];
  print(
    textTable([
      head,
      line('blank window', blank),
      line('bare app', bare),
      line('first view without scripts', scriptless),
      line('page without the core', page),
      line('Roundwatch, first start of a day', fresh),
      line('Roundwatch, later start', own),
      ...others,
    ]),
  );
  printDifference(own, other);
  const ms = (value: number | null): string => value?.toFixed(0) ?? '–';
  const rows = parts.map(({ words, blankMs, ownMs, cpuMs }) => [words, ms(blankMs), ms(ownMs), ms(cpuMs)]);
  print(textTable([['part of the start', 'blank ms', 'Roundwatch ms', 'main thread ms'], ...rows]));
}

/**
 * Prints how the other app's starts differ from this app's: the median differences within pairs of starts.
 */
function printDifference(own: readonly Start[], other: readonly Start[]): void {
  if (OTHER === undefined) return;
  const differences = (valueOf: (start: Start) => number | null): number[] =>
    own.flatMap((start, at) => {
      const [value, otherValue] = [valueOf(start), other[at] === undefined ? null : valueOf(other[at])];
      return value === null || otherValue === null ? [] : [otherValue - value];
    });
  const [time, cpu] = [differences(({ ms }) => ms), differences(({ cpuMs }) => cpuMs)];
  const slower = time.filter((ms) => ms > 0).length;
  print(
    `${OTHER}: ${median(time).toFixed(0)} ms more, ${median(cpu).toFixed(0)} ms more processor time, slower in ${slower} of ${time.length} pairs\n`,
  );
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const executablePath = findChromium();
  const place = newElectronPlace();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArguments,
  });
  try {
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 });
    const workspace = await makeFilledLibrary(browser, place.dataDir, { companies: COMPANIES });
    await browser.close();
    const measured = await measure(place, workspace);
    print(`${COMPANIES} companies, ${STARTS} starts each, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n`);
    printTable(measured);
    const blank = createBlankApp();
    const launch = (preload: readonly string[] = []): Promise<ElectronApplication> =>
      launchPeer(blank, place, preload);
    const atRest =
      OTHER === undefined
        ? [...(await idleGoals(place, launch)), ...(await windowlessGoals(place, launch))]
        : [];
    blank.remove();
    const size = values.quick || OTHER !== undefined ? [] : packageGoals();
    const isMet = reportGoals('shell', [...goalsOf(measured), ...atRest, ...size], startedMs);
    if (!values.quick && OTHER === undefined && values.companies === undefined)
      saveResults(
        'shell',
        {
          isMet,
          blankMs: rounded(medianMs(measured.blank), 0),
          bareMs: rounded(medianMs(measured.bare), 0),
          scriptlessMs: rounded(medianMs(measured.scriptless), 0),
          pageMs: rounded(medianMs(measured.page), 0),
          freshMs: rounded(medianMs(measured.fresh), 0),
          ownMs: rounded(medianMs(measured.own), 0),
          blankMemory: memoryOf(measured.blank),
          bareMemory: memoryOf(measured.bare),
          ownMemory: memoryOf(measured.own),
        },
        { load: loadavg()[0] },
      );
    return isMet ? 0 : 1;
  } finally {
    await browser.close();
    place.remove();
  }
}

process.exitCode = await main();
