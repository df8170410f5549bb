import type { Api } from '../../../../shared/contract/index.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import type { Due } from '../../lists/due/due-input.ts';
import { UserDataLoader } from './user-data-loader.svelte.ts';
import type { UndoableChange } from './change-user-data.ts';

export interface LoadedTasks {
  /** Sorted by due date and time. */
  readonly open: readonly Task[];
  readonly done: readonly Task[];
  /** The total number of tasks, including tasks beyond the first page. */
  readonly total: number;
  /** The current date by the core's clock, which is the demo's clock in the demo. */
  readonly today: string;
}
const PAGE = 50;

/** The tasks for one company. Every method that changes the tasks returns an undo token. */
export class CompanyTasks {
  readonly companyId: string;
  readonly reading: UserDataLoader<LoadedTasks>;
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

  /** Whether any open task is a follow-up. */
  get hasFollowUps(): boolean {
    return this.reading.value?.open.some(({ followUp }) => followUp !== null) === true;
  }

  add(title: string, due: Due): Promise<UndoableChange> {
    return this.#api.tasks.add({ companyIds: [this.companyId], title, ...due });
  }
  change({ id }: Pick<Task, 'id'>, title: string, due: Due): Promise<UndoableChange> {
    return this.#api.tasks.change({ id, title, ...due });
  }
  snooze({ id }: Task, until: string | null): Promise<UndoableChange> {
    return this.#api.tasks.snooze({ ids: [id], until });
  }
  setDone({ id }: Task, done: boolean): Promise<UndoableChange> {
    return this.#api.tasks.setDone({ ids: [id], done });
  }
  remove({ id }: Task): Promise<UndoableChange> {
    return this.#api.tasks.remove({ ids: [id] });
  }

  async #read(): Promise<LoadedTasks> {
    const [{ tasks, total }, { today }] = await Promise.all([
      this.#api.tasks.of({ companyId: this.companyId, offset: 0, limit: PAGE }),
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
