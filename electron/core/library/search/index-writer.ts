import { changesMade, mergeWords } from '../../db/queries/search.ts';
import { foldPart } from '../../db/queries/backup.ts';
import { transaction } from '../../db/sql.ts';
import { unhurried } from '../../db/unhurried.ts';
import type { Clock, Folding, Logger } from '../../ports.ts';
import { noProgress, type ProgressBoard } from '../../progress.ts';
import type { BreatheParts } from './breath.ts';
import { dropDoc, setDoc } from './columns.ts';
import { writeDocuments, type ToWrite, type Written } from './index-file.ts';
import type { SearchWorld } from './world.ts';
import { messageOf } from '../../message-of.ts';

/** How long one slice may write before it is committed, ms, and how many companies it takes at most: a commit sorts them in. */
const SLICE_MS = 3;
const SLICE_COMPANIES = 60;
/** Companies that are looked up at once. */
const GROUP = 25;
/**
 * Every commit adds a part to the index. After so many, parts are put together, so many pages at a time, and the log is brought
 * into the file: before it is so long that a commit has to.
 */
const PARTS = 3;
const MERGE_PAGES = 16;
/** Where so many companies wait at the start the log is brought into the file apart: for fewer, to begin that takes longer than the disk does. */
const APART_COMPANIES = 1_000;
/** Apart it is brought in after so many: the first to write into a log that begins anew waits for the disk once. */
const PARTS_APART = 4 * PARTS;

/** Brings the index in the file up to date in the background; what it has not come to yet is in memory only. */
export interface IndexWriter {
  /** Goes to work where there is some and nobody is at it. */
  start(): void;
  /** Resolves once it has nothing to do, or gave up until the next start; no thread of it has the file open then. */
  idle(): Promise<void>;
}

export interface IndexWriterParts extends BreatheParts {
  readonly log: Logger;
  readonly progress?: Pick<ProgressBoard, 'begin'>;
  /** Begins to bring the log of the cache into its file elsewhere. Absent: that is done here. */
  readonly foldApart?: () => Folding;
}

export function createIndexWriter(world: SearchWorld, of: IndexWriterParts): IndexWriter {
  const { log, stopped, nextTurn, progress = noProgress } = of;
  const folds = createFolds(world, of);
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    // More may come while it writes: it is as far as what is left tells.
    let most = world.unwritten.size;
    const told = progress.begin({ kind: 'index', total: most });
    try {
      await nextTurn();
      folds.begin(most);
      await writeAll(world, of, folds, () => {
        most = Math.max(most, world.unwritten.size);
        told.step(most - world.unwritten.size);
      });
    } catch (error) {
      // Nothing is lost: the marks of what changed are still in the file, and its words in memory.
      log.warn('search-index-not-written', { error: messageOf(error) });
    } finally {
      told.end();
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
  };
}

/** Ends in the turn in which it finds nothing more to do, or is stopped. */
async function writeAll(
  world: SearchWorld,
  of: IndexWriterParts,
  folds: ReturnType<typeof createFolds>,
  step: () => void,
): Promise<void> {
  const { clock, stopped, nextTurn } = of;
  for (;;) {
    await nextTurn();
    if (stopped()) return;
    if (world.unwritten.size > 0) {
      unseen(world, () => writeSlice(world, clock));
      folds.partWritten();
      step();
      if (!folds.isMergeDue()) continue;
      await merge(world, of);
      await nextTurn();
      if (stopped()) return;
      if (!folds.isDue()) continue;
    } else if (!folds.isLastDue()) return;
    await folds.fold();
  }
}

/** Brings the log into the file: apart where much is to be written, and here where it is little or that cannot be. */
function createFolds(world: SearchWorld, { log, foldApart }: IndexWriterParts) {
  let apart: Folding | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  // Over every time it works: a page of answers is one part or two, and whoever asks for several comes back each time.
  let parts = 0;
  const notApart = (error: unknown): void => log.warn('log-not-folded-apart', { error: messageOf(error) });
  const end = (): void => {
    ending = Promise.all([ending, apart?.stop()]);
    apart = null;
  };
  return {
    begin: (companies: number): void => {
      try {
        if (companies >= APART_COMPANIES) apart = foldApart?.() ?? null;
      } catch (error) {
        notApart(error);
      }
    },
    partWritten: (): void => void (parts += 1),
    isMergeDue: (): boolean => parts % PARTS === 0,
    /** After a merge: apart it comes less often. */
    isDue: (): boolean => apart === null || parts >= PARTS_APART,
    /** Once all is written: the log holds parts that nobody else brings in soon. */
    isLastDue: (): boolean => apart !== null && parts > 0,
    /** Nothing is to be written meanwhile, so that the log can begin anew. @throws AppFailure storage */
    fold: async (): Promise<void> => {
      parts = 0;
      if (apart === null) return unseen(world, () => foldPart(world.cache));
      try {
        await apart.fold();
      } catch (error) {
        notApart(error);
        end();
        // Should the file be damaged, whoever opened it hears of it here.
        unseen(world, () => foldPart(world.cache));
      }
    },
    end,
    ended: (): Promise<unknown> => ending,
  };
}

async function merge(world: SearchWorld, { nextTurn, stopped }: BreatheParts): Promise<void> {
  for (let isMore = true; isMore;) {
    await nextTurn();
    if (stopped()) return;
    isMore = unseen(world, () => mergeWords(world.cache, MERGE_PAGES));
  }
}

/**
 * What the index itself changes in the file is no news, and need not reach the disk at once: the marks stay until it did. Its
 * pages go from the log into the file a few at a time, in turns of their own.
 */
function unseen<T>(world: SearchWorld, work: () => T): T {
  const { cache } = world;
  const isSeen = changesMade(cache) === world.cacheSeen;
  const result = unhurried(cache, work);
  world.answers.clear();
  if (isSeen) world.cacheSeen = changesMade(cache);
  return result;
}

function* inGroups(slots: Iterable<number>): Generator<number[]> {
  let group: number[] = [];
  for (const slot of slots) {
    group.push(slot);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function writeSlice(
  { cache, columns, unwritten }: SearchWorld,
  clock: Pick<Clock, 'monotonicMs' | 'steadyMs'>,
): void {
  const nowMs = clock.steadyMs ?? clock.monotonicMs;
  const startMs = nowMs();
  const written = transaction(cache, () => {
    const done = new Map<number, Written | null>();
    for (const slots of inGroups(unwritten.keys())) {
      const group = slots.flatMap((slot): ToWrite[] => {
        const each = unwritten.get(slot);
        return each === undefined ? [] : [{ companyId: columns.ids[slot] ?? '', ...each }];
      });
      writeDocuments(cache, group).forEach((written, at) => done.set(slots[at] ?? 0, written));
      if (done.size >= SLICE_COMPANIES || nowMs() - startMs > SLICE_MS) break;
    }
    return done;
  });
  for (const [slot, of] of written) {
    unwritten.delete(slot);
    // Changed again meanwhile: its mark is still there.
    if (of === null) continue;
    if (of.docId === null) dropDoc(columns, slot);
    else setDoc(columns, slot, of.docId, of.letters);
  }
}
