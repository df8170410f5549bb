import type { AppError } from '../../../shared/app-error.ts';
import type { DataOriginReason } from '../../../shared/contract/privacy.ts';
import type { Api } from '../../../shared/contract/index.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** Why data about one company is stored. Spends no request. */
export class DataOriginState {
  why = $state.raw<readonly DataOriginReason[] | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #companyId: string;
  readonly #stops: (() => void)[];
  #reading = 0;

  constructor(api: Api, companyId: string) {
    this.#api = api;
    this.#companyId = companyId;
    this.#stops = [
      api.companies.onChanged(({ id }) => {
        if (id === companyId) void this.load();
      }),
      // The ledger knows a request's price only after its reply was stored.
      api.quota.onChanged(() => void this.load()),
      api.privacy.onChanged(() => void this.load()),
    ];
    void this.load();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }
  async load(): Promise<void> {
    const reading = ++this.#reading;
    try {
      const { why } = await this.#api.privacy.why({ companyId: this.#companyId });
      if (reading !== this.#reading) return;
      this.why = why;
      this.error = null;
    } catch (error) {
      if (reading === this.#reading) this.error = problemOf(error);
    }
  }
}
