import { changesMade, companyIdsAfter } from '../../../database/queries/cache/search-index.ts';
import { checkpointPart, schemaVersion } from '../../../database/queries/backup.ts';
import {
  beginSaving,
  HEADER,
  isSaving,
  savedPart,
  storePart,
  unsavedAfter,
} from '../../../database/queries/cache/search/search-saved.ts';
import { withSmallPageCache } from '../../../database/page-cache.ts';
import { transaction } from '../../../database/sql.ts';
import type { Checkpoints, Logger } from '../../../ports.ts';
import { messageOf } from '../../../foundation/error-message.ts';
import { clear, dropDoc, NOT_STORED, STORED } from '../columns.ts';
import {
  decodeHeader,
  decodePart,
  emptyDictionaries,
  encodeHeader,
  encodePart,
  fillDictionaries,
} from './facts-format.ts';
import { unseen } from '../writing/index-writer.ts';
import { countCompanies, readChanges, readCompanies } from '../load-companies.ts';
import type { SearchWorld } from '../search-state.ts';
import type { YieldIfDue, YieldOptions } from '../time-slices.ts';

/*
 * Saves the facts of all companies in `cache.db`, so the next start need not collect them from many tables.
 * The saved facts of a company are up to date unless the company has a change mark or is in `search_unsaved`.
 */

/** Smaller libraries are read fast enough. */
const LEAST_COMPANIES = 2_000;
/** When more than 1/`UNSAVED_SHARE` of the companies have changed, the facts are saved again. */
const UNSAVED_SHARE = 16;
const COMPANIES_PER_PART = 200;
const UNSAVED_PAGE = 20;
/** Number of parts between two checkpoints of the WAL. */
const PARTS = 60;

/**
 * Reads the saved facts, and the companies that have changed since the facts were saved.
 * @returns whether all facts are now in memory
 */
export async function readSaved(
  world: SearchWorld,
  yieldIfDue: YieldIfDue,
  step: (companies: number) => void,
): Promise<boolean> {
  const { cache, columns, saved } = world;
  const header = decodeHeader(savedPart(cache, HEADER), schemaVersion(cache));
  if (header === null) return false;
  fillDictionaries(columns, header);
  world.moved = true;
  await yieldIfDue();
  let done = 0;
  for (let part = 1; part <= header.parts; part += 1) {
    const companies = decodePart(columns, savedPart(cache, part));
    if (companies === null) return discard(world);
    step((done += companies));
    await yieldIfDue();
  }
  for (let after = ''; ;) {
    const ids = unsavedAfter(cache, after, UNSAVED_PAGE);
    const last = ids.at(-1);
    if (last === undefined) break;
    readCompanies(world, new Map(ids.map((id) => [id, 0])));
    saved.outdated += ids.length;
    after = last;
    await yieldIfDue();
  }
  if (!(await isComplete(world, yieldIfDue))) return discard(world);
  saved.isSaved = true;
  return true;
}

/** Reads the changed companies, and returns whether all stored companies are then in memory. */
async function isComplete(world: SearchWorld, yieldIfDue: YieldIfDue): Promise<boolean> {
  const { cache, columns } = world;
  for (;;) {
    await readChanges(world, yieldIfDue);
    let known = 0;
    for (let slot = 0; slot < columns.size; slot += 1) if (columns.state[slot] === STORED) known += 1;
    const stored = await countCompanies(cache, yieldIfDue);
    // If a company was stored or deleted during the count, the numbers cannot be compared.
    if (changesMade(cache) === world.cacheSeen) return known === stored;
  }
}

/**
 * Discards all facts that were read, including the values in the dictionaries. If a company was erased during
 * the load, its values must not be saved again.
 */
function discard({ columns }: SearchWorld): false {
  for (let slot = 0; slot < columns.size; slot += 1) {
    dropDoc(columns, slot);
    clear(columns, slot, NOT_STORED);
  }
  emptyDictionaries(columns);
  return false;
}

interface FactsSaver {
  /** Saves the facts in the background after `ready` resolves. Further calls do nothing. */
  start(ready: () => Promise<void>): void;
  idle(): Promise<void>;
}

interface FactsSaverParts extends YieldOptions {
  readonly log: Logger;
  /** Starts a worker that checkpoints the WAL. If omitted, the WAL is checkpointed on this thread. */
  readonly checkpointInWorker?: () => Checkpoints;
}

export function createFactsSaver(world: SearchWorld, parts: FactsSaverParts): FactsSaver {
  const { log, stopped, checkpointInWorker } = parts;
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    if (stopped() || !isWorthSaving(world)) return;
    const apart = checkpointInWorker?.() ?? null;
    try {
      const checkpoint = () => apart?.fold() ?? unseen(world, () => checkpointPart(world.cache));
      await withSmallPageCache(
        world.cache,
        () => !stopped(),
        () => saveAll(world, parts, checkpoint),
      );
    } finally {
      await apart?.stop();
    }
  };
  return {
    start: (ready) => {
      working ??= ready()
        .then(work)
        .catch((error: unknown) => {
          // The saved facts are only a copy. If the copy is incomplete, the next start reads the tables
          // instead.
          log.warn('search-facts-not-saved', { error: messageOf(error) });
        });
    },
    idle: async () => {
      await working;
    },
  };
}

async function saveAll(
  world: SearchWorld,
  { stopped, nextTurn }: YieldOptions,
  checkpoint: () => Promise<void> | void,
): Promise<void> {
  unseen(world, () => transaction(world.cache, () => beginSaving(world.cache)));
  let after: string | null = '';
  for (let part = 1; after !== null; part += 1) {
    await nextTurn();
    if (stopped()) return;
    after = unseen(world, () => transaction(world.cache, () => savePart(world, part, after ?? '')));
    if (part % PARTS !== 0 && after !== null) continue;
    await nextTurn();
    if (!stopped()) await checkpoint();
  }
}

function isWorthSaving({ columns, saved, unwritten }: SearchWorld): boolean {
  // After a company has been erased, the dictionaries may still contain values that only this company had.
  // These values must not be saved.
  if (saved.hasErased || unwritten.size > 0 || columns.size < LEAST_COMPANIES) return false;
  return !saved.isSaved || saved.outdated * UNSAVED_SHARE > columns.size;
}

/**
 * Saves the next companies, or the header if no companies remain. Call inside a transaction.
 *
 * @returns the last id that was saved; null at the end, or if a company was deleted
 */
function savePart({ cache, columns }: SearchWorld, part: number, after: string): string | null {
  if (!isSaving(cache)) return null;
  const ids = companyIdsAfter(cache, after, COMPANIES_PER_PART);
  const last = ids.at(-1);
  if (last === undefined) {
    storePart(cache, HEADER, encodeHeader(columns, schemaVersion(cache), part - 1));
    return null;
  }
  // Skips companies that have not been read yet. They are still marked as changed.
  const slots = ids
    .map((id) => columns.slotOf.get(id) ?? -1)
    .filter((slot) => slot >= 0 && columns.state[slot] === STORED);
  storePart(cache, part, encodePart(columns, slots));
  return last;
}
