import type { Logger } from '../../ports.ts';
import type { RunSerially } from '../../foundation/serial-queue.ts';
import { messageOf } from '../../foundation/error-message.ts';
import type { SearchWorld, CompanyFits } from './search-state.ts';
import { Stopped, type YieldIfDue } from './time-slices.ts';

/** Number of companies whose fit is computed before the function checks whether to yield. */
const PAGE = 100;
/**
 * Number of companies per background step. A search that is requested during a step waits until the step is
 * complete.
 */
const BACKGROUND_STEP = 1_000;
/** If at most this many fits are missing, a search computes them before it starts. */
const FEW = 1_000;

/**
 * Discards the fits of all companies if the market or its weights have changed, so they are computed
 * again.
 */
export function followFits(world: SearchWorld, source: CompanyFits | null): void {
  const { fits, columns, orders } = world;
  if (fits.source === source) return;
  fits.source = source;
  fits.next = 0;
  fits.changed.clear();
  columns.fit.fill(0);
  for (const name of ['fit', 'fit-reversed'] as const) orders[name].pending = null;
  columns.facts += 1;
}

/** Returns whether the fit of every company has been computed. False if no market is set. */
export const areFitsComplete = (world: SearchWorld): boolean =>
  world.fits.source !== null && missing(world) === 0;

const missing = ({ fits, columns }: SearchWorld): number =>
  fits.source === null ? 0 : columns.size - fits.next + fits.changed.size;

/**
 * Computes all missing fits if `isNeeded` is true or if at most `FEW` are missing. Otherwise does nothing.
 */
export async function readFits(world: SearchWorld, isNeeded: boolean, yieldIfDue: YieldIfDue): Promise<void> {
  if (isNeeded || missing(world) <= FEW) await readSome(world, Infinity, yieldIfDue);
}

async function readSome(world: SearchWorld, max: number, yieldIfDue: YieldIfDue): Promise<void> {
  const { columns, fits } = world;
  for (let read = 0; read < max && fits.source !== null && missing(world) > 0; read += PAGE) {
    readPage(world, fits.source);
    // `facts` increases only after all fits have been computed, because filters and facets ignore fits until
    // then.
    if (missing(world) === 0) columns.facts += 1;
    await yieldIfDue();
  }
}

function readPage({ columns, fits, orders }: SearchWorld, source: CompanyFits): void {
  const changed = [...fits.changed].slice(0, PAGE);
  const end = Math.min(columns.size, fits.next + PAGE - changed.length);
  const slots = [...changed];
  for (let slot = fits.next; slot < end; slot += 1) slots.push(slot);
  const scores = source.scoresOf(slots.map((slot) => columns.ids[slot] ?? ''));
  for (const slot of slots) {
    const score = scores.get(columns.ids[slot] ?? '');
    const value = score === undefined ? 0 : score + 1;
    if (columns.fit[slot] === value) continue;
    columns.fit[slot] = value;
    for (const name of ['fit', 'fit-reversed'] as const) orders[name].pending?.add(slot);
  }
  for (const slot of changed) fits.changed.delete(slot);
  fits.next = end;
}

interface FitLoader {
  /**
   * Computes the missing fits in the background. The work is divided into steps, and searches can run between
   * them.
   */
  start(): void;
  idle(): Promise<void>;
}

interface FitLoaderParts {
  readonly runSerially: RunSerially;
  readonly stopped: () => boolean;
  readonly newYield: () => YieldIfDue;
  readonly log: Logger;
  /** Called after the fits of all companies have been computed in the background. */
  readonly onLoaded: () => void;
}

export function createFitLoader(world: SearchWorld, parts: FitLoaderParts): FitLoader {
  const { runSerially, stopped, newYield, log, onLoaded } = parts;
  let running: Promise<void> | null = null;
  const load = async (): Promise<void> => {
    while (missing(world) > 0 && !stopped())
      await runSerially(() => readSome(world, BACKGROUND_STEP, newYield()));
    if (!stopped()) onLoaded();
  };
  return {
    start: () => {
      if (running !== null || missing(world) === 0) return;
      running = load()
        .catch((error: unknown) => {
          if (!(error instanceof Stopped)) log.warn('fits-not-loaded', { error: messageOf(error) });
        })
        .finally(() => (running = null));
    },
    idle: async () => {
      await running;
    },
  };
}
