import type { Api } from '../../../shared/contract/index.ts';
import type { Cost, Screen } from '../../../shared/model/budget.ts';
import type { OfflineRequest } from '../../../shared/model/offline.ts';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/** Requests that were queued while the app was offline, and their results. */
export class OfflineQueue {
  calls = $state.raw<readonly OfflineCall[]>([]);
  isListOpen = $state(false);
  /** Requests that are running or waiting for the network. They need no further decision by the user. */
  readonly waiting = $derived(this.calls.filter(({ state }) => state === 'waiting' || state === 'running'));
  /** Requests that need the user's decision. */
  readonly needingDecision = $derived(
    this.calls.filter(({ state }) => state === 'dearer' || state === 'refused' || state === 'unknown'),
  );
  readonly #api: Api;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.offline.list({}),
      ({ calls }) => (this.calls = calls),
    );
  }

  /** Updates the prices of queued requests. Call it after the budgets have changed. */
  async refreshPrices(): Promise<void> {
    if (this.calls.length > 0) await this.refresh();
  }
  reset(): void {
    this.#latest.cancel();
    this.calls = [];
    this.isListOpen = false;
  }

  async add(ask: OfflineRequest, accepted: Cost, screen: Screen): Promise<void> {
    await this.#api.offline.add({ ask, accepted, screen });
    await this.refresh();
  }
  async accept(id: string, accepted: Cost): Promise<void> {
    await this.#api.offline.accept({ id, accepted });
    await this.refresh();
  }
  /**
   * Cancels a queued request.
   *
   * @returns false if the request has already been sent
   */
  async cancel(id: string): Promise<boolean> {
    const { cancelled } = await this.#api.offline.cancel({ id });
    await this.refresh();
    return cancelled;
  }
  async tryNow(): Promise<void> {
    await this.#api.offline.tryNow({});
  }
}
