import type { Api } from '../../shared/contract/index.ts';
import type { Cost } from '../../shared/model/budget.ts';
import type { Progress, ProgressKind } from '../../shared/model/progress.ts';

interface PageWork {
  readonly now: Progress;
  readonly cancel: (() => void) | undefined;
}
interface ProgressHandle {
  step(done: number, cost?: Cost): void;
  end(): void;
}

/** The part of `ProgressState` that starts progress reports, for long-running work on this page. */
export type ProgressReporter = Pick<ProgressState, 'begin'>;

/** The progress of all long-running work, in the core and on this page. */
export class ProgressState {
  #coreWork = $state.raw<readonly Progress[]>([]);
  #pageWork = $state.raw<readonly PageWork[]>([]);
  /** All work in progress, oldest first. */
  readonly works = $derived(
    [...this.#coreWork, ...this.#pageWork.map(({ now }) => now)].sort(
      (a, b) => a.startedAtMs - b.startedAtMs,
    ),
  );
  #startedCount = 0;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  /**
   * Subscribes to the core's progress reports.
   *
   * @returns a function that unsubscribes
   */
  start(): () => void {
    const stop = this.#api.progress.onChanged(({ works }) => {
      this.#coreWork = works;
    });
    void this.#read();
    return stop;
  }
  async #read(): Promise<void> {
    const read = await this.#api.progress.list({}).catch(() => null);
    if (read !== null) this.#coreWork = read.works;
  }

  /** Returns the progress of the most recently started work of this kind; null if there is none. */
  of(kind: ProgressKind): Progress | null {
    return this.works.findLast((each) => each.kind === kind) ?? null;
  }
  /**
   * Starts a progress report for long-running work on this page.
   *
   * @param total the number of steps; null if unknown
   * @param cancel stops the work after its current step
   */
  begin(kind: ProgressKind, total: number | null, cancel?: () => void): ProgressHandle {
    const id = `page-${(this.#startedCount += 1)}`;
    const canCancel = cancel !== undefined;
    const now = {
      id,
      kind,
      done: 0,
      total,
      cost: null,
      startedAtMs: Date.now(),
      canCancel,
      isStopping: false,
    };
    this.#pageWork = [...this.#pageWork, { now, cancel }];
    return {
      step: (done, cost) => this.#update(id, cost === undefined ? { done } : { done, cost }),
      end: () => {
        this.#pageWork = this.#pageWork.filter((each) => each.now.id !== id);
      },
    };
  }
  async cancel({ id }: Pick<Progress, 'id'>): Promise<void> {
    const work = this.#pageWork.find((each) => each.now.id === id);
    if (work === undefined) {
      await this.#api.progress.cancel({ id });
      return;
    }
    if (!work.now.canCancel) return;
    this.#update(id, { canCancel: false, isStopping: true });
    work.cancel?.();
  }

  #update(id: string, change: Partial<Progress>): void {
    this.#pageWork = this.#pageWork.map((each) =>
      each.now.id === id ? { ...each, now: { ...each.now, ...change } } : each,
    );
  }
}
