import { changesMade, mergeStrings } from '../../../database/queries/cache/search-index.ts';
import { checkpointPart } from '../../../database/queries/backup.ts';
import { transaction } from '../../../database/sql.ts';
import { withRelaxedDurability } from '../../../database/relaxed-durability.ts';
import type { Clock, Checkpoints, Dispose, Logger } from '../../../ports.ts';
import type { ProgressBoard } from '../../../foundation/progress.ts';
import type { YieldOptions } from '../time-slices.ts';
import { dropDoc, setDoc } from '../columns.ts';
import { writeDocuments, type IndexEntryToWrite, type WrittenEntries } from './index-file.ts';
import type { SearchWorld } from '../search-state.ts';
import { messageOf } from '../../../foundation/error-message.ts';

/** A commit ends after this time or after this many companies, whichever comes first. */
const SLICE_MS = 3;
const SLICE_COMPANIES = 60;
/** Number of companies whose index entries are read in one query. */
const GROUP = 25;
/**
 * Every commit adds a segment to the FTS5 index. After this many commits, the segments are merged in steps of
 * `MERGE_PAGES` pages. Then the WAL is checkpointed, so SQLite never has to checkpoint it during a
 * commit.
 */
const PARTS = 3;
const MERGE_PAGES = 16;
/**
 * Number of merge steps before the WAL is checkpointed. A merge of large segments takes many steps, and a
 * later checkpoint of a large WAL would block this thread for too long.
 */
const MERGE_STEPS = 12;
/**
 * Once this many companies have been written without a pause, the WAL is checkpointed in a worker. For fewer
 * companies, starting the worker costs more than it saves.
 */
const APART_COMPANIES = 300;
/**
 * The worker stops after a pause of this length, so one worker serves all pages of results that are loaded in
 * quick succession.
 */
const PAUSE_MS = 5_000;
/**
 * Number of commits between two checkpoints in a worker. The value is higher than `PARTS`, because a
 * checkpoint resets the WAL, and the first write after each reset waits for the disk.
 */
const PARTS_APART = 4 * PARTS;
/** Number of merge steps between two checkpoints in a worker. */
const MERGE_STEPS_APART = 5 * MERGE_STEPS;
/**
 * If a run indexes fewer companies than this, such as one page of search results, it does not wait for the
 * worker. Storing a page adds far more to the WAL than indexing it does.
 */
const SMALL_RUN = 200;

/**
 * Writes changed companies to the index file in the background. Until a company is written, its text is in
 * memory.
 */
interface IndexWriter {
  /** Starts writing if there is work and no run is active. */
  start(): void;
  /** Resolves when the current run has ended and every stopped worker has closed the file. */
  idle(): Promise<void>;
  /** Stops the worker. Call this when the search engine is closed. */
  dispose(): void;
}

interface IndexWriterParts extends YieldOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'steadyMs' | 'after'>;
  readonly log: Logger;
  readonly progress: Pick<ProgressBoard, 'begin'>;
  /** Starts a worker that checkpoints the cache's WAL. If omitted, the WAL is checkpointed on this thread. */
  readonly checkpointInWorker?: () => Checkpoints;
}

export function createIndexWriter(world: SearchWorld, of: IndexWriterParts): IndexWriter {
  const { log, stopped, nextTurn, progress } = of;
  const folds = createFolds(world, of);
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    // The highest number of unwritten companies so far. It may rise during the run, because more companies
    // may be added.
    let most = world.unwritten.size;
    const work = progress.begin({ kind: 'index', total: most });
    try {
      await nextTurn();
      folds.begin(most);
      await writeAll(world, of, folds, () => {
        most = Math.max(most, world.unwritten.size);
        work.step(most - world.unwritten.size);
      });
    } catch (error) {
      // The companies are still marked as changed in the file, so a later run writes them.
      log.warn('search-index-not-written', { error: messageOf(error) });
    } finally {
      work.end();
      working = null;
      folds.end();
    }
  };
  return {
    start: () => {
      if (!stopped() && world.unwritten.size > 0) working ??= work();
    },
    idle: async () => {
      await working;
      await folds.ended();
    },
    dispose: () => {
      if (working === null) folds.stop();
    },
  };
}

/**
 * Writes until no work remains or the search is closed. After finding no more work, this function must return
 * without yielding. Otherwise, work added during the yield would not be done, because `start` does nothing
 * while a run is active.
 */
async function writeAll(
  world: SearchWorld,
  of: IndexWriterParts,
  folds: ReturnType<typeof createFolds>,
  step: () => void,
): Promise<void> {
  const { clock, stopped, nextTurn } = of;
  // All slices share one iterator. A new iterator would first have to skip every entry that has been deleted
  // from the map. With a million companies, the time would then grow with the square of their number.
  let slots = world.unwritten.slots();
  for (;;) {
    await nextTurn();
    if (stopped()) return;
    if (world.unwritten.size > 0) {
      const isLast = unseen(world, () => writeSlice(world, slots, clock));
      if (isLast) slots = world.unwritten.slots();
      folds.partWritten();
      step();
      if (!folds.isMergeDue()) continue;
      await merge(world, of, folds);
      await nextTurn();
      if (stopped()) return;
      if (!folds.isDue()) continue;
    } else if (!folds.isLastDue()) return;
    await folds.fold();
  }
}

/**
 * Schedules and runs WAL checkpoints. If many companies are indexed, the checkpoints run in a worker.
 * Otherwise, they run on this thread.
 */
