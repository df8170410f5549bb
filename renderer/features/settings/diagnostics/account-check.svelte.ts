import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { AccountCheck } from '../../../../shared/model/account/account-check.ts';
import type { Preview } from '../../../../shared/model/budget.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';

/**
 * The state and the price of the account check. The check compares the service's responses for this account
 * with the specification.
 */
export class AccountCheckState {
  price = $state.raw<{ readonly preview: Preview; readonly requests: number } | null>(null);
  result = $state.raw<AccountCheck | null>(null);
  isChecking = $state(false);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.quota.onChanged(() => void this.load());
    void this.load();
  }
  dispose(): void {
    this.#stop();
  }

  /** Loads the price of the check. Without a price, the check cannot start. */
  async load(): Promise<void> {
    await this.#latest.run(
      () => this.#api.diagnostics.checkPrice({}),
      (price) => (this.price = price),
      () => (this.price = null),
    );
  }
  /** Runs the check at the price shown. */
  async check(): Promise<void> {
    const { price } = this;
    if (price === null || this.isChecking) return;
    this.error = null;
    this.isChecking = true;
    try {
      this.result = await this.#api.diagnostics.check({ accepted: price.preview.cost, screen: 'settings' });
    } catch (error) {
      this.error = problemOf(error);
    } finally {
      this.isChecking = false;
      await this.load();
    }
  }
}
