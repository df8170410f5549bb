import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { ServiceState } from '../../../shared/model/workspace.ts';
import { Price } from '../../session/price-preview.svelte.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** What the service says of itself, and asking it anew. */
export class Service {
  readonly price: Price;
  told = $state.raw<ServiceState | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.price = new Price(api);
    // Whatever was asked of the service, its answer may have differed.
    this.#stop = api.quota.onChanged(() => void Promise.all([this.load(), this.price.refresh()]));
    void this.load();
    void this.price.load({ endpoint: 'health' });
  }
  dispose(): void {
    this.#stop();
  }

  async load(): Promise<void> {
    await this.#latest.run(
      () => this.#api.connection.service({}),
      (status) => (this.told = status),
    );
  }

  /** @returns the receipt; null where it was not made, `error` says why */
  async test(): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await this.price.spend((accepted) =>
        this.#api.connection.test({ accepted, screen: 'settings' }),
      );
      if (done === null) return null;
      this.#latest.cancel();
      this.told = done.service;
      return done.receipt;
    } catch (error) {
      this.error = problemOf(error);
      return null;
    }
  }
}
