import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { AssistantLogRow } from '../../../../shared/model/assistants/assistants.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import { RefreshWhileShown } from '../../../session/refresh-while-shown.ts';

const PAGE = 10;

/** The log of all calls, newest first. Another page is added each time the user loads older calls. */
export class AssistantLog {
  rows = $state.raw<readonly AssistantLogRow[]>([]);
  isLoaded = $state(false);
  error = $state.raw<AppError | null>(null);
  /** The cursor of the next page; null if all calls are shown. */
  next = $state<string | null>(null);
  readonly #api: Api;
  readonly #refresher: RefreshWhileShown;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#refresher = new RefreshWhileShown([api.assistants.onChanged], () => this.refresh());
  }
  /**
   * Registers a screen that shows the log.
   *
   * @returns a function that ends the registration, for an `$effect`
   */
  addScreen(): () => void {
    return this.#refresher.addScreen();
  }
  dispose(): void {
    this.#refresher.dispose();
    this.#latest.cancel();
  }

  /**
   * Loads the newest calls. Older calls on screen remain, unless calls are missing between them and the
   * newest calls.
   */
  async refresh(): Promise<void> {
    this.#refresher.markFresh();
    await this.#load(null, ({ rows, next }) => {
      const oldest = rows.at(-1);
      const at = oldest === undefined ? -1 : this.rows.findIndex(({ id }) => id === oldest.id);
      if (at < 0) [this.rows, this.next] = [rows, next];
      else this.rows = [...rows, ...this.rows.slice(at + 1)];
    });
  }
  async loadOlder(): Promise<void> {
    if (this.next === null) return;
    await this.#load(this.next, ({ rows, next }) => {
      this.rows = [...this.rows, ...rows];
      this.next = next;
    });
  }

  async #load(
    cursor: string | null,
    apply: (page: Awaited<ReturnType<Api['assistants']['log']>>) => void,
  ): Promise<void> {
    await this.#latest.run(
      () => this.#api.assistants.log({ cursor, limit: PAGE }),
      (page) => {
        apply(page);
        this.isLoaded = true;
        this.error = null;
      },
      (error) => (this.error = problemOf(error)),
    );
  }
}
