import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { AssistantLogRow } from '../../../../shared/model/assistants/assistants.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import { RefreshWhileShown } from '../../../session/refresh-while-shown.ts';

interface LogPage {
  readonly rows: readonly AssistantLogRow[];
  readonly next: string | null;
}

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
  /**
   * Resolves when all requests so far have ended. The requests run one after another, because each request
   * depends on the rows that are already loaded.
   */
  #requests = Promise.resolve();
  #isDisposed = false;

  constructor(api: Api) {
    this.#api = api;
    // A change to proposals also refreshes the log, because the log shows the outcome of each proposal.
    const changes = [api.assistants.onChanged, api.proposals.onChanged];
    this.#refresher = new RefreshWhileShown(changes, () => this.refresh());
  }
  /**
   * Registers a screen that shows the log.
   *
   * @returns a function that ends the registration; use it as the cleanup of an `$effect`
   */
  addScreen(): () => void {
    return this.#refresher.addScreen();
  }
  dispose(): void {
    this.#refresher.dispose();
    this.#isDisposed = true;
  }

  /** Loads the newest calls. Also reloads the older calls on screen, because their results can change. */
  refresh(): Promise<void> {
    this.#refresher.markFresh();
    return this.#load(() => this.#newest());
  }
  loadOlder(): Promise<void> {
    return this.#load(async () => {
      if (this.next === null) return { rows: this.rows, next: null };
      const { rows, next } = await this.#api.assistants.log({ cursor: this.next, limit: PAGE });
      return { rows: [...this.rows, ...rows], next };
    });
  }

  /** Loads pages from the newest call back to the oldest call on screen. */
  async #newest(): Promise<LogPage> {
    const oldest = Number(this.rows.at(-1)?.id ?? Number.POSITIVE_INFINITY);
    let page = await this.#api.assistants.log({ cursor: null, limit: PAGE });
    const rows = [...page.rows];
    while (page.next !== null && Number(page.next) > oldest) {
      page = await this.#api.assistants.log({ cursor: page.next, limit: PAGE });
      rows.push(...page.rows);
    }
    return { rows, next: page.next };
  }
  #load(request: () => Promise<LogPage>): Promise<void> {
    this.#requests = this.#requests.then(async () => {
      try {
        const { rows, next } = await request();
        if (this.#isDisposed) return;
        [this.rows, this.next] = [rows, next];
        this.isLoaded = true;
        this.error = null;
      } catch (error) {
        if (!this.#isDisposed) this.error = problemOf(error);
      }
    });
    return this.#requests;
  }
}