function createFolds(world: SearchWorld, { clock, log, stopped, checkpointInWorker }: IndexWriterParts) {
  let apart: Checkpoints | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  let folding: Promise<void> = Promise.resolve();
  // Number of commits since the last checkpoint. A run that indexes one page of search results makes only one
  // or two commits, so the number is not reset between runs.
  let parts = 0;
  let mergeSteps = 0;
  let isSmall = true;
  let companiesSincePause = 0;
  let cancelPause: Dispose = () => undefined;
  const notApart = (error: unknown): void => log.warn('log-not-folded-apart', { error: messageOf(error) });
  const stop = (): void => {
    cancelPause();
    companiesSincePause = 0;
    ending = Promise.all([ending, apart?.stop()]);
    apart = null;
  };
  const foldHere = (): void => unseen(world, () => checkpointPart(world.cache));
  const foldApart = async (worker: Checkpoints): Promise<void> => {
    try {
      await worker.fold();
    } catch (error) {
      notApart(error);
      stop();
      // Checkpoint the WAL on this thread instead. If the file is damaged, the code that opened it notices
      // errors on this thread, but not errors in the worker.
      if (!stopped()) foldHere();
    } finally {
      folding = Promise.resolve();
    }
  };
  return {
    begin: (companies: number): void => {
      cancelPause();
      companiesSincePause += companies;
      isSmall = companies < SMALL_RUN;
      try {
        if (companiesSincePause >= APART_COMPANIES) apart ??= checkpointInWorker?.() ?? null;
      } catch (error) {
        notApart(error);
      }
    },
    partWritten: (): void => void (parts += 1),
    /** Counts a merge step. Returns whether a checkpoint is due before the next merge step. */
    isDueAfterStep: (): boolean => {
      mergeSteps += 1;
      return mergeSteps >= (apart === null ? MERGE_STEPS : MERGE_STEPS_APART);
    },
    isMergeDue: (): boolean => parts % PARTS === 0,
    /** Returns whether a checkpoint is due after a merge. */
    isDue: (): boolean => apart === null || isSmall || parts >= PARTS_APART,
    /** Returns whether a final checkpoint is due after everything is written. */
    isLastDue: (): boolean => apart !== null && !isSmall && parts > 0,
    /**
     * Checkpoints the WAL. A large run does not write while the worker checkpoints, because a write would
     * prevent the WAL reset.
     * @throws AppFailure `storage`
     */
    fold: async (): Promise<void> => {
      parts = 0;
      mergeSteps = 0;
      await folding;
      if (apart === null) return foldHere();
      folding = foldApart(apart);
      if (!isSmall) return folding;
      // The error can be ignored here, because the next checkpoint awaits this one and reports it.
      folding.catch(() => undefined);
    },
    /** Ends a run. The worker stops after a pause, or at once if the search is closed. */
    end: (): void => {
      if (stopped()) stop();
      else cancelPause = clock.after(PAUSE_MS, stop);
    },
    stop,
    ended: (): Promise<unknown> => ending,
  };
}

async function merge(
  world: SearchWorld,
  { nextTurn, stopped }: YieldOptions,
  folds: Pick<ReturnType<typeof createFolds>, 'isDueAfterStep' | 'fold'>,
): Promise<void> {
  for (let isMore = true; isMore;) {
    await nextTurn();
    if (stopped()) return;
    isMore = unseen(world, () => mergeStrings(world.cache, MERGE_PAGES));
    if (!folds.isDueAfterStep()) continue;
    await nextTurn();
    if (stopped()) return;
    await folds.fold();
  }
}

/**
 * Runs a write to the index without counting it as a change to the cache. The write need not be durable: a
 * power failure that undoes the write also restores the change marks, so the write is repeated.
 */
export function unseen<T>(world: SearchWorld, work: () => T): T {
  const { cache } = world;
  const isSeen = changesMade(cache) === world.cacheSeen;
  const result = withRelaxedDurability(cache, work);
  world.answers.clear();
  if (isSeen) world.cacheSeen = changesMade(cache);
  return result;
}

/** Returns the next `GROUP` slots, or fewer at the end. */
function nextGroup(slots: Iterator<number>): number[] {
  const group: number[] = [];
  while (group.length < GROUP) {
    const next = slots.next();
    if (next.done === true) break;
    group.push(next.value);
  }
  return group;
}

/** Writes companies until the time slice ends. Returns true if `slots` contains no more companies. */
function writeSlice(
  { cache, columns, unwritten }: SearchWorld,
  slots: Iterator<number>,
  clock: Pick<Clock, 'monotonicMs' | 'steadyMs'>,
): boolean {
  const nowMs = clock.steadyMs ?? clock.monotonicMs;
  const startMs = nowMs();
  let isLast = false;
  const written = transaction(cache, () => {
    const done = new Map<number, WrittenEntries | null>();
    while (!isLast) {
      const some = nextGroup(slots);
      isLast = some.length < GROUP;
      const group = some.flatMap((slot): IndexEntryToWrite[] => {
        const each = unwritten.get(slot);
        return each === undefined ? [] : [{ companyId: columns.ids[slot] ?? '', ...each }];
      });
      writeDocuments(cache, group).forEach((written, at) => done.set(some[at] ?? 0, written));
      if (done.size >= SLICE_COMPANIES || nowMs() - startMs > SLICE_MS) break;
    }
    return done;
  });
  for (const [slot, of] of written) {
    unwritten.delete(slot);
    // Null means that the company changed again before it was written. The company is still marked as
    // changed, so `readChanges` reads it again.
    if (of === null) continue;
    if (of.docId === null) dropDoc(columns, slot);
    else setDoc(columns, slot, of.docId, of.letters);
  }
  return isLast;
}
