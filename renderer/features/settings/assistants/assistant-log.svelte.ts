import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { AssistantLogRow } from '../../../../shared/model/assistants/assistants.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import { RefreshWhileShown } from '../../../session/refresh-while-shown.ts';

type LogPage = Readonly<Awaited<ReturnType<Api['assistants']['log']>>>;

const PAGE = 10;
/** Number of calls after which a refresh stops. Older calls can be loaded again with the button. */
const REFRESHED_MAX = 100;

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
    // The log shows what has become of proposals since.
    const changes = [api.assistants.onChanged, api.proposals.onChanged];
    this.#refresher = new RefreshWhileShown(changes, () => this.refresh());
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

  /** Loads the newest calls, and all older ones on screen again, because their results can change. */
  async refresh(): Promise<void> {
    this.#refresher.markFresh();
    const oldestId = this.rows.at(-1)?.id ?? null;
    await this.#load(
      () => this.#newest(oldestId),
      ({ rows, next }) => ([this.rows, this.next] = [rows, next]),
    );
  }
  async loadOlder(): Promise<void> {
    const cursor = this.next;
    if (cursor === null) return;
    await this.#load(
      () => this.#api.assistants.log({ cursor, limit: PAGE }),
      ({ rows, next }) => ([this.rows, this.next] = [[...this.rows, ...rows], next]),
    );
  }

  /** Loads pages up to the call `oldestId`, or only the first page if it is null. */
  async #newest(oldestId: string | null): Promise<LogPage> {
    let page = await this.#api.assistants.log({ cursor: null, limit: PAGE });
    const rows = [...page.rows];
    while (page.next !== null && oldestId !== null && rows.every(({ id }) => id !== oldestId)) {
      if (rows.length >= REFRESHED_MAX) break;
      page = await this.#api.assistants.log({ cursor: page.next, limit: PAGE });
      rows.push(...page.rows);
    }
    return { rows, next: page.next };
  }
  async #load(request: () => Promise<LogPage>, apply: (page: LogPage) => void): Promise<void> {
    await this.#latest.run(
      request,
      (page) => {
        apply(page);
        this.isLoaded = true;
        this.error = null;
      },
      (error) => (this.error = problemOf(error)),
    );
  }
}
