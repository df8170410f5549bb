import type { Publish } from '../../../shared/contract/index.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import { PROGRESS_MAX, type Progress, type ProgressKind } from '../../../shared/model/progress.ts';
import type { Clock, Dispose } from '../ports.ts';

interface WorkDescription {
  readonly kind: ProgressKind;
  /** Total number of steps; null if unknown. */
  readonly total: number | null;
  /**
   * Stops the work after its current step; called at most once. Omitted if the work must not be interrupted.
   */
  readonly cancel?: () => void;
}

/**
 * Reports the progress of one piece of work. All methods are cheap, and can safely be called even after
 * `end`.
 */
export interface WorkUnderWay {
  /**
   * Reports completed steps.
   * @param done number of steps completed so far
   * @param cost total cost so far; omitted if unchanged
   */
  step(done: number, cost?: Cost): void;
  /** Sets or corrects the total number of steps. */
  of(total: number): void;
  /** Marks the work as ended, whether it succeeded or failed. */
  end(): void;
}

/** Publishes the progress of long-running work to the windows. */
export interface ProgressBoard {
  begin(work: WorkDescription): WorkUnderWay;
  /** Returns the work that has run for longer than `SOON_MS`, oldest first. */
  list(): Progress[];
  /**
   * Stops the work with this id.
   * @returns false if the work has ended or cannot be stopped
   */
  cancel(id: string): boolean;
  readonly dispose: Dispose;
}

/** Work is shown after it has run for this long, in ms. Work that ends sooner is never shown. */
const SOON_MS = 300;
/** Minimum interval between progress updates, in ms. */
const EVERY_MS = 150;

interface Entry {
  readonly work: WorkDescription;
  readonly hide: Dispose;
  isVisible: boolean;
  now: Progress;
}

export function createProgress(clock: Clock, publish: Publish): ProgressBoard {
  const entries = new Map<string, Entry>();
  let begun = 0;
  let waiting: Dispose | null = null;
  const list = (): Progress[] =>
    [...entries.values()]
      .filter(({ isVisible }) => isVisible)
      .slice(0, PROGRESS_MAX)
      .map(({ now }) => now);
  const report = (): void => {
    waiting?.();
    waiting = null;
    publish('progress', 'onChanged', { works: list() });
  };
  const reportSoon = (): void => {
    waiting ??= clock.after(EVERY_MS, report);
  };
  return {
    begin: (work) => {
      const id = String((begun += 1));
      const hide = clock.after(SOON_MS, () => {
        entry.isVisible = true;
        report();
      });
      const entry: Entry = { work, hide, isVisible: false, now: nothingDone(id, work, clock.nowMs()) };
      entries.set(id, entry);
      return inHand(entries, id, { report, reportSoon });
    },
    list,
    cancel: (id) => {
      const entry = entries.get(id);
      if (entry?.work.cancel === undefined || entry.now.isStopping) return false;
      entry.now = { ...entry.now, isStopping: true, canCancel: false };
      entry.work.cancel();
      report();
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
  { report, reportSoon }: { report: () => void; reportSoon: () => void },
): WorkUnderWay {
  const set = (change: Partial<Progress>): void => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entry.now = { ...entry.now, ...change };
    if (entry.isVisible) reportSoon();
  };
  return {
    step: (done, cost) => set(cost === undefined ? { done } : { done, cost }),
    of: (total) => set({ total }),
    end: () => {
      const entry = entries.get(id);
      entry?.hide();
      if (entries.delete(id) && entry?.isVisible === true) report();
    },
  };
}

const nothingDone = (
  id: string,
  { kind, total, cancel }: WorkDescription,
  startedAtMs: number,
): Progress => ({
  id,
  kind,
  total,
  startedAtMs,
  done: 0,
  cost: null,
  canCancel: cancel !== undefined,
  isStopping: false,
});

/** Shows progress while `doIt` runs, until it completes or throws. */
export async function withProgress<T>(
  progress: Pick<ProgressBoard, 'begin'>,
  work: WorkDescription,
  doIt: (underWay: WorkUnderWay) => T | Promise<T>,
): Promise<T> {
  const underWay = progress.begin(work);
  try {
    return await doIt(underWay);
  } finally {
    underWay.end();
  }
}
