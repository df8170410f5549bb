import type { Api } from '../../../../shared/contract/index.ts';
import type { Market } from '../../../../shared/model/market.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { outdatedSearch, type OutdatedSearch } from './market-search.ts';

/**
 * The offer to update the saved search that still has the filters of the previous market. It stays until the
 * user accepts or dismisses it, even while another screen is shown.
 */
export class OutdatedSearchOffer {
  /** The saved search to update; null if nothing is offered. */
  search = $state.raw<OutdatedSearch | null>(null);
  /** The market before the first change that the user has not decided about; null if there is none. */
  #previous: Market | null = null;
  readonly #api: Api;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
  }
  /** Begins the offer after the market has changed. An earlier offer that is still open continues. */
  async begin(previous: Market | null, current: Market | null): Promise<void> {
    this.#previous ??= previous;
    await this.refresh(current);
  }
  /**
   * Compares the saved searches with the market again, because either may have changed. If the saved searches
   * cannot be read, the offer does not change.
   */
  async refresh(current: Market | null): Promise<void> {
    const previous = this.#previous;
    if (previous === null) return;
    await this.#latest.run(
      () => this.#api.savedSearches.list({}),
      ({ searches }) => {
        this.search = current === null ? null : outdatedSearch(searches, previous, current);
        if (this.search === null) this.#previous = null;
      },
      () => undefined,
    );
  }
  dismiss(): void {
    this.#latest.cancel();
    this.#previous = null;
    this.search = null;
  }
}
