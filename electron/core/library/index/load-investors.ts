import {
  companiesOfInvestors,
  companiesWithInvestorsAfter,
  investorsAmong,
} from '../../database/queries/cache/investors.ts';
import { investorMerges } from '../../database/queries/yours/investors.ts';
import type { Logger } from '../../ports.ts';
import type { RunSerially } from '../../foundation/serial-queue.ts';
import { messageOf } from '../../foundation/error-message.ts';
import { setList, sizeLists } from './list-columns.ts';
import type { SearchWorld } from './search-state.ts';
import { Stopped, type YieldIfDue } from './time-slices.ts';

/*
 * Loads the investors of companies into `columns.investors`, with merged investors under their main name.
 * They are loaded in the background after all other facts, so the first search does not have to wait for
 * them. Only companies with investors are read, so a library without investors costs nothing.
 */

/** Number of companies that are read between two yields. */
const PAGE = 50;
/** Number of companies per background step. A search requested during a step waits until the step ends. */
const BACKGROUND_STEP = 1_000;
/**
 * If investors are missing for at most this many companies, a search reads the missing investors first.
 * Otherwise, they are read in the background.
 */
const FEW = 1_000;

/** Returns whether the investors of every company have been read. */
export const areInvestorsComplete = ({ investors: { after, changed } }: SearchWorld): boolean =>
  after === null && changed.size === 0;

/**
 * Reads the user's merges again. If a name has been merged, unmerged or merged into another name, the
 * companies with this investor are read again.
 */
export function readInvestorMerges(world: SearchWorld): void {
  const { yours, cache, columns, investors } = world;
  const next = new Map(investorMerges(yours).map(({ nameFolded, intoName }) => [nameFolded, intoName]));
  const changed = [...new Set([...next.keys(), ...investors.merges.keys()])].filter(
    (name) => next.get(name) !== investors.merges.get(name),
  );
  if (changed.length === 0) return;
  investors.merges = next;
  if (investors.after === '') return;
  for (const companyId of companiesOfInvestors(cache, changed)) {
    const slot = columns.slotOf.get(companyId);
    if (slot !== undefined) investors.changed.add(slot);
  }
  columns.facts += 1;
}

/**
 * Reads all missing investors if the caller needs them now (`isNeeded`) or if only a few are missing.
 * Otherwise does nothing.
 */
export async function readInvestors(
  world: SearchWorld,
  isNeeded: boolean,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  const { after, changed } = world.investors;
  const missing = after === null ? changed.size : world.columns.size;
  if (isNeeded || missing <= FEW) await readSome(world, Infinity, yieldIfDue);
}

async function readSome(world: SearchWorld, max: number, yieldIfDue: YieldIfDue): Promise<void> {
  for (let read = 0; read < max && !areInvestorsComplete(world); read += PAGE) {
    readPage(world);
    // Filters and facets ignore investors until all of them have been read. The version number `facts`
    // therefore increases only after the last one.
    if (areInvestorsComplete(world)) world.columns.facts += 1;
    await yieldIfDue();
  }
}

function readPage(world: SearchWorld): void {
  const { cache, columns, investors } = world;
  const slots = [...investors.changed].slice(0, PAGE);
  const ids = slots.map((slot) => columns.ids[slot] ?? '');
  if (slots.length < PAGE && investors.after !== null) {
    const more = companiesWithInvestorsAfter(cache, investors.after, PAGE - slots.length);
    investors.after = more.at(-1) ?? null;
    for (const id of more) {
      const slot = columns.slotOf.get(id);
      if (slot === undefined) continue;
      slots.push(slot);
      ids.push(id);
    }
  }
  const names = new Map<string, string[]>();
  for (const { companyId, nameFolded, name } of investorsAmong(cache, ids)) {
    const known = names.get(companyId) ?? [];
    known.push(investors.merges.get(nameFolded) ?? name);
    names.set(companyId, known);
  }
  const lists = columns.investors;
  if (names.size > 0 && lists.start.length < columns.state.length) sizeLists(lists, columns.state.length);
  if (lists.start.length > 0)
    slots.forEach((slot, at) => setList(lists, slot, names.get(ids[at] ?? '') ?? []));
  for (const slot of slots) investors.changed.delete(slot);
}

interface InvestorLoader {
  /** Reads the missing investors in the background, in steps. Searches can run between the steps. */
  start(): void;
  idle(): Promise<void>;
}

interface InvestorLoaderParts {
  readonly runSerially: RunSerially;
  readonly stopped: () => boolean;
  readonly newYield: () => YieldIfDue;
  readonly log: Logger;
  /** Called after the investors of all companies have been read in the background. */
  readonly onLoaded: () => void;
}

export function createInvestorLoader(world: SearchWorld, parts: InvestorLoaderParts): InvestorLoader {
  const { runSerially, stopped, newYield, log, onLoaded } = parts;
  let running: Promise<void> | null = null;
  const load = async (): Promise<void> => {
    while (!areInvestorsComplete(world) && !stopped())
      await runSerially(() => readSome(world, BACKGROUND_STEP, newYield()));
    if (!stopped() && world.columns.investors.start.length > 0) onLoaded();
  };
  return {
    start: () => {
      if (running !== null || areInvestorsComplete(world)) return;
      running = load()
        .catch((error: unknown) => {
          if (!(error instanceof Stopped)) log.warn('investors-not-loaded', { error: messageOf(error) });
        })
        .finally(() => (running = null));
    },
    idle: async () => {
      await running;
    },
  };
}
