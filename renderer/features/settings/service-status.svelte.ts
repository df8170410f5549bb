import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { ServiceState } from '../../../shared/model/workspace.ts';
import { Price } from '../../session/price-preview.svelte.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** The service's last known status, and the request that checks it. */
export class ServiceStatus {
  readonly price: Price;
  status = $state.raw<ServiceState | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.price = new Price(api, 'settings');
    // Any response may show a different status of the service, so the status is loaded again after each
    // change of the quota.
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
      (status) => (this.status = status),
    );
  }

  /**
   * Checks the service at the price shown.
   *
   * @returns the receipt, or null if the request was not sent or failed (see `error`)
   */
  async test(): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await this.price.spend((accepted) =>
        this.#api.connection.test({ accepted, screen: 'settings' }),
      );
      if (done === null) return null;
      this.#latest.cancel();
      this.status = done.service;
      return done.receipt;
    } catch (error) {
      this.error = problemOf(error);
      return null;
    }
  }
}
