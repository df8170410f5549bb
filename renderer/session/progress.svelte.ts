import type { Api } from '../../shared/contract/index.ts';
import type { Cost } from '../../shared/model/budget.ts';
import type { Progress, ProgressKind } from '../../shared/model/progress.ts';

interface OwnWork {
  readonly now: Progress;
  readonly cancel: (() => void) | undefined;
}
/** Reports the progress of one piece of work. */
export interface WorkUnderWay {
  step(done: number, cost?: Cost): void;
  end(): void;
}

/** Starts a progress report for work that the page does step by step. */
export type ProgressReporter = Pick<ProgressState, 'begin'>;

/** Long work of the core and of this page. */
export class ProgressState {
  #core = $state.raw<readonly Progress[]>([]);
  #own = $state.raw<readonly OwnWork[]>([]);
  /** Oldest first. */
  readonly works = $derived(
    [...this.#core, ...this.#own.map(({ now }) => now)].sort((a, b) => a.startedAtMs - b.startedAtMs),
  );
  #begun = 0;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  /** @returns its dispose */
  start(): () => void {
    const stop = this.#api.progress.onChanged(({ works }) => {
      this.#core = works;
    });
    void this.#read();
    return stop;
  }
  async #read(): Promise<void> {
    const read = await this.#api.progress.list({}).catch(() => null);
    if (read !== null) this.#core = read.works;
  }

  /** The most recently started work of this kind. */
  of(kind: ProgressKind): Progress | null {
    return this.works.findLast((work) => work.kind === kind) ?? null;
  }
  /** Reports work of this page. @param cancel stops the work after its current step */
  begin(kind: ProgressKind, total: number | null, cancel?: () => void): WorkUnderWay {
    const id = `page-${(this.#begun += 1)}`;
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
    this.#own = [...this.#own, { now, cancel }];
    return {
      step: (done, cost) => this.#change(id, cost === undefined ? { done } : { done, cost }),
      end: () => {
        this.#own = this.#own.filter((each) => each.now.id !== id);
      },
    };
  }
  async cancel({ id }: Pick<Progress, 'id'>): Promise<void> {
    const own = this.#own.find((each) => each.now.id === id);
    if (own === undefined) {
      await this.#api.progress.cancel({ id });
      return;
    }
    if (!own.now.canCancel) return;
    this.#change(id, { canCancel: false, isStopping: true });
    own.cancel?.();
  }

  #change(id: string, change: Partial<Progress>): void {
    this.#own = this.#own.map((each) =>
      each.now.id === id ? { ...each, now: { ...each.now, ...change } } : each,
    );
  }
}
