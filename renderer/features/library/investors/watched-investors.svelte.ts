import type { Api } from '../../../../shared/contract/index.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';

type Watched = Awaited<ReturnType<Api['investors']['watched']>>['investors'][number];

/**
 * The investors that the user watches. Reloads when the user watches or unwatches an investor, and when
 * rounds are stored.
 */
export class WatchedInvestors {
  /** Null until the first reply. */
  all = $state.raw<readonly Watched[] | null>(null);
  hasFailed = $state(false);
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    const again = (): void => void this.refresh();
    this.#stops = [api.investors.onChanged(again), api.library.onChanged(again)];
    again();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#latest.cancel();
  }
  refresh(): Promise<void> {
    return this.#latest.run(
      () => this.#api.investors.watched({}),
      ({ investors }) => {
        this.all = investors;
        this.hasFailed = false;
      },
      () => (this.hasFailed = true),
    );
  }
  /** Returns the undo token. */
  async unwatch(name: string): Promise<string | null> {
    return (await this.#api.investors.setWatched({ name, watched: false })).undo;
  }
}
