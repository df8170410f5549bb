import type { Publish } from '../../shared/contract.ts';
import type { Cost } from '../../shared/model/budget.ts';
import { PROGRESS_MAX, type Progress, type ProgressKind } from '../../shared/model/progress.ts';
import type { Clock, Dispose } from './ports.ts';

/** Work that may take over a second, as whoever does it begins it. */
export interface Work {
  readonly kind: ProgressKind;
  /** Steps until it is over; null where nobody knows. */
  readonly total: number | null;
  /** Stops it after the step that is under way; left out where stopping would do harm. Called once at most. */
  readonly cancel?: () => void;
}

/** In the hands of whoever does the work. All of it is cheap, and safe to call after `end`. */
export interface WorkUnderWay {
  /** @param done steps so far @param cost all it cost so far; left out where that did not change */
  step(done: number, cost?: Cost): void;
  /** How many steps it will be, once that is known, or known better. */
  of(total: number): void;
  /** It is over, one way or the other. */
  end(): void;
}

/** Long work, told to the screens. */
export interface ProgressBoard {
  begin(work: Work): WorkUnderWay;
  /** What lasts long enough to be told, the oldest first. */
  list(): Progress[];
  /** @returns false where it is over, or cannot be stopped */
  cancel(id: string): boolean;
  readonly dispose: Dispose;
}

/** What is over sooner is never told, ms. */
const SOON_MS = 300;
/** Steps are told no more often than this, ms. */
const EVERY_MS = 150;

interface Entry {
  readonly work: Work;
  readonly hide: Dispose;
  isTold: boolean;
  now: Progress;
}

export function createProgress(clock: Clock, publish: Publish): ProgressBoard {
  const entries = new Map<string, Entry>();
  let begun = 0;
  let waiting: Dispose | null = null;
  const list = (): Progress[] =>
    [...entries.values()]
      .filter(({ isTold }) => isTold)
      .slice(0, PROGRESS_MAX)
      .map(({ now }) => now);
  const tell = (): void => {
    waiting?.();
    waiting = null;
    publish('progress', 'onChanged', { works: list() });
  };
  const tellSoon = (): void => {
    waiting ??= clock.after(EVERY_MS, tell);
  };
  return {
    begin: (work) => {
      const id = String((begun += 1));
      const hide = clock.after(SOON_MS, () => {
        entry.isTold = true;
        tell();
      });
      const entry: Entry = { work, hide, isTold: false, now: nothingDone(id, work, clock.nowMs()) };
      entries.set(id, entry);
      return inHand(entries, id, { tell, tellSoon });
    },
    list,
    cancel: (id) => {
      const entry = entries.get(id);
      if (entry?.work.cancel === undefined || entry.now.isStopping) return false;
      entry.now = { ...entry.now, isStopping: true, canCancel: false };
      entry.work.cancel();
      tell();
      return true;
    },
    dispose: () => {
      waiting?.();
      for (const { hide } of entries.values()) hide();
      entries.clear();
    },
  };
}

function inHand(
  entries: Map<string, Entry>,
  id: string,
  { tell, tellSoon }: { tell: () => void; tellSoon: () => void },
): WorkUnderWay {
  const set = (change: Partial<Progress>): void => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entry.now = { ...entry.now, ...change };
    if (entry.isTold) tellSoon();
  };
  return {
    step: (done, cost) => set(cost === undefined ? { done } : { done, cost }),
    of: (total) => set({ total }),
    end: () => {
      const entry = entries.get(id);
      entry?.hide();
      if (entries.delete(id) && entry?.isTold === true) tell();
    },
  };
}

const nothingDone = (id: string, { kind, total, cancel }: Work, startedAtMs: number): Progress => ({
  ...{ id, kind, total, startedAtMs },
  done: 0,
  cost: null,
  canCancel: cancel !== undefined,
  isStopping: false,
});

/** For callers whose work nobody watches: tests, and what runs before there is a screen. */
export const noProgress: Pick<ProgressBoard, 'begin'> = {
  begin: () => ({ step: () => undefined, of: () => undefined, end: () => undefined }),
};

/** Does work that is told as long as it lasts, however it ends. */
export async function told<T>(
  progress: Pick<ProgressBoard, 'begin'>,
  work: Work,
  doIt: (underWay: WorkUnderWay) => T | Promise<T>,
): Promise<T> {
  const underWay = progress.begin(work);
  try {
    return await doIt(underWay);
  } finally {
    underWay.end();
  }
}
