import { setImmediate as nextTurn } from 'node:timers/promises';
import { changesMade } from '../../db/queries/search.ts';
import { transaction } from '../../db/sql.ts';
import type { Clock, Logger } from '../../ports.ts';
import { dropDoc, setDoc } from './columns.ts';
import { writeDocument, type Written } from './index-file.ts';
import type { SearchWorld } from './world.ts';

/** How long one transaction may hold the main process before it is committed, ms. */
const SLICE_MS = 5;

/** Brings the index in the file up to date in the background; what it has not come to yet is searched in memory. */
export interface IndexWriter {
  /** Goes to work where there is some and nobody is at it. */
  start(): void;
  /** Resolves once it has nothing to do, or gave up until the next start. */
  idle(): Promise<void>;
}

export function createIndexWriter(
  world: SearchWorld,
  { clock, log, stopped }: { clock: Pick<Clock, 'monotonicMs'>; log: Logger; stopped: () => boolean },
): IndexWriter {
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    try {
      for (;;) {
        await nextTurn();
        if (stopped() || world.unwritten.size === 0) return;
        writeSlice(world, clock);
      }
    } catch (error) {
      // Nothing is lost: the marks of what changed are still in the file, and its words in memory.
      log.warn('search-index-not-written', { error: error instanceof Error ? error.message : 'unknown' });
    } finally {
      working = null;
    }
  };
  return {
    start: () => {
      if (!stopped() && world.unwritten.size > 0) working ??= work();
    },
    idle: async () => {
      await working;
    },
  };
}

function writeSlice(world: SearchWorld, clock: Pick<Clock, 'monotonicMs'>): void {
  const { cache, columns, unwritten } = world;
  const isSeen = changesMade(cache) === world.cacheSeen;
  const startMs = clock.monotonicMs();
  const written = transaction(cache, () => {
    const done = new Map<number, Written>();
    for (const [slot, { document, changes }] of unwritten) {
      done.set(slot, writeDocument(cache, columns.ids[slot] ?? '', document, changes));
      if (clock.monotonicMs() - startMs > SLICE_MS) break;
    }
    return done;
  });
  for (const [slot, { docId, letters }] of written) {
    if (docId === null) dropDoc(columns, slot);
    else setDoc(columns, slot, docId, letters);
    unwritten.delete(slot);
  }
  world.answers.clear();
  // Its own changes are no news.
  if (isSeen) world.cacheSeen = changesMade(cache);
}
