import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { Cost, Preview, Receipt, Screen } from '../../shared/model/budget.ts';
import type { PricedCall } from '../../shared/model/query.ts';
import { LatestRequest } from '../lib/latest-request.ts';

/** A price and its call; the call is null if there is nothing to request. */
export type PriceRequest = readonly [price: Price, call: PricedCall | null];

/**
 * Loads several prices with one call to the core, so all of them are based on the same state of the
 * budgets.
 *
 * @param screen the screen that sends the requests
 */
export async function loadPrices(api: Api, screen: Screen, requests: readonly PriceRequest[]): Promise<void> {
  const loads = requests.map(([price, call]) => ({ call, show: price.beginLoad(call) }));
  const calls = loads.flatMap(({ call }) => call ?? []);
  if (calls.length === 0) return;
  const found = await api.quota.prices({ calls, screen }).catch(() => null);
  for (const [at, { show }] of loads.filter(({ call }) => call !== null).entries())
    show(found?.previews[at] ?? null);
}

/**
 * The price of one request as shown to the user. `spend` accepts exactly the cost that is shown. Loading a
 * price is free and sends nothing to the service.
 */
export class Price {
  preview = $state.raw<Preview | null>(null);
  busy = $state(false);
  readonly #ask: (call: PricedCall) => Promise<Preview>;
  readonly #latest = new LatestRequest();
  #call: PricedCall | null = null;

  /**
   * @param screen the screen that sends the request; a spending cap of this screen may block it
   * @param ask loads the price of a call; by default, the price of this call alone
   */
  constructor(
    api: Api,
    screen: Screen,
    ask = (call: PricedCall): Promise<Preview> => api.quota.price({ call, screen }),
  ) {
    this.#ask = ask;
  }
  get isPayable(): boolean {
    return this.preview?.decision.kind === 'go' && !this.busy;
  }

  /**
   * Loads the price of a request. If `call` is null or loading fails, there is no price, so the user cannot
   * send the request.
   */
  async load(call: PricedCall | null): Promise<void> {
    const show = this.beginLoad(call);
    if (call === null) return;
    show(await this.#ask(call).catch(() => null));
  }
  /**
   * Does the same as `load`, but leaves loading the price to the caller, which may load several prices
   * together.
   *
   * @returns a function to call with the loaded price. It shows the price, unless a later load has started
   */
  beginLoad(call: PricedCall | null): (preview: Preview | null) => void {
    this.#call = call;
    const isLatest = this.#latest.begin();
    if (call === null) this.preview = null;
    return (preview) => {
      if (isLatest()) this.preview = preview;
    };
  }
  /** Reloads the price after the budgets have changed. */
  async refresh(): Promise<void> {
    await this.load(this.#call);
  }

  /**
   * Runs the request at the price shown. If the core rejects it because the price has changed, shows the new
   * price and rethrows the error.
   *
   * @param work sends the request
   * @returns null if there is no price or another request is running
   */
  async spend<T extends { receipt: Receipt }>(work: (accepted: Cost) => Promise<T>): Promise<T | null> {
    const { preview } = this;
    if (preview === null || this.busy) return null;
    this.busy = true;
    try {
      return await work(preview.cost);
    } catch (error) {
      const failure = error instanceof AppFailure ? error.appError : null;
      if (failure?.kind === 'price-changed' && failure.preview !== null) {
        this.#latest.cancel();
        this.preview = failure.preview;
      }
      throw error;
    } finally {
      this.busy = false;
    }
  }
}
