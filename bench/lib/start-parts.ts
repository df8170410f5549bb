import { resolve } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { readFromMain } from '../../test/support/electron/electron-app.ts';
import { painted } from './first-paint.ts';
import { median } from './figures.ts';

/*
 * Splits the app's startup into parts at recorded marks. Startups that record marks do not count towards the
 * total time, because recording takes a little time itself.
 */

/** A module that records the marks. It is loaded with `-r`. */
export const START_MARKS = resolve('bench/lib/start-marks.cjs');

/**
 * The parts of a start, each with the name of the mark at its end. A blank window has only some of these
 * marks.
 */
const PARTS = [
  ['Electron starts and loads the main script', 'ready'],
  ['Electron creates the window', 'window'],
  ['the window starts to load the page', 'page'],
  ['the page starts and requests its files', 'core'],
  ['the core is loaded', 'loaded'],
  ['the workspace opens; the page runs its scripts', 'first reply'],
  ['requests of the first view', 'last reply'],
  ['the page draws the rows', 'painted'],
] as const;

interface Mark {
  readonly name: string;
  readonly atMs: number;
  readonly cpuMs: number | null;
}

/**
 * The parts of a start: for each part, its duration and its processor time on the main thread. If a part did
 * not occur in this start, its values are null.
 */
export type StartParts = readonly { readonly ms: number | null; readonly cpuMs: number | null }[];

/** Starts an app that records marks, closes it, and returns how long each part of its start took. */
export async function measureParts(
  launch: () => Promise<ElectronApplication>,
  css: string,
): Promise<StartParts> {
  const launchedMs = Date.now();
  const app = await launch();
  try {
    const paintedMs = await painted(await app.firstWindow(), css);
    const marks = await readFromMain(() =>
      app.evaluate(() => [...(Reflect.get(globalThis, 'startMarks') as Map<string, Mark>).values()]),
    );
    return partsOf([...untilPainted(marks), { name: 'painted', atMs: paintedMs, cpuMs: null }], launchedMs);
  } finally {
    await app.close();
  }
}

/** Leaves out the marks of the core if the page received saved replies before the core was loaded. */
function untilPainted(marks: readonly Mark[]): readonly Mark[] {
  const firstReply = marks.find(({ name }) => name === 'first reply');
  return marks.filter(
    ({ name, atMs }) => firstReply === undefined || atMs <= firstReply.atMs || name === 'last reply',
  );
}

/**
 * Each part begins at the previous part's mark and ends at its own mark. A part whose mark came before the
 * previous part's mark takes no time.
 */
function partsOf(marks: readonly Mark[], launchedMs: number): StartParts {
  let before: Pick<Mark, 'atMs' | 'cpuMs'> = { atMs: launchedMs, cpuMs: 0 };
  return PARTS.map(([, end]) => {
    const mark = marks.find(({ name }) => name === end);
    if (mark === undefined) return { ms: null, cpuMs: null };
    const ms = Math.max(0, mark.atMs - before.atMs);
    const cpuMs = mark.cpuMs === null || before.cpuMs === null ? null : mark.cpuMs - before.cpuMs;
    if (ms > 0) before = mark;
    return { ms, cpuMs };
  });
}

/** The medians for one part of the start. */
export interface Part {
  readonly words: string;
  readonly blankMs: number | null;
  readonly ownMs: number;
  readonly cpuMs: number | null;
}

/** Returns the medians for each part, in the order of the parts. */
export function medianParts(blank: readonly StartParts[], own: readonly StartParts[]): Part[] {
  const values = (starts: readonly StartParts[], at: number, key: 'ms' | 'cpuMs'): number | null => {
    const found = starts.flatMap((parts) => parts[at]?.[key] ?? []);
    return found.length === 0 ? null : median(found);
  };
  return PARTS.map(([words], at) => ({
    words,
    blankMs: values(blank, at, 'ms'),
    ownMs: values(own, at, 'ms') ?? 0,
    cpuMs: values(own, at, 'cpuMs'),
  }));
}

/** Returns the three parts with the largest increase over a blank window. */
export const largestParts = (
  parts: readonly { readonly words: string; readonly more: number }[],
  unit: string,
) =>
  parts
    .toSorted((one, other) => other.more - one.more)
    .slice(0, 3)
    .map(({ words, more }) => `${words} ${more >= 0 ? '+' : ''}${more.toFixed(0)} ${unit}`)
    .join('; ');
