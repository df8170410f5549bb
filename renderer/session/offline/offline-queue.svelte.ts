import type { Api } from '../../../shared/contract/index.ts';
import type { Cost, Screen } from '../../../shared/model/budget.ts';
import type { OfflineAsk } from '../../../shared/model/offline.ts';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/** Fetches that were asked for while the service could not be reached, and what became of them. */
export class OfflineQueue {
  calls = $state.raw<readonly OfflineCall[]>([]);
  /** Its list in the status bar stands open. */
  open = $state(false);
  /** Those that go by themselves once the network is back. */
  readonly waiting = $derived(this.calls.filter(({ state }) => state === 'waiting' || state === 'running'));
  /** Those that need the seller's word. */
  readonly asking = $derived(
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

  /** Prices follow the budgets. */
  async priceAgain(): Promise<void> {
    if (this.calls.length > 0) await this.refresh();
  }
  forget(): void {
    this.#latest.cancel();
    this.calls = [];
    this.open = false;
  }

  async add(ask: OfflineAsk, accepted: Cost, screen: Screen): Promise<void> {
    await this.#api.offline.add({ ask, accepted, screen });
    await this.refresh();
  }
  async accept(id: string, accepted: Cost): Promise<void> {
    await this.#api.offline.accept({ id, accepted });
    await this.refresh();
  }
  /** False where it is under way. */
  async cancel(id: string): Promise<boolean> {
    const { cancelled } = await this.#api.offline.cancel({ id });
    await this.refresh();
    return cancelled;
  }
  async tryNow(): Promise<void> {
    await this.#api.offline.tryNow({});
  }
}
