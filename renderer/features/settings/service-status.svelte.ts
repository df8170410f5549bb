import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { ServiceState } from '../../../shared/model/workspace.ts';
import { Price } from '../../session/price-preview.svelte.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** The status that the service reports, and the request that checks it. */
export class ServiceStatus {
  readonly price: Price;
  status = $state.raw<ServiceState | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  #reading = 0;

  constructor(api: Api) {
    this.#api = api;
    this.price = new Price(api);
    // Any response may have differed from the documentation.
    this.#stop = api.quota.onChanged(() => void Promise.all([this.load(), this.price.again()]));
    void this.load();
    void this.price.ask({ endpoint: 'health' });
  }
  dispose(): void {
    this.#stop();
  }

  async load(): Promise<void> {
    const reading = ++this.#reading;
    const found = await this.#api.connection.service({}).catch(() => null);
    if (reading === this.#reading && found !== null) this.status = found;
  }

  /** @returns the receipt; null if the request was not made, see `error` */
  async test(): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await this.price.spend((accepted) =>
        this.#api.connection.test({ accepted, screen: 'settings' }),
      );
      if (done === null) return null;
      this.#reading += 1;
      this.status = done.service;
      return done.receipt;
    } catch (error) {
      this.error = problemOf(error);
      return null;
    }
  }
}
