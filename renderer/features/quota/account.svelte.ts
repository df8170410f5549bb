import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { AccountUsage } from '../../../shared/model/account/account.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** The account's usage as reported by the service, and the user's settings for monitoring it. */
export class AccountState {
  usage = $state.raw<AccountUsage | null>(null);
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

  /** Reads the stored usage again. Sends no request to the service. */
  async load(): Promise<void> {
    await this.#latest.run(
      () => this.#api.quota.account({}),
      (usage) => {
        this.usage = usage;
        this.error = null;
      },
      (error) => (this.error = problemOf(error)),
    );
  }
  /** Turns the daily usage check on (at the price shown) or off. */
  async setDaily(isOn: boolean): Promise<void> {
    const { usage } = this;
    if (usage === null) return;
    const accepted = usage.daily.preview.cost;
    // Shows the change immediately. If it is rejected, the switch returns to its old state.
    this.usage = { ...usage, daily: { ...usage.daily, isOn, accepted: isOn ? accepted : null } };
    await this.#save(usage, () => this.#api.quota.setDailyReading({ isOn, accepted }));
  }
  /**
   * Sets how many requests a day may be made outside this app before the user is alerted.
   *
   * @returns the previous limit; null if it was not changed
   */
  async setAlert(above: number): Promise<number | null> {
    const { usage } = this;
    if (usage === null || usage.alertAbove === above) return null;
    this.usage = { ...usage, alertAbove: above };
    const isSaved = await this.#save(usage, () => this.#api.quota.setAlert({ above }));
    return isSaved ? usage.alertAbove : null;
  }
  async #save(before: AccountUsage, save: () => Promise<AccountUsage>): Promise<boolean> {
    this.error = null;
    try {
      this.usage = await save();
      return true;
    } catch (error) {
      this.usage = before;
      this.error = problemOf(error);
      return false;
    }
  }
}
