import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import {
  launchElectron,
  readFromMain,
  type ElectronPlace,
} from '../../test/support/electron/electron-app.ts';
import { LIBRARY_CONTENT, painted } from './first-paint.ts';
import type { Goal } from './goals.ts';
import { cpuSecondsOfTree, memoryOfTree } from './process-memory.ts';

/*
 * Measures the app after its window has been closed. For comparison, also measures an Electron app whose
 * blank window has been closed. The benchmark provides a desktop with a system tray. On such a desktop, the
 * app keeps running and listening for webhook events.
 */

/**
 * Waiting times in ms: `LOAD_MS` until the search index has been loaded, `FREE_MS` until memory has been
 * freed after the window was closed.
 */
const LOAD_MS = 8_000;
const FREE_MS = 15_000;
/** Time in ms over which the processor time is measured. */
const IDLE_MS = 60_000;
const GOAL_MORE_MIB = 120;
const GOAL_CPU_PERCENT = 0.5;

interface Rest {
  readonly pssMiB: number;
  readonly cpuPercent: number;
}

/** Closes the window and measures the app at rest. Returns null if the figures cannot be read. */
async function measureAtRest(app: ElectronApplication): Promise<Rest | null> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await pass(FREE_MS);
  const windows = await readFromMain(() =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
  );
  if (windows > 0) throw new Error('the window was not closed');
  const pid = await readFromMain(() => app.evaluate(() => process.pid));
  const memory = memoryOfTree(pid);
  const before = cpuSecondsOfTree(pid);
  await pass(IDLE_MS);
  const after = cpuSecondsOfTree(pid);
  if (memory === null || before === null || after === null) return null;
  return { pssMiB: memory.pssMiB, cpuPercent: ((after - before) / (IDLE_MS / 1_000)) * 100 };
}

const pass = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

async function measureOwn(place: ElectronPlace): Promise<Rest | null> {
  const file = join(place.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...settings, background: { keepListening: true } }));
  const preload = [resolve('test/support/electron/tray-host.cjs')];
  const { app, page } = await launchElectron(place, { keyring: true, preload });
  try {
    await painted(page, LIBRARY_CONTENT);
    await pass(LOAD_MS);
    return await measureAtRest(app);
  } finally {
    await app.close();
    writeFileSync(file, JSON.stringify(settings));
  }
}

async function measureBlank(launch: () => Promise<ElectronApplication>): Promise<Rest | null> {
  const app = await launch();
  try {
    await painted(await app.firstWindow(), 'body');
    return await measureAtRest(app);
  } finally {
    await app.close();
  }
}

/**
 * Returns the goals for an app without a window; none if this system does not report the figures.
 *
 * @param launchBlank starts an app that opens a blank window and keeps running after the window is closed
 */
export async function windowlessGoals(
  place: ElectronPlace,
  launchBlank: () => Promise<ElectronApplication>,
): Promise<Goal[]> {
  const blank = await measureBlank(launchBlank);
  const own = await measureOwn(place);
  if (blank === null || own === null) return [];
  const more = own.pssMiB - blank.pssMiB;
  return [
    {
      words: 'Electron without a window, memory (PSS) beside Electron whose blank window was closed',
      figure: `${own.pssMiB.toFixed(0)} MiB, ${more.toFixed(0)} more, goal ${GOAL_MORE_MIB}`,
      isMet: more <= GOAL_MORE_MIB,
    },
    {
      words: 'Electron without a window, processor time when idle',
      figure: `${own.cpuPercent.toFixed(2)} % (blank: ${blank.cpuPercent.toFixed(2)} %), goal ${GOAL_CPU_PERCENT} %`,
      isMet: own.cpuPercent <= GOAL_CPU_PERCENT,
    },
  ];
}
