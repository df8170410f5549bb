import { resolve } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { launchElectron, type ElectronPlace } from '../../test/support/electron/electron-app.ts';
import { LIBRARY_CONTENT, painted } from './first-paint.ts';
import type { Goal } from './goals.ts';
import { activityOfTree, type ProcessActivity } from './process-memory.ts';
import { largestParts } from './start-parts.ts';

/*
 * Measures the idle app: its window is open, but the receiver is off and nobody uses the app. A blank window
 * is measured for comparison.
 */

/**
 * Time in ms after which the app is idle. By then, the search index is loaded, the files are checked, the
 * first background jobs have run (after a minute), and V8 has reduced the heap (up to two minutes later).
 */
const SETTLE_MS = 185_000;
const IDLE_MS = 60_000;
const GOAL_CPU_PERCENT = 0.3;
const GOAL_WAKE_UPS = 1;
/**
 * This module makes Chromium keep its shared memory in /dev/shm. Otherwise, the frames that it draws would
 * count as bytes written to the disk.
 */
const PRELOAD = [resolve('bench/lib/use-dev-shm.cjs')];

const pass = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

interface Idle {
  readonly cpuPercent: number;
  readonly wakeUpsPerSecond: number;
  readonly bytesWritten: number;
  /** Processor time in ms, by process type. */
  readonly cpuMsByType: Readonly<Record<string, number>>;
  readonly wakeUpsByType: Readonly<Record<string, number>>;
}

/** Measures an app with an open window. Returns null if the system does not report the figures. */
async function measureIdle(app: ElectronApplication): Promise<Idle | null> {
  const { pid } = app.process();
  await pass(SETTLE_MS);
  const before = pid === undefined ? null : activityOfTree(pid);
  await pass(IDLE_MS);
  const after = pid === undefined ? null : activityOfTree(pid);
  if (before === null || after === null) return null;
  const total = (key: Exclude<keyof ProcessActivity, 'type'>, type?: string): number => {
    const of = (processes: readonly ProcessActivity[]): number =>
      processes
        .filter((each) => type === undefined || each.type === type)
        .reduce((sum, each) => sum + each[key], 0);
    return of(after) - of(before);
  };
  const types = [...new Set(after.map(({ type }) => type))];
  return {
    cpuPercent: total('cpuSeconds') / (IDLE_MS / 100_000),
    wakeUpsPerSecond: total('wakeUps') / (IDLE_MS / 1_000),
    bytesWritten: total('bytesWritten'),
    cpuMsByType: Object.fromEntries(types.map((type) => [type, total('cpuSeconds', type) * 1_000])),
    wakeUpsByType: Object.fromEntries(types.map((type) => [type, total('wakeUps', type)])),
  };
}

/**
 * Returns the goals for an idle app with an open window. Returns no goals if the system does not report the
 * figures.
 * @param launchBlank starts an app with a blank window after loading the modules in `preload`
 */
export async function idleGoals(
  place: ElectronPlace,
  launchBlank: (preload: readonly string[]) => Promise<ElectronApplication>,
): Promise<Goal[]> {
  const measure = async (app: ElectronApplication, css: string): Promise<Idle | null> => {
    try {
      await painted(await app.firstWindow(), css);
      return await measureIdle(app);
    } finally {
      await app.close();
    }
  };
  const blank = await measure(await launchBlank(PRELOAD), 'body');
  const own = await measure(
    (await launchElectron(place, { keyring: false, preload: PRELOAD })).app,
    LIBRARY_CONTENT,
  );
  if (blank === null || own === null) return [];
  const partsBy = (key: 'cpuMsByType' | 'wakeUpsByType', unit: string): string =>
    largestParts(
      Object.entries(own[key]).map(([words, value]) => ({ words, more: value - (blank[key][words] ?? 0) })),
      unit,
    );
  return [
    {
      words: 'Electron with an idle window, processor time',
      figure: `${own.cpuPercent.toFixed(2)} % (blank: ${blank.cpuPercent.toFixed(2)} %), goal ${GOAL_CPU_PERCENT} %`,
      isMet: own.cpuPercent <= GOAL_CPU_PERCENT,
      parts: partsBy('cpuMsByType', 'ms a minute'),
    },
    {
      words: 'Electron with an idle window, wake-ups of all threads beside a blank window',
      figure: `${own.wakeUpsPerSecond.toFixed(1)} a second (blank: ${blank.wakeUpsPerSecond.toFixed(1)}), goal ${GOAL_WAKE_UPS} more`,
      isMet: own.wakeUpsPerSecond - blank.wakeUpsPerSecond <= GOAL_WAKE_UPS,
      parts: partsBy('wakeUpsByType', 'a minute'),
    },
    {
      words: 'Electron with an idle window, bytes written to the disk',
      figure: `${own.bytesWritten} (blank: ${blank.bytesWritten}), goal 0`,
      isMet: own.bytesWritten === 0,
    },
  ];
}
