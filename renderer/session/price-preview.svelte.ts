import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { Cost, Preview, Receipt } from '../../shared/model/budget.ts';
import type { PricedCall } from '../../shared/model/query.ts';
import { LatestRequest } from '../lib/latest-request.ts';

/** A price, and the call that it is of; null: there is nothing to pay for. */
export type PriceQuestion = readonly [price: Price, call: PricedCall | null];

/** Asks for several prices in one message, which is answered from one reading of the budgets. */
export async function askPrices(api: Api, asked: readonly PriceQuestion[]): Promise<void> {
  const takes = asked.map(([price, call]) => ({ call, take: price.asking(call) }));
  const calls = takes.flatMap(({ call }) => call ?? []);
  if (calls.length === 0) return;
  const found = await api.quota.prices({ calls }).catch(() => null);
  for (const [at, { take }] of takes.filter(({ call }) => call !== null).entries())
    take(found?.previews[at] ?? null);
}

/**
 * The price of one call, as it is on the screen. Asking again drops what was asked before; spending hands over exactly
 * the cost that is shown. Asking for a price is free and never leaves the laptop.
 */
export class Price {
  preview = $state.raw<Preview | null>(null);
  busy = $state(false);
  readonly #api: Api;
  readonly #latest = new LatestRequest();
  #call: PricedCall | null = null;

  constructor(api: Api) {
    this.#api = api;
  }
  /** It can be fetched at this price now. */
  get isPayable(): boolean {
    return this.preview?.decision.kind === 'go' && !this.busy;
  }

  /** Null: there is nothing to pay for. A failure leaves no price, and so no way to spend. */
  async ask(call: PricedCall | null): Promise<void> {
    const take = this.asking(call);
    if (call === null) return;
    take(await this.#api.quota.price({ call }).catch(() => null));
  }
  /** For whoever asks for several prices at once. @returns what takes the answer; one that came too late is dropped */
  asking(call: PricedCall | null): (preview: Preview | null) => void {
    this.#call = call;
    const isLatest = this.#latest.begin();
    if (call === null) this.preview = null;
    return (preview) => {
      if (isLatest()) this.preview = preview;
    };
  }
  /** After budgets changed. */
  async again(): Promise<void> {
    await this.ask(this.#call);
  }

  /**
   * Makes the call at the price that is shown; null where there is none, or while it runs. A price that changed is
   * shown from then on, and the failure is thrown on.
   */
  async spend<T extends { receipt: Receipt }>(work: (accepted: Cost) => Promise<T>): Promise<T | null> {
    const { preview } = this;
    if (preview === null || this.busy) return null;
    this.busy = true;
    try {
      return await work(preview.cost);
    } catch (error) {
      const failure = error instanceof AppFailure ? error.appError : null;
      if (failure?.kind === 'conflict' && failure.preview !== null) {
        this.#latest.cancel();
        this.preview = failure.preview;
      }
      throw error;
    } finally {
      this.busy = false;
    }
  }
}
