import type { Api } from '../../../shared/contract/index.ts';
import type { Task } from '../../../shared/model/user-data.ts';
import { isOverdue } from '../company/user-data/due-text.ts';
import { UserDataLoader } from '../company/user-data/user-data-loader.svelte.ts';

const PAGE = 50;

interface LoadedTasks {
  readonly tasks: readonly Task[];
  /** The number of tasks that match the search text. */
  readonly total: number;
  /** The numbers of open and completed tasks, regardless of the search text. */
  readonly open: number;
  readonly done: number;
  /** The current date by the core's clock, which is the demo's clock in the demo. */
  readonly today: string;
}

type TaskGroup = 'overdue' | 'today' | 'later' | 'no-day' | 'done';

/** The tasks that match a search text, across all companies. */
export class AllTasks {
  text = $state('');
  showsDone = $state(false);
  readonly reading: UserDataLoader<LoadedTasks>;
  readonly groups = $derived.by(() => {
    const { value } = this.reading;
    return value === null ? [] : groupTasks(value.tasks, value.today, this.#nowMs());
  });
  #pages = 1;
  readonly #api: Api;
  readonly #nowMs: () => number;
  readonly #stop: () => void;

  /** @param nowMs returns the current time by the service's clock */
  constructor(api: Api, nowMs: () => number) {
    this.#api = api;
    this.#nowMs = nowMs;
    this.reading = new UserDataLoader(() => this.#read());
    this.#stop = api.tasks.onChanged(() => void this.reading.refresh());
  }
  dispose(): void {
    this.#stop();
  }

  async find(text: string): Promise<void> {
    this.text = text;
    this.#pages = 1;
    await this.reading.refresh();
  }
  async show(done: boolean): Promise<void> {
    this.showsDone = done;
    this.#pages = 1;
    await this.reading.refresh();
  }
  async showMore(): Promise<void> {
    this.#pages += 1;
    await this.reading.refresh();
  }

  async #read(): Promise<LoadedTasks> {
    const question = { done: this.showsDone, text: this.text.trim().slice(0, 200), limit: PAGE };
    const pages = await Promise.all(
      Array.from({ length: this.#pages }, (_, page) =>
        this.#api.tasks.all({ ...question, offset: page * PAGE }),
      ),
    );
    const [first] = pages;
    if (first === undefined) throw new Error('no page of tasks');
    return { ...first, tasks: pages.flatMap(({ tasks }) => tasks) };
  }
}

/**
 * Groups tasks by due date. Within a group, the tasks keep the order in which the core returned them. A task
 * whose due time has passed today is overdue. A snoozed task counts as due on the day on which its snooze
 * ends, at no particular time.
 */
function groupTasks(
  tasks: readonly Task[],
  today: string,
  nowMs: number,
): readonly { readonly group: TaskGroup; readonly tasks: readonly Task[] }[] {
  const groupOf = (task: Task): TaskGroup => {
    if (task.doneAtMs !== null) return 'done';
    const dueOn = task.snoozedUntil ?? task.dueOn;
    if (dueOn === null) return 'no-day';
    const dueTime = dueOn === task.dueOn ? task.dueTime : null;
    if (isOverdue({ dueOn, dueTime }, today, nowMs)) return 'overdue';
    return dueOn === today ? 'today' : 'later';
  };
  const groups: readonly TaskGroup[] = ['overdue', 'today', 'later', 'no-day', 'done'];
  return groups
    .map((group) => ({ group, tasks: tasks.filter((task) => groupOf(task) === group) }))
    .filter((each) => each.tasks.length > 0);
}
