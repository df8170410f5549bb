import type { Api } from '../../../shared/contract/index.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/** The month whose review is offered on Today. */
export class ReviewOfferState {
  month = $state<string | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();
  /** The day for which the offer was loaded; null if it has to be loaded. */
  #day: string | null = null;

  constructor(api: Api) {
    this.#api = api;
    // Once a note has been saved, the review is no longer offered.
    this.#stop = api.reviews.onChanged(() => {
      if (this.#day !== null) void this.#reload();
    });
  }
  dispose(): void {
    this.#stop();
    this.#latest.cancel();
  }

  /**
   * Loads the offer for a day, unless it has already been loaded. Ignores errors, because the offer is not
   * important enough for an error message.
   */
  async load(day: string): Promise<void> {
    if (day === this.#day) return;
    this.#day = day;
    await this.#reload();
  }
  async hide(month: string): Promise<void> {
    this.month = null;
    await this.#api.reviews.hideOffer({ month });
  }

  async #reload(): Promise<void> {
    await this.#latest.run(
      () => this.#api.reviews.offer({}),
      ({ month }) => (this.month = month),
      () => (this.#day = null),
    );
  }
}
