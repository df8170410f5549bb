import type { Api } from '../../../../shared/contract/index.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import { UserDataLoader } from './user-data-loader.svelte.ts';

interface Changed {
  readonly undo: string | null;
}
export interface OwnTasks {
  /** By their day. */
  readonly open: readonly Task[];
  readonly done: readonly Task[];
  /** Also those beyond the first page. */
  readonly total: number;
  /** The date of the core's clock, which in the demo is the demo's. */
  readonly today: string;
}
const LISTED = 50;

/** What is to be done about one company. Every change gives what takes it back. */
export class CompanyTasks {
  readonly companyId: string;
  readonly reading: UserDataLoader<OwnTasks>;
  readonly #api: Api;
  readonly #stop: () => void;

  constructor(api: Api, companyId: string) {
    this.#api = api;
    this.companyId = companyId;
    this.reading = new UserDataLoader(() => this.#read());
    this.#stop = api.tasks.onChanged(() => void this.reading.refresh());
  }
  dispose(): void {
    this.#stop();
  }

  add(title: string, dueOn: string | null): Promise<Changed> {
    return this.#api.tasks.add({ companyIds: [this.companyId], title, dueOn });
  }
  change({ id }: Task, title: string, dueOn: string | null): Promise<Changed> {
    return this.#api.tasks.change({ id, title, dueOn });
  }
  snooze({ id }: Task, until: string | null): Promise<Changed> {
    return this.#api.tasks.snooze({ ids: [id], until });
  }
  setDone({ id }: Task, done: boolean): Promise<Changed> {
    return this.#api.tasks.setDone({ ids: [id], done });
  }
  remove({ id }: Task): Promise<Changed> {
    return this.#api.tasks.remove({ ids: [id] });
  }

  async #read(): Promise<OwnTasks> {
    const [{ tasks, total }, { today }] = await Promise.all([
      this.#api.tasks.of({ companyId: this.companyId, offset: 0, limit: LISTED }),
      this.#api.tasks.due({ offset: 0, limit: 1 }),
    ]);
    return {
      open: tasks.filter(({ doneAtMs }) => doneAtMs === null),
      done: tasks.filter(({ doneAtMs }) => doneAtMs !== null),
      total,
      today,
    };
  }
}
